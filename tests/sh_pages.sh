#!/usr/bin/env bash
# sh_pages.sh: the pages, man pages and completions. Generated parts are up to date, links lead somewhere, every key, option, exit status and
# column is on exactly one page, tables of real runs have the columns that the page lists, mandoc and three shells complete a command line.
. "$(dirname "$0")/shell.sh" || exit 1
printer=$root/${BUILD:-build/release}/docs
generated=$root/${BUILD:-build/release}/pages

# The pages are about the program with all systems; what of them belongs to a system cannot be compared where it is not built.
built && whole=yes || { whole=; echo "skip - pages against the program: some systems are not built"; }

# ---- what is generated is up to date ----

if [ -n "$whole" ]; then
"$root/src/docs/pages.sh" "$printer" "$work/fresh" >list 2>err
[ $? = 0 ] && [ "$(wc -l <list)" -ge 3 ]
say $? "src/docs/pages.sh makes $(wc -l <list) pages"
while read -r page; do
    page=${page#"$work/fresh/"}
    same "$page is what make docs prints" "$root" "fresh" $page
done <list
fi

[ "$(wc -l <"$root/README.md")" -le 200 ] && ! grep -rlE '^(<<<<<<<|>>>>>>>)' "$root"/*.md "$root"/*/*.md
say $? "README has at most 200 lines, and no page marks of a merge"

is "$(sed '/^```text/,$d; s/!\[[^]]*\]([^)]*)//g' "$root/README.md" | wc -w | awk '{ print $1 <= 130 }')" 1 "... and a first result after 130 words"

grep -q "$(head -n 1 "$root/tests/expected/signature.txt")" "$root/params/guide.md"
say $? "the guide has the signature"

# ---- links ----

# Headings become anchors as on GitHub: lower case, blanks to hyphens, nothing but letters, digits, hyphens and underscores.
read -r -d '' links <<'P'
use strict; use warnings;
my @pages = split /\n/, `find . -name '*.md' -not -path './build/*' -not -path './runs/*' -not -path './.*'`;
my (%anchor, %text, $links);
for my $page (@pages) {
    $page =~ s{^\./}{};
    open my $f, '<', $page or die; local $/; my $text = <$f>; close $f;
    $text =~ s/^```.*?^```$//gms;
    my %seen;
    for ($text =~ /^#+ (.*?)\s*$/gm) {
        my $name = lc;
        $name =~ s/[^\w\- ]//g, $name =~ s/ /-/g;
        my $n = $seen{$name}++;
        $anchor{$page}{$n ? "$name-$n" : $name} = 1;
    }
    $text =~ s/^(?:    |\t).*$//gm, $text =~ s/`[^`\n]*`/code/g;
    $text{$page} = $text;
}
for my $page (sort keys %text) {
    my @target = ($text{$page} =~ /\]\(([^()\s]*(?:\([^()\s]*\)[^()\s]*)*)\)/g, $text{$page} =~ /<(https?:[^>]*)>/g);
    for my $target (@target) {
        $links++;
        if ($target =~ /^[a-z]+:/) {
            print "$page: $target: is no address\n" unless $target =~ m{^https?://[\w.-]+\.[a-z]+(?::\d+)?(?:/[\w./?=&#~%()+,;:-]*)?$};
            next;
        }
        my ($file, $mark) = split /#/, $target, 2;
        my $to = $file eq '' ? $page : join '/', grep { length } (($page =~ m{^(.*)/})[0] // ''), $file;
        1 while $to =~ s{(^|/)(?!\.\./)[^/]+/\.\./}{$1};
        print "$page: $target: there is no $to\n" unless -e $to;
        print "$page: $target: there is no such heading in $to\n" if defined $mark && !$anchor{$to}{$mark};
    }
}
print "links: $links\n";
P
offences() { (cd "$1" && perl -e "$links") >links; grep -v '^links: ' links; }
found=$(offences "$root")
[ -z "$found" ] && [ "$(sed -n 's/^links: //p' links)" -gt 100 ]
say $? "every link leads somewhere: $(tail -n 1 links)"
[ -z "$found" ] || echo "$found"
make -s -C "$root" install PREFIX="$work/usr" >log 2>&1
say $? "make install"
# The source and the tests are not installed.
found=$(offences usr/share/swarmtris | grep -vE ': there is no (src|tests|include)(/|$)|: there is no such heading in (src|tests)/')
[ -z "$found" ] && [ -s usr/share/doc/swarmtris/params/guide.md ] && [ -s usr/share/man/man1/swarmtris.1 ]
say $? "... and so does every link of the installed pages: $(tail -n 1 links)"
[ -z "$found" ] || echo "$found"
mkdir planted
printf '# A page\n\n[x](gone.md) [y](#a-page) [z](#no-page) <https://a b> [w](page.md#a-page)\n' >planted/page.md
is "$(offences planted | wc -l)" 3 "links that lead nowhere are found"

# ---- targets of make ----

# What a page calls "make NAME" or "make campaign NAME=NAME" is there.
make -s -C "$root" help | sed -n 's/^  make \([a-z-]*\).*/\1/p' >targets && printf '%s\n' tests wheel dist deb >>targets
make -s -C "$root" campaign | sed -n 's/^  \([a-z0-9-]*\) .*/\1/p' >campaigns
find "$root" -name '*.md' -not -path '*/build*' -not -path '*/runs/*' -not -name CHANGELOG.md -exec grep -ohE '`(timeout [0-9a-z]+ )?make [^`]*`|^make .*' {} + >said
{
    grep -oE 'make [a-z-]+' said | cut -d ' ' -f 2 | sort -u | comm -23 - <(sort -u targets)
    grep -oE 'campaign NAME=[a-z0-9-]+' said | cut -d = -f 2 | sort -u | comm -23 - <(sort campaigns)
} >wrong
[ "$(wc -l <targets)" -gt 10 ] && [ "$(wc -l <campaigns)" -gt 30 ] && [ "$(wc -l <said)" -gt 30 ] && [ ! -s wrong ]
say $? "every target and campaign that a page names is there: $(wc -l <said)"
cat wrong

# ---- the bibliography ----

# A name with a year, "Thiery & Scherrer 2009", in sources, weights files and what list prints is in one entry of the bibliography.
(
    parts=$("$program" list --json | perl -0777 -ne 'while (/"(agents|optimisers)": \[(.*?)\n  \]/sg) { my $of = $2; print "$1 " while $of =~ /^      "name": "([^"]+)"/mg }')
    for part in games features sets functions $parts; do "$program" list "$part"; done
    cat "$root"/params/weights/*.ini
    grep -rhE 'Source:|^ \*' "$root/src" "$root/include" --include='*.[ch]'
) | bibliography=$root/params/bibliography.md perl -e '
    my $page = do { local (@ARGV, $/) = $ENV{bibliography}; <> };
    my @entry = split /\n- |\n\| /, $page;
    my %named;
    while (<STDIN>) { $named{"$1 $2"} = 1 while /\b([A-Z][A-Za-z]+)[^A-Z0-9]{0,12}?\(?\b((?:19|20)\d\d)\b/g }
    for (sort keys %named) { my ($name, $year) = split / /; print "$_\n" unless grep { /\Q$name\E/i && /$year/ } @entry }
    print "named: ", scalar(keys %named), "\n"' >named
[ "$(wc -l <named)" = 1 ] && [ "$(sed -n 's/^named: //p' named)" -gt 40 ]
say $? "every paper that is named is in the bibliography: $(tail -n 1 named)"
grep -v '^named: ' named

# ---- each name on exactly one page ----

# Lines "KIND NAME PAGE", between tabs, of all tables whose first column is KIND; a key has its section before it, a column its table.
read -r -d '' names <<'P'
use strict; use warnings;
for my $page (@ARGV) {
    open my $f, '<', $page or die;
    my ($kind, $heading) = ('', '');
    while (<$f>) {
        $heading = $1 if /^#+ (.*?)\s*$/;
        if (/^\| (key|weight|option|status|column|variable|signal|file) \|/) { $kind = $1; next }
        if (!/^\|/) { $kind = ''; next }
        next if $kind eq '' || !/^\| ((?:`[^`]*` ?)+) \|/;
        my $cell = $1;
        my $section = $kind eq 'key' || $kind eq 'weight' ? ($heading =~ /^\[(\w+)\]/)[0]."." : $kind eq 'column' ? "$heading:" : '';
        my @name = $cell =~ /`([^`]*)`/g;
        @name = $name[-1] unless $kind eq 'column'; # of an option the last one is the long one
        for (@name) { s/ .*//; print "$kind\t$section$_\t$page\n" }
    }
}
P
(cd "$root" && find . -name '*.md' -not -path './build/*' -not -path './runs/*' -not -path './.*' | xargs perl -e "$names") | sort -u >places
cut -f 1,2 places | sort | uniq -d >twice
[ ! -s twice ]
say $? "no key, option, status, column or file is on two pages"
[ ! -s twice ] || cat twice
listed() { awk -F '\t' -v kind="$1" '$1 == kind { print $2 }' places | sort -u; }

