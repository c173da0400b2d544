#!/usr/bin/env bash
# sh_student.sh: what a student types who compares swarms, with ten seeds each and budgets of a moment: the default, the canonical swarm, ring
# against global, coefficients, random search, a genetic algorithm, charts, threads, a meta search. Nothing may suggest a wrong conclusion: each
# run says which search ran, each study its p and what is significant, and what is unwise is warned of before it is trained.
. "$(dirname "$0")/shell.sh" || exit 1
small="--set training.total_pieces=2e5 --set validation.games=60"

searched() { # RUN PATTERN: the announcement of check and train is in run.json as well
    grep -qE "\"search\": \"$2" "$1/run.json"
    say $? "$1 says what has searched: $2"
}
compared() { # N SEEDS: the table of the last study has so many variants of so many seeds, each with a p, and says how surprising that is
    [ "$(grep -cE "^ *[0-9]+[ =?] +$2 .* [0-9.e-]+  [a-z0-9-]+$" out)" = "$1" ] && grep -q "^smallest p that $2 common seeds can give: " out &&
        grep -q 'p: Wilcoxon, Holm over all pairs, against the best$' out && grep -qE 'significant.*, at the 5 % level$' out
    say $? "... $1 variants of $2 seeds, with p and what is significant"
    [ "$(head -n 1 out | cut -d ' ' -f 1)" = "$(awk '$1 == "1" { print $NF }' out)" ]
    say $? "... and the sentence names the first of the table"
}
concluded() { # PATTERN: the sentence of the last study; the same on every machine, since scores are
    head -n 1 out | grep -qE -- "$1"
    say $? "... whose sentence says: $1"
}
warned() { # N PATTERN: so many warnings before the first training
    is "$(sed '/ to go,/q' err | grep -cE "^warning: .*$2")" "$1" "... with $1 warnings of: $2"
}
picture() { # FILE: a PNG that is no empty frame
    [ "$(head -c 8 "$1" | od -An -tx1 | tr -d ' \n')" = 89504e470d0a1a0a ] && [ "$(wc -c <"$1")" -gt 3000 ]
    say $? "$1 is a picture"
}

# ---- the first training of README, and the canonical swarm ----

expect 0 "the quickstart" train quick --out runs/first $small -v
says "^search: pso, preset exemplars: particles = 40, .*domain = sphere; 1 games? a position, fitness log$"
says "^preset: exemplars also sets training.allocation = fixed, training.games = 1, .*selection.centroids = all$"
says "^validated .*95 % interval .*used nowhere else$" out
says "^training .*overstated" out
searched runs/first "pso, preset exemplars"

ini game height=10 training total_pieces=3e5 validation games=60 \
    optimiser kind=pso particles=20 inertia=0.7 cognitive=1.5 social=1.5 topology=ring >canonical.ini
expect 0 "the equation of a lecture, without a preset" check canonical.ini
says "search +pso, preset vdbergh .*particles = 20, velocity_rule = canonical, topology = ring, .*inertia = 0.7, cognitive = 1.5, social = 1.5" out
expect 0 "... trained" train canonical.ini --out runs/canonical -v
says "^search: pso, preset vdbergh .*velocity_rule = canonical, topology = ring"
searched runs/canonical "pso, preset vdbergh"
expect 0 "... with its preset by name" train canonical.ini --set optimiser.preset=vdbergh --out runs/named -q
same "... which is the same swarm, byte for byte" runs/canonical runs/named metrics.tsv
cmp -s runs/canonical/metrics.tsv runs/first/metrics.tsv
is $? 1 "... and not the default one"
expect 0 "info" info runs/canonical
says "pso, preset vdbergh" out

# ---- ring against global, and the three coefficients ----

cat >topologies.list <<'LIST'
global  optimiser.topology=global
ring    optimiser.topology=ring
LIST
expect 0 "ring against global" study canonical.ini topologies.list --repeat 10
warned 0 .
compared 2 10
concluded "^(ring|global) has the highest score of 2: the difference to the other is not significant [(]marked =[)], at the 5 % level$"
searched runs/study-topologies/global/10 "pso, preset vdbergh.*topology = global"
searched runs/study-topologies/ring/01 "pso, preset vdbergh.*topology = ring"
picture runs/study-topologies/charts/study.png

expect 0 "three seeds, which can show nothing" study canonical.ini topologies.list --repeat 3 --out runs/few
warned 1 "3 seeds of 2 variants can show no difference at the 5 % level: .* is 0.25; --repeat 6 is enough$"
concluded "could not be significant with so few seeds"

cat >coefficients.list <<'LIST'
lecture   optimiser.inertia=0.7
trelea    optimiser.preset=trelea optimiser.inertia=0.6 optimiser.cognitive=1.7 optimiser.social=1.7
wild      optimiser.inertia=0.95 optimiser.cognitive=2.5 optimiser.social=2.5
LIST
expect 0 "the three coefficients" study canonical.ini coefficients.list --repeat 10
warned 1 "coefficients.list:3: .*the swarm's spread does not shrink: .* [(]wild[)]$"
compared 3 10
searched runs/study-coefficients/wild/05 "pso, preset vdbergh.*inertia = 0.95, cognitive = 2.5, social = 2.5"

