#!/usr/bin/env bash
# page.sh: the page in which a swarm learns, and the library in it: small, and with the bytes of the program, in node and in a browser.
. "$(dirname "$0")/shell.sh" || exit 1
page=$root/build/swarmtris.html module=$root/build/wasm-core-clang/swarmtris.wasm
"$program" train "$root/params/quick.ini" --out native -q >out 2>err
say $? "the program trains quick.ini"
validated=$(awk -F '\t' 'NR > 1 && !/^#/ && $1 == "validated" { print $2 }' native/result.tsv)
played=$("$program" play native/weights.ini --seed 1 -q 2>/dev/null | sed -nE 's/^lost after ([0-9]+) pieces, ([0-9]+) rows$/\2 \1/p')

mkdir library
if command -v node >/dev/null; then
    node --no-warnings "$root/tests/wasm.js" "$module" "$root/params/quick.ini" library >found 2>err
    say $? "the library in node trains it"
    sed 's/^/# /' err
    same "the files of its run are those of the program" native library/run metrics.tsv weights.ini result.tsv
    read -r name mean rows pieces steps swarm <found
    is "$name ${mean:0:7}" "validated ${validated:0:7}" "its validated score is that of the program"
    is "$rows $pieces" "$played" "... and seed 1 ends as the program plays it"
    is "$steps $swarm" "true true" "... in several steps, with a swarm"
else
    echo "skip - the library in node: no node here"
fi

[ "$(wc -c <"$page")" -le 1000000 ]
say $? "the page has a megabyte or less: $(wc -c <"$page")"
none "$(grep -oE '(src|href)="[^"]*"|https?://[^" <]*|@(css|page|worker|library|module|ini)@' "$page")" "it asks for nothing, and nothing was left out"
if command -v chromium >/dev/null; then
    timeout 300 chromium --headless --no-sandbox --disable-gpu --disable-quic --no-first-run --disable-background-networking --disable-sync \
        --disable-component-update --user-data-dir="$work/profile" --remote-debugging-port=0 --enable-logging=stderr "file://$page#go" >browser 2>&1 &
    browser=$!
    for ((i = 0; i < 2900; i++)); do
        grep -q 'CONSOLE.*seed 1:' browser || ! kill -0 $browser 2>/dev/null || { sleep 0.1 && continue; }
        break
    done
    kill $browser 2>/dev/null
    wait $browser 2>/dev/null
    said() { grep -oE "CONSOLE[^\"]*\"[^\"]*" browser | sed 's/.*"//'; }
    is "$(said | cut -c 1-17 | head -n 1)" "validated ${validated:0:7}" "in Chromium, from a file, the page validates what the program does"
    is "$(said | sed -n 2p)" "seed 1: ${played/ / rows after } pieces" "... and plays seed 1 to the same end"
    is "$(said | wc -l)" 2 "... without a word of complaint"
    none "$(grep -oE 'ERR_[A-Z_]*' browser)" "... or a request"
else
    echo "skip - the page in a browser: no chromium here"
fi
exit $failed
