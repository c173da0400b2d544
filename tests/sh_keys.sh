#!/usr/bin/env bash
# sh_keys.sh: which swarm runs, and what is said of it: the keys of the equation without a preset, the two lines of train, check, info and
# run.json, keys that are ignored or contradict each other, and the presets that shipped inis and lists name.
. "$(dirname "$0")/shell.sh" || exit 1

same() { # TEXT DIRECTORY DIRECTORY: the same metrics and weights
    cmp -s "$2/metrics.tsv" "$3/metrics.tsv" && diff -q <(grep -v '^source' "$2/weights.ini") <(grep -v '^source' "$3/weights.ini") >/dev/null
    say $? "$1: the same metrics and weights"
}

# As a student writes it: a swarm with inertia, cognitive and social terms on a ring.
rest="game height=8 training games=2 iterations=6 selection finalists=2 games=5 validation games=9"
ini $rest optimiser kind=pso particles=20 inertia=0.7 cognitive=1.5 social=1.5 topology=ring >student.ini
sed 's/^kind = pso/&\npreset = vdbergh/' student.ini >named.ini
expect 0 "the keys of the equation" train student.ini --out student -v
says '^search: pso, preset vdbergh \(default where inertia is given\): particles = 20, velocity_rule = canonical, topology = ring, ring_k = 1, coefficients = inertia, inertia = 0.7, cognitive = 1.5, social = 1.5, domain = box; 2 games a position, fitness mean$'
says '^preset: changed: inertia = 0.7 instead of 0.7298, cognitive = 1.5 instead of 1.49618, social = 1.5 instead of 1.49618$'
lacks '^(search|preset):' out
expect 0 "... with preset = vdbergh" train named.ini --out named -q
lines 0
same "the keys of the equation are the canonical swarm" student named
run check student.ini --dump
[ "$(grep -c '; preset ' out)" = 1 ] && grep -qE '^coefficients = inertia +; preset vdbergh$' out
say $? "nothing is set in other sections"

ini ${rest/games=2 } optimiser particles=20 >sized.ini
expect 0 "the size of the swarm alone" check sized.ini
says '^  search     pso, preset exemplars \(default\): particles = 20, velocity_rule = spso-2011, topology = global, coefficients = inertia, inertia = 0.6, cognitive = 1.2, social = 1.7, domain = sphere; 1 game a position, fitness log$' out
says '^  preset     exemplars also sets training.allocation = fixed, training.games = 1, training.fitness = log, selection.centroids = all; changed: particles = 20 instead of 40, selection.finalists = 2 instead of 1$' out
run check sized.ini --json
says '"search": "pso, preset exemplars \(default\): ' out
run check sized.ini --dump
says '^games = 1 +; preset exemplars$' out
run check sized.ini --set optimiser.preset=vdbergh --set optimiser.velocity_clamp=0.5 --set optimiser.wall=absorb
says "domain = box, velocity_clamp = 0.5; " out
run info student
says '^search: pso, preset vdbergh: particles = 20, .* social = 1.5, domain = box; 2 games' out
says '^preset: changed: inertia = 0.7 instead of 0.7298, ' out
says '^  "search": "pso, preset vdbergh \(default where inertia is given\): particles = 20, ' student/run.json
says '^  "preset": "changed: inertia = 0.7 instead of 0.7298, ' student/run.json
expect 0 "weights that are evaluated" eval student/weights.ini --games 3 --out evaluated
! grep -q '^search:' err && ! grep -q '"search"' evaluated/run.json
say $? "... run no search"
expect 0 "list with the name of a preset" list exemplars
says 'and training.allocation=fixed training.games=1' out

# What the default preset does not suit.
ini objective lower=-9 training iterations=5 >box.ini
expect 0 "a box that is not centred" check box.ini
says '^warning: box.ini:2: lower = -9: exemplars, the default preset, needs lower = -upper, so that vdbergh is used instead; upper = 9 would suit it, and preset = vdbergh says that this is meant$'
ini training minutes=5 >minutes.ini
expect 0 "a budget of time" check minutes.ini
says '^warning: minutes.ini:2: minutes = 5: exemplars, the default preset, needs a budget of iterations, total_games or total_pieces, so that vdbergh is used instead; such a budget would suit it, and preset = vdbergh says that this is meant$'

