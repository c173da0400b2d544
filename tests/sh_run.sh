#!/usr/bin/env bash
# sh_run.sh: run.sh names a command that stands still or is not done in time, and ends it with all its children; it leaves one that works alone.
. "$(dirname "$0")/shell.sh" || exit 1
cat >still <<'END'
#!/bin/sh
echo 'ok - begun'
sleep 1000 &
echo $! >children
setsid sleep 1000 &
echo $! >>children
trap '' TERM
echo 'waits for what never comes'
wait
END
printf '#!/bin/sh\nwhile :; do :; done\n' >endless
printf '#!/bin/sh\nfor i in 1 2 3 4 5 6 7 8 9; do sleep 0.5; done\necho "ok - quiet, but at work"\n' >quiet
chmod +x still endless quiet
runs() { # SETTING... COMMAND...: run.sh; leaves out and status
    env "$@" >out 2>&1
    status=$?
}
runs STILL=3 JOBS=3 "$root/tests/run.sh" logs ./still "inner: $root/tests/run.sh inner ./quiet"
is "$status $(tail -n 1 out)" "1 2 passed, 1 failed" "what stands still has failed, and not what is at work in a session of its own"
says '^failed: still, status 1[34][37]: not ok - still stands still: no word and no processor time for 3 s; its last line: waits for what never comes$' out
is "$(wc -l <children) $(ps -o pid= -p "$(paste -sd , children)")" "2 " "... and its children are gone"
runs TIMEOUT=2 STILL=9 "$root/tests/run.sh" logs ./endless
says '^failed: endless, status 1[34][37]: not ok - endless is not done after 2 s; its last line: $' out
runs JOBS=1 "$root/tests/run.sh" logs "a: echo 'skip - not here'; echo skip" "b: echo 'total: of many'; echo 'ok - b'" "c: echo ok; echo skip"
is "$(sed -E 's/ +/ /g; s/ [0-9.]+ s, cpu.* s( |$)/\1/; s/ $//' out | paste -sd :)" \
    "a 2 skipped:b 1 passed 0 failed:c 1 passed 0 failed (1 skipped):of many:2 passed, 0 failed" "what only skips says so; totals stand below"
STILL=100 "$root/tests/run.sh" cut ./still >out 2>&1 &
pid=$!
wait_for grep -qs never cut/still.log
kill -TERM $pid
wait $pid
is $? 130 "a signal ends it"
is "$(ps -o pid= -p "$(paste -sd , children)")" "" "... and all that runs"
exit $failed