# ---- other searches ----

ini game height=10 training total_pieces=3e5 validation games=60 >bare.ini
cat >searches.list <<'LIST'
default
random   optimiser.kind=random
ga       optimiser.kind=ga
lus      optimiser.kind=lus
LIST
expect 0 "the default swarm, random search, a genetic algorithm and local search, by their names alone" study bare.ini searches.list --repeat 10
warned 0 "start_|no difference"
compared 4 10
concluded "^default has the highest score of 4: the difference to each of the others is significant"
for kind in default random ga lus; do
    searched runs/study-searches/$kind/01 "$([ $kind = default ] && echo pso || echo $kind), preset "
done
awk '$NF == "ga" { n++; if ($3 < 1) low = 1 } END { exit !(n == 1 && !low) }' out
say $? "... the genetic algorithm finds players that clear rows"
printf 'half   optimiser.preset=published\nwhole\n' >starts.list
expect 0 "the published start, where the sign of each weight must be known" study bare.ini starts.list --repeat 6 --set optimiser.kind=ga
warned 1 "optimiser.start_lower = 0 .preset published.: all genes start on the upper side .* [(]half[)]$"
concluded "^whole has the highest score of 2: the difference to the other is significant"

# ---- charts, threads, a meta search ----

expect 0 "its charts" plot runs/first
for chart in runs/first/charts/*.png; do picture "$chart"; done
expect 0 "a comparison of trainings" plot runs/study-topologies/global runs/study-topologies/ring --out runs/compared
picture runs/compared/compare.png

expect 0 "a training on one thread" train canonical.ini --threads 1 --out runs/one -q
expect 0 "... and on two" train canonical.ini --threads 2 --out runs/two -q
same "... has the same results, so that only time can differ" runs/one runs/two metrics.tsv weights.ini
expect 0 "the speed-up" bench engines --engine lanes --isa plain --features cs3243 --threads 1,2 --seconds 0.02 -q
is "$(grep -cE '^cs3243 +[12] +lanes' out)" 2 "... of one thread and two, in pieces a second"

ini meta problems=canonical.ini "tune=inertia cognitive social" "lower=-0.5 0 0" "upper=1 3 3" \
    training games=2 allocation=fixed iterations=3 selection finalists=2 games=4 validation games=10 \
    optimiser preset=vdbergh particles=4 >meta.ini
expect 0 "a small meta search" train meta.ini --out runs/meta --set "meta.budgets=0.1" --set "meta.heldout_budgets=0.1"
says "^tuned is (not distinguishable from|better than|worse than) untuned: wins .* of 10 blocks, p = " out
searched runs/meta "pso, preset vdbergh"

# ---- what the guide says of the default swarm ----

for list in steps without; do
    last=$([ $list = steps ] && echo 6-decisions || echo default)
    expect 0 "the variants of $list.list" study "$root/params/quick.ini" "$root/params/studies/$list.list" --repeat 1 $small --out runs/$list
    warned 1 . # of one seed, and of no key
    same "... where $last is the default swarm, byte for byte" runs/$list/$last/01 runs/first metrics.tsv
done
page=$root/params/guide.md
sed -n '/^## The default swarm/,/^## Install/p' "$page" | grep -oE '`[a-z_]+ = [^`]+`' | tr -d '`' | sort -u >claimed
grep -vxFf runs/first/config.ini claimed | grep -v '^allocation = \|^finalists = \|^games = ' >wrong
[ "$(wc -l <claimed)" -gt 12 ] && [ ! -s wrong ]
say $? "the keys of its six changes in the guide are those of the default swarm: $(wc -l <claimed)"
cat wrong

# ---- README and the first chapter use basic keys only ----

"$program" list --json | perl -0777 -ne 'print "$1\n" while /"key": "(\w+)"[^{}]*?"level": "basic"/g' | sort -u >basic
sed -n '/^## A first study/,/^## The default/p' "$page" | cat - "$root/README.md" >first
{
    grep -oE -- '(--set|^[a-z-]+ +)[ ]*[a-z]+\.[a-z_0-9]+=' first | grep -oE '\.[a-z_0-9]+=' | tr -d '.='
    sed -n '/<<.END/,/^END/p' first | sed -n 's/^\([a-z_0-9]*\) = .*/\1/p'
} | sort -u >used
[ "$(wc -l <basic)" -gt 10 ] && [ "$(wc -l <used)" -ge 8 ] && [ -z "$(comm -13 basic used)" ]
say $? "README and the first chapter of the guide use basic keys only: $(comm -13 basic used | xargs)"
exit $failed
