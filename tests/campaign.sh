#!/usr/bin/env bash
# campaign.sh KIND [ROW...]   Disturbs each command of campaigns/rows.sh at each place where it can be disturbed, looks at what is
# left, and gives the command again: nothing that was saved may be lost, and the end must be that of an undisturbed run. KIND:
#     faults   each system call on a file fails, is done by half, finds a full disk, or is the last before a kill
#     memory   each allocation fails, or that one and all behind it
#     power    the power fails after each system call: what fsync has not promised is lost, in part or as a whole
# JOBS rows at a time. A campaign that was stopped goes on behind the rows that it has finished (build/.../campaigns/).
#     SAMPLE=50   of the disturbances each fiftieth, always the same ones, and nothing is kept
# Wrong is, after a disturbance: a status that is not in params/commands.md, or a signal; no sentence on standard error; a success
# that left other files; a file that is neither old nor new; a changed file of the user's; a second run that ends differently.
me=$(realpath "$0") kind=$1
shift
case $kind in faults | memory | power) ;; *) sed -n '2,8s/^# \{0,1\}//p' "$me"; exit 64 ;; esac
[ ! -w /dev/shm ] || export TMPDIR=${TMPDIR:-/dev/shm} # where fsync takes no time
. "$(dirname "$me")/shell.sh" || exit 1
. "$root/tests/campaigns/rows.sh"
tools=$root/${BUILD:-build/release}/tests/campaigns kept=$root/${BUILD:-build/release}/campaigns/$kind
export OMP_NUM_THREADS=1 TRACER_ONLY=${TRACER_ONLY:-$program} # gnuplot has faults of its own
statuses=" $(sed -n 's/^| `\([0-9]*\)` |.*/\1/p' "$root/params/commands.md" | tr '\n' ' ')"
clock="LD_PRELOAD=$tools/preload.so CLOCK_STEP=0.05" # a save at every few looks at the clock

# ---- one row: directories before, whole and now, of which the program sees the last, in turn ----

# The command in now, by a tool in front of it; leaves status and err.
command_by() { # TOOL...
    eval "(cd now && \"\$@\" \"\$program\" </dev/null >out ${command[$row]})" 2>err
    status=$?
}
fresh() { rm -rf now && cp -a "$1" now; } # DIRECTORY: becomes now

faults_places() {
    awk -F '\t' '
        BEGIN {
            split("open ENOSPC EIO EACCES EINTR full,read EIO EINTR short,write ENOSPC EIO EINTR short full," \
                  "fsync ENOSPC EIO EINTR,truncate EIO EINTR,close ENOSPC EIO EINTR,flock ENOLCK EIO EINTR," \
                  "rename ENOSPC EIO EACCES,link ENOSPC EIO EACCES,unlink EIO EACCES,mkdir ENOSPC EIO EACCES", line, ",")
            for (i in line) { call = line[i]; sub(/ .*/, "", call); faults[call] = line[i] " kill" }
        }
        {
            n = split(faults[$1], fault, " ")
            for (i = 2; i <= n; i++)
                if ((fault[i] != "short" || $4 > 1) && (fault[i] != "full" || $1 != "open" || int($8 / 64) % 2)) # O_CREAT
                    print NR, fault[i], $1, $2
        }' log
}
faults_disturb() { # N FAULT
    fresh before
    command_by "$tools/tracer" "$work/hit" "$1" "$2" env $clock
    [ "$2" != kill ] || [ $status != 137 ] || status=killed
}

memory_places() {
    fresh before
    command_by env $clock COUNT_TO="$work/count"
    seq "$(cat count)" | awk '{ print $1, "AT" } $1 % 10 == 1 { print $1, "FROM" }'
}
memory_disturb() { # N AT|FROM
    fresh before
    command_by env $clock "FAIL_$2=$1"
    [ $status = 134 ] && grep -q 'out of memory' err && status=aborted # as base/mem.h says
}

power_places() {
    mkdir states && python3 "$root/tests/campaigns/power.py" before log states && ls states
}
power_disturb() { fresh "states/$1" && status=killed; } # STATE

# Whether a file is written at once, and whether it is old or new. A run writes its weights more than once: they must be whole.
at_once() { case $1 in run*.tsv | */checkpoint | out) return 1 ;; *) return 0 ;; esac; }
is_old_or_new() {
    cmp -s "now/$1" "before/$1" || cmp -s "now/$1" "whole/$1" ||
        { [[ $1 = run*.ini ]] && grep -q '^\[provenance\]\|^; the training' "now/$1" && [ -z "$(tail -c 1 "now/$1")" ]; }
}
is_result() { case " out ${files[$row]} " in *" $1 "*) return 0 ;; *) return 1 ;; esac; }
same() { for file in ${files[$row]}; do cmp -s "now/$file" "whole/$file" || { echo "$file differs"; return 1; }; done; }
is_documented() { case $statuses in *" $status "*) awk 'NF >= 3 { found = 1 } END { exit !found }' err ;; *) false ;; esac; }

