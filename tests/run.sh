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
#     total: TEXT          is shown
# A command that fails, crashes or takes longer than TIMEOUT (default 15 minutes) has at least one failed test; so has one that
# says nothing of these.
logs=$1
shift
mkdir -p "$logs"
export OMP_WAIT_POLICY=passive # threads that wait do not spin: tests are many short batches, and the machine may be busy
all_passed=0 all_failed=0 failures=

count() { # LOG STATUS -> "passed failed"
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
            print passed + 0, failed + 0
        }' "$1"
}

# Runs the command, and leaves its output in LOGS/NAME.log and its seconds in LOGS/NAME.time. A shell starts what is in the background
# with SIGINT ignored; the tests send it, and Ctrl-C shall end them.
work() { # NAME COMMAND
    local TIMEFORMAT='%R s, cpu %U + %S s'
    { time env --default-signal=INT,QUIT timeout --foreground -k 10 "${TIMEOUT:-900}" sh -c "$2" >"$logs/$1.log" 2>&1 </dev/null; } \
        2>"$logs/$1.time"
}

finished() { # NAME STATUS
    local log=$logs/$1.log passed failed
    read -r passed failed <<<"$(count "$log" "$2")"
    passed=${passed:-0} failed=${failed:-1} # a log that is gone says nothing good
    all_passed=$((all_passed + passed)) all_failed=$((all_failed + failed))
    printf '%-24s %4d passed  %3d failed  %s\n' "$1" "$passed" "$failed" "$(tail -n 1 "$logs/$1.time")"
    sed -n 's/^total: /    /p' "$log"
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
printf '%s' "$failures"
echo "$all_passed passed, $all_failed failed"
[ "$all_failed" = 0 ]
