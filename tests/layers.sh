#!/usr/bin/env bash
# layers.sh: who may know whom, and what the rooms below run must never do (the table in DESIGN.md).
cd "$(dirname "$0")/.." || exit 1

# What a file of the room may include in quotes, by the start of the name. A name without a slash is a file next door.
base='base/'
game='base/|game/'
agent='base/|game/(game|lanes)\.h|agent/'
eval='base/|game/game\.h|agent/|eval/'
optim='base/|optim/'
experiment='base/|optim/|experiment/'

# What only some files may have: "files that may | what". Calls are looked for without comments and strings.
system='assert|errno|float|inttypes|limits|math|stdalign|stdarg|stdatomic|stdbool|stddef|stdint|stdio|stdlib|string'
libm='a?(sin|cos|tan)h?|atan2|exp|exp2|exp10|expm1|log|log2|log10|log1p|pow|cbrt|hypot|fma|fmod|remainder|fmin|fmax|fdim|ceil|trunc'
libm+='|l?l?round|l?l?rint|nearbyint|ldexp|scalbl?n|frexp|modf|logb|ilogb|nextafter|copysign|erfc?|[lt]gamma'
output='v?f?d?printf|f?put[cs]|putchar|fwrite|perror|f?d?open|fdopen|freopen|fopen|creat|rename|remove|unlink|mkdir|read|write'
world='(quick_|_)?_?exit|atexit|(secure_)?getenv|setenv|putenv|system|popen|fork|signal|raise|setlocale'
clock='time|clock|clock_gettime|gettimeofday|nanosleep|u?sleep|s?rand|random|drand48'
# mem.c may write to standard error: when memory has run out, no caller is left that could.
rules="
src/eval/|#\s*include\s*<omp\.h>|\bomp_\w+|\bpragma\s+omp\b|_Pragma(?!\s*\(\s*\x22GCC )
src/base/real.c|#\s*include\s*<sleef\.h>|\bSleef_\w+
simd.h|#\s*include\s*<\w*intrin\.h>|\b_mm\d*_\w+|\b__m(64|128|256|512)\w*|\b__builtin_ia32_\w+
nowhere|#\s*include\s*<(?!(?:$system|omp|sleef|\w*intrin)\.h>)[^>]*>
nowhere|(?<![\w.>])(?:$libm)[fl]?\s*\(
src/base/mem.c|(?<![\w.>])fprintf\s*\(|\bstderr\b
nowhere|(?<![\w.>])(?!fprintf\b)(?:$output|$world|$clock)\s*\(|\b(?:stdout|environ)\b"

strip='s{("(?:\\.|[^"\\\n])*")|/\*.*?\*/|//[^\n]*}{ my ($s, $n) = ($1, $& =~ tr/\n//); $s && $` =~ /(?:#\s*include|_Pragma\s*\()\s*$/ ? $s : "\n" x $n }gse'

check() { # FOLDER: a line for every offence: file, line, text
    local file room allowed owner what
    cd "$1" || return
    find src include -name '*.[ch]' | sort | while read -r file; do
        room=$(echo "$file" | cut -d/ -f2)
        case $room in
        base | game | agent | eval | optim | experiment) allowed=${!room} ;;
        registry.?) allowed='' ;; # every name begins with nothing: may know everybody, but not print
        *) continue ;;            # run and main may do what they want, as bench and tests
        esac
        perl -0pe "$strip" "$file" >"$tmp/text"
        grep -nP '#\s*include\s*"' "$tmp/text" | grep -vP "\"(?:$allowed|(?!registry\.h)[^/\"]+\")" | sed "s|^|$file:|"
        while IFS='|' read -r owner what; do
            [ -z "$what" ] || [[ /$file == */$owner* ]] || grep -nP "$what" "$tmp/text" | sed "s|^|$file:|"
        done <<<"$rules"
    done
}

failed=0
say() { # STATUS TEXT
    if [ "$1" = 0 ]; then echo "ok - $2"; else echo "not ok - $2"; failed=1; fi
}

tmp=$(mktemp -d) && trap 'rm -rf "$tmp"' EXIT
offences=$(check .)
[ -z "$offences" ]
say $? "no room knows or does what it must not"
[ -z "$offences" ] || echo "$offences"

# The test has teeth: each of these, planted in a copy, is found; and what is allowed is not.
plant() { # found|allowed FILE LINE
    rm -rf "$tmp/copy" && mkdir -p "$tmp"/copy/{src,include} "$tmp/copy/$(dirname "$2")"
    printf '%s\n' "$3" >"$tmp/copy/$2"
    if [ "$(check "$tmp/copy" | grep -c "^$2:1:")" -gt 0 ]; then set -- "$1" "$2" "$3" found; else set -- "$1" "$2" "$3" allowed; fi
    [ "$1" = "$4" ]
    say $? "$1 in $2: $3"
}
plant found src/base/planted.c '#include "game/game.h"'
plant found src/game/tetris/planted.c '#include "agent/agent.h"'
plant found src/agent/planted.c '#include "game/tetris/board.h"'
plant found include/eval/planted.h '#include "optim/optim.h"'
plant found src/optim/planted.c '#include "eval/objective.h"'
plant found src/experiment/planted.c '#include "registry.h"'
plant found src/optim/planted.c 'static double f(double x) { return log (x); }'
plant found src/game/planted.c '#pragma omp parallel'
plant found src/game/planted.c '#define EACH(i) _Pragma("omp parallel for") for (int i = 0; i < 2; i++)'
plant allowed src/game/planted.c '#define EACH(i) _Pragma("GCC unroll 8") for (int i = 0; i < 2; i++)'
plant found src/experiment/planted.c '#include <time.h>'
plant found src/agent/planted.c 'static void f(void) { printf("x"); }'
plant found src/agent/planted.c 'static void f(void) { fprintf(stderr, "x"); }'
plant found src/base/mem.c 'static void f(void) { puts("x"); }'
plant allowed src/base/mem.c '_Noreturn void f(void) { fprintf(stderr, "out of memory"); abort(); }'
plant found src/optim/planted.c 'static char *f(void) { return getenv("HOME"); }'
plant found src/eval/planted.c 'static FILE *f(void) { return fopen("x", "w"); }'
plant found src/base/planted.c 'static void f(void) { exit(1); }'
plant found src/game/tetris/lanes.c 'static __m256i v;'
plant found src/optim/planted.c '#include <sleef.h>'
plant allowed src/eval/planted.c '#include <omp.h>'
plant allowed src/game/tetris/simd.h '#include <immintrin.h>'
plant allowed src/agent/planted.c '#include "game/game.h" // not printf("x")'
plant allowed src/base/planted.c 'static int f(char *s) { return snprintf(s, 9, "%s", "log(x) time(0)"); }'
plant allowed src/optim/planted.c 'static double f(struct part *p) { return p->exp(1) + pso.read(2); }'
plant allowed src/run/planted.c '#include "registry.h"'
exit $failed
