#!/usr/bin/env bash
# run.sh LOGS COMMAND...   Runs every command, keeps its output in LOGS/NAME.log, prints a line for each when it has ended, and the end
# of the log of each that failed. At the end each failed check is named again, for a reader who has only the last lines; the last line
# is the sum: "N passed, N failed". Status 1 if any failed.
#
# JOBS commands run at a time (default 2; each may have threads of its own). "--" between two commands: those behind it begin when all
# before it have ended. No command may depend on how fast it runs.
# A command is a program or script, named by its file, or "NAME: COMMAND LINE"; names differ. What it prints is counted:
#     cmocka's lines       [ RUN      ]  [       OK ]; a test that began and was not OK failed, crashes included
#     a script's lines     ok - TEXT   not ok - TEXT   (skip - TEXT is none of them)
#     a closing line       N passed, N failed   of another run.sh counts instead of all before it
#     total: TEXT          is shown below all commands
# A command that fails, crashes or says nothing of these has at least one failed test. So has one that takes longer than TIMEOUT seconds
# (default 900), or that stands still: for STILL seconds (default 120) it says nothing, and neither it nor its children use a processor. It is
# named with the last line that it said, and ended with all its children.
logs=$1
shift
mkdir -p "$logs"
export OMP_WAIT_POLICY=passive # threads that wait do not spin: tests are many short batches, and the machine may be busy
all_passed=0 all_failed=0 failures=
: >"$logs/totals"

count() { # LOG STATUS -> "passed failed left_out"
    awk -v status="$2" '
        /^\[ RUN      \]/             { failed += running; running = 1 }
        running && /\[       OK \]/   { passed++; running = 0 }
        running && /^\[  FAILED  \]/  { failed++; running = 0 }
        running && /^\[  SKIPPED \]/  { left_out++; running = 0 }
        /^ok( |$)/ { passed++ }   /^not ok( |$)/ { failed++ }   /^skip( |$)/ { left_out++ }
        /^[0-9]+ passed, [0-9]+ failed$/ { closing = 1; sum_passed = $1; sum_failed = $3 }
        END {
            failed += running
            if (closing) { passed = sum_passed; failed = sum_failed }
            if (failed == 0 && (status != 0 || passed + left_out == 0)) failed = 1
            print passed + 0, failed + 0, left_out + 0
        }' "$1"
}

# Lines "PROCESS TICKS": the processes of a session and their children, those included that have sessions of their own.
members() { # SESSION
    cat /proc/[0-9]*/stat 2>/dev/null | awk -v session="$1" '
        { pid = $1; sub(/^.*\) /, ""); parent[pid] = $2; of[pid] = $4; ticks[pid] = $12 + $13 + $14 + $15 }
        END {
            in_it[session]
            do {
                more = 0
                for (p in parent) if (!(p in in_it) && ((parent[p] in in_it) || (of[p] in in_it))) { in_it[p]; more = 1 }
            } while (more)
            for (p in in_it) if (p in parent) print p, ticks[p]
        }'
}
end() { # NAME
    local session processes
    session=$(cat "$logs/$1.session") && processes=$(members "$session" | cut -d " " -f 1) && [ -n "$session$processes" ] || return
    kill -TERM $processes 2>/dev/null
    sleep 1
    kill -KILL $processes $(members "$session" | cut -d " " -f 1) 2>/dev/null
}
watch() { # NAME: ends the command if it must be
    local log=$logs/$1.log now before= moved=$SECONDS began=$SECONDS why
    while sleep $((${STILL:-120} > 20 ? 10 : 1)); do
        now="$(stat -c %s "$log") $(members "$(cat "$logs/$1.session")")"
        [ "$now" = "$before" ] || before=$now moved=$SECONDS
        if [ $((SECONDS - began)) -ge "${TIMEOUT:-900}" ]; then
            why="is not done after ${TIMEOUT:-900} s"
        elif [ $((SECONDS - moved)) -ge "${STILL:-120}" ]; then
            why="stands still: no word and no processor time for ${STILL:-120} s"
        else
            continue
        fi
        trap '' TERM
        printf '\nnot ok - %s %s; its last line: %s\n' "$1" "$why" "$(tail -n 1 "$log")" >>"$log"
        end "$1"
        return
    done
}

# Runs the command in a session of its own, and leaves its output in LOGS/NAME.log and its seconds in LOGS/NAME.time. A shell starts what
# is in the background with SIGINT ignored, and nohup ignores SIGHUP; the tests send these, and Ctrl-C shall end them.
work() { # NAME COMMAND
    local TIMEFORMAT='%R s, cpu %U + %S s' watcher status
    : >"$logs/$1.log"
    : >"$logs/$1.session"
    watch "$1" >/dev/null 2>&1 &
    watcher=$!
    { time env --default-signal=INT,QUIT,HUP,TERM,USR1,USR2,XCPU setsid -w sh -c 'echo $$ >"$0" && eval "$1"' "$logs/$1.session" "$2" >>"$logs/$1.log" 2>&1 </dev/null; } \
        2>"$logs/$1.time"
    status=$?
    kill $watcher 2>/dev/null
    wait $watcher 2>/dev/null
    return $status
}
trap 'for name in "${name_of[@]}"; do end "$name" & done; wait; exit 130' INT TERM

finished() { # NAME STATUS
    local log=$logs/$1.log passed failed left_out
    read -r passed failed left_out <<<"$(count "$log" "$2")"
    passed=${passed:-0} failed=${failed:-1} # a log that is gone says nothing good
    all_passed=$((all_passed + passed)) all_failed=$((all_failed + failed))
    if [ $((passed + failed)) = 0 ]; then
        printf '%-24s %4d skipped             %s\n' "$1" "$left_out" "$(tail -n 1 "$logs/$1.time")"
    else
        printf '%-24s %4d passed  %3d failed  %s%s\n' "$1" "$passed" "$failed" "$(tail -n 1 "$logs/$1.time")" \
            "$([ "${left_out:-0}" = 0 ] || echo "  ($left_out skipped)")"
    fi
    sed -n 's/^total: //p' "$log" >>"$logs/totals"
    [ "$failed" -gt 0 ] || return
    echo "    status $2; the end of $log:"
    local named
    named=$(grep -hE '^not ok|^\[  FAILED  \]|^failed: ' "$log" | tail -n 10)
    failures+=$(sed "s/^/failed: $1, status $2: /" <<<"${named:-no check is named}")$'\n'
    [ -z "$named" ] || sed 's/^/    | /' <<<"$named"
    tail -n 25 "$log" | sed 's/^/    | /'
}

declare -A name_of # the names of the commands that run, by process
room_for() { # N: waits until at most so many commands run
    local pid status
    while [ ${#name_of[@]} -gt "$1" ]; do
        wait -n -p pid
        status=$?
        finished "${name_of[$pid]}" $status
        unset "name_of[$pid]"
    done
}

for command; do
    case $command in
    --)
        room_for 0
        continue
        ;;
    *": "*) name=${command%%: *} command=${command#*: } ;;
    *) name=$(basename "$command") ;;
    esac
    room_for $((${JOBS:-2} - 1))
    work "$name" "$command" &
    name_of[$!]=$name
done
room_for 0
cat "$logs/totals"
printf '%s' "$failures"
echo "$all_passed passed, $all_failed failed"
[ "$all_failed" = 0 ]
