# swarmtris. "make help" lists the targets, "make NAME=value ..." changes the settings below.

## V=release|debug|asan|tsan|cov|fuzz   what is built (asan: address and undefined behaviour; cov: gcov; fuzz: asan for libFuzzer; wasm: see there)
V ?= release
## CC=gcc|clang   the compiler (V=tsan: clang, whose OpenMP the thread sanitizer understands; V=fuzz: clang, which has libFuzzer)
ifeq ($(origin CC),default)
CC := $(if $(filter tsan fuzz,$(V)),clang,$(if $(filter wasm,$(V)),clang --target=wasm32-wasi,gcc))
endif
## OPT=-O3   replaces the optimisation of the variant;  CFLAGS, CPPFLAGS, LDFLAGS are added
OPT ?=
## MARCH=native   code for this processor only (results stay the same)
MARCH ?=
## WERROR=1   warnings are errors
WERROR ?=
## PREFIX=/usr/local, DESTDIR=, LIBDIR=lib   where install puts things; LIBDIR, below PREFIX, is that of the library
PREFIX ?= /usr/local
DESTDIR ?=
LIBDIR ?= lib
## EVAL="--threads 1"   options of swarmtris eval for the campaigns reproduce and reproduce-full
EVAL ?=
## FULL=1   tests in full, which verify does in short, and the longest scripts, as .ci/run does; FULL=2: more of it, as verify-all does
FULL ?=
## ALSO="sanitizers kills"   what verify does besides: campaigns, which "make campaign" lists
ALSO ?=
## JOBS=2   how many tests run at a time
export JOBS ?= 2
## FUZZ_SECONDS=60   for each of the fuzz targets
export FUZZ_SECONDS ?= 60
## SYSTEMS="catch stack"   which founding systems are built in; SYSTEMS= builds the core alone
## KERNELS=here   leaves out instruction sets that this processor lacks, unless they are compiled already; check and verify do it to save time
KERNELS ?= $(if $(MAKECMDGOALS),$(if $(filter-out check verify,$(MAKECMDGOALS)),all,here),all)
export KERNELS
## JANSSON=no   builds without libjansson, and so without the verb dropblox
JANSSON ?=
## MPI=ompi-c   the MPI of swarmtris-mpi, as pkg-config calls it: ompi-c (Open MPI) or mpich
MPI ?= ompi-c
## SHARE_TIME=100m   how long a share of the campaigns contest, contest-again, from-nothing, records and report-2018 takes
SHARE_TIME ?= 100m
## OBJCOPY=objcopy   makes the names of the library local
OBJCOPY ?= objcopy
## Q=   shows the commands
Q ?= @

# What a Debian machine needs for quickstart and verify.
PACKAGES ?= gcc libc6-dev make pkg-config libinih-dev libsleef-dev libpng-dev libgif-dev gnuplot-nox fonts-dejavu-core libcmocka-dev mandoc python3
# What swarmtris is built without where it cannot be had: the verb dropblox needs it.
PACKAGES_OPTIONAL ?= libjansson-dev
# What the page in which a swarm learns needs; and its test.
PACKAGES.page ?= clang lld wasi-libc libclang-rt-14-dev-wasm32
# What single campaigns need besides; and the programs that sh_pcg.sh, sh_outside.sh, sh_pages.sh and sh_report.sh use where they are installed.
PACKAGES.signature ?= clang libomp-dev
PACKAGES.signature-sample ?= $(PACKAGES.signature)
PACKAGES.processors ?= qemu-user
PACKAGES.aarch64 ?= gcc-aarch64-linux-gnu libc6-dev-arm64-cross qemu-user debootstrap
PACKAGES.valgrind ?= valgrind
PACKAGES.fuzz ?= clang libclang-rt-14-dev libomp-dev
PACKAGES.mpi ?= openmpi-bin libopenmpi-dev
PACKAGES.slurm ?= $(PACKAGES.mpi) slurmctld slurmd slurm-client munge
PACKAGES.cluster ?= $(PACKAGES.mpi) iproute2
PACKAGES.wheel ?= python3-setuptools python3-wheel
PACKAGES.deb ?= $(PACKAGES.page) debhelper dh-python lintian fakeroot debootstrap libjansson-dev $(PACKAGES.mpi)
# With which sh_python.sh tests the Python module, where they can be had: 8 MB.
PACKAGES_PYTHON ?= python3-numpy $(PACKAGES.wheel)
PACKAGES_OTHERS ?= poppler-utils libmpich-dev mpich g++ libpcg-cpp-dev python3-cmaes python3-nlopt zsh fish chromium nodejs

# ---- Flags. "=" instead of ":=" where pkg-config is asked: "deps" may install it after this line was read. ----

# clang objects to assert(!"why"), which is meant as it stands; and to each loop that is not unrolled where nothing is inlined.
WARNINGS = -Wall -Wextra -Wpedantic -Wshadow -Wconversion -Wmissing-prototypes -Wvla \
           $(if $(findstring clang,$(CC)),-Wno-string-conversion -Wno-pass-failed) \
           $(if $(filter wasm,$(V)),-Wno-unknown-pragmas -Wno-gnu-statement-expression)

