#!/usr/bin/env python3
"""mutants.py: what catches faults? N (25) faults of one line each, which SEED (1) draws at random in the rooms that play and search,
are planted one after the other in a copy of this tree; the tests of "make check" run until one fails. The table: file and line, the
change, CPU seconds, what caught it. Faults that change nothing stand in mutants.list with the reason; the others should be caught.

All is kept in runs/mutants: Ctrl-C, and the same command goes on; rm -r runs/mutants, and the next one copies the tree again.
A fault that does not compile without a warning gives way to the next; so do assertions, and memory that is not given back: the
former say what holds, and the latter is what valgrind is for. What kernels are compiled of is drawn with FULL=1 only: it takes
minutes each time. The rules of the source are left out: they look at its form."""
import fcntl, glob, os, random, re, resource, shlex, shutil, signal, subprocess, sys, time

ROOT = os.path.realpath(os.path.join(os.path.dirname(__file__), ".."))
HOME = os.path.join(ROOT, "runs", "mutants")
SEED, N = int(os.environ.get("SEED") or 1), int(os.environ.get("N") or 25)
ROOMS = os.environ.get("ROOMS", "base game agent eval optim experiment").split()
TREE = f"tree-{SEED}"
QUICK = 0.5  # CPU seconds
LOST = 20  # faults in a row that do not compile: then it is the tree
SWAPS = {"<": "<=", "<=": "<", ">": ">=", ">=": ">", "==": "!=", "!=": "==", "&&": "||", "||": "&&", "+": "-", "-": "+", "*": "/",
         "/": "*", "%": "/", "+=": "-=", "-=": "+=", "&": "|", "|": "&", "<<": ">>", ">>": "<<"}
WORDS = {"true": "false", "false": "true", "++": "--", "--": "++", "break": "continue", "continue": "break"}


def blank(text):
    """Comments, texts and letters become spaces, so that places stay the same."""
    return re.sub(r'/\*.*?\*/|"(?:\\.|[^"\\\n])*"|\'(?:\\.|[^\'\\\n])*\'', lambda m: re.sub(r"[^\n]", " ", m[0]), text, flags=re.S)


def faults(line, whole):
    """Every fault of one kind or another in a line, as the line that it would be. whole: it begins and ends a statement."""
    found = []

    def put(m, new, group=0):
        found.append(line[0][:m.start(group)] + new + line[0][m.end(group):])

    raw, code = line
    for m in re.finditer(r"(?<= )(\S{1,2})(?= |$)", code):
        if m[1] in SWAPS: put(m, SWAPS[m[1]])
    for m in re.finditer(r"\+\+|--|\b(?:true|false|break|continue)\b", code): put(m, WORDS[m[0]])
    for m in re.finditer(r"(?<![\w.])\d+(?![\w.])", code): put(m, str(int(m[0]) + 1)), int(m[0]) and put(m, str(int(m[0]) - 1))
    for m in re.finditer(r"(?<![\w.])\d+\.\d+(?![\w.])", code): put(m, f"(2 * {m[0]})")
    for m in re.finditer(r"!(?=[\w(])", code): put(m, "")
    for m in re.finditer(r"\b(?:if|while) \((.*)\)(?= \{$| [\w*]+.*;$|$)", code):
        if m[1].count("(") == m[1].count(")"): put(m, "!(" + raw[m.start(1):m.end(1)] + ")", 1)
    for m in re.finditer(r" \? ([^?:;,()]+) : ([^?:;,()]+)(?=[;,)])", code): put(m, f" ? {raw[m.start(2):m.end(2)]} : {raw[m.start(1):m.end(1)]}")
    for m in re.finditer(r"\w\(([\w.>&*\[\]-]+), ([\w.>&*\[\]-]+)(?=[,)])", code):
        if m[1] != m[2]: found.append(raw[:m.start(1)] + m[2] + ", " + m[1] + raw[m.end(2):])
    m = re.match(r"( *)(?!free|pthread|for\b|if\b|while\b|return\b)(?:[\w*.>\[\]()&-]+ [+*/|&-]?= .*|\w+\(.*\)|[\w.>\[\]-]+(?:\+\+|--));$", code)
    if m and whole: found.append(m[1] + "(void)0;")
    return found