"$program" list --json >listed.json
perl -0777 -ne 'while (/"section": "(\w+)",\s*(?:"kind": "[^"]*",\s*)?"key": "(\w+)"/g) { print "$1.$2\n" }' listed.json | sort -u >keys
perl -0777 -ne '($_) = /"agents": \[(.*?)\n  \]/s; while (/"weights": \[(.*?)\]/sg) { my $of = $1; print "agent.$1\n" while $of =~ /^\s+"(\w+)",?$/mg }' listed.json | sort -u >weights
listed key >there
comm -23 keys there >missing
comm -13 keys there >more
[ -n "$whole" ] || : >more
[ "$(wc -l <keys)" -gt 80 ] && [ ! -s missing ] && [ ! -s more ]
say $? "the keys of the pages are those of swarmtris list: $(wc -l <there)"
comm -3 weights <(listed weight) >wrong
[ -z "$whole" ] || { [ ! -s wrong ] && [ "$(listed weight | wc -l)" -ge 8 ]; }
say $? "so are the weights that agents name themselves: $(listed weight | wc -l)"
cat missing more

for verb in '' $("$program" --help | sed -nE 's/^  ([a-z]+) .*/\1/p'); do "$program" $verb --help; done |
    sed -nE 's/^  (-.,|   ) (--[a-z-]+).*/\2/p' | sort -u >options
