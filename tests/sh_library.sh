#!/usr/bin/env bash
# sh_library.sh: the library as installed: one header, names that begin with swt_ alone, nothing mutable, both examples from another
# folder, and trainings that are those of the program, bit for bit.
. "$(dirname "$0")/shell.sh" || exit 1
build=$root/${BUILD:-build/release}
compiler=$("$program" --version | sed -n 's/^compiler: //p')
case $compiler in *clang*) cc=clang ;; *) cc=gcc ;; esac
flags=$("$program" --version | grep -oE -- '-fsanitize=[a-z,]+|--coverage' | xargs)

make_target() { # ARGUMENT...
    make -C "$root" --no-print-directory "$@" >log 2>&1
}
make_target install PREFIX="$work/usr"
say $? "make install into a folder"
[ -f usr/bin/swarmtris ] || sed 's/^/# /' log
export PKG_CONFIG_PATH=$work/usr/lib/pkgconfig
version=$("$program" --version | sed -n 's/^swarmtris \([^ ]*\) .*/\1/p')
is "$(pkg-config --modversion swarmtris)" "$version" "pkg-config knows its version: $version"
is "$(find usr/include -type f)" usr/include/swarmtris.h "one header is installed"

for round in 1 2 ${FULL:+3 4 5 6 7 8}; do
    for make in 1 2 3 4; do make -s -C "$root" "${BUILD:-build/release}/version_build.h" >/dev/null 2>&1 || echo failed & done
    wait
done >log
[ ! -s log ]
say $? "makes that run at a time do not get into each other's way"

# ---- names ----

foreign=$(nm -g --defined-only usr/lib/libswarmtris.a | awk 'NF == 3 && $3 !~ /^swt_/ { print $3 }'
    nm -D --defined-only usr/lib/libswarmtris.so | awk '$3 !~ /^swt_/ { print $3 }')
declared=$(grep -oE '\bswt_[a-z_]+\(' usr/include/swarmtris.h | tr -d '(' | sort -u)
# What sanitizers and coverage add is theirs.
if [ -z "$flags" ]; then
    none "$foreign" "nm -g shows swt_ alone, in the archive and in the shared library"
    none "$("$root/tests/mutable.sh" "$build/swarmtris.o")" "the library has no mutable data"
    [ -z "$(nm -u "$build/swarmtris.o" | awk '{ print $2 }' |
        grep -xE 'stdout|printf|puts|putchar|perror|exit|_exit|signal|sigaction|raise|setlocale|setenv|system|fork|popen|isatty')" ]
    say $? "it cannot print to standard output, exit, handle a signal or change the locale of the process"
fi
[ "$(nm -D --defined-only usr/lib/libswarmtris.so | awk '$3 ~ /^swt_/ { print $3 }' | sort)" = "$declared" ]
say $? "the functions of the header are those of the library: $(wc -l <<<"$declared")"
readelf -d usr/lib/libswarmtris.so | grep -q 'SONAME.*\[libswarmtris\.so\.1\]' && [ -e usr/lib/libswarmtris.so.1 ]
say $? "soname libswarmtris.so.1"

# ---- NULL ----