# Keys that are ignored: a line each.
ignored() { # KEY VALUE WHEN BUT SETTING...: of the canonical swarm
    local key=$1 value=$2 when=$3 but=$4 settings=() setting found
    shift 4
    for setting; do settings+=(--set "$setting"); done
    run check named.ini "${settings[@]}" --set "$key=$value"
    grep -qxF "warning: --set $key=$value: is ignored: it matters only if $when, and $but" err && [ $status = 0 ]
    found=$?
    say $found "$key = $value is ignored: $when"
    [ $found = 0 ] || sed 's/^/# /' err
}
ignored optimiser.wall damp 'domain = box' 'domain is sphere (--set)' optimiser.domain=sphere
ignored optimiser.ring_k 3 'topology = ring' 'topology is global (--set)' optimiser.topology=global
ignored optimiser.random_k 2 'topology = random' 'topology is ring (named.ini:18)'
ignored optimiser.phi1 2 'coefficients = constriction' 'coefficients is inertia (preset vdbergh)'
ignored optimiser.inertia_end 0.3 'inertia_schedule = linear' 'inertia_schedule is constant (default)'
ignored training.race_z 2 'allocation = race' 'allocation is fixed (default where games is at most first_games)'
ignored training.first_games 3 'allocation = race or ocba' 'allocation is fixed (--set)' training.allocation=fixed
expect 64 "options that contradict each other" check named.ini --set optimiser.phi1=2 --set optimiser.cognitive=1
says '^--set optimiser.phi1=2: contradicts cognitive = 1 \(--set\): it matters only if coefficients = constriction, and coefficients is inertia \(preset vdbergh\)$'
{
    cat named.ini
    echo 'coefficients = constriction'
} >contrary.ini
expect 78 "keys that contradict each other" check contrary.ini
says '^contrary.ini:15: inertia = 0.7: contradicts coefficients = constriction \(contrary.ini:19\): it matters only if coefficients = inertia, and coefficients is constriction \(contrary.ini:19\)$'
expect 0 "a run that has ignored keys" train named.ini --out ignored --set optimiser.random_k=2 --set selection.finalists=0 --set selection.share=0 -q
expect 0 "... says nothing new of the rest when it is resumed" train ignored/config.ini --out again -q
[ "$(sed -n 's/^warning: [^ ]* \(.*\): is ignored: .*/\1/p' err)" = $'games = 5\nrandom_k = 2' ]
say $? "... only of the keys that were given"

# Shipped inis and lists: the preset is named, so that another default changes none of them.
unnamed=$(
    find "$root/params" -name '*.ini' ! -path '*/weights/*' ! -path '*/bench/*' ! -name '*-start.ini' ! -name encode.ini | while read -r ini; do
        "$program" check --dump "$ini" 2>message | grep -qE '^preset = .*; .*\.ini:[0-9]+$' || unbuilt message || echo "${ini#"$root"/}"
    done
    for list in "$root"/params/studies/*.list; do
        ini=${list%.list}.ini
        grep -E 'optimiser\.(kind|inertia|cognitive|social|phi|coefficients|topology|ring_k|random_k|velocity|wall)' "$list" | grep -v '^#' |
            grep -v optimiser.preset= | while read -r name settings; do
                grep -qs '^preset' "$ini" && [[ $settings != *optimiser.kind=* ]] || echo "${list#"$root"/}: $name"
            done
    done
)
none "$unnamed" "shipped inis and lists name their preset"
refused=$(
    for list in centroids contest encoder optimisers tetrispros; do
        ini=$root/params/studies/$list.ini
        [ -e "$ini" ] || ini=$root/params/studies/optimisers.ini
        grep -vE '^#|^$|encoder:' "$root/params/studies/$list.list" | while read -r name settings; do
            arguments=()
            for setting in $settings; do arguments+=(--set "$setting"); done
            "$program" check "$ini" "${arguments[@]}" >/dev/null 2>message || unbuilt message || echo "$list: $name: $(head -n 1 message)"
        done
    done
)
none "$refused" "every line of the shipped lists is accepted"

# Another kind of optimiser on the command line than in the file: what the file says of the old one is ignored, and said.
ini training iterations=2 optimiser kind=pso preset=vdbergh inertia=0.7 particles=6 >other.ini
expect 0 "a canonical swarm, trained by random search" check other.ini --set optimiser.kind=random
says '^warning: other.ini: 2 keys of kind = pso do not apply: preset, inertia$'
says 'search     random, preset uniform \(default\): particles = 6;' out
run check other.ini --set optimiser.kind=random --set optimiser.preset=uniform
says '^warning: other.ini: 1 key of kind = pso does not apply: inertia$'
expect 64 "... but a slip on the command line stays one" check other.ini --set optimiser.kind=random --set optimiser.inertia=0.5
sed -i 's/^inertia/intertia/' other.ini
expect 78 "... as does one in the file" check other.ini --set optimiser.kind=random
exit $failed