listed option | comm -3 options - >wrong
[ -n "$whole" ] || sed -i '/^\t/d' wrong # those of absent verbs
[ "$(wc -l <options)" -gt 25 ] && [ ! -s wrong ]
say $? "the options of the pages are those of --help: $(wc -l <options)"
cat wrong

grep -oE 'ROW\(STATUS_[A-Z_]+, [0-9]+' "$root/src/file/files.h" | sed 's/.*, //' | sort >statuses
listed status | comm -3 statuses - >wrong
[ "$(wc -l <statuses)" -ge 12 ] && [ ! -s wrong ]
say $? "the exit statuses of the pages are those of the source: $(xargs <statuses)"
grep -rl 'getenv(' "$root/src" "$root/bench" | xargs grep -hoE '"[A-Z][A-Z_]{3,}"' | tr -d '"' | sort -u >variables
listed variable | grep -v '^OMP_WAIT_POLICY$' | comm -3 variables - >wrong
[ -s variables ] && [ ! -s wrong ]
say $? "the variables of the pages are those that the program asks for: $(xargs <variables)"
cat wrong

# ---- columns: what real runs write ----

quiet() { "$program" "$@" >>out 2>>err </dev/null || { echo "# swarmtris $*: status $?"; tail -n 3 err | sed 's/^/# /'; }; }
ini game height=6 training iterations=3 games=6 log_positions=yes selection finalists=2 games=2 validation games=10 \
    optimiser particles=6 >small.ini
for kind in pso cmaes lus noisy-ce $(built tetrispros && echo ga-pso); do
    elite=
    [ $kind != noisy-ce ] || elite="--set optimiser.elite=0.5"
    quiet train small.ini --set optimiser.kind=$kind --out runs/$kind -q $elite
done
quiet train small.ini --repeat 2 --out runs/repeat -q
quiet encode "$root/params/encode.ini" --set encode.epochs=2 --set encode.full_epochs=0 --out runs/encode -q
for axis in pieces seconds; do quiet plot runs/pso runs/repeat --axis $axis --out charts/compare-$axis; done
for run in runs/pso runs/repeat; do quiet plot $run --axis seconds; done
cp -r runs/repeat runs/unsummed && rm runs/unsummed/summary.tsv && quiet plot runs/unsummed # as study leaves them
weights=$root/params/weights
quiet train "$root/params/quick.ini" --set training.total_pieces=200000 --set training.log_positions=yes --out runs/metric -q
quiet eval "$weights/bcts.ini" --games 5 --set game.height=6 --out runs/eval
quiet compare "$weights/bcts.ini" "$weights/report-draft.ini" --games 5000 --set game.height=6 --out runs/compare
quiet tournament "$weights/bcts.ini" "$weights/dellacherie.ini" --games 20 --set game.height=6 --out runs/tournament
quiet eval "$weights/q-small.ini" --games 2 --out runs/q
quiet train "$root/params/meta-tetris-small.ini" --out runs/meta -q --set training.total_games=6 --set training.games=1 --set training.iterations=1 \
    --set selection.finalists=0 --set validation.games=2 --set optimiser.particles=2 --set meta.baselines=trelea --set meta.ablation=1
