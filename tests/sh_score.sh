#!/usr/bin/env bash
# sh_score.sh: a reported score and its interval are the same numbers wherever they stand, for games, splitting, functions and meta searches.
. "$(dirname "$0")/shell.sh" || exit 1
command -v python3 >/dev/null || { echo "skip - no python3 here"; exit 0; }
export SWARMTRIS_LIBRARY=$(dirname "$program")/libswarmtris.so PYTHONPATH=$root/src/api PYTHONDONTWRITEBYTECODE=1
make -C "$root" --no-print-directory library >log 2>&1 && ! "$program" --version | grep -qE -- '-fsanitize=|--coverage' || unset SWARMTRIS_LIBRARY

cat >places.py <<'P'
import csv, json, math, os, re, sys
name, failed = sys.argv[1], 0
fields = ["mean", "lower", "upper", "sd", "games", "cut_off", "heaviest"]

def table(path):
    return list(csv.DictReader(open(path), delimiter="\t"))

def say(good, text):
    global failed
    failed = failed or not good
    print(("ok - " if good else "not ok - ") + name + ": " + text)

def agree(found, wanted, text, form=lambda size: "%.17g"):
    """Two lists of numbers, in the form that numbers of this size have there."""
    shown = lambda v: "unknown" if v is None or math.isnan(float(v)) else form(abs(float(v))) % (float(v) + 0)
    say([shown(v) for v in found] == [shown(v) for v in wanted], f"{text}: {[shown(v) for v in found]}")

result = {row["reported"]: {k: float(row[k]) for k in fields} for row in table(name + "/result.tsv")}
last = list(result)[-1]
best = result[last]
wanted = [best[k] for k in fields]
known = not math.isnan(best["lower"])
say(best["lower"] <= best["mean"] <= best["upper"] if known else best["games"] == 1, f"{last}, {best['games']:g} plays: {best}")
if known and last == "estimated": # as many times as high as low
    say(abs(best["upper"] / best["mean"] * best["lower"] / best["mean"] - 1) < 1e-12, "the interval of an estimate lies on the scale of logarithms")

run = json.load(open(name + "/run.json"))["reported"]
say(list(run) == list(result), "run.json has the same scores")
agree([run[last][k] for k in fields], wanted, "run.json")
if os.path.exists(name + "/weights.ini"):
    text = open(name + "/weights.ini").read()
    entry = dict(re.findall(r"^(\w+) = (.*)$", text[text.index("[score]"):], re.M))
    agree([entry.get(last + ("" if k == "mean" else "_" + k), "nan") for k in fields], wanted, "weights.ini")
row = table(name + "-two/summary.tsv")[0]
agree([row[last + ("" if k == "mean" else "_" + k)] for k in fields], wanted, "summary.tsv")
row = table("exported")[0]
agree([row.get(last + ("" if k == "mean" else "_" + k), "nan") for k in fields], wanted, "export")

line = re.search(rf"^{last} +(\S+) \S+( score| error)?(?:  \(95 % interval (\S+)\.\.(\S+)\))?  ", open(name + ".out").read(), re.M)
sign = -1 if float(line[1]) * best["mean"] < 0 else 1
ends = [best["lower"], best["upper"]][::sign] if best["lower"] < best["upper"] else [math.nan] * 2
shown = [sign * v for v in [best["mean"]] + ends]
agree([line[1], line[3] or "nan", line[4] or "nan"], shown, "standard output", lambda size: "%.6g")
page = open(name + ".html").read()
card = re.search(rf"<dt>{last}</dt><dd><b>(.*?)</b> .*?</dd>(?:<dd>95 % interval (.*?) to (.*?)</dd>)?", page)
plain = lambda text: (text or "nan").replace("\u2212", "-").replace(",", "")
sign = -1 if float(plain(card[1])) * best["mean"] < 0 else 1
ends = [best["lower"], best["upper"]][::sign] if best["lower"] < best["upper"] else [math.nan] * 2
agree([plain(text) for text in card.groups()], [sign * v for v in [best["mean"]] + ends], "page",
      lambda size: "%.0f" if size >= 999.5 else "%.4g" if size >= 99.95 else "%.3g")
given = dict(re.findall(r"^(\w+) = (.*)$", open(name + "/charts/convergence.set").read(), re.M))
final = last != "training" # charts show no other
say(given["reported_name"] == (f"'{last}'" if final else "''"), "charts show it if it is one to report")
agree([given["reported_" + k] for k in fields[:3]], wanted[:3] if final else [math.nan] * 3, "charts")

if "SWARMTRIS_LIBRARY" in os.environ:
    import swarmtris
    with swarmtris.Training(None, name, resume=True) as training:
        agree([getattr(training.score, k) for k in fields[:-1]], wanted[:-1], "library and Python")
else:
    print("skip - no library, or sanitizers")
sys.exit(failed)
P

score() { # NAME
    expect 0 "$1: a training" train $1.ini --out $1
    mv out $1.out
    expect 0 "... and two of it" train $1.ini --out $1-two --repeat 2 -q
    run report $1 --out $1.html
    run plot $1 --format svg
    "$program" export $1 >exported
    python3 places.py $1 || failed=1
}
small_ini >games.ini
ini game height=8 objective trials=40 run=1000 training games=2 iterations=4 selection finalists=2 games=3 optimiser particles=6 \
    validation estimator=splitting games=9 >splitting.ini
ini objective kind=sphere dim=3 training iterations=5 optimiser particles=5 >function.ini
ini objective kind=sphere dim=3 training iterations=4 optimiser particles=4 >inner.ini
ini meta problems=inner.ini tune=optimiser.inertia budgets=1 heldout_budgets=1 baselines= training iterations=2 games=2 \
    optimiser particles=3 selection finalists=2 games=2 validation games=4 >meta.ini
for name in games splitting function meta; do score $name; done

# What clocks say beside them counts over all processes.
expect 0 "a validation of more games, by another process" train games.ini --set validation.games=50 --out games --resume -q
is "$(tail -n 1 games/timing.tsv | cut -f 2,3)" "$(sed -nE 's/^  "(games|pieces)": ([0-9]+),?$/\2/p' games/run.json | paste -s)" "timing.tsv counts games and pieces of both"

# A score that is ranked: on standard output, for programs, in the table.
expect 0 "a tournament" tournament games splitting games-two/02 --games 30 --json --out ranked
mv out ranked.json
python3 - <<'P'
import csv, json
told, rows = json.load(open("ranked.json"))["ranking"], list(csv.DictReader(open("ranked/ranking.tsv"), delimiter="\t"))
fields = ["mean", "lower", "upper", "sd", "games", "cut_off"]
assert len(told) == 3 and [[p[k] for k in fields] for p in told] == [[float(r[k]) for k in fields] for r in rows]
assert [p["worse_than_best"] for p in told] == [r["worse_than_best"] == "1" for r in rows]
P
say $? "ranking.tsv says what --json says, and there truth values are true and false"
expect 0 "an evaluation" eval games --games 30 --json --out evaluated
python3 - <<'P'
import csv, json
told, row = json.load(open("out")), next(csv.DictReader(open("evaluated/result.tsv"), delimiter="\t"))
assert all(told[k] == float(row[k]) for k in ["mean", "lower", "upper", "sd", "games", "cut_off"])
P
say $? "eval --json says what result.tsv says"
exit $failed
