# campaigns.mk. The tests and studies that take long: their groups, names, times and commands. The Makefile includes it.
#
# Campaigns take longer than verify may: "make campaign" lists them, "make campaign NAME=kills" does one. A campaign has a line
# ABOUT.x and either TEST.x, arguments of tests/run.sh, or STUDY.x, a command that prints its own table. verify does the tests that ALSO
# names. Tests that use JOBS cores themselves run alone ("--"). Those of BESIDE verify begins first: they keep the cores busy where others wait.
BESIDE := sanitizers
FUZZERS := $(FUZZ_SOURCES:%.c=build/fuzz-clang/%)
GROUPS := tests machines published speed studies
CAMPAIGNS.tests := core sanitizers native processors page aarch64 signature-sample signature valgrind results equal kills faults memory power fuzz cluster
CAMPAIGNS.machines := slurm bare deb
CAMPAIGNS.published := conformance landscape guideline report-2018 reproduce reproduce-full
CAMPAIGNS.speed := bench ntris
CAMPAIGNS.studies := mutants contest contest-again from-nothing records rates study-noise study-optimisers study-meta study-splitting study-coverage study-levels \
    study-population study-solve study-encoder study-tetrispros study-tetrispros-full
CAMPAIGNS := $(foreach g,$(GROUPS),$(CAMPAIGNS.$g))
# How a campaign builds and starts one of tests/programs.
test_program = $(SUBMAKE) $(B)/tests/$1 >/dev/null && $(B)/tests/$1
ABOUT.core = the core without any founding system builds, and has the signature; a minute
TEST.core = "core: $(SUBMAKE) SYSTEMS= WERROR=1 all && SWARMTRIS_CPU= SWARMTRIS=build/release-core/swarmtris tests/signature.sh quick"
ABOUT.sanitizers = the unit tests under sanitizers of addresses and undefined behaviour (FULL=2: all samples); 5 minutes
TEST.sanitizers = "sanitizers: SWARMTRIS_CPU= FULL=$(FULL:1=) $(SUBMAKE) V=asan WERROR=1 check"
ABOUT.native = where SWARMTRIS_CPU hides instruction sets: short tests of the kernels, and the signature, with all of them; a minute
TEST.native = "native: SWARMTRIS_CPU= FULL= JOBS=1 tests/run.sh $(B)/logs/native \
    $(foreach t,lanes segment tetris tetris_games player lookahead splitting states environment,$(B)/tests/test_$t) 'signature: tests/signature.sh quick'"
ABOUT.processors = tests and a training on six emulated processors; 10 minutes
# From the first x86-64 on; the last that qemu-user knows has AVX2. The two that play tests come first, since they take longest.
MODELS := Haswell Nehalem Opteron_G1 SandyBridge Skylake-Client EPYC-Milan
TEST.processors = $(foreach m,$(MODELS),"processors-$m: FULL=$(FULL:1=) tests/processors.sh $m")
ABOUT.page = the page in which a swarm learns: built, trained in node and Chromium as by the program; 3 minutes
TEST.page = "page-build: $(SUBMAKE) WERROR=1 page && echo 'ok - the page is built without a warning'" -- tests/page.sh
ABOUT.aarch64 = ARM64, compiled here and emulated: signature, a training, unit tests, NEON (root, debootstrap); half an hour
TEST.aarch64 = -- "aarch64: tests/aarch64.sh $(IS_TEST:.c=)"
ABOUT.signature-sample = the signature of another compiler and of the sanitizers; 2 minutes
TEST.signature-sample = -- "signature-sample: SWARMTRIS_CPU= tests/signature.sh sample"
ABOUT.signature = the signature of all compilers, optimisations, modes, sanitizers; half an hour
TEST.signature = -- "signature: tests/signature.sh"
ABOUT.valgrind = valgrind finds nothing to complain about, leaks included; 10 minutes
TEST.valgrind = -- "library: $(SUBMAKE) library && echo 'ok - the library is built'" -- tests/valgrind.sh
ABOUT.results = results of longer trainings are the same as ever; 10 minutes
TEST.results = "results: tests/same_results.sh"
ABOUT.equal = the lanes are the reference engine; 10 minutes
TEST.equal = -- "equal: $(call test_program,programs/equal)"
ABOUT.kills = kill -9 at random moments, resumed each time; 15 minutes
TEST.kills = tests/kill.sh
ABOUT.faults = each system call on a file fails, or is the last before a kill, in 26 commands; a quarter of an hour
TEST.faults = -- "faults: tests/campaign.sh faults"
ABOUT.memory = each allocation fails, in the same commands; a quarter of an hour
TEST.memory = -- "memory: tests/campaign.sh memory"
ABOUT.power = the power fails after each system call: what no fsync has promised is lost, in part or as a whole; 5 minutes
TEST.power = -- "power: tests/campaign.sh power"
ABOUT.fuzz = the readers of files and options under sanitizers, FUZZ_SECONDS each; some minutes
TEST.fuzz = -- "fuzz-build: $(SUBMAKE) V=fuzz CC=clang WERROR=1 fuzzers && echo 'ok - fuzz targets build without a warning'" -- \
    $(foreach f,$(FUZZERS),"fuzz-$(notdir $f): tests/fuzz.sh $f")