# One set of objects serves the program and the library: position independent, and no name is visible outside but those that
# swarmtris.h marks. Hidden names cost what those of a program cost.
# Assertions stay on everywhere. No fused multiply-add, no fast-math: all variants give the same bits.
FLAGS.release = -O3 -g1
FLAGS.debug = -Og -g3
FLAGS.asan = -O1 -g1 -fno-omit-frame-pointer -fsanitize=address,undefined -fno-sanitize-recover=all
FLAGS.tsan = -O1 -g -fno-omit-frame-pointer -fsanitize=thread
FLAGS.cov = -O0 -g --coverage
# As asan, with the counters that libFuzzer reads.
FLAGS.fuzz = -O1 -g -fno-omit-frame-pointer -fsanitize=fuzzer-no-link,address,undefined -fno-sanitize-recover=all
# The library for browsers, of a system without threads and without libsleef; its vectors need a browser that has them.
FLAGS.wasm = -O2 -msimd128 -ffunction-sections -DWITHOUT_SLEEF -D_WASI_EMULATED_PROCESS_CLOCKS \
    -include src/tab/wasi.h
$(if $(FLAGS.$(V)),,$(error V=$(V): must be release, debug, asan, tsan, cov, fuzz or wasm))

BOTH = -std=c11 $(if $(filter wasm,$(V)),,-fopenmp -fPIC) -fvisibility=hidden $(FLAGS.$(V)) $(OPT) $(MARCH:%=-march=%)
COMPILE = $(CC) -D_GNU_SOURCE -Iinclude -Isrc -I. -I$(B) $(shell pkg-config --cflags inih sleef libpng 2>/dev/null) $(CPPFLAGS) \
          $(BOTH) -ffp-contract=off $(WARNINGS) $(EXTRA) $(CFLAGS)
LINK = $(CC) $(BOTH) $(CFLAGS) $(LDFLAGS)
# Of the library; and of the program, which draws pictures, too. giflib has no pkg-config file.
LIBS = $(shell pkg-config --libs inih sleef 2>/dev/null) -lm
PROGRAM_LIBS = $(LIBS) $(shell pkg-config --libs libpng 2>/dev/null) -lgif $(JANSSON.libs)
# Without libjansson the program is built without the verb dropblox.
JANSSON.flags = $(if $(filter no,$(JANSSON)),,$(shell pkg-config --exists jansson 2>/dev/null && echo -DWITH_JANSSON && pkg-config --cflags jansson))
JANSSON.libs = $(if $(filter no,$(JANSSON)),,$(shell pkg-config --libs jansson 2>/dev/null))

# The thread sanitizer needs a fixed address layout, and has to overlook what it has not compiled.
RUN.tsan = TSAN_OPTIONS=ignore_noninstrumented_modules=1 setarch -R

# ---- Files. Every combination of settings has its own folder; $(B)/flags catches what its name does not say. ----