# Says what is wrong with what a disturbance has left; nothing: all is right.
judge_files() {
    local file
    case $status in
    killed | aborted) ;;
    "$ends") same || echo "... though the status is $status" ;;
    *) is_documented || echo "status $status: $(tail -n 1 err)" ;;
    esac
    for file in ${files[$row]}; do
        at_once "$file" || continue
        if [ -e "now/$file" ]; then
            is_old_or_new "$file" || echo "$file is neither old nor new"
        else
            [ ! -e "before/$file" ] || [ $row = replace ] || echo "$file is gone"
        fi
    done
    (cd now && exec md5sum --status --check ../others 2>/dev/null) || (cd now && LC_ALL=C md5sum --check ../others 2>/dev/null) | sed -n 's/: FAILED.*/ changed/p'
}

# The same of the command when it is given again. What was right once is right again: many disturbances leave the same files.
judge_again() { # MAY_REFUSE: yes where nothing had been saved
    local left
    left=$1$(cd now && find . -type f ! -name out -exec cksum {} + | LC_ALL=C sort | cksum | tr ' ' -)
    [ ! -e "seen/$left" ] || return
    command_by env
    if [ "$status" != "$ends" ]; then
        [ "$1" = yes ] && is_documented || echo "again: status $status: $(tail -n 1 err)"
    else
        same | sed 's/^/again: /'
        find now -name LOCK -printf '%h\n' | while read -r run; do ls "$run"/*.tmp 2>/dev/null; done | sed 's/^/left: /'
    fi >again
    [ -s again ] || : >"seen/$left"
    cat again
}

# Disturbs a row at all its places. Leaves lines "wrong ROW PLACE: WHAT" and one of counts in FILE.
disturb_row() { # ROW FILE
    local place may n=0 wrong=0 said line
    row=$1
    rm -f "$2.part"
    [ $kind-$row != power-plot ] || unset TRACER_ONLY # what gnuplot leaves lies on the disk, too
    mkdir before seen && (cd before && inputs && eval "${setup[$row]}")
    (cd before && for file in *; do [ -d "$file" ] || is_result "$file" || printf '%s\0' "$file"; done | xargs -0r md5sum) >others
    fresh before
    command_by "$tools/tracer" "$work/log" env $clock
    ends=$status
    mv now whole
    fresh before
    command_by env
    if [ "$status" != "$ends" ] || ! same >said; then
        echo "wrong $row: undisturbed: status $ends, then $status: $(cat said err)" >"$2.part"
        wrong=1
    fi
    while read -r -u 3 place; do
        [ $(((n += 1) % ${SAMPLE:-1})) = 0 ] || continue
        ${kind}_disturb $place
        case $place in *-unsaved) may=yes ;; *) may=no ;; esac
        said=$(judge_files; judge_again $may)
        [ -z "$said" ] && continue
        wrong=$((wrong + 1))
        while read -r line; do echo "wrong $row $place: $line"; done <<<"$said" >>"$2.part"
    done 3< <(${kind}_places)
    times >spent
    echo "row $row $((n / ${SAMPLE:-1})) $(find seen -type f | wc -l) $wrong \
        $(awk '{ gsub(/[ms]/, " "); sum += $1 * 60 + $2 + $3 * 60 + $4 } END { print sum }' spent)" >>"$2.part"
    mv "$2.part" "$2"
}

# ---- all rows ----

if [ "$1" = --row ]; then
    disturb_row "$2" "$3"
    exit
fi

cannot() { # WHY
    [ "$CI" = true ] && echo "not ok - $kind: $1" && exit 1
    echo "skip - $kind: $1" && exit 0
}
[ -x "$tools/tracer" ] || { echo "not ok - no $tools/tracer: make tests"; exit 1; }
(cd "$work" && "$tools/tracer" log true) 2>err
[ $? = 77 ] && cannot "$(cat err)"
[ $kind != power ] || command -v python3 >/dev/null || cannot "python3 is not installed"

[ $# -gt 0 ] || set -- "${rows[@]}"
[ -z "$SAMPLE" ] || kept=$work/kept
mkdir -p "$kept"
key=$(cat "$program" "$me" "$root"/tests/campaigns/* | cksum)
[ "$(cat "$kept/key" 2>/dev/null)" = "$key" ] || { rm -f "$kept"/*.row && echo "$key" >"$kept/key"; }
for row; do [ -e "$kept/$row.row" ] || printf '%s\n' "$row"; done |
    xargs -r -P "${JOBS:-2}" -I ROW bash "$me" $kind --row ROW "$kept/ROW.row"
for row; do
    grep '^wrong ' "$kept/$row.row" | sed 's/^/# /'
    read -r _ _ n states wrong _ < <(grep '^row ' "$kept/$row.row")
    is "$wrong" 0 "$kind: $row: disturbed ${n:-0} times, ${states:-0} different states left, ${wrong:-?} wrong"
    cat "$kept/$row.row" && rm "$kept/$row.row"
done >said
grep -v '^row \|^wrong ' said
awk -v kind=$kind '$1 == "row" { rows++; n += $3; states += $4; wrong += $5; seconds += $6 }
    END {
        printf "total: %s: %d commands disturbed %d times, %d different states left, ", kind, rows, n, states
        printf "%d wrong, %.1f CPU minutes\n", wrong, seconds / 60
    }' said
exit $failed
