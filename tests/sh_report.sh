#!/usr/bin/env bash
# sh_report.sh: pages of runs: of every kind of directory, whole, of the same bytes each time, small, and nothing but text whatever a
# run is called or holds. FULL=2 opens them in a headless Chromium, if there is one.
. "$(dirname "$0")/shell.sh" || exit 1
command -v python3 >/dev/null || { echo "skip - pages: no python3 here"; exit 0; }

cat >page.py <<'END'
# page.py FILE [MARK...]: the page is well-formed, asks for nothing, and has one script; every MARK, text that would be a tag, is text.
import html.parser, sys
void, names, ids, wanted, stack, texts = 'meta input br'.split(), [], [], [], [], []
class Page(html.parser.HTMLParser):
    def handle_startendtag(self, tag, attrs): self.look(tag, attrs)
    def handle_starttag(self, tag, attrs):
        self.look(tag, attrs)
        if tag not in void: stack.append(tag)
    def look(self, tag, attrs):
        names.append(tag)
        assert len(attrs) == len(dict(attrs)), (tag, attrs)
        for key, value in attrs:
            assert not key.startswith('on'), (tag, key)
            if key == 'id': ids.append(value)
            if key in ('src', 'href', 'xlink:href'):
                assert value.startswith('#') or tag == 'image' and value.startswith('data:image/svg+xml,<svg '), value
                if value[0] == '#': wanted.append(value[1:])
            assert tag == 'image' or 'http' not in value, value
    def handle_endtag(self, tag): assert stack and stack.pop() == tag, (tag, self.getpos())
    def handle_data(self, data): texts.append(data)
    def handle_comment(self, data): assert False, data
page = Page(convert_charrefs=True)
text = open(sys.argv[1], encoding='utf-8').read()
page.feed(text)
page.close()
assert not stack, stack
assert len(ids) == len(set(ids)) and set(wanted) <= set(ids), 'ids'
assert names.count('script') == 1 and names.count('html') == 1 and 'default-src \'none\'' in text
assert not set(names) & set('iframe object embed link base form a img'.split()), names
assert '\u2028' not in ''.join(t for t in texts if 'querySelector' in t)
for mark in sys.argv[2:]: assert any(mark in t for t in texts), mark
END
whole() { # TEXT FILE [MARK...]
    local text=$1
    shift
    python3 page.py "$@" 2>said
    say $? "$text: a whole page of $(wc -c <"$1") bytes"
    [ -s said ] && tail -n 1 said | sed 's/^/# /'
}
drawn() { # TEXT NUMBER FILE: so many charts, where there is gnuplot
    command -v gnuplot >/dev/null || return
    is "$(grep -c '^<div class="chart"><svg viewBox' "$3")" "$2" "$1: $2 charts"
}

small_ini >small.ini
expect 0 "a training" train small.ini --out run -q --set training.log_positions=yes
expect 0 "its page" report run
[ "$(cat out)" = run/report.html ] && [ "$(wc -c <run/report.html)" -lt 500000 ]
say $? "... is run/report.html, of less than 500 kB"
whole "a training" run/report.html 'game.height' 'overstated, the luckiest was kept' 'the score to report' 'swarmtris play run --watch'
drawn "a training" 5 run/report.html
cp run/report.html first.html
expect 0 "the same again" report run --out again.html
same "... has the same bytes" first.html again.html
none "$(find . -name '*.tmp')" "... and leaves nothing behind"
grep -q '<b class="cost">1</b>' first.html && ! grep -q 'class="controls">' first.html
say $? "without a script the first board is there, and no control that does nothing"
grep -q 'weight &times; sd' first.html && ! [ -e run/features.tsv ]
say $? "weights times the standard deviation of their features, which nothing in the run has"

# ---- a page that is handed on ----

expect 0 "a page of a path from the root" report "$PWD/run" --out root.html
sed 's|href="data:[^"]*"||g' root.html >text
lacks "$PWD|$(hostname)<|[0-9]\.[0-9]{6}" text
[ "$(grep -o '<td class="n">[0-9,]*</td>' root.html | grep -cE '[0-9]{4}[,<]')" = 0 ]
say $? "... has neither this machine's name nor its folders, and numbers as people write them"

# ---- kinds of directories ----

"$program" train small.ini --out other --seed 2 -q >out 2>err
"$program" train small.ini --repeat 2 --out repeat -q >out 2>err
"$program" train small.ini --repeat 2 --seed 5 --out later -q >out 2>err
"$program" eval run/weights.ini --games 20 --out eval -q >out 2>err
"$program" tournament run other --games 20 --out tournament -q >out 2>err
"$program" study repeat later --out study >out 2>err
ini objective kind=sphere dim=2 training iterations=5 optimiser particles=4 >sphere.ini
"$program" train sphere.ini --out sphere -q >out 2>err
"$program" landscape sphere.ini --out landscape --set optimiser.steps=3 --set training.games=2 -q >out 2>err
ini meta problems=sphere.ini "tune=inertia cognitive social" training iterations=3 optimiser particles=6 >meta.ini
"$program" train meta.ini --out meta -q >out 2>err
for kind in eval:1 tournament:1 study:1 repeat:1 sphere:1 landscape:1 meta:6; do
    expect 0 "a page of ${kind%:*}" report "${kind%:*}" --out kind.html
    whole "${kind%:*}" kind.html
    drawn "${kind%:*}" "${kind#*:}" kind.html
    case $kind in tournament*|study*) is "$(grep -o '<h2>[^<]*' kind.html | head -n 1)" '<h2>The ranking' "... begins with the ranking" ;; esac
