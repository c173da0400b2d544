#!/usr/bin/env bash
# run.sh LOGS COMMAND...   Runs every command, keeps its output in LOGS/NAME.log, prints a line for each and the tail of the log
# of each that failed, and ends with the sum: "N passed, N failed". Status 1 if any failed.
#
# A command is a program or script, named by its file, or "NAME: COMMAND LINE". What it prints is counted:
#     cmocka's lines       [ RUN      ]  [       OK ]; a test that began and was not OK failed, crashes included
#     a script's lines     ok - TEXT   not ok - TEXT   (skip - TEXT is none of them)
#     a closing line       N passed, N failed   of another run.sh counts instead of all before it
# A command that fails, crashes or takes longer than TIMEOUT (default 15 minutes) has at least one failed test; so has one that
# says nothing of these.
logs=$1
shift
mkdir -p "$logs"
export OMP_WAIT_POLICY=passive # threads that wait do not spin: tests are many short batches, and the machine may be busy
all_passed=0 all_failed=0

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

for command; do
    case $command in
    *": "*) name=${command%%: *} command=${command#*: } ;;
    *) name=$(basename "$command") ;;
    esac
    log=$logs/$name.log
    start=$(date +%s%N)
    timeout --foreground -k 10 "${TIMEOUT:-900}" sh -c "$command" >"$log" 2>&1 </dev/null
    status=$?
    read -r passed failed <<<"$(count "$log" $status)"
    all_passed=$((all_passed + passed)) all_failed=$((all_failed + failed))
    ms=$((($(date +%s%N) - start) / 1000000))
    printf '%-24s %4d passed  %3d failed  %4d.%d s\n' "$name" "$passed" "$failed" $((ms / 1000)) $((ms % 1000 / 100))
    if [ "$failed" -gt 0 ]; then
        echo "    status $status; the end of $log:"
        grep -hE '^not ok|^\[  FAILED  \]' "$log" | tail -n 10 | sed 's/^/    | /'
        tail -n 25 "$log" | sed 's/^/    | /'
    fi
done
echo "$all_passed passed, $all_failed failed"
[ "$all_failed" = 0 ]