# Every function of the header: with NULL for all pointers, which is SWT_USAGE, 0, NULL or ""; and for each one, beside objects that are open.
{
    cat <<'END'
#include <stdio.h>
#include <string.h>
#include <swarmtris.h>
static char room[1 << 16];
static int wrong;
static void gives(const char *call, int good)
{
    if (!good) wrong = !!printf("%s\n", call);
}
static void zero(const char *call, double x) { gives(call, x == 0); }
static void text(const char *call, const char *s) { gives(call, s == NULL || *s == 0); }
static void usage(const char *call, swt_error *e)
{
    gives(call, swt_error_code(e) == SWT_USAGE && *swt_error_text(e) != 0);
    swt_error_free(e);
}
int main(void)
{
    static const char ini[] = "[game]\nheight = 6\n[training]\niterations = 3\n", sought[] = "[training]\niterations = 3\n";
    static const char *const set[] = {"game.height=7"};
    swt_evaluator *evaluator;
    swt_training *training;
    swt_search *search;
    swt_env *env;
    swt_error *error = swt_evaluator_open(&evaluator, NULL);
    void *out;
    const swt_env_view view = {0};
    if (swt_evaluator_open(&evaluator, ini) || swt_training_open(&training, ini, NULL, SWT_NEW) || swt_env_open(&env, ini, 1, true) ||
        swt_search_open(&search, sought, 1, (const double[]){0}, (const double[]){1}) || swt_env_reset(env, (const uint64_t[]){1}, NULL))
        return 2;
END
    sed -E 's/^#define SWT_(API|CHECK) .*/#define SWT_\1 FUNCTION/' usr/include/swarmtris.h | $cc -E -P - | tr '\n' ' ' | grep -oE 'FUNCTION [^;]*;' |
        awk '{
            match($0, /swt_[a-z_]+\(/)
            type = substr($0, 10, RSTART - 10); name = substr($0, RSTART, RLENGTH - 1); args = substr($0, RSTART + RLENGTH)
            n = split(substr(args, 1, length(args) - 2), arg, /, */)
            kind = type ~ /swt_error \*/ ? "usage" : type ~ /char \*/ ? "text" : type ~ /^void/ ? "" : "zero"
            for (k = 0; k <= n; k++) {
                call = ""; checked = k == 0
                for (i = 1; i <= n; i++) {
                    object = arg[i] ~ /swt_(evaluator|training|search|env|error) \*[^*]/ ? arg[i] : ""
                    gsub(/const |swt_| *\*.*/, "", object)
                    given = arg[i] !~ /\*/ ? (arg[i] ~ /swt_how/ ? "SWT_NEW" : arg[i] ~ / dim$/ ? "swt_evaluator_dim(evaluator)" : "1") : \
                        k == 0 || k == i ? "NULL" : object != "" ? object : arg[i] ~ /\*\*/ ? "(void *)&out" : arg[i] ~ / \*(ini|set)$/ ? substr(arg[i], length(arg[i]) - 2) : arg[i] ~ /view/ ? "&view" : "(void *)room"
                    if (k == i && object != "") checked = 1
                    call = call (i > 1 ? ", " : "") given
                }
                call = name "(" call ")"
                if (args ~ /^void\)/ || (k > 0 && (arg[k] !~ /\*/ || name ~ /_(close|free)$/))) continue
                if (checked && kind != "") printf "    %s(\"%s\", %s);\n", kind, call, call
                else print "    " (kind == "usage" ? "swt_error_free(" call ")" : "(void)" call) ";"
            }
        }'
    printf '    swt_error_free(error);\n    return wrong;\n}\n'
} >nulls.c
$cc -std=c11 $flags -o nulls nulls.c $(pkg-config --cflags --libs swarmtris) 2>log && LD_LIBRARY_PATH=usr/lib ./nulls >out 2>err
is "$? $(cat out)" "0 " "$(grep -c 'swt_.*NULL' nulls.c) calls with NULL: SWT_USAGE, 0, NULL or an empty text, and no crash"
[ ! -s log ] || sed 's/^/# /' log

# ---- the examples ----

example=$root/tests/examples/train.c
[ "$(wc -l <"$example")" -le 30 ]
say $? "the example has at most 30 lines"
$cc -std=c11 -Wall -Wextra -Wpedantic -Werror $flags -o train "$example" $(pkg-config --cflags --libs swarmtris) 2>log
say $? "$cc compiles it with what pkg-config says"
[ ! -s log ] || sed 's/^/# /' log
$cc -std=c11 $flags -o train_static "$example" $(pkg-config --cflags swarmtris) usr/lib/libswarmtris.a \
    $(pkg-config --static --libs swarmtris | sed 's/-lswarmtris//') 2>log
say $? "... and with the archive"
[ ! -s log ] || sed 's/^/# /' log
echo '#include <swarmtris.h>' >alone.c
$cc -std=c11 -Wall -Wextra -Wpedantic -Wconversion -Werror -fsyntax-only $(pkg-config --cflags swarmtris) alone.c
say $? "the header needs no other"
if command -v g++ >/dev/null; then
    g++ -Wall -Wextra -Werror -fsyntax-only -x c++ $(pkg-config --cflags swarmtris) alone.c
    say $? "... and is good C++, too"
