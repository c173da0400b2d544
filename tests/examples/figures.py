"""Four figures for a paper, by matplotlib, from the tables of runs: figures.py RUN REPEAT STUDY TOURNAMENT FOLDER."""
import csv, pathlib, sys
from matplotlib import pyplot

pyplot.rcParams.update({"font.size": 8, "figure.figsize": (3.4, 2.5), "savefig.bbox": "tight"})
run, repeat, study, tournament, folder = map(pathlib.Path, sys.argv[1:])


def table(path):  # its columns: numbers, or texts
    name, *rows = csv.reader(open(path, encoding="utf-8"), delimiter="\t")
    number = lambda text: float("nan") if text in ("", "-") else float(text)
    def column(texts):
        try: return [number(text) for text in texts]
        except ValueError: return list(texts)
    return {key: column(texts) for key, texts in zip(name, zip(*rows))}


def save(name, x, y):
    pyplot.xlabel(x), pyplot.ylabel(y), pyplot.savefig(folder / (name + ".pdf")), pyplot.close()


# The candidates of a search, its leader, and what the weights are worth in new games.
t, scores = table(run / "metrics.tsv"), table(run / "result.tsv")
last = {key: scores[key][-1] for key in ("mean", "lower", "upper")}
pyplot.fill_between(t["pieces"], t["q25"], t["q75"], alpha=0.3, label="candidates, 25 to 75 %")
pyplot.plot(t["pieces"], t["median"], label="their median")
pyplot.plot(t["pieces"], t["best_score"], linewidth=0.8, label="leader, overstated")
pyplot.errorbar(1.05 * t["pieces"][-1], last["mean"], [[last["mean"] - last["lower"]], [last["upper"] - last["mean"]]],
                fmt="ko", markersize=3, capsize=3, label=scores["reported"][-1])
pyplot.yscale("symlog"), pyplot.legend()
save("convergence", "pieces", "rows a game")

# Each run of a repeat: the leader as the training saw it, and the validated score.
for number, path in enumerate(sorted(repeat.glob("[0-9][0-9]")), 1):
    t, scores = table(path / "metrics.tsv"), table(path / "result.tsv")
    pyplot.step(t["pieces"], t["best_score"], where="post", linewidth=0.8, color=f"C{number}")
    pyplot.plot(t["pieces"][-1], scores["mean"][-1], "o", markersize=4, color=f"C{number}", label=f"seed {number}, validated")
pyplot.loglog(), pyplot.legend()
save("repeat", "pieces", "rows a game (lines: overstated)")

# The ways of a study with the intervals of their means, and p beside each.
t = table(study / "charts" / "study.tsv")
for place, way, score, lower, upper, p in zip(*(t[key] for key in ("place", "variant", "score", "score_lower", "score_upper", "p"))):
    pyplot.errorbar(score, place, xerr=[[score - lower], [upper - score]], fmt="o", color="C0", capsize=3)
    pyplot.annotate("" if p == 1 else f"p = {p:.2g}", (upper, place), (4, -3), textcoords="offset points")
pyplot.yticks(t["place"], t["variant"]), pyplot.xscale("log")
save("study", "validated rows", "")

# The contestants of a tournament.
t = table(tournament / "ranking.tsv")
names = [path.removesuffix("/weights.ini").removesuffix(".ini") for path in t["weights"]]
below, above = ([abs(m - e) for m, e in zip(t["mean"], t[key])] for key in ("lower", "upper"))
pyplot.errorbar(t["mean"], range(len(names)), xerr=[below, above], fmt="o", capsize=3)
pyplot.yticks(range(len(names)), names), pyplot.gca().invert_yaxis()
save("ranking", "rows a game", "")