quiet landscape "$root/params/functions/sphere.ini" --out runs/map -q --set training.games=2 --set optimiser.steps='3 3'
quiet plot runs/map
quiet landscape "$root/params/functions/sphere.ini" --out runs/lines -q --set training.games=2 --set optimiser.shape=axes
quiet plot runs/lines
quiet study runs/repeat --out runs/study
"$program" play "$weights/bcts.ini" --set game.height=4 --trace --set "game.points=0 1 2 3 4" >trace.tetris 2>>err
"$program" play "$weights/bcts.ini" --moves >moves.tetris 2>>err
echo -10 5 -10 -10 -10 -10 >six
touch trace.guideline
! built guideline || "$program" play six --features dellacherie --set game.kind=guideline --set game.height=8 --trace >trace.guideline 2>>err
echo | "$program" eval - >answers 2>>err
quiet train small.ini --out runs/pieces -q --set validation.estimator=splitting --set training.iterations=0 --set training.total_pieces=5000 --set selection.share=0
quiet train small.ini --out runs/endless -q --set game.pieces=O --set training.games=1 --set training.iterations=0 --set training.total_pieces=5000 \
    --set selection.share=0.1 # no game ends by itself, neither in the search nor in the re-selection
"$program" export runs/pso runs/cmaes runs/eval runs/pieces runs/endless >exported 2>>err
"$program" export runs/pso --table metrics >/dev/null 2>>err

# Lines "TABLE COLUMN" as the page calls the table.
find runs charts -name '*.tsv' | while read -r file; do
    table=$(basename "$file")
    case $file in
    */charts/*_parts.tsv) table=charts/landscape_parts.tsv ;;
    */charts/sensitivity.tsv | */charts/landscape.tsv) table=charts/landscape.tsv ;;
    *seconds*.tsv) table=charts/compare_seconds_K.tsv ;;
    */repeat_reported.tsv | */compare_*_reported.tsv) table=charts/repeat_reported.tsv ;;
    */charts/repeat.tsv | charts/*/compare_*.tsv) table=charts/repeat.tsv ;;
    runs/study/study*.tsv | runs/study/mean_median*.tsv) table=charts/$table ;;
    esac
    head -n 1 "$file" | tr '\t' '\n' | sed "s|^|$table:|"
done >written
head -n 1 -q trace.tetris trace.guideline moves.tetris | tr '\t' '\n' | sed 's/^/play --trace:/' >>written
head -n 1 exported | tr '\t' '\n' | sed 's/^/export:/' >>written
head -n 1 answers | tr '\t' '\n' | sed 's/^/eval -:/' >>written
# Tables of bench, from the results that are kept.
for csv in "$root"/bench/results/*/{parallel,engines}.csv; do
    [ -e "$csv" ] && head -n 1 "$csv" | tr , '\n' | sed "s|^|$(basename "$csv"):|" >>written