done
printf 'few  optimiser.particles=4\nmany optimiser.particles=5\n' >ways.list
"$program" study small.ini ways.list --repeat 2 --out listed --alpha 0.3 -q >out 2>err
expect 0 "a page of a study of a list" report listed --out kind.html
whole "a study of a list" kind.html '2 ways of training' 'too few seeds to tell' 'spent, mean' 'No equal budgets' ' times as much as ' 'at the 30 % level'
drawn "a study of a list, its curves, too" 2 kind.html
for said in '>few</th><td>optimiser.particles = 4<br></td>' '>many</th><td>optimiser.particles = 5<br></td>' '>The first run; the same ini and seed'; do
    grep -qF "$said" kind.html
    say $? "... says in what its ways differ, and where it is from: $said"
done
expect 0 "a page of several runs" report run other --out kind.html --title 'two & two'
whole "several" kind.html 'two & two' 'The runs together'
drawn "several, first of all what compares them" 8 kind.html

# ---- nothing but text ----

name='a<script>alert(1)<'$'\xe2\x80\xa8''"&]]>'\''<!--x'
mkdir evil
cp -r run "evil/$name"
sed -i 's|"commit": ".*"|"commit": "</script><script>alert(2)</script>"|' "evil/$name/run.json"
printf '2026-01-01T00:00:00Z started: rm -rf <b>x\n' >"evil/$name/log.txt"
expect 0 "a hostile name" report "evil/$name" --out evil.html --title '</title><script>alert(3)</script>'
whole "a hostile name" evil.html 'a<script>alert(1)<' '</script><script>alert(2)</script>' '</title><script>alert(3)' '"&]]>'\''<!--x'
lacks '<script>|alert\([0-9]\)</script|rm -rf' evil.html
mkdir weights
for hostile in 'x<img src=y onerror=alert(4)>' '&lt;b&gt;'; do cp run/weights.ini "weights/$hostile.ini"; done
expect 0 "hostile contestants" tournament weights --games 10 --out rank -q
expect 0 "... and their page" report rank --out rank.html
whole "hostile contestants" rank.html 'x<img src=y onerror=alert(4)>' '&lt;b&gt;'
lacks 'agent\.features|<p>tetris[^<]*cs3243' rank.html

if [ -s study/study.svg ]; then # is taken as it lies there
    cp -r study drawn
    sed -i 's|^<defs>|&<g\tonload="alert(5)" OnClick=alert(6) /><script>alert(7)</script><iframe src="http://a.b/"></iframe><a href="http://a.b/">x</a><use href="http://a.b/x"/>|' drawn/study.svg
    expect 0 "a hostile picture" report drawn --out drawn.html
    whole "a hostile picture" drawn.html
fi

# ---- without gnuplot ----

(PATH=/nowhere "$program" report run --out bare.html >out 2>err)
status=$?
[ $status = 0 ] && [ "$(wc -l <err)" = 1 ]
say $? "without gnuplot: status 0, and a warning: $status"
says '^warning: gnuplot is not installed .*: bare.html has tables in place of charts$'
whole "without gnuplot" bare.html 'best_score'
grep -q '<details open="">' bare.html && ! grep -q '<div class="chart"><svg viewBox' bare.html
say $? "... with open tables and no charts"

# ---- what goes wrong ----

expect 66 "a missing run" report nothing
lines 1
cp -r run damaged
printf 'iteration\tbest_score\n1\n' >damaged/metrics.tsv
expect 65 "a damaged table" report damaged --out damaged.html
[ "$(wc -l <err)" = 1 ] && [ ! -e damaged.html ]
say $? "... in a sentence, and no page: $(cat err)"
cp -r run damaged2
printf 'reported\tmean\nvalidated\tx\ty\n' >damaged2/result.tsv
expect 65 "a damaged result" report damaged2 --out damaged.html
expect 73 "a page where no folder is" report run --out none/page.html
expect 73 "a page in place of a folder" report run --out weights
cp first.html kept.html
(ulimit -f 60 && "$program" report run --out kept.html >out 2>err)
status=$?
[ $status = 74 ] && cmp -s first.html kept.html
say $? "a page that is too large for the disk: status 74, and the old one stays: $status"
expect 64 "a page of nothing" report
hears "$program" report run --out stopped.html >said 2>&1 &
until ls stopped.html.*.tmp >seen 2>/dev/null || ! kill -0 $! 2>/dev/null; do :; done
kill -INT $! && wait $!
[ $? = 130 ] && ! ls stopped.html* >seen 2>/dev/null
say $? "Ctrl-C: no page, no folder, status 130"

# ---- in a browser ----

if [ "${FULL-}" = 2 ] && command -v chromium >/dev/null; then
    browse() { # FILE OPTION...
        local file=$1
        shift
        timeout 120 chromium --headless=new --no-sandbox --disable-gpu --user-data-dir="$work/chromium" --enable-logging=stderr "$@" "file://$work/$file" >dom 2>log
    }
    for file in first.html evil.html rank.html bare.html kind.html; do
        browse $file --dump-dom
        ! grep -q CONSOLE log && grep -q '</html>' dom
        say $? "$file in Chromium: no message in its console"
    done
    browse first.html --dump-dom
    grep -q 'class="controls">' dom && grep -q '<output hidden' dom
    say $? "... the game has its controls, charts have values under the pointer"
    for size in 390,2000 1600,2000; do
        for scheme in 0 1; do # dark, light
            browse first.html --screenshot="$work/shot.png" --window-size=$size --blink-settings=preferredColorScheme=$scheme
            is_png shot.png
            say $? "... drawn at $size, scheme $scheme: $(wc -c <shot.png) bytes"
        done
    done
else
    echo "skip - pages in Chromium: not asked for, or not here"
fi
exit $failed
