#!/usr/bin/env python3
"""ioh.py METRICS.tsv FOLDER: trainings as IOHprofiler's analyser reads them (data format 0.3.5, <https://iohprofiler.github.io>).

METRICS.tsv is what `swarmtris export RUN... --table metrics` writes, whose runs are found from here. An algorithm is named after
the directory of its runs, a function after its game. A point is an iteration with a new best: the cost so far, and the highest
best_score so far, which is overstated, or the lowest error."""
import configparser, csv, json, pathlib, re, sys
def read(path): return list(csv.DictReader(open(path, newline=""), delimiter="\t", quoting=csv.QUOTE_NONE))
SCORE = "claim reported mean ci95 lower upper sd games cut_off heaviest".split()
groups, functions = {}, []
for run in dict.fromkeys(row["run"] for row in read(sys.argv[1])):
    at = pathlib.Path(run).resolve()
    ini = configparser.RawConfigParser(strict=False)
    ini.read(at / "config.ini")
    of = lambda section, key: ini.get(section, key, fallback="")
    name = "-".join(k for k in (of("game", "kind"), of("agent", "features"), of("game", "width")) if k)
    name = name + "x" + of("game", "height") if of("game", "height") else name or of("objective", "kind")
    name = "meta" if of("meta", "tune") else re.sub(r"[^A-Za-z0-9.+-]", "_", name)
    errors, best = read(at / "traits.tsv")[0]["kind"] == "error", []
    for row in read(at / "metrics.tsv"):
        score = (-1 if errors else 1) * float(row["best_score"])
        best.append((int(row[list(row)[2]]), (min if errors else max)(score, best[-1][1]) if best else score))
    result = read(at / "result.tsv") if (at / "result.tsv").exists() else [{}]
    dim = sum(column not in SCORE for column in result[0])
    points = [p for i, p in enumerate(best) if i == 0 or i + 1 == len(best) or p[1] != best[i - 1][1]]
    leader = next(p for p in best if p[1] == best[-1][1])
    about = {"instance": 1, "evals": best[-1][0], "best": {"evals": leader[0], "y": leader[1], "x": []}}
    if name not in functions: functions.append(name)
    group = groups.setdefault(((at.parent if at.name.isdigit() else at).name, name), (errors, {}))
    group[1].setdefault(dim, []).append((points, about))
for (algorithm, name), (errors, dims) in groups.items():
    number, folder, scenarios = functions.index(name) + 1, pathlib.Path(sys.argv[2]) / algorithm, []
    for dim, runs in dims.items():
        path = folder / f"data_f{number}_{name}" / f"IOHprofiler_f{number}_DIM{dim}.dat"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text("".join("evaluations raw_y\n" + "".join(f"{c} {y:.17g}\n" for c, y in p) for p, _ in runs))
        scenarios.append({"dimension": dim, "path": str(path.relative_to(folder)), "runs": [about for _, about in runs]})
    json.dump({"version": "0.3.5", "suite": "swarmtris", "function_id": number, "function_name": name, "maximization": not errors,
               "algorithm": {"name": algorithm, "info": "swarmtris"}, "attributes": ["evaluations", "raw_y"],
               "scenarios": scenarios}, open(folder / f"IOHprofiler_f{number}_{name}.json", "w"), indent=2)