done
sort -u written -o written
sed -n '/^## Tables/,$p' "$root/plots/README.md" | cat - "$root/bench/results/README.md" | perl -ne '
    $table = $1 if /^###? (.*)/;
    if (/^\| ((?:`[^`]*` ?)+) \|/) { my $names = $1; print "$table:$_\n" for $names =~ /`(.*?)`/g }' >documented
perl - documented written "$whole" <<'P' >columns
use strict; use warnings;
my (%exact, @pattern, %used);
open my $f, '<', $ARGV[0] or die;
while (<$f>) {
    chomp;
    $exact{$_} = 1, next unless /</;
    (my $re = quotemeta) =~ s/\\<.*?\\>/[^:]+/g;
    (my $fixed = $_) =~ s/<.*?>//g;
    push @pattern, [$_, qr/^$re$/, length $fixed]; # <baseline>_score goes before <baseline>
}
open $f, '<', $ARGV[1] or die;
while (<$f>) {
    chomp;
    next if /^charts\/compare_seconds_K.tsv:(?!seconds)/;
    if ($exact{$_}) { $used{$_} = 1; next }
    my $line = $_;
    my ($p) = sort { $b->[2] <=> $a->[2] } grep { $line =~ $_->[1] } @pattern;
    print "is on no page: $line\n" unless $p;
    $used{$p->[0]} = 1 if $p;
}
print "no run has written: $_\n" for grep { $ARGV[2] && !$used{$_} } sort keys %exact, map { $_->[0] } @pattern;
P
[ "$(wc -l <written)" -gt 150 ] && [ ! -s columns ]
say $? "the columns of the pages are those that runs write: $(wc -l <documented)"
cat columns

# Charts: those that the program draws.
sed -n '/^static const ChartRow core/,/^};/p' "$root/src/charts/charts.c" | sed -nE 's/^    \{"([a-z_]+)", .*/\1/p' | sort >drawn
(cd "$root/plots" && grep -l '^chart = ' ./*.gp | sed 's|./\(.*\)\.gp|\1|' | sort) >scripts
comm -23 drawn scripts >wrong
[ "$(wc -l <drawn)" -ge 11 ] && [ ! -s wrong ]
say $? "every chart that a run may have is a script of plots/, and so on its page: $(wc -l <drawn)"
cat wrong

# ---- verdicts ----

# The tables of contest.md are those of its files, and no ratio of a page is bold whose interval contains 1.
for page in "$root"/bench/results/*.md; do
    grep -nE '\*\*[0-9.]+\*\* \(0[.0-9]*(\.\.| to )[1-9][.0-9]*\)' "$page" | sed "s|^|$page:|"
done >bold
perl - "$root"/bench/results/contest{.md,.tsv,_again.tsv} <<'P' >>bold
use strict; use warnings; no warnings 'redundant';
my ($page, @tsv) = @ARGV;
my (@of, @names, $table);
for my $file (@tsv) {
    open my $f, '<', $file or die "$file: $!";
    push @of, { map { chomp; my @c = split /\t/; ("$c[0] $c[1]", \@c) } <$f> };
}
open my $f, '<', $page or die "$page: $!";
while (<$f>) {
    my @cell = split / *\| */;
    ++$table and @names = @cell and next if /^\| cell \| best /;
    next unless /^\| [\w-]+ \| [\d.,]+( M)? \|/;
    for my $i (3 .. $#names) {
        my $c = $of[$table - 1]{"$cell[1] " . $names[$i] =~ tr/`//dr} or next;
        my $wanted = $c->[5] == 1 ? '**1**' : sprintf $c->[5] < 0.695 ? '%.2f' : '%.2f (%.2f..%.2f)', @$c[5 .. 7];
        print "$page:$.: $names[$i] has $cell[$i], the file $wanted\n" if $cell[$i] ne $wanted;
    }
}
P
cat bold
[ ! -s bold ]
say $? "the ratios of the contest are those of its files, and none is bold whose interval contains 1"

# ---- man pages ----

if command -v mandoc >/dev/null; then
    mkdir -p man/man1 man/man5
    cp "$generated/swarmtris.1" man/man1 && cp "$generated/swarmtris.ini.5" man/man5
    # It looks for the other page in /usr/share/man, where it is not.
    for page in man/man1/swarmtris.1 man/man5/swarmtris.ini.5; do
        mandoc -T lint "$page" 2>&1 | grep -v 'referenced manual not found: Xr swarmtris' >lint
        [ ! -s lint ]
        say $? "mandoc -T lint has nothing to say of $(basename $page)"
        head -n 20 lint
    done
    mandoc -T utf8 man/man1/swarmtris.1 | sed 's/.\x08//g' >text
    for verb in train compare study; do grep -q "^     $verb" text || echo "# $verb is missing"; done >missing
    grep -q -- '--max-time' text && grep -q 'EXIT STATUS' text && [ ! -s missing ]
    say $? "swarmtris(1) has verbs, options and exit statuses: $(wc -l <text) lines"
    mandoc -T utf8 man/man5/swarmtris.ini.5 | sed 's/.\x08//g' >text
    grep -q 'inertia' text && grep -q 'total_pieces' text
    say $? "swarmtris.ini(5) has the keys: $(wc -l <text) lines"