def draw(seed):
    """All faults in the order in which this seed draws them: file, line, what it becomes."""
    lines, slow = [], set()
    for kernel in glob.glob("whole/build/release/src/game/tetris/*-*.d") if not os.environ.get("FULL") else []:
        slow |= set(open(kernel).read().split())
    for folder, _, names in sorted(os.walk("whole/src")):
        for name in sorted(names):
            path = os.path.join(folder, name)[6:]
            if not name.endswith((".c", ".h")) or path.split("/")[1] not in ROOMS or path in slow: continue
            raw = open("whole/" + path).read()
            code, before = blank(raw).split("\n"), ";"
            for i, line in enumerate(raw.split("\n")):
                text = code[i].rstrip()
                if text and not re.match(r"\s*#|.*\bassert\(", text):
                    lines.append((path, i, faults((line[:len(text)], text), before[-1] in ";{})")))
                before = text or before
    dice = random.Random(seed)
    lines = [l for l in lines if l[2]]
    dice.shuffle(lines)
    return [(path, i, dice.choice(new)) for path, i, new in lines]


def run(command, seconds, log=subprocess.DEVNULL, tree=None):
    """Its status; None: it took more than its share of the processor, or stood still."""
    def limit(): resource.setrlimit(resource.RLIMIT_CPU, (seconds, seconds + 2)), os.setpgid(0, 0)
    p = subprocess.Popen(command, shell=isinstance(command, str), cwd=tree or TREE, stdin=subprocess.DEVNULL, stdout=log, stderr=subprocess.STDOUT, preexec_fn=limit)
    try:
        status = p.wait(max(150, 20 * seconds))
        return None if status in (-signal.SIGXCPU, -signal.SIGKILL) else status
    except subprocess.TimeoutExpired: return None
    finally:
        try: os.killpg(p.pid, signal.SIGKILL)
        except ProcessLookupError: pass
        p.wait()


def cpu(): return sum(os.times()[2:4])


def make(*targets, tree=None):
    with open((tree or TREE) + "/build.log", "w") as log:
        return run(["make", "-j" + os.environ.get("JOBS", "2"), "WERROR=1", *targets], 3600, log, tree) == 0


def tests_of(variant, target):
    """The test programs that a target runs, as make says."""
    said = subprocess.run(["make", "-n", variant, target], cwd="whole", stdout=subprocess.PIPE, text=True).stdout.strip().split("\n")[-1]
    return [t for t in shlex.split(said) if "/test_" in t]


def kind(test): return "small" if "/small/" in test else "all" if os.path.islink("whole/" + test) else "own"


def made_since(since):
    """All that was built since then, as paths below the tree."""
    for folder, _, names in os.walk(TREE + "/build"):
        for path in (os.path.join(folder, name)[len(TREE) + 1:] for name in names):
            if os.lstat(f"{TREE}/{path}").st_mtime >= since: yield path


def restore(path, since):
    """The tree as it was: the source, and all that was made of the fault."""
    shutil.copy2("whole/" + path, f"{TREE}/{path}")
    for made in list(made_since(since)):
        os.remove(f"{TREE}/{made}")
        if os.path.lexists("whole/" + made): shutil.copy2("whole/" + made, f"{TREE}/{made}", follow_symlinks=False)


def same_code(since):
    objects = [path for path in made_since(since) if "/src/" in path and path.endswith(".o")]
    return all(open(f"{TREE}/{path}", "rb").read() == open("whole/" + path, "rb").read() for path in objects)


def caught_by(path, tests, since):
    """The first test that fails; "nothing" if none does. Quick ones come first, of these those of the file."""
    header = '"' + path[4:-1] + 'h"'

    def order(test):
        source = "whole/tests/" + re.split("/tests/|/small/", test)[1] + ".c"
        slow = tests[test] > QUICK
        return 1 if kind(test) == "small" else 2 * slow, kind(test) if slow else "", header not in open(source).read(), tests[test]

    ready = set()
    for test in sorted(tests, key=order):
        if kind(test) == "own" or kind(test) not in ready:  # a program of its own is linked when its turn comes
            targets = [test] if kind(test) == "own" else [t for t in tests if kind(t) == kind(test)]
            if not make(*targets, *(["V=asan"] if kind(test) == "small" else [])): return "not compiled"
            if not ready and same_code(since): return "same code"
            ready.add(kind(test))
        with open(TREE + "/test.log", "w") as log: status = run([test], 5 + int(5 * tests[test]), log)
        if status == 0: continue
        said = open(TREE + "/test.log", errors="replace").read()
        began = re.findall(r"^\[ RUN      \] (\w+)", said, re.M)
        failed = re.findall(r"^\[  FAILED  \] (\w+)$", said, re.M) or began[-1:] or ["?"]
        how = " (too long)" if status is None else " (sanitizer)" if re.search("runtime error:|ERROR: AddressSanitizer", said) else ""
        return os.path.basename(test) + ": " + failed[0] + how
    return "nothing"


