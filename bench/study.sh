#!/usr/bin/env bash
# study.sh INI LIST RUNS [SEEDS [SETTING...]]   Trains every variant of a study, a line of LIST, with the seeds 1 .. SEEDS (20), into
# RUNS/VARIANT/01, 02, ... A line of LIST is the name of the variant and the settings (section.key=value, without blanks) by which it
# differs from INI; the SETTINGs are for all of them.
#
# As many trainings run at the same time as there are processors, each on one thread. Seed 1 of all variants comes first, then seed
# 2, so that whatever has been played so far can be compared. A user who stops this (Ctrl-C; timeout 100m make study-noise) and
# starts it again goes on where it was, in the middle of games. Trainings of other settings than before are refused (78), but for a
# larger budget, up to which they go on. A training that fails, or is itself asked to stop (75), ends the study with its status.
# In the end come the table and its chart; before, "swarmtris study RUNS/A RUNS/B ..." compares what there is.
[ $# -ge 3 ] || { sed -n '2s/^# //p' "$0" >&2; exit 64; }
ini=$(realpath "$1") list=$(realpath "$2") runs=$(realpath -m "$3") seeds=${4:-20} common="${*:5}"
program=$(realpath "${SWARMTRIS:-$(dirname "$0")/../build/release/swarmtris}") || exit 1

lines() { # of the list, without comments: NAME --set SETTING --set SETTING ...
    local word line
    sed 's/#.*//' "$list" | grep '[^[:space:]]' | sed "s|\$| $common|" | while read -ra word; do
        line=${word[*]/#/--set }
        echo "${line#--set }"
    done
}
finished() { # RUN
    grep -q '"state": "finished"' "$1/run.json" 2>/dev/null
}
train() { # INI RUN SEED SETTINGS: one training; where it fails, what it said, and its status to $failure
    local settings status
    read -ra settings <<<"$4"
    "$program" train "$1" --out "$2" --seed "$3" --threads 1 --resume --quiet "${settings[@]}" >"$2.out" 2>&1 </dev/null
    status=$?
    if [ $status != 0 ]; then
        cat "$2.out" >&2
        echo $status >"$failure"
        exit 255 # xargs begins nothing more
    fi
    rm -f "$2.out"
}
export -f train
export program failure

twice=$(lines | cut -d' ' -f1 | sort | uniq -d)
[ -z "$twice" ] || { echo "$list: more than one line is called" $twice >&2; exit 78; }
while read -ra word; do
    "$program" check "$ini" "${word[@]:1}" >/dev/null && continue
    status=$?
    echo "$list: ${word[0]}: cannot be trained" >&2
    exit $status
done < <(lines)

declare -i all=0 open=0
work=$(mktemp) failure=$(mktemp)
trap 'rm -f "$work" "$failure"' EXIT
for ((seed = 1; seed <= seeds; seed++)); do
    while read -r name settings; do
        run=$runs/$name/$(printf %02d "$seed")
        all+=1
        mkdir -p "$runs/$name" || exit 73
        finished "$run" || open+=1 # those that are finished say so, unless their settings have changed
        printf '%s\0' "$ini" "$run" "$seed" "$settings" >>"$work"
    done < <(lines)
done
[ $open = 0 ] || echo "$open of $all trainings to go, $(nproc) at a time, into $runs" >&2

# Prints a line of progress every ten seconds, if standard error is a terminal.
tell() {
    local start=$SECONDS left
    while sleep 10; do
        left=$all
        while IFS= read -rd '' _ && IFS= read -rd '' run && IFS= read -rd '' _ && IFS= read -rd '' _; do
            finished "$run" && left=$((left - 1))
        done <"$work"
        [ $left -gt 0 ] && [ $left -lt $open ] || continue
        printf '\r%d of %d trainings, eta %d min  ' $((all - left)) "$all" $(((SECONDS - start) * left / (open - left) / 60)) >&2
    done
}
if [ $all != 0 ]; then
    if [ -t 2 ]; then tell & fi
    xargs -0 -P "$(nproc)" -n 4 bash -c 'train "$@"' _ <"$work"
    status=$?
    [ -t 2 ] && kill %1 && echo >&2
    [ $status = 0 ] || exit "$(sort -n "$failure" | tail -n 1 | grep . || echo 75)"
fi
variants=()
while read -r name _; do variants+=("$runs/$name"); done < <(lines)
"$program" study "${variants[@]}" --out "$runs/charts"
