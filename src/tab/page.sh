#!/usr/bin/env bash
# page.sh MODULE: prints the page in which a swarm learns, which needs no other file: page.html with its style, its scripts, the ini
# that it begins with, and the module, as gzip in base64.
set -e
cd "$(dirname "$0")/../.." || exit 1
while IFS= read -r line; do
    case $line in
    @css@) cat plots/report.css src/tab/page.css ;;
    @library@) cat src/tab/library.js ;;
    @worker@) cat src/tab/worker.js ;;
    @page@) cat src/tab/page.js ;;
    *@ini@*) printf '%s' "${line%@ini@*}" && cat params/quick.ini && echo '</script>' ;;
    *@module@*) printf '%s' "${line%@module@*}" && gzip -9n <"$1" | base64 -w 0 && echo '</script>' ;;
    *) printf '%s\n' "$line" ;;
    esac
done <src/tab/page.html