def baseline():
    """Copies the tree and its build, and makes sure that all tests pass there; what each takes in seconds."""
    if not os.path.exists("whole/done"):
        print("# copies the tree, builds it, and runs all tests", flush=True)
        shutil.rmtree("whole", ignore_errors=True)
        shutil.copytree(ROOT, "whole", symlinks=True, ignore=lambda folder, names: {"runs", ".git"} if folder == ROOT else ())
        checked, small = tests_of("V=release", "check"), tests_of("V=asan", "small")
        if not (make("all", *checked, tree="whole") and make("V=asan", *small, tree="whole")):
            sys.exit(f"The tree does not build without a warning: see {HOME}/whole/build.log.")
        with open("times", "w") as times:
            for test in checked + small:
                before = cpu()
                if run([test], 3600, tree="whole") != 0: sys.exit(f"{test} fails before anything is planted.")
                times.write(f"{test}\t{cpu() - before:.2f}\n")
        open("whole/done", "w").close()
    if not os.path.exists(TREE): shutil.copytree("whole", TREE, symlinks=True)
    return {t: float(s) for t, s in (line.split("\t") for line in open("times"))}


def plant(path, i, new, tests):
    """The row of a fault."""
    old = open("whole/" + path).read().split("\n")
    before, since = cpu(), time.time() - 0.01
    try:
        with open(f"{TREE}/{path}", "w") as out: out.write("\n".join(old[:i] + [new] + old[i + 1:]))
        by = caught_by(path, tests, since)
    finally: restore(path, since)
    return [f"{path}:{i + 1}", old[i].strip() + " => " + new.strip(), f"{cpu() - before:.1f}", by]


def main():
    os.makedirs(HOME, exist_ok=True)
    os.chdir(HOME)
    lock = open(f"{SEED}.lock", "w")
    try: fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError: sys.exit(f"SEED={SEED} is under way already: see runs/mutants/{SEED}.tsv.")
    os.environ["OMP_WAIT_POLICY"] = "passive"
    tests, table = baseline(), f"{SEED}.tsv"
    drawn = draw(SEED)
    open(table, "a").close()
    rows = [line.rstrip("\n").split("\t") for line in open(table)]
    restore(drawn[len(rows)][0], os.path.getmtime(table))  # of a campaign that was killed
    for path, i, new in drawn[len(rows):]:
        if sum(row[3] != "not compiled" for row in rows) >= N: break
        if [row[3] for row in rows[-LOST:]] == ["not compiled"] * LOST:
            sys.exit(f"{LOST} faults in a row do not compile, so the tree does not: see {HOME}/{TREE}/build.log, then rm -r runs/mutants.")
        rows.append(plant(path, i, new, tests))
        with open(table, "a") as out: out.write("\t".join(rows[-1]) + "\n")
        print("\t".join(rows[-1]), flush=True)
    why = dict(line.rstrip("\n").rsplit("\t", 1) for line in open(ROOT + "/tests/mutants.list") if "\t" in line)
    real = [row for row in rows if row[3] != "not compiled"]
    missed = [row for row in real if row[3] == "nothing"]
    same = [row + ["the same code"] for row in real if row[3] == "same code"]
    same += [row + [why[key]] for row in missed if (key := row[0].split(":")[0] + "\t" + row[1]) in why]
    missed = [row for row in missed if row not in [s[:4] for s in same]]
    for row in same: print("changes nothing:", row[0], row[1], "-", row[4])
    for row in missed: print("missed:", row[0], row[1])
    print(f"SEED={SEED}: {len(real)} faults, {len(same)} change nothing, {len(real) - len(same) - len(missed)} are caught, {len(missed)} are missed")
    sys.exit(1 if missed else 0)


if __name__ == "__main__": main()
