#!/usr/bin/env bash
# layers.sh: the architecture as src/README.md describes it. Which room may include which, and what no room below file does, is read out of
# that page's own table, so the page cannot go stale. Beside it: no circle between rooms, headers or modules (a .c with its .h), no room above
# its share of the lines, no line above 130 columns, and a first comment in every .c.
. "$(dirname "$0")/shell.sh" && cd "$root" || exit 1

# What only some files may have: "files that may | what". Calls are looked for without comments and strings. It holds below file.
system='assert|errno|float|inttypes|limits|math|stdalign|stdarg|stdatomic|stdbool|stddef|stdint|stdio|stdlib|string'
libm='a?(sin|cos|tan)h?|atan2|exp|exp2|exp10|expm1|log|log2|log10|log1p|pow|cbrt|hypot|fma|fmod|remainder|fmin|fmax|fdim|ceil|trunc'
libm+='|l?l?round|l?l?rint|nearbyint|ldexp|scalbl?n|frexp|modf|logb|ilogb|nextafter|copysign|erfc?|[lt]gamma'
output='v?f?d?printf|f?put[cs]|putchar|fwrite|perror|f?d?open|fdopen|freopen|fopen|creat|rename|remove|unlink|mkdir|read|write'
world='(quick_)?exit|atexit|(secure_)?getenv|setenv|putenv|system|popen|fork|signal|raise|setlocale'
clock='time|clock|clock_gettime|gettimeofday|nanosleep|u?sleep|s?rand|random|drand48'
# mem.c may write to standard error: when memory has run out, no caller is left that could.
rules="
/eval/cluster.c|#\s*include\s*<mpi\.h>|\bMPI_\w+
/eval/cluster.c|(?<![\w.>])(?:_?_[eE]xit|$clock)\s*\(|#\s*include\s*<time\.h>
/eval/team.c|#\s*include\s*<omp\.h>|\bomp_\w+|\bpragma\s+omp\b|_Pragma(?!\s*\(\s*\x22(?:GCC|clang) )
/eval/team.c|#\s*include\s*<pthread\.h>|\bpthread_\w+
nowhere|#\s*include\s*<(sched|threads)\.h>|\bsched_\w+
/base/real.c|#\s*include\s*<sleef\.h>|\bSleef_\w+
/simd|#\s*include\s*<(\w*intrin|arm_neon|wasm_simd128)\.h>|\b_mm\d*_\w+|\b__m(64|128|256|512)\w*|\b__builtin_(ia32|aarch64|wasm)_\w+|\bv\w+_[su](8|16|32|64)\b|\bwasm_\w+
nowhere|#\s*include\s*<(?!(?:$system|mpi|time|omp|pthread|sleef|\w*intrin|arm_neon|wasm_simd128)\.h>)[^>]*>
nowhere|(?<![\w.>])(?:$libm)[fl]?\s*\(
src/base/mem.c|(?<![\w.>])fprintf\s*\(|\bstderr\b
nowhere|(?<![\w.>])(?!fprintf\b)(?:$output|$world)\s*\(|\b(?:stdout|environ)\b"

# What the library, the room api, never does in the process of others: printing, and what belongs to the process as a whole.
api="(?<![\w.>])(?:f?printf|f?put[cs]|putchar|perror|_?_[eE]xit|$world)\s*\(|\b(?:stdout|stderr|sigaction)\b|#\s*include\s*<signal\.h>"

# The checker of one tree, perl-base alone: every offence is a line, "FILE:LINE: text" or "text".
read -r -d '' checker <<'P'
use strict; use warnings;
my ($root, $page, $rules, $api, $whole) = @ARGV;
chdir $root or die;
my @files = sort grep { /\.[ch]$/ } split /\n/, `find src bench -name '*.[ch]' 2>/dev/null`;

# The table: | room | may include | must never |
my (%may, %row);
open my $in, '<', $page or die "$page: $!";
while (<$in>) {
    my @cell = map { s/^\s+|\s+$//gr } split /\|/, $_;
    next unless @cell >= 4 && $cell[1] =~ /^\w+$/ && $cell[2] =~ /^[\w, \/.]+$/;
    $may{$cell[1]} = [split /,\s*/, $cell[2]];
}
close $in;
die "$page has no table of rooms\n" unless keys %may;

sub base_name { my $f = shift; $f =~ s{^src/}{}; return $f }
# A file of a founding system says in its first comment which room it belongs to, and keeps to the rules of that room.
my %said;
sub room {
    my $f = base_name(shift);
    return $f =~ m{^registry\.} ? 'registry' : $f =~ m{^(\w+)/} ? $1 : 'none' unless $f =~ m{^systems/};
    return $said{$f} if $said{$f};
    open my $in, '<', "src/$f" or return 'none';
    return $said{$f} = join('', map { $_ // '' } <$in>) =~ m{^/\* \S+\. Room (\w+)\. } ? $1 : 'none';
}
sub system_of { return base_name(shift) =~ m{^systems/(\w+)/} ? $1 : '' }
sub part { my $f = base_name(shift); return $f =~ m{^((?:game|systems)/\w+)/} ? $1 : room($f) }
sub module { my $f = base_name(shift); $f =~ s/\.[ch]$//; return $f }
my %known = map { base_name($_) => 1 } @files;
my (%below, %text, %lines, %edge, %total, %named);
$below{$_} = 1 for grep { exists $may{$_} } qw(base game agent eval optim experiment registry);
sub check_shape {
    my ($file, $raw) = @_;
    my @plain = split /\n/, $raw, -1;
    for my $i (0 .. $#plain) {
        (my $shown = $plain[$i]) =~ s/[\x80-\xbf]//g;
        printf "%s:%d: is longer than 130 columns\n", $file, $i + 1 if length $shown > 130;
    }
}
my @only = map { my ($owner, $what) = split /\|/, $_, 2; [$owner, qr/$what/] } grep { /\S/ } split /\n/, $rules;

for my $file (@files) {
    open my $f, '<', $file or die; local $/; my $raw = <$f>; close $f;
    (my $text = $raw) =~ s{("(?:\\.|[^"\\\n])*")|/\*.*?\*/|//[^\n]*}{ my ($s, $n) = ($1, $& =~ tr/\n//); $s && $` =~ /(?:#\s*include|_Pragma\s*\()\s*$/ ? $s : "\n" x $n }gse;
    my ($room, @line) = (room($file), split /\n/, $text);
    print "$file:1: the room $room is not in the table of $page\n" unless exists $may{$room};
    # Most files break no rule: lines are looked at where the whole does.
    my @broken = $below{$room} ? grep { index("/$file", $_->[0]) < 0 && $text =~ $_->[1] } @only : ();
    for my $i (0 .. $#line) {
        if ($line[$i] =~ /^\s*#\s*include\s*"([^"]+)"/) {
            my $to = $1;
            my $beside = base_name($file) =~ s{[^/]+$}{}r . $to;
            $to = $beside if $to !~ m{/} && $known{$beside};
            next if $to =~ m{^(?:.*/)?(?:version_build|ntris_blocks|systems_built|lanes_linked)\.h$}; # made while the program is built
            $edge{$file}{$to} = 1;
            my ($other, $own, $its) = (room($to), system_of($file), system_of($to));
            printf "%s:%d: may not include the system %s\n", $file, $i + 1, $its if $its && $its ne $own;
            next if $other eq $room || grep { $_ eq $other || $_ eq $to } @{$may{$room} || []};
            # of a room of which only one header may be included, a system's own headers may be, too
            next if $its && grep { m{^$other/} } @{$may{$room} || []};
            printf "%s:%d: may not include %s\n", $file, $i + 1, $to;
        }
        printf "%s:%d: must not have %s\n", $file, $i + 1, $line[$i] if $room eq 'api' && $line[$i] =~ /$api/;
        for (@broken) { printf "%s:%d: must not have %s\n", $file, $i + 1, $line[$i] if $line[$i] =~ $_->[1] }
    }
    next unless $whole;
    check_shape($file, $raw);
    $total{$_} += ($raw =~ tr/\n//) for part($file), '';
    (my $own = $file) =~ s{^.*/}{};
    print "$file: has the name of another file\n" if $named{$own}++;
    print "$file:1: must open with a line that says what it is for: /* $own. ... */\n"
        if $file =~ /\.c$/ && $raw !~ m{^/\* \Q$own\E\. \S};
}

if ($whole) {
    for my $part (sort keys %total) {
        next if $part eq '';
        my $most = $part eq 'game/tetris' ? 20 : 15;
        printf "%s: has %.1f %% of the lines, more than %d %%\n", $part, 100 * $total{$part} / $total{''}, $most
            if $total{$part} > $most / 100 * $total{''};
    }
}

# The public header and the tests are in no room, but their lines are read by the same people.
for my $file ($whole ? sort split /\n/, `find include tests -name '*.[ch]' 2>/dev/null` : ()) {
    open my $f, '<', $file or die; local $/; check_shape($file, scalar <$f>); close $f;
}

# Circles, by depth-first search over headers, modules and rooms.
sub circle {
    my ($what, %graph) = @_;
    my (%state, @path, $found);
    my $visit; $visit = sub {
        my $at = shift;
        $state{$at} = 1; push @path, $at;
        for my $to (sort keys %{$graph{$at} || {}}) {
            next if $to eq $at;
            if (($state{$to} || 0) == 1 && !$found) {
                my ($i) = grep { $path[$_] eq $to } 0 .. $#path;
                $found = join ' -> ', @path[$i .. $#path], $to;
            }
            $visit->($to) unless $state{$to};
        }
        $state{$at} = 2; pop @path;
    };
    $state{$_} or $visit->($_) for sort keys %graph;
    print "a circle of $what: $found\n" if $found;
}
my (%header, %module, %house);
for my $file (keys %edge) {
    for my $to (keys %{$edge{$file}}) {
        $header{base_name($file)}{$to} = 1 if $file =~ /\.h$/;
        $module{module($file)}{module($to)} = 1;
        $house{room($file)}{room($to)} = 1;
    }
}
circle('headers', %header); circle('modules', %module); circle('rooms', %house);
P

check() { # FOLDER [whole]: a line for every offence
    perl -e "$checker" "$1" "$PWD/src/README.md" "$rules" "$api" "${2-}"
}

offences=$(check . whole 2>&1)
for what in "may not include|no room includes what it must not know" "must not have|no room does what it must not" \
    "a circle of|no circle of rooms, headers or modules" "% of the lines|no room above its share of the lines" \
    "130 columns|no line above 130 columns" "must open with|every .c says first what it is for" "not in the table|every room is in the table"; do
    found=$(grep -F -- "${what%%|*}" <<<"$offences")
    none "$found" "${what#*|}"
done
unknown=$(grep -vE 'may not include|must not have|a circle of|more than|130 columns|must open with|not in the table' <<<"$offences")
none "$unknown" "the checker itself has nothing to say"

# The test has teeth: each of these, planted in an empty tree, is found; and what is allowed is not.
plant() { # found|allowed FILE LINE [FILE LINE]
    local wanted=$1 text="$2: $3" found=allowed
    shift
    rm -rf "$work/copy" && mkdir -p "$work/copy"/{src,bench}
    while [ $# -gt 0 ]; do
        mkdir -p "$work/copy/$(dirname "$1")"
        printf '%s\n' "$2" >"$work/copy/$1"
        shift 2
    done
    [ -z "$(check "$work/copy")" ] || found=found
    is "$found" "$wanted" "$wanted in $text"
}
plant found src/base/planted.c '#include "game/game.h"'
plant found src/game/tetris/planted.c '#include "agent/agent.h"'
plant found src/agent/planted.c '#include "game/tetris/board.h"'
plant found src/eval/planted.h '#include "optim/optim.h"'
plant found src/optim/planted.c '#include "eval/objective.h"'
plant found src/experiment/planted.c '#include "registry.h"'
plant found src/config/planted.c '#include "run/session.h"'
plant found src/store/planted.c '#include "config/config.h"'
plant found src/charts/planted.c '#include "registry.h"'
plant found src/run/planted.c '#include "cli/verb.h"'
plant found bench/planted.c '#include "cli/verb.h"'
plant found src/analysis/planted.c '#include "charts/chart.h"'
plant found src/attic/planted.c 'int x;'
plant allowed src/cli/planted.c '#include "bench/bench.h"'
plant found src/optim/a.h '#include "optim/b.h"' src/optim/b.h '#include "optim/a.h"'
plant found src/optim/a.c '#include "optim/b.h"' src/optim/a.h 'int a;' src/optim/b.c '#include "optim/a.h"' src/optim/b.h 'int b;'
plant found src/optim/planted.c 'static double f(double x) { return log (x); }'
plant found src/game/planted.c '#pragma omp parallel'
plant found src/eval/planted.c '#include <mpi.h>'
plant found src/optim/planted.c 'static void f(void) { MPI_Finalize(); }'
plant allowed src/eval/cluster.c '#include <mpi.h>'
plant found src/eval/planted.c 'static void f(void) { nanosleep(NULL, NULL); }'
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
plant found src/game/tetris/lanes.c '#include <arm_neon.h>'
plant found src/optim/planted.c '#include <sleef.h>'
plant found src/eval/planted.c '#include <omp.h>'
plant found src/eval/planted.c '#include <pthread.h>'
plant found src/agent/planted.c 'static void f(void) { sched_yield(); }'
plant allowed src/eval/team.c '#include <omp.h>'
plant allowed src/eval/team.c '#include <pthread.h>'
plant allowed src/game/tetris/simd_x86.h '#include <immintrin.h>'
plant allowed src/agent/planted.c '#include "game/game.h" // not printf("x")'
plant allowed src/base/planted.c 'static int f(char *s) { return snprintf(s, 9, "%s", "log(x) time(0)"); }'
plant allowed src/optim/planted.c 'static double f(struct part *p) { return p->exp(1) + pso.read(2); }'
plant allowed src/run/planted.c '#include "registry.h"'
plant found src/api/planted.c '#include "cli/verb.h"'
plant found src/api/planted.c 'static void f(void) { fprintf(stderr, "x"); }'
plant found src/api/planted.c '#include <signal.h>'
plant allowed src/api/planted.c '#include "swarmtris.h"'
plant found src/run/planted.c '#include "api/api.h"'

# What a test has left in the root, and git was given with the rest.
if [ -e .git ] && command -v git >/dev/null; then
    known='.ci .clang-format .gitignore CHANGELOG.md CITATION.cff LICENSE Makefile README.md bench include params plots pyproject.toml src tests'
    more=$(git ls-files | sed 's|/.*||' | sort -u | grep -vxF -f <(tr ' ' '\n' <<<"$known"))
    none "$more" "git has no other file in the root than those of the project"
fi
exit $failed