else
    echo "skip - mandoc is not installed"
fi

# ---- completion ----

offers() { # SHELL TEXT WORD...: of file offered: each word, alone in its line
    local shell=$1 text=$2 word all=0
    shift 2
    for word; do grep -qxF -- "$word" offered || { all=1; echo "# $shell does not offer $word"; }; done
    say $all "$shell completes $text"
}
mkdir files && touch files/first.ini
export PATH=$work/usr/bin:$PATH
bash_offers() { # WORD...
    bash --norc -c 'source "$1"; shift; COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); _swarmtris; printf "%s\n" "${COMPREPLY[@]}"' \
        - "$root/src/cli/swarmtris.bash" "$@" >offered 2>err
}
bash_offers swarmtris ''
offers bash verbs train eval study --help
bash_offers swarmtris train --re
offers bash options --resume --repeat
lacks --games offered
bash_offers swarmtris train x.ini --mode ''
offers bash values none particles games both
bash_offers swarmtris train x.ini --engine ''
offers bash "values of a key" reference lanes columns auto
bash_offers swarmtris train x.ini --set training.tot
offers bash keys training.total_games= training.total_pieces=
bash_offers swarmtris train files/f
offers bash files files/first.ini
bash_offers swarmtris eval del
offers bash "names of weights" dellacherie
bash_offers swarmtris list ''
offers bash "the words of a verb" features optimisers
bash_offers swarmtris eval w.ini --games ''
none "$(cat offered)" "bash offers nothing for a number"
for verb in '' $("$program" help | sed -nE 's/^  ([a-z]+) .*/\1/p'); do "$program" help $verb; done | grep -w complete >offered
"$program" complete '' | grep '^complete' >>offered
none "$(cat offered)" "no help and no shell names the verb that answers"

offers_of() { # SHELL FILE: what its function SHELL_offers leaves for some command lines; FILE: how it writes the name of files/first.ini
    "$1_offers" 'swarmtris '
    offers "$1" verbs train eval study
    "$1_offers" 'swarmtris train --re'
    offers "$1" options --resume --repeat
    "$1_offers" 'swarmtris train x.ini --mode '
    offers "$1" values none particles games both
    "$1_offers" 'swarmtris train x.ini --mode=p'
    offers "$1" "values in the same word" --mode=particles
    "$1_offers" 'swarmtris train x.ini --set training.tot'
    offers "$1" keys training.total_games= training.total_pieces=
    "$1_offers" 'swarmtris train files/f'
    offers "$1" files "$2"
    "$1_offers" 'swarmtris eval del'
    offers "$1" "names of weights" dellacherie
    "$1_offers" 'swarmtris list '
    offers "$1" "the words of a verb" features optimisers
}
if command -v fish >/dev/null; then
    fish_offers() { # COMMAND LINE
        HOME=$work fish --no-config -c 'source $argv[1]; complete -C $argv[2]' "$root/src/cli/swarmtris.fish" "$1" 2>err | cut -f 1 >offered
    }
    offers_of fish files/first.ini
else
    echo "skip - fish is not installed"
fi

if command -v zsh >/dev/null; then
    # An interactive zsh that writes what compadd is given and would show into the file offers, when ^T is typed behind a line.
    mkdir zsh && cat >zsh/.zshrc <<END
PS1='ready>'
fpath=("$root/src/cli" \$fpath)
autoload -Uz compinit && compinit -u -d "$work/dump"
unsetopt auto_list auto_menu
compadd() {
    local -a found
    builtin compadd -O found "\$@"
    print -rl -- \$found >>"$work/offers"
    builtin compadd "\$@"
}
ask() { zle complete-word; print finished >>"$work/offers" }
zle -N ask
bindkey '^T' ask
END
    cat >ask.zsh <<'END'
zmodload zsh/zpty
zpty shell "ZDOTDIR=$PWD/zsh zsh -d -i"
zpty -r shell line '*ready>*'
zpty -n -w shell "$1"$'\C-t'
for ((i = 0; i < 200; i++)); do grep -qsx finished offers && break; sleep 0.1; done
zpty -d shell
END
    zsh_offers() { # COMMAND LINE
        rm -f offers
        timeout 60 zsh -f ask.zsh "$1" >err 2>&1
        sort -u offers >offered 2>/dev/null
    }
    offers_of zsh first.ini
else
    echo "skip - zsh is not installed"
fi
exit $failed
