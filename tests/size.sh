#!/usr/bin/env bash
# size.sh [REVISION [PROGRAM]]: how large the project is, as a table "what, size, limit". Without arguments it measures the files of this
# tree and the program that was built of it, and what is above its limit fails; with a revision of git it measures that, and nothing fails.
# A limit is the size that a reader can bear. Whoever needs more takes something away first.
cd "$(dirname "$0")/.." || exit 1
program=${2:-${SWARMTRIS:-$PWD/build/release/swarmtris}}
tree=$PWD
if [ -n "${1-}" ]; then
    tree=$(mktemp -d) && trap 'rm -rf "$tree"' EXIT
    git archive "$1" | tar -x -C "$tree" || exit 1
fi
cd "$tree" || exit 1
failed=0
row() { # WHAT SIZE [LIMIT]
    if [ -n "${1-}" ] && [ "${3:-$2}" -ge "$2" ]; then
        printf 'ok - %-52s %7d %s\n' "$1" "$2" "${3:+of $3}"
    else
        printf 'not ok - %-48s %7d, the limit is %d\n' "$1" "$2" "$3"
        failed=1
    fi
}
lines() { # FIND'S WORDS...: lines of the files
    find "$@" -print0 2>/dev/null | xargs -0r cat | wc -l
}
files() { find "$@" -print 2>/dev/null | wc -l; }
c=(-name '*.[ch]')
words() { find . -name '*.md' "${pages[@]}" -print0 | xargs -0r cat | wc -w; }
pages=(-not -path './bench/results/*' -not -path './build*' -not -path './runs/*' -not -name CHANGELOG.md)

systems=$(lines src/systems "${c[@]}") whole=$(lines src bench "${c[@]}")
row 'lines of src and bench' "$whole" 60839
row '  of the core: without src/systems' $((whole - systems)) 52861
row '  of config' "$(lines src/config "${c[@]}")" 2759
row '  of cli' "$(lines src/cli "${c[@]}")" 6838
row 'lines of C in tests' "$(lines tests "${c[@]}")" 27329
row 'lines of scripts, Makefile and gnuplot' "$(lines . \( -name '*.sh' -o -name '*.py' -o -name '*.gp' -o -name Makefile -o -name '*.mk' \) -not -path './build*')" 
row 'files of src and bench' "$(files src bench "${c[@]}")"
row 'files of C in tests' "$(files tests "${c[@]}")"
row 'structs of config' "$(cat src/config/*.[ch] | grep -cE '^(typedef )?struct\b[^;]*\{$')"
row 'targets of make help' "$(sed -nE 's/^([a-z-]+):[^#=]*## .*/\1/p' Makefile | wc -l)" 16
row 'words of pages' "$(words)" 30000
row '  of bench/README.md' "$(wc -w <bench/README.md)" 2500
row '  of the longest page in bench/results' "$(find bench/results -name '*.md' -exec wc -w {} \; | sort -rn | awk '{ print $1; exit } END { if (!NR) print 0 }')" 1500

# What the program lists.
key() { # PERL: how many keys it is true of; $_ is the text of the key as JSON
    "$program" list --json | perl -0777 -ne '
        my ($keys) = /"keys": \[(.*)\]/s or die "no keys\n";
        my $n = 0;
        for ($keys =~ /\{.*?\}/sg) { $n++ if '"$1"' }
        print "$n\n"'
}
row 'keys of an ini' "$(key 1)" 196
row '  that are basic' "$(key '/"level": "basic"/')" 20
row '  of the swarm' "$(key '/"kind": "pso"/')" 26
row '  with a text of more than two lines of 80 letters' "$(key '/"doc": "[^"]{161,}"/')" 0
verbs=$("$program" help | sed -nE 's/^  ([a-z]+) .*/\1/p' | grep -vE '^(help|version)$')
row 'verbs' "$(wc -w <<<"$verbs")"
row '  and the options of all of them' "$(for verb in $verbs; do "$program" help "$verb"; done | grep -cE '^ +(-[a-zA-Z], )?--')"
exit $failed