# Without SYSTEMS on the command line all founding systems are built.
ALL_SYSTEMS := $(notdir $(patsubst %/,%,$(wildcard src/systems/*/)))
SYSTEMS ?= $(ALL_SYSTEMS)
override SYSTEMS := $(sort $(SYSTEMS))
$(if $(filter-out $(ALL_SYSTEMS),$(SYSTEMS)),$(error SYSTEMS=$(SYSTEMS): must be some of $(ALL_SYSTEMS)))
empty :=
SUBSET := $(if $(filter-out $(SYSTEMS),$(ALL_SYSTEMS)),-$(or $(subst $(empty) ,-,$(SYSTEMS)),core))

VARIANT := $(patsubst %,-%,$(filter-out gcc,$(notdir $(firstword $(CC)))))$(firstword $(OPT))$(MARCH:%=-%)
B := build/$(V)$(SUBSET)$(VARIANT)
# The kernels know no system: the program without some of them has the same objects.
K := build/$(V)$(VARIANT)

# What a browser does not have: threads, processes, signals, terminals; src/tab has the rest.
ABSENT := $(if $(filter wasm,$(V)),bench/% $(foreach f,eval/team run/ranks run/pool run/screen run/signals,src/$f.c) $(foreach room,charts cli docs page picture,src/$(room)/%),src/tab/%)
SOURCES := $(filter-out src/systems/% $(ABSENT),$(wildcard src/*.c src/*/*.c src/*/*/*.c bench/*.c)) $(wildcard $(SYSTEMS:%=src/systems/%/*.c))
HEADERS := $(wildcard include/*.h src/*.h src/*/*.h src/*/*/*.h src/*/*/*/*.h bench/*.h tests/*.h tests/systems/*/*.h)
TEST_SOURCES := $(wildcard tests/*.c $(SYSTEMS:%=tests/systems/%/*.c))
TEST_PROGRAMS := $(wildcard tests/programs/*.c $(SYSTEMS:%=tests/systems/%/programs/*.c))
FUZZ_SOURCES := $(wildcard tests/fuzz/*.c $(SYSTEMS:%=tests/systems/%/fuzz/*.c))

PROGRAM := $(B)/swarmtris
# The same program with the one file that knows MPI; another MPI than the usual one has a folder of its own.
mpi_program = $(B)/$(if $(filter-out ompi-c,$1),$1/)swarmtris-mpi
MPI_PROGRAM := $(call mpi_program,$(MPI))
MPIS := $(sort $(MPI) $(shell for mpi in ompi-c mpich; do pkg-config --exists $$mpi 2>/dev/null && echo $$mpi; done))
MAIN := $(B)/src/cli/main.o
# The program that prints the pages and the man pages from the tables of swarmtris.
PRINTER := $(B)/docs
PRINTER_PARTS := $(patsubst %.c,$(B)/%.o,$(wildcard src/docs/*.c))
PAGES := $(addprefix $(B)/pages/,swarmtris.1 swarmtris.ini.5)
# The program that prints the table of the blocks of the game ntris while swarmtris is built, and this table.
BLOCKS := $(B)/ntris_blocks.h
BLOCKS_PRINTER := $(B)/polyominoes
BLOCKS_PARTS := $(B)/src/systems/ntris/polyominoes.o
# The parts of the systems, which registry.h joins to those of the core.
JOINED := $(B)/systems_built.h
# The kernels, of lanes and of columns, are compiled once for each instruction set and lane width (but see KERNELS in packed.h).
KERNEL := src/game/tetris/kernel src/game/tetris/columns
ISAS := $(if $(filter x86_64 i%86,$(firstword $(subst -, ,$(shell $(CC) -dumpmachine 2>/dev/null || uname -m)))),avx512 avx2) plain
ISA.avx512 = -mavx512f -mavx512bw -mavx512dq -mavx512vl -mavx512cd -mbmi -mbmi2 -mpopcnt -mtune=skylake-avx512 -mprefer-vector-width=512
ISA.avx2 = -mavx2 -mbmi -mbmi2 -mpopcnt -mtune=haswell
ISA.plain = -DSIMD_PLAIN
ISA.plain-32 = -DSIMD_SMALL $(if $(filter release,$(V)),$(if $(OPT),,$(if $(filter avx2,$(ISAS)),-Os,-O2)))
# So much is inlined that debug information doubles the time it takes to compile; unoptimised or under a sanitizer nothing is
# inlined. Vectors never cross from one object to another, so what the ABI says of them does not matter. Carrying values from one
# turn of a loop to the next (predictive commoning) takes more vectors than there are registers. Tall boards are rare, and so are
# processors without AVX2, which get small code for them: at -O2 it is fastest, at -Os it takes a third of the compile. Fuzz targets
# feed texts to readers, and no text reaches a kernel: sanitizers would only cost a quarter of an hour. They look at the kernels in
# V=asan, where undefined behaviour traps: its sentences would make programs thrice as large.
KERNEL_OPT := -g0 -Wno-psabi $(if $(filter-out release wasm,$(V))$(filter -O0 -O1,$(OPT)),-DSIMD_SMALL) \
    $(if $(findstring clang,$(CC)),,-fno-predictive-commoning) $(if $(filter fuzz,$(V)),-fno-sanitize=all) \
    $(if $(filter asan,$(V)),-fsanitize-undefined-trap-on-error)
kernels_of = $(foreach kernel,$(KERNEL),$(foreach isa,$1,$(K)/$(kernel)-$(isa)-16.o $(filter-out %-avx512-32.o,$(K)/$(kernel)-$(isa)-32.o)))
# The instruction sets that are linked: no object depends on them but that with their list. SWARMTRIS_CPU hides some from the program, too.
$(if $(filter all here,$(KERNELS)),,$(error KERNELS=$(KERNELS): must be all or here))
HERE = $(shell : | $(CC) -march=native -dM -E - 2>/dev/null | sed -n 's/^.define __AVX512BW__ .*/avx512/p; s/^.define __AVX2__ .*/avx2/p')
HIDDEN := $(if $(filter avx2 plain,$(SWARMTRIS_CPU)),avx512) $(if $(filter plain,$(SWARMTRIS_CPU)),avx2)
COMPILED = $(foreach isa,$(ISAS),$(if $(filter-out $(wildcard $(call kernels_of,$(isa))),$(call kernels_of,$(isa))),,$(isa)))
LINKED := $(if $(filter all,$(KERNELS)),$(ISAS),$(filter plain $(filter-out $(HIDDEN),$(HERE)) $(COMPILED),$(ISAS)))
PARTS := $(filter-out $(MAIN) $(PRINTER_PARTS) $(BLOCKS_PARTS) $(KERNEL:%=$(B)/%.o) $(B)/src/eval/cluster.o,$(SOURCES:%.c=$(B)/%.o)) $(call kernels_of,$(LINKED))
# The library: the room api and what it needs, as one relocatable object in which all names but those of swarmtris.h are local.
VERSION := $(shell sed -n 's/.*version_number = "\(.*\)";/\1/p' src/run/environment.c)
RELEASED = $(shell sed -n 's/^date-released: //p' CITATION.cff)
# Prints it. An archive of make dist has it in a file.
COMMIT = { { test -e .git && git describe --always --dirty --abbrev=12 --exclude='*'; } || cat src/make/commit || echo unknown; } 2>/dev/null
# ABI is the number in the soname; it changes when a program that was linked against an older library could not use a newer one.
ABI := 1
API := $(filter $(B)/src/api/%,$(PARTS))
LIBRARY_OBJECT := $(B)/swarmtris.o
LIBRARY := $(B)/libswarmtris.a $(B)/libswarmtris.so
# Those that take longest come first, since several run at a time.
LONG_TESTS := $(addprefix $(B)/tests/test_,splitting segment lanes keys all_options resume)
IS_TEST := $(foreach t,$(TEST_SOURCES),$(if $(filter test_%,$(notdir $t)),$t))
TESTS := $(LONG_TESTS) $(filter-out $(LONG_TESTS),$(IS_TEST:%.c=$(B)/%))
HELPERS := $(patsubst %.c,$(B)/%.o,$(filter-out $(IS_TEST) tests/main.c,$(TEST_SOURCES)))
# Linking takes time, so most tests are one program. Not those with functions of their own in the place of the system's.
OWN_PROGRAMS := $(addprefix $(B)/tests/test_,rundir files base)
ALL_TESTS := $(B)/tests/all
# What verify does of V=asan: the rooms LOOKED with the tests SMALL. The rest is linked from release, with what was LINKED there.
LOOKED := $(foreach room,base agent eval optim experiment,$(B)/src/$(room)/%)
SMALL := $(addprefix $(B)/small/test_,base allocation centroid checkpoint cmaes decision eval ga limits lookahead metric \
    paired param problems pso rivals rng simple_searches stats topologies velocities walls weights)
SMALL_OWN := $(foreach t,$(SMALL),$(if $(filter %/$(notdir $t),$(OWN_PROGRAMS)),$t))
SMALL_PARTS = $(filter $(LOOKED),$(PARTS)) $(patsubst build/$(V)%,build/release%,$(filter-out $(LOOKED),$(PARTS)) $(HELPERS) $(B)/tests/main.o)
# The program with a game of the tests: all of its parts but the registry are the same.
TWO_GAMES := $(B)/tests/two_games
SECOND_GAME := $(patsubst %.c,$(B)/%.o,$(wildcard tests/games/*.c))
# What campaign.sh disturbs the program with; built alike for all variants.
CAMPAIGN_TOOLS := $(B)/tests/campaigns/tracer $(B)/tests/campaigns/preload.so
# About the source and the release objects.
RULES := $(if $(filter release,$(V)),tests/layers.sh tests/mutable.sh tests/quantities.sh tests/size.sh)
# About the program as a user meets it, builds by others, and results; the longest first. LONG_SCRIPTS: only with FULL, as in .ci/run.
LONG_SCRIPTS := $(addprefix tests/sh_,meta.sh mpi.sh campaigns.sh contest.sh)
SCRIPTS := tests/sh_program.sh tests/sh_commands.sh $(LONG_SCRIPTS)
SCRIPTS := $(if $(FULL),$(SCRIPTS),$(filter-out $(LONG_SCRIPTS),$(SCRIPTS))) $(filter-out $(SCRIPTS),$(sort $(wildcard tests/sh_*.sh $(SYSTEMS:%=tests/systems/%/sh_*.sh)))) \
    "signature-quick: tests/signature.sh quick" "results-quick: tests/same_results.sh quick"

# What takes long: CAMPAIGNS, and of each a line ABOUT and a command.
include bench/campaigns.mk

# For the scripts, which may also be started by hand: they fall back to build/release.
export SWARMTRIS := $(CURDIR)/$(PROGRAM)
export BUILD := $(B)

SUBMAKE = $(MAKE) --no-print-directory -j$(shell nproc)
# Of the usual build alone; the campaign sanitizers does it, too, in the same folder.
SANITIZED = $(if $(filter build/release,$(B)),$(if $(filter sanitizers,$(ALSO)),,"small: $(SUBMAKE) V=asan WERROR=1 LINKED='$(LINKED)' small"))

# ---- Targets ----

.PHONY: all page wasm WASM bench test plots params mpi library wheel dist deb quickstart check verify verify-all tests small fuzzers campaign install uninstall docs clean deps deps-all format help FORCE

all: $(PROGRAM) ## build the program: build/<variant>/swarmtris

mpi: $(MPI_PROGRAM) ## build swarmtris-mpi, which runs on many machines (packages: make deps NAME=mpi)

page: ## build the page in which a swarm learns: build/swarmtris.html (packages: make deps NAME=page)
	@$(SUBMAKE) V=wasm SYSTEMS= build/swarmtris.html

wasm:
	@$(SUBMAKE) V=wasm SYSTEMS= WASM

library: $(LIBRARY) ## build the library: build/<variant>/libswarmtris.a and .so; make wheel: for Python; make dist, make deb: source, Debian packages

wheel: $(LIBRARY_OBJECT) $(PROGRAM)
	$(Q)$(LINK) -shared -Wl,-soname,libswarmtris.so.$(ABI) -Wl,-rpath,'$$ORIGIN' -o $(B)/libswarmtris-wheel.so $< $(LIBS)
	$(Q)$(LINK) -Wl,-rpath,'$$ORIGIN/..' -o $(B)/swarmtris-wheel $(MAIN) $(filter-out $(API),$(PARTS)) $(PROGRAM_LIBS)
	$(Q)src/make/wheel.sh $(B)/wheel $(B)/libswarmtris-wheel.so $(B)/swarmtris-wheel $(VERSION)

# The source as an archive, which knows its commit: of what git knows, as it is here; without git of all but what was made. It holds
# the page in which a swarm learns, where that has been made.
DIST = build/swarmtris-$(VERSION)
dist:
	$(Q)rm -rf $(DIST) && mkdir -p $(DIST)
	$(Q){ if [ -e .git ]; then git ls-files -z; else find . -path ./build -prune -o -path ./runs -prune -o -type f -print0; fi; } \
	    | xargs -0 cp -p --parents -t $(DIST)
	$(Q)$(COMMIT) > $(DIST)/src/make/commit
	$(Q)if [ -e build/swarmtris.html ]; then cp build/swarmtris.html $(DIST)/; else echo 'without swarmtris.html, which make page makes'; fi
	$(Q)tar --sort=name --owner=0 --group=0 --numeric-owner --mtime="$(RELEASED) UTC" -C build -czf $(DIST).tar.gz $(notdir $(DIST)) && rm -rf $(DIST)
	@echo $(DIST).tar.gz

deb: dist
	$(Q)src/make/deb.sh $(DIST).tar.gz $(VERSION) $(ABI) $(RELEASED)

# The second make reads pkg-config's answers after deps has done its work. Running it again starts afresh: --force. Its folder is not that
# of "train params/quick.ini", with which a reader goes on.
quickstart: deps ## packages if needed, build, a small training with charts in runs/quickstart
	@$(SUBMAKE) all
	$(PROGRAM) train params/quick.ini --out runs/quickstart --force
	$(PROGRAM) plot runs/quickstart
	$(PROGRAM) report runs/quickstart
	@echo
	@echo "Weights:  runs/quickstart/weights.ini   (try: $(PROGRAM) play runs/quickstart/weights.ini --watch)"
	@echo "Metrics:  runs/quickstart/metrics.tsv"
	@echo "Page:     runs/quickstart/report.html"
	@echo "Charts:  " $$(find runs/quickstart -name '*.png' -o -name '*.svg' -o -name '*.pdf' | sort)

bench: all
	$(PROGRAM) bench parallel

# Folders.
plots:
	@echo 'plots/ holds the scripts and the gallery of the charts; "$(PROGRAM) plot RUN" draws those of a run.'
params:
	@echo 'params/ holds inis and weights; "$(PROGRAM) list inis", "... list weights" and "... list KEY" say what they are.'

test: check
check: $(PROGRAM) $(TESTS) ## (or test) the unit tests of the variant, some under sanitizers, and the rules of the house; make bench: serial against threaded
	@$(RUN.$(V)) tests/run.sh $(B)/logs $(TESTS) $(RULES) $(SANITIZED)

verify: deps ## packages if needed, build, all fast tests; ends with "N passed, N failed": some minutes
	@.ci/deps --optional $(PACKAGES_PYTHON)
	@tests/run.sh $(B)/logs \
	    "build: $(SUBMAKE) WERROR=1 all library tests && echo 'ok - builds without a warning'" -- \
	    $(foreach c,$(filter $(BESIDE),$(ALSO)),$(TEST.$c)) $(SANITIZED) $(SCRIPTS) $(TESTS) $(RULES) $(foreach c,$(filter-out $(BESIDE),$(ALSO)),$(TEST.$c))

verify-all: deps-all ## verify and all campaigns that are tests: an hour or two
	@FULL=2 TIMEOUT=$${TIMEOUT:-7200} $(MAKE) --no-print-directory verify ALSO="$(filter-out signature-sample,$(CAMPAIGNS.tests))"

# Where an MPI is installed, sh_mpi.sh needs the program that uses it.
tests: $(TESTS) $(CAMPAIGN_TOOLS) $(TWO_GAMES) $(PRINTER) $(PAGES) $(foreach m,$(filter ompi-c mpich,$(MPIS)),$(if $(shell pkg-config --exists $m 2>/dev/null && echo yes),$(call mpi_program,$m)))

fuzzers: $(FUZZ_SOURCES:%.c=$(B)/%)

campaign: $(if $(CAMPAIGN),$(if $(STUDY.$(CAMPAIGN)),,deps) all $(if $(STUDY.$(CAMPAIGN)),,tests)) ## lists what takes long, with times; NAME=faults: does one. Studies: Ctrl-C and again goes on
ifeq ($(CAMPAIGN),)
	@echo "make campaign NAME=..."
	@$(foreach g,$(GROUPS),echo "$g:" && $(foreach c,$(CAMPAIGNS.$g),printf '  %-22s %s\n' $c "$(ABOUT.$c)" &&)) true
else
	$(or $(STUDY.$(CAMPAIGN)),@TIMEOUT=$${TIMEOUT:-14400} tests/run.sh $(B)/logs $(TEST.$(CAMPAIGN)))
endif

BIN = $(DESTDIR)$(PREFIX)/bin
LIB = $(DESTDIR)$(PREFIX)/$(LIBDIR)
INCLUDE = $(DESTDIR)$(PREFIX)/include
SHARE = $(DESTDIR)$(PREFIX)/share
# Where the linker of the system does not look, programs have to be told where the library is.
# Where python3 looks below PREFIX, or Debian's would.
PYTHON_DIR = $(DESTDIR)$(shell python3 -c 'import site; print(next((d for d in [*site.getsitepackages(), site.getusersitepackages()] \
    if d.startswith("$(PREFIX)/lib/")), "$(PREFIX)/lib/python3/dist-packages"))' 2>/dev/null || echo $(PREFIX)/lib/python3/dist-packages)
RPATH = $(if $(filter /usr /usr/local,$(PREFIX)),, -Wl,-rpath,$${libdir})
install: $(PROGRAM) $(LIBRARY) $(PAGES) ## program, library, man pages, completions, pages, inis, weights and plot scripts below PREFIX
	install -D -m 755 $(PROGRAM) $(BIN)/swarmtris
	[ ! -x $(MPI_PROGRAM) ] || install -m 755 $(MPI_PROGRAM) $(BIN)/swarmtris-mpi
	install -D -m 644 -t $(INCLUDE) include/swarmtris.h
	install -D -m 644 -t $(LIB) $(B)/libswarmtris.a
	install -D -m 755 $(B)/libswarmtris.so $(LIB)/libswarmtris.so.$(VERSION)
	ln -sf libswarmtris.so.$(VERSION) $(LIB)/libswarmtris.so.$(ABI)
	ln -sf libswarmtris.so.$(ABI) $(LIB)/libswarmtris.so
	install -D -m 644 -t $(PYTHON_DIR) src/api/swarmtris.py
	install -d $(LIB)/pkgconfig
	@printf '%s\n' 'prefix=$(PREFIX)' 'libdir=$${prefix}/$(LIBDIR)' 'includedir=$${prefix}/include' '' 'Name: swarmtris' \
	    'Description: evaluates and trains players of Tetris' 'Version: $(VERSION)' 'Requires.private: inih sleef' \
	    'Cflags: -I$${includedir}' 'Libs: -L$${libdir}$(RPATH) -lswarmtris' 'Libs.private: -fopenmp -lm' > $(LIB)/pkgconfig/swarmtris.pc
	find plots params -type f \( -name '*.gp' -o -name '*.ini' -o -name 'report.css' -o -name 'report.js' \) -exec install -D -m 644 {} $(SHARE)/swarmtris/{} \;
	find README.md CHANGELOG.md CITATION.cff LICENSE params plots bench/README.md bench/tried.md bench/results -type f \
	    \( -name '*.md' -o -name '*.sbatch' -o -name '*.png' -o -name '*.gif' -o -name '*.csv' -o -name '*.tsv' -o -name '*.cff' -o -name '*.list' -o -name LICENSE \) \
	    -exec install -D -m 644 {} $(SHARE)/swarmtris/{} \;
	[ ! -e build/swarmtris.html ] || install -D -m 644 -t $(SHARE)/swarmtris build/swarmtris.html
	install -d $(SHARE)/doc && rm -rf $(SHARE)/doc/swarmtris && ln -s ../swarmtris $(SHARE)/doc/swarmtris
	install -D -m 644 -t $(SHARE)/man/man1 $(B)/pages/swarmtris.1
	install -D -m 644 -t $(SHARE)/man/man5 $(B)/pages/swarmtris.ini.5
	install -D -m 644 src/cli/swarmtris.bash $(SHARE)/bash-completion/completions/swarmtris
	install -D -m 644 -t $(SHARE)/zsh/site-functions src/cli/_swarmtris
	install -D -m 644 -t $(SHARE)/fish/vendor_completions.d src/cli/swarmtris.fish
	@echo 'installed: $(BIN)/swarmtris; pages: $(SHARE)/doc/swarmtris/README.md'

uninstall: ## take them away again
	rm -f $(BIN)/swarmtris $(BIN)/swarmtris-mpi $(SHARE)/man/man1/swarmtris.1 $(SHARE)/man/man5/swarmtris.ini.5
	rm -f $(SHARE)/bash-completion/completions/swarmtris $(SHARE)/zsh/site-functions/_swarmtris
	rm -f $(SHARE)/fish/vendor_completions.d/swarmtris.fish
	rm -f $(INCLUDE)/swarmtris.h $(LIB)/pkgconfig/swarmtris.pc
	rm -f $(LIB)/libswarmtris.a $(LIB)/libswarmtris.so $(LIB)/libswarmtris.so.$(ABI) $(LIB)/libswarmtris.so.$(VERSION)
	rm -rf $(SHARE)/swarmtris $(SHARE)/doc/swarmtris $(PYTHON_DIR)/swarmtris.py $(PYTHON_DIR)/__pycache__/swarmtris.*

# The picture of a game: a strong player on a board of 14 rows, which is less to look at than 20.
docs: $(PRINTER) $(PROGRAM) ## bring the generated parts of the pages up to date: keys, options, columns, all pictures
	@src/docs/pages.sh $(PRINTER)
	@src/docs/gallery.sh $(PROGRAM)
	$(PROGRAM) play params/weights/report-final.ini --seed 3 --set game.height=14 --set game.preview=1 --turns 120 --gif plots/game.gif -q

clean: ## remove build/ (never runs/)
	rm -rf build

deps: ## install the Debian packages that are missing (NAME=fuzz: those of a campaign, too)
	@.ci/deps $(PACKAGES) $(foreach c,$(CAMPAIGN) $(ALSO),$(PACKAGES.$c))
	@.ci/deps --optional $(PACKAGES_OPTIONAL)

deps-all: ## all packages that verify-all needs
	@.ci/deps $(PACKAGES) $(foreach c,$(CAMPAIGNS.tests),$(PACKAGES.$c)) $(PACKAGES_OTHERS)
	@.ci/deps --optional $(PACKAGES_OPTIONAL)

format: ## clang-format on all sources
	clang-format -i $(SOURCES) $(TEST_SOURCES) $(wildcard tests/games/*.c tests/campaigns/*.c) $(TEST_PROGRAMS) $(FUZZ_SOURCES) $(HEADERS)

help:
	@sed -nE 's/^([a-z-]+):[^#=]*## (.*)/\1\t\2/p' $(firstword $(MAKEFILE_LIST)) | awk -F '\t' '{ printf "  make %-14s %s\n", $$1, $$2 }'
	@echo && echo "Settings:"
	@sed -nE 's/^## /  /p' $(firstword $(MAKEFILE_LIST))

# ---- Rules ----

$(PROGRAM): $(MAIN) $(filter-out $(API),$(PARTS))
	@echo "  LINK $@"
	$(Q)$(LINK) -o $@ $^ $(PROGRAM_LIBS)

define mpi_rules
$(call mpi_program,$1): $(MAIN) $(filter-out $(API),$(PARTS)) $(B)/src/eval/cluster-$1.o
	@echo "  LINK $$@"
	@mkdir -p $$(@D)
	$$(Q)$$(LINK) -o $$@ $$^ $$(PROGRAM_LIBS) $$(shell pkg-config --libs $1)

$(B)/src/eval/cluster-$1.o: src/eval/cluster.c $(B)/flags
	@pkg-config --exists $1 || { echo "$1 is missing: try make deps NAME=mpi" >&2; exit 1; }
	$$(call compile,$$(shell pkg-config --cflags-only-I $1 | sed 's/-I/-isystem /g'))
endef
$(foreach m,$(MPIS),$(eval $(call mpi_rules,$m)))

$(PRINTER): $(PRINTER_PARTS) $(PARTS)
	@echo "  LINK $@"
	$(Q)$(LINK) -o $@ $^ $(PROGRAM_LIBS)

$(JOINED): $(wildcard src/systems/*/parts.list) src/make/systems.sh $(B)/flags
	$(Q)src/make/systems.sh $(SYSTEMS) > $(new) && mv $(new) $@

$(BLOCKS_PRINTER): $(BLOCKS_PARTS)
	@echo "  LINK $@"
	$(Q)$(LINK) -o $@ $^

$(BLOCKS): $(BLOCKS_PRINTER)
	$(Q)$(RUN.$(V)) $(BLOCKS_PRINTER) > $(new) && mv $(new) $@

$(B)/src/systems/ntris/blocks.o: $(BLOCKS)

# The man pages bear the date of the release.
$(PAGES): $(B)/pages/%: $(PRINTER) CITATION.cff
	@mkdir -p $(@D)
	$(Q)$(PRINTER) $* $(if $(filter %.1 %.5,$*),"$$(LC_ALL=C date -d $(RELEASED) '+%B %-d, %Y')") \
	    > $(new) && mv $(new) $@

# The linker takes out of the archive what api needs, and no more.
$(LIBRARY_OBJECT): $(PARTS)
	@echo "  LD   $@"
	$(Q)rm -f $@ $@.parts.a && $(AR) rcs $@.parts.a $(filter-out $(API),$(PARTS)) && $(LD) -r -o $@.all $(API) $@.parts.a \
	    && $(OBJCOPY) --localize-hidden $@.all $@ && rm -f $@.all $@.parts.a

$(B)/libswarmtris.a: $(LIBRARY_OBJECT)
	@echo "  AR   $@"
	$(Q)rm -f $@ && $(AR) rcs $@ $<

$(B)/libswarmtris.so: $(LIBRARY_OBJECT)
	@echo "  LINK $@"
	$(Q)$(LINK) -shared -Wl,-soname,libswarmtris.so.$(ABI) -o $@ $< $(LIBS)

# The library as a module of WebAssembly, whose exports are the functions of swarmtris.h; a page that needs nothing else.
WASM := $(B)/swarmtris.wasm
WASM: $(WASM)
$(WASM): $(PARTS)
	@echo "  LINK $@"
	$(Q)rm -f $@ $@.a && llvm-ar-14 rcs $@.a $(filter-out $(API),$^) && $(LINK) -mexec-model=reactor -Wl,--gc-sections,--strip-all,--export-dynamic \
	    -Wl,--export=malloc,--export=free,-z,stack-size=1048576 -o $@ $(API) $@.a -lm && rm -f $@.a

build/swarmtris.html: $(WASM) src/tab/page.sh $(wildcard src/tab/*.html src/tab/*.js src/tab/*.css)
	$(Q)src/tab/page.sh $(WASM) > $(new) && mv $(new) $@
	@echo $@

$(OWN_PROGRAMS) $(TEST_PROGRAMS:%.c=$(B)/%): %: %.o
$(ALL_TESTS): $(addsuffix .o,$(filter-out $(OWN_PROGRAMS),$(TESTS))) $(B)/tests/games/paddle.o
$(OWN_PROGRAMS) $(ALL_TESTS): $(B)/tests/main.o
$(OWN_PROGRAMS) $(ALL_TESTS) $(TEST_PROGRAMS:%.c=$(B)/%): $(HELPERS) $(PARTS)
	@echo "  LINK $@"
	$(Q)$(LINK) -o $@ $^ $(PROGRAM_LIBS) $(shell pkg-config --libs cmocka)

$(filter-out $(OWN_PROGRAMS),$(TESTS)): $(ALL_TESTS)
	$(Q)ln -sfr $< $@

small: $(SMALL)
	@JOBS=1 tests/run.sh $(B)/small/logs $^

$(SMALL_OWN): $(B)/small/%: $(B)/tests/%.o
$(B)/small/all: $(patsubst $(B)/small/%,$(B)/tests/%.o,$(filter-out $(SMALL_OWN),$(SMALL)))
$(B)/small/all $(SMALL_OWN): $(SMALL_PARTS)
	@echo "  LINK $@"
	@mkdir -p $(@D)
	$(Q)$(LINK) -o $@ $^ $(PROGRAM_LIBS) $(shell pkg-config --libs cmocka)

$(filter-out $(SMALL_OWN),$(SMALL)): $(B)/small/all
	$(Q)ln -sfr $< $@

$(CAMPAIGN_TOOLS): $(B)/flags
	@echo "  CC   $@"
	@mkdir -p $(@D)
	$(Q)$(CC) -D_GNU_SOURCE -std=c11 -O2 $(if $(filter %.so,$@),-fPIC -shared) $(WARNINGS) $(if $(WERROR),-Werror) -o $@ $(filter %.c,$^)

$(B)/tests/campaigns/tracer: tests/campaigns/tracer.c
$(B)/tests/campaigns/preload.so: tests/campaigns/preload.c

$(TWO_GAMES): $(MAIN) $(filter-out $(B)/src/registry.o,$(PARTS)) $(SECOND_GAME)
	@echo "  LINK $@"
	$(Q)$(LINK) -o $@ $^ $(PROGRAM_LIBS)

# compile FLAGS. WERROR and colours do not change the object, so they are not in $(B)/flags. An object that was compiled with warnings
# gets an old date, so that every make compiles it again and shows the warnings until they are corrected.
define compile
@echo "  CC   $@"
@mkdir -p $(@D)
$(Q)$(COMPILE) $(if $(WERROR),-Werror) $(if $(MAKE_TERMERR),-fdiagnostics-color=always) $1 -MMD -MP -c -o $@ $< 2>$@.said \
    || { cat $@.said >&2; false; }
@[ ! -s $@.said ] || { cat $@.said >&2; touch -t 200001010000 $@; }
endef

$(B)/%.o: %.c $(B)/flags | $(JOINED)
	$(call compile)

$(FUZZ_SOURCES:%.c=$(B)/%): %: %.o $(PARTS)
	@echo "  LINK $@"
	$(Q)$(LINK) -fsanitize=fuzzer -o $@ $^ $(PROGRAM_LIBS)

# $* is the kernel, with an instruction set and a lane width behind it: path/kernel-avx2-16.
kernel_of = $(firstword $(subst -, ,$*))
isa_of = $(word 2,$(subst -, ,$*))
bits_of = $(lastword $(subst -, ,$*))
.SECONDEXPANSION:
$(call kernels_of,$(ISAS)): $(K)/%.o: $$(kernel_of).c $(K)/kernel_flags
	$(call compile,$(KERNEL_OPT) $(ISA.$(isa_of)) $(ISA.$(isa_of)-$(bits_of)) -DKERNEL_ISA=$(isa_of) -DKERNEL_BITS=$(bits_of))

# Written when its content changes. Two makes may run at a time (tests do): each writes a file of its own, named by its shell.
new = $@.$$$$
replace_if_different = cmp -s $(new) $@ && rm $(new) || mv $(new) $@

$(B)/flags: export TEXT = $(strip $(COMPILE)) / $(strip $(LINK) $(PROGRAM_LIBS))
$(B)/flags: FORCE
	@pkg-config --exists inih sleef libpng 2>/dev/null && echo '#include <gif_lib.h>' | $(CC) $(CPPFLAGS) -E - >/dev/null 2>&1 \
	    || { echo "pkg-config, libinih, libsleef, libpng or giflib is missing: try make deps" >&2; exit 1; }
	@mkdir -p $(@D)
	@printf '%s\n' "$$TEXT" "$$($(CC) --version | head -n 1)" > $(new); $(replace_if_different)

$(K)/kernel_flags: export TEXT = $(strip $(filter-out -I$(B),$(COMPILE)) $(KERNEL_OPT) $(foreach isa,$(ISAS),$(isa): $(ISA.$(isa)) $(ISA.$(isa)-32)))
$(K)/kernel_flags: FORCE
	@mkdir -p $(@D)
	@printf '%s\n' "$$TEXT" "$$($(CC) --version | head -n 1)" > $(new); $(replace_if_different)

$(B)/src/systems/ntris/dropblox.o: private EXTRA = $(JANSSON.flags)

# The features of the guideline go over one to six words that were just written one by one: vectors would wait for them.
$(B)/src/systems/guideline/guideline_features.o: private EXTRA = -fno-tree-vectorize

# No game waits for these rooms.
$(foreach room,cli run config file store api docs charts picture page,$(B)/src/$(room)/%.o): private EXTRA = $(if $(filter release,$(V)),$(if $(OPT),,-O1))

# Tests are compiled once and run once. Their second implementations, in files beside them, play as much as what they are compared with.
$(IS_TEST:%.c=$(B)/%.o): private EXTRA = $(if $(filter release,$(V)),$(if $(OPT),,-O1))

# gcc 12 for ARM64 breaks off with an internal error where it makes vectors of it.
$(B)/tests/pile.o: private EXTRA = -fno-tree-vectorize

# One object alone lists the instruction sets: those that are linked cost one compilation.
$(B)/src/game/tetris/lanes.o: $(B)/lanes_linked.h
$(B)/lanes_linked.h: FORCE $(B)/flags
	@for isa in $(LINKED); do echo "LINKED_$$isa" | tr a-z A-Z | sed 's/^/\#define /'; done > $(new); $(replace_if_different)

# What --version says. One object alone knows it: a commit costs one compilation.
$(B)/src/run/environment.o: $(B)/version_build.h
$(B)/version_build.h: FORCE $(B)/flags
	@quote() { sed 's/["\\]/\\&/g; s/.*/#define '$$1' "&"/'; }; \
	    $(COMMIT) | quote VERSION_COMMIT > $(new); \
	    sed -n 2p $(B)/flags | quote VERSION_COMPILER >> $(new); \
	    sed -n 1p $(B)/flags | sed 's, / .*,,; s, -ffile-prefix-map=[^ ]*,,g' | quote VERSION_FLAGS >> $(new); \
	    $(replace_if_different)

-include $(patsubst %.o,%.d,$(MAIN) $(MPIS:%=$(B)/src/eval/cluster-%.o) $(PRINTER_PARTS) $(BLOCKS_PARTS) $(PARTS) $(HELPERS) \
    $(B)/tests/main.o $(SECOND_GAME) $(TESTS:%=%.o) $(TEST_PROGRAMS:%.c=$(B)/%.o) $(FUZZ_SOURCES:%.c=$(B)/%.o))