ABOUT.cluster = ranks of an MPI that lose each other (root); some minutes
TEST.cluster = tests/cluster.sh
ABOUT.slurm = a job of a real Slurm on this machine, stopped and queued again three times; 10 minutes
TEST.slurm = -- "mpi: $(SUBMAKE) mpi && echo 'ok - swarmtris-mpi is built'" -- tests/slurm.sh
ABOUT.bare = quickstart and verify in a bare Debian (root, debootstrap; BARE=folder); half an hour
STUDY.bare = tests/bare.sh
ABOUT.deb = Debian packages: lintian, installed in a bare Debian, used, taken away (root, debootstrap); half an hour
TEST.deb = -- "packages: $(MAKE) --no-print-directory deb && echo 'ok - the packages are made'" -- tests/deb.sh
ABOUT.conformance = are these the published swarms and CMA-ES? Medians of 51 seeds against other programs; some minutes
STUDY.conformance = $(call test_program,programs/conformance)
ABOUT.landscape = the 8-d sphere over inertia and coefficients, against published medians; minutes
STUDY.landscape = tests/landscape.sh $(PROGRAM)
ABOUT.mutants = what do the tests of check catch? Faults of one line, N=25 drawn at random by SEED=1; half an hour
STUDY.mutants = tests/mutants.py
ABOUT.guideline = is the game guideline the original's? 300 games with its parameters, and rates; minutes
STUDY.guideline = $(call test_program,systems/guideline/programs/guideline_handmade)
ABOUT.report-2018 = is what the report of 2018 says true? Its features, swarm, timings, training and weights; hours
STUDY.report-2018 = bench/report_2018.sh runs/report-2018 $(SHARE_TIME)
ABOUT.reproduce = are published scores true? Some minutes
STUDY.reproduce = tests/reproduce.sh params/reproduce.list runs/reproduce $(EVAL)
ABOUT.reproduce-full = the same for games of tens of millions of rows; hours
STUDY.reproduce-full = tests/reproduce.sh params/reproduce-full.list runs/reproduce $(EVAL)
ABOUT.bench = timings: parallel modes and engines; some minutes
STUDY.bench = $(foreach b,parallel engines,$(PROGRAM) bench $b --out bench/results &&) true
ABOUT.ntris = how long does a move of ntris take, three moves deep on two threads? 20 games; minutes
STUDY.ntris = export OMP_WAIT_POLICY=$${OMP_WAIT_POLICY:-active}; $(call test_program,systems/ntris/programs/ntris_moves)
contest = bench/contest.sh params/studies/contest.ini params/studies/contest.list params/studies/$1-cells.list runs/contest 30 $(SHARE_TIME)
ABOUT.contest = which optimiser? Nine, 12 cells, 30 seeds; five hours
STUDY.contest = $(call contest,contest)
ABOUT.contest-again = the cells of contest on 10x20, measured again by 200 replicates in place of 20; hours
STUDY.contest-again = $(call contest,contest-again) contest_again
ABOUT.from-nothing = what does a swarm reach on 10x20 from nothing? Four budgets, ten seeds, whole games; hours
STUDY.from-nothing = bench/from_nothing.sh params/studies/from-nothing.list runs/from-nothing 10 $(SHARE_TIME)
ABOUT.records = strong players of other classes from nothing, ten seeds: S and Z, points, 10x10, 23 weights on 10x20; hours
STUDY.records = bench/from_nothing.sh params/studies/records.list runs/records 10 $(SHARE_TIME)
ABOUT.rates = how often is the verb compare wrong, and how many games does it take? Simulated players; some minutes
STUDY.rates = $(call test_program,programs/rates)
ABOUT.study-noise = which budget allocation finds better weights for the same pieces? An hour
STUDY.study-noise = $(PROGRAM) study params/studies/noise.list --out runs/study-noise
ABOUT.study-optimisers = which optimiser? Two sets of features; two hours
STUDY.study-optimisers = $(foreach set,cs3243 dt,$(PROGRAM) study params/studies/optimisers.list --out runs/study-optimisers-$(set) --set agent.features=$(set) &&) true
ABOUT.study-meta = which outer optimiser tunes best? Swarm, local unimodal sampling, random search; half an hour
STUDY.study-meta = bench/study_meta.sh runs/study-meta
ABOUT.study-splitting = are estimates of long games true? Beside whole games of published players; an hour
STUDY.study-splitting = bench/study_splitting.sh params/studies/splitting.list runs/study-splitting
ABOUT.study-coverage = how many of 200 intervals of splitting contain the truth? 10x10 and 10x20; half an hour
STUDY.study-coverage = bench/study_coverage.sh params/studies/coverage.list runs/study-coverage
ABOUT.study-levels = what makes estimates of long games cheap? Variance times turns of single settings; ten minutes
STUDY.study-levels = bench/study_levels.sh params/weights/dt-10.ini 10x20 400 runs/study-levels params/weights/bcts.ini
ABOUT.study-population = how large should a population be? Mean and median of the ten best of each generation; minutes
STUDY.study-population = $(PROGRAM) study params/studies/population.list --repeat 5 --out runs/study-population
ABOUT.study-solve = how low does solve play the ten templates of Trix, with buffers 0 to 5? Some minutes
STUDY.study-solve = bench/study_solve.sh runs/study-solve
ABOUT.study-encoder = what does an autoencoder lose, and are its units features? Half an hour
STUDY.study-encoder = bench/study_encoder.sh runs/study-encoder
ABOUT.study-tetrispros = what do tetrispros' genetic algorithms find? Its best one, four others, ga-pso and a swarm; hours
STUDY.study-tetrispros = $(PROGRAM) study params/studies/tetrispros.list --repeat 10 --out runs/study-tetrispros
ABOUT.study-tetrispros-full = its best one, ga-pso and ga-cut once each with 200 generations of 40; hours
STUDY.study-tetrispros-full = $(PROGRAM) study params/studies/tetrispros-full.list --out runs/study-tetrispros-full
$(foreach c,$(ALSO),$(if $(TEST.$c),,$(error ALSO=$c: must be some of $(CAMPAIGNS.tests))))
# Of the command line alone: an environment may have a NAME of its own. mpi and wheel are names for deps alone.
CAMPAIGN := $(if $(filter command%,$(origin NAME)),$(NAME))
$(if $(filter-out $(CAMPAIGNS) $(if $(filter deps,$(MAKECMDGOALS)),mpi wheel),$(CAMPAIGN)),$(error NAME=$(NAME): must be one of $(CAMPAIGNS)))
