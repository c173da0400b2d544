#!/usr/bin/env bash
# sh_commands.sh: the commands of all pages. Every block marked sh or python is run, page by page, in a folder that holds what a clone holds and
# with what make install installs in the PATH. A block marked text behind it is what it prints, but for numbers in lines with a time or a speed.
#
# A line that ends with "# status N" must end with that status. Of make, install and uninstall are run; other targets, which would build and
# test within a test, must exist. UPDATE=1: what is printed today is written into the pages. Without FULL, UPDATE or PAGE=page: the beginning of
# README.md alone.
. "$(dirname "$0")/shell.sh" || exit 1

mkdir bin home
make -s -C "$root" install PREFIX="$work/usr" >log 2>&1
say $? "make install for the commands of the pages"
module=$(dirname "$(find "$work/usr" -name swarmtris.py)")
cat >bin/make <<END
#!/bin/sh
case " \$* " in
*" install "* | *" uninstall "*) exec $(command -v make) -s -C "$root" "\$@" ;;
*) exec $(command -v make) -n -C "$root" "\$@" >/dev/null ;;
esac
END
chmod +x bin/make

# split PAGE: blocks into the files 1.sh, 2.py, ...; what they print into 1.text, ...
read -r -d '' split <<'P'
use strict; use warnings;
local $/;
my ($n, $page) = (0, <STDIN>);
while ($page =~ /^```(sh|python)\n(.*?)^```\n(?:\n```text\n(.*?)^```\n)?/gms) {
    my ($kind, $code, $text) = ($1, $2, $3);
    $n++;
    $code =~ s/^(.*?)\s+# status (\d+)$/expect_status $2 $1/gm if $kind eq 'sh';
    open my $out, '>', "$n.".($kind eq 'sh' ? 'sh' : 'py') or die; print $out $code; close $out;
    next unless defined $text;
    open $out, '>', "$n.text" or die; print $out $text; close $out;
}
print "$n\n";
P

# same OUTPUT TEXT: status 0 if the text is the output.
read -r -d '' same <<'P'
use strict; use warnings;
sub lines { open my $f, '<', shift or die; return map { s/\s+$//r } <$f> }
sub plain { my $line = shift; $line =~ s/\d[\d.]*[kMG]?/N/g if $line =~ m{/s\b|\d ?s\b|\dm\d\ds}; return $line }
my ($output, $text) = @ARGV;
my $all = join '', map { plain($_)."\n" } lines($output);
my $wanted = join '', map { $_ eq '...' ? '(?:.*\n)*' : quotemeta(plain($_)).'\n' } lines($text);
exit($all =~ /^$wanted$/ ? 0 : 1);
P

# What a page's blocks run in: one shell, so that variables of one block are known to the next.
cat >driver <<'END'
set -eE
expect_status() { # STATUS COMMAND...
    local wanted=$1 status=0
    shift
    "$@" || status=$?
    [ $status = "$wanted" ]
}
for ((block = 1; block <= blocks; block++)); do
    echo $block >"$files/reached"
    if [ -e "$files/$block.sh" ]; then
        . "$files/$block.sh" >"$files/$block.out" 2>"$files/$block.err" </dev/null
    else
        python3 "$files/$block.py" >"$files/$block.out" 2>"$files/$block.err" </dev/null
    fi
done
echo all >"$files/reached"
END

update() { # PAGE: the text blocks become what was printed, but for those that leave something out
    files=$files perl -0777 -i -pe '
        my $n = 0;
        s{^(```(?:sh|python)\n.*?^```\n)(?:(\n```text\n)(.*?)(^```\n))?}{
            $n++;
            my ($all, $code, $begin, $text, $end) = ($&, $1, $2, $3, $4);
            if (defined $begin && $text !~ /^\.\.\.$/m) { open my $f, "<", "$ENV{files}/$n.out"; $all = $code.$begin.join("", <$f>).$end }
            $all
        }gmse' "$1"
}

run_page() { # PAGE
    local files=$work/files/$1 folder=$work/folders/$1 blocks n status
    mkdir -p "$files" "$folder/tests"
    blocks=$(cd "$files" && perl -e "$split" <"$root/$1")
    [ "$blocks" != 0 ] || return
    blocks=${short:-$blocks}
    if ls "$files"/*.py >/dev/null 2>&1 && ! command -v python3 >/dev/null; then
        echo "skip - the commands of $1: python3 is not installed"
        return
    fi
    cp -r "$root"/{params,plots,bench} "$folder" && cp -r "$root/tests/examples" "$folder/tests"
    (cd "$folder" && HOME=$work/home PYTHONPATH=$module PYTHONDONTWRITEBYTECODE=1 PATH=$work/bin:$work/usr/bin:$PATH files=$files blocks=$blocks bash "$work/driver")
    status=$?
    n=$(cat "$files/reached")
    if [ "$n" != all ] && ! built && unbuilt "$files/$n.err"; then
        echo "skip - the commands of $1 from block $n of $blocks on: they need a system that is not built in"
        return
    fi
    [ $status = 0 ] && [ "$n" = all ]
    say $? "the $blocks blocks of commands of $1 run"
    if [ "$n" != all ]; then
        echo "# status $status in block $n:"
        sed 's/^/# | /' "$files/$n".{sh,py} 2>/dev/null
        tail -n 10 "$files/$n.err" | sed 's/^/# /'
        return
    fi
    [ -z "$UPDATE" ] || update "$root/$1"
    for ((n = 1; n <= blocks; n++)); do
        [ -e "$files/$n.text" ] || continue
        perl -e "$same" "$files/$n.out" "$files/$n.text"
        say $? "... and block $n prints what the page shows"
        perl -e "$same" "$files/$n.out" "$files/$n.text" || diff "$files/$n.text" "$files/$n.out" | sed 's/^/# /'
    done
}

[ -n "${FULL-}${UPDATE-}${PAGE-}" ] || short=4 PAGE=README.md
pages=$(cd "$root" && find . -name '*.md' -not -path './build/*' -not -path './runs/*' -not -path './.*' | sed 's|^\./||' | sort)
for page in ${PAGE:-$pages}; do run_page "$page"; done
exit $failed