fi
mkdir elsewhere
(cd elsewhere && ../train run >trained.ini 2>err)
say $? "it trains, in another folder: $(tail -n 1 elsewhere/err)"
(cd elsewhere && ../train_static >trained_static.ini 2>/dev/null) && cmp elsewhere/trained.ini elsewhere/trained_static.ini
say $? "... and so does the static one, without a directory"
./train elsewhere/run >out 2>err
[ $? = 73 ] && grep -q '^elsewhere/run: holds a run already; resume goes on with it, replace replaces it$' err
say $? "... which does not overwrite a run: $(cat err)"
ini game height=8 agent features=dt training total_pieces=2e6 selection finalists=5 validation games=400 \
    optimiser particles=15 >same.ini
"$program" train same.ini --out same -q >out 2>err
equal=0
for file in config.ini metrics.tsv games.tsv weights.ini result.tsv traits.tsv checkpoint checkpoint.trained; do
    cmp same/$file elsewhere/run/$file || equal=1
done
cmp same/weights.ini elsewhere/trained.ini || equal=1
say $equal "the training is that of the program with the same ini, bit for bit"
expect 0 "the program verifies what the library has left" info elsewhere/run --verify
expect 0 "... and goes on with it where the budget is raised" \
    train same.ini --out elsewhere/run --resume -q --set training.total_pieces=3e6
"$program" train same.ini --out same --resume -q --set training.total_pieces=3e6 >out 2>err
same "... as with a run of its own" same elsewhere/run weights.ini

# A run that the program has left in the middle of a game is finished by the library.
sed 's/^\[game\]/[experiment]\nengine = reference\n&/; s/2e6/2e5/; s/400/40/' same.ini >slow.ini
"$program" train slow.ini --out half -q --max-time 0.2s >out 2>err
is $? 75 "the program stops a training"
cat >finish.c <<'END'
#include <stdio.h>
#include <swarmtris.h>
int main(int argc, char *argv[])
{
    swt_training *t;
    bool more = argc > 1;
    swt_error *e = swt_training_load(&t, argv[1]);
    while (e == NULL && more) e = swt_training_step(t, &more);
    if (e != NULL) fprintf(stderr, "%s\n", swt_error_text(e));
    if (e == NULL) swt_training_close(t);
    return e != NULL;
}
END
"$program" train slow.ini --out whole -q --set experiment.engine=auto >out 2>err
$cc -std=c11 $flags -o finish finish.c $(pkg-config --cflags --libs swarmtris) && ./finish half && cmp half/metrics.tsv whole/metrics.tsv &&
    cmp half/weights.ini whole/weights.ini
say $? "... and the library finishes it as the program would have"

# Numbers are read and written with a point, wherever the process lives.
if [ -z "$flags" ] && command -v localedef >/dev/null && mkdir locales && localedef -i de_DE -f UTF-8 "$work/locales/de_DE.UTF-8" 2>log; then
    sed 's/swt_training_open/(void)setlocale(LC_ALL, "de_DE.UTF-8"), &/; s/#include <stdio.h>/#include <locale.h>\n&/
        s/^int main/int comma(void) { char s[8]; setlocale(LC_ALL, "de_DE.UTF-8"); snprintf(s, 8, "%.1f", 0.5); return s[1] == 44; }\n&/
        s/^    int n;/&\n    if (!comma()) return 9;/' "$example" >comma.c
    sed -i 's/check((void)setlocale(LC_ALL, "de_DE.UTF-8"), /check(/' comma.c
    $cc -std=c11 -o comma comma.c $(pkg-config --cflags --libs swarmtris) && LOCPATH=$work/locales ./comma >trained.ini 2>err &&
        cmp trained.ini elsewhere/trained.ini
    say $? "a process that writes 0,5 gets the same weights file"
else
    echo "skip - no locale with a comma can be made here"
fi

make_target uninstall PREFIX="$work/usr"
none "$(find usr -type f -o -type l)" "make uninstall takes everything away again"
make_target install PREFIX=/usr DESTDIR="$work/staged"
[ -s staged/usr/lib/libswarmtris.so.1 ] && grep -q '^prefix=/usr$' staged/usr/lib/pkgconfig/swarmtris.pc &&
    ! grep -q rpath staged/usr/lib/pkgconfig/swarmtris.pc
say $? "DESTDIR is where it goes, PREFIX is what it says; where the system looks, no path is built in"
exit $failed
