#!/usr/bin/env python3
"""cluster.py [--threads N] [--serve MICROSECONDS] [WORKERS...]   How well an iteration would use many ranks.

A simulation of discrete events by the rule of src/eval/cluster.c: one counter deals blocks of jobs, longest expected first. The jobs
are those of bench/results/cluster-jobs.tsv, the turns of all games of an iteration. Larger iterations are drawn from them: positions,
then games of each. Prints a table of efficiencies: the time of one worker / (workers x their time), for 16, 64, 256, 1024 workers.
--threads: of each rank, else 1. --serve: how long rank 0 needs for a request, else 0; it serves one after the other.

    cluster.py rule LEFT THREADS ALL   prints the blocks that a rank with THREADS of ALL threads gets if it gets all LEFT jobs
"""
import argparse
import heapq
import os
import random
import sys

REQUEST = 50e-6   # seconds from a rank's request until its block is there, beside `serve`
GATHER = 0.08e-6  # seconds a job: at the end of an iteration its 24 bytes come to rank 0, and go to all
BETWEEN = 1.4e-3  # seconds between two iterations, on every rank: the optimiser, the list of jobs
BRIEF = 5e-3      # as in cluster.c: jobs that are taken sooner after their block has come are brief

# Turns a second of a thread, and positions and plays of an iteration (bench/results/many-machines.md).
SPEED = {"field": 13.2e6, "quick": 11e6, "fast": 6.1e6}
ITERATIONS = [("field", 20, 75), ("quick", 64, 50), ("field", 1024, 100), ("field", 4096, 100), ("fast", 1024, 4)]


def block(left, threads, everyone):
    """The jobs that a rank with `threads` of the threads of everyone gets at once: block_of of cluster.c."""
    return min(left, max(threads, left * threads // (4 * everyone)))


class Rank:
    def __init__(self, threads):
        self.free = [0.0] * threads  # a heap: when each thread has played its last job
        self.began = 0.0             # when the last job of the block before was taken

    def play(self, turns, speed, came):
        """Plays a block that came at this time. Returns when the rank asks for the next one.

        It asks one block ahead: as soon as the block before has been taken. A single job a thread would wait here while other
        ranks have none, so then the rank asks once a thread has nothing to do, unless jobs are brief."""
        ask = max(came, self.began)
        for job in turns:
            self.began = max(self.free[0], came)
            heapq.heapreplace(self.free, self.began + job / speed)
        if len(turns) > len(self.free):
            return ask
        return self.began if self.began - came < BRIEF else max(self.began, self.free[0])


def simulate(turns, ranks, threads, speed, serve):
    """Seconds of an iteration. Every rank knows the first block of each; threads of rank 0 take job by job."""
    n, everyone = len(turns), ranks * threads
    rank = [Rank(threads) for _ in range(ranks)]
    event = [(0.0, 0)]  # a heap: when a rank asks
    dealt = 0
    served = 0.0        # when rank 0 has served all requests so far
    for r in range(1, ranks):
        size = block(n - dealt, threads, everyone)
        heapq.heappush(event, (rank[r].play(turns[dealt : dealt + size], speed, 0), r))
        dealt += size
    while dealt < n:
        now, r = heapq.heappop(event)
        if r == 0:
            rank[0].play(turns[dealt : dealt + 1], speed, now)
            dealt += 1
            heapq.heappush(event, (rank[0].free[0], 0))
            continue
        served = max(served, now + REQUEST / 2) + serve
        size = block(n - dealt, threads, everyone)
        heapq.heappush(event, (rank[r].play(turns[dealt : dealt + size], speed, served + REQUEST / 2), r))
        dealt += size
    return max(max(r.free) for r in rank) + (GATHER * n if ranks > 1 else 0) + BETWEEN


def read_jobs():
    """{workload: {position: [(expected, turns)]}}"""
    jobs = {}
    with open(os.path.join(os.path.dirname(os.path.abspath(__file__)), "results", "cluster-jobs.tsv")) as rows:
        next(rows)
        for row in rows:
            workload, position, expected, turns = row.split("\t")
            jobs.setdefault(workload, {}).setdefault(position, []).append((float(expected), float(turns)))
    return jobs


def draw(measured, positions, plays):
    """Turns of an iteration, longest expected first."""
    rng = random.Random(1)
    of = list(measured.values())
    jobs = []
    for _ in range(positions):
        games = of[int(rng.random() * len(of))]
        jobs += [games[int(rng.random() * len(games))] for _ in range(plays)]
    return [turns for _, turns in sorted(jobs, key=lambda job: -job[0])]


def main():
    if sys.argv[1:2] == ["rule"]:
        left, threads, everyone = map(int, sys.argv[2:])
        while left > 0:
            print(block(left, threads, everyone))
            left -= block(left, threads, everyone)
        return
    parser = argparse.ArgumentParser(description="Simulates how well an iteration would use many ranks.")
    parser.add_argument("--threads", type=int, default=1, help="of each rank")
    parser.add_argument("--serve", type=float, default=0, metavar="MICROSECONDS", help="that rank 0 needs for a request")
    parser.add_argument("workers", type=int, nargs="*", help="threads of all ranks")
    o = parser.parse_args()
    workers = o.workers or [16, 64, 256, 1024]
    measured = read_jobs()
    print("| iteration |", " | ".join(f"{n:,}" for n in workers), "|\n" + "|---" * (1 + len(workers)) + "|")
    for workload, positions, plays in ITERATIONS:
        turns, speed = draw(measured[workload], positions, plays), SPEED[workload]
        one = simulate(turns, 1, 1, speed, 0)
        row = [one / (n * simulate(turns, n // o.threads, o.threads, speed, 1e-6 * o.serve)) for n in workers]
        print(f"| `{workload}`, {positions:,} x {plays} |", " | ".join(f"{e:.2f}" for e in row), "|")


if __name__ == "__main__":
    main()
