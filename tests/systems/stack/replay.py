#!/usr/bin/env python3
"""replay.py INPUT OUTPUT [WIDTH [BUFFER]]: replays the placements that `swarmtris solve` wrote, by rules of its own, and says how high they end.
replay.py PROGRAM LISTS: lets the program solve so many random lists, and replays what it wrote. Status 1: a rule is broken.

It shares nothing with the game: pieces are drawn as text, and the rules are those of Trix. So a mistake of the game cannot hide."""
import os, random, subprocess, sys
DRAWN = ["# # # #", "## ##", "#. ## #.", "## #. #.", "## .# .#", "#. ## .#", ".# ## #."]
TURNS = [{0, 3}, {0}, {0, 1, 2, 3}, {0, 1, 2, 3}, {0, 1, 2, 3}, {0, 3}, {0, 3}]

def shape(kind, turns):
    """Cells (x, y) of a piece, from the lowest row, after counter-clockwise quarter turns."""
    rows = [list(row) for row in DRAWN[kind].split()]
    for _ in range(turns):
        rows = [list(column) for column in zip(*rows)][::-1]
    return [(x, y) for y, row in enumerate(reversed(rows)) for x, c in enumerate(row) if c == "#"]

def drop(board, cells, x):
    """The piece falls from above the pile as far as it can; full rows leave."""
    y = len(board)
    while y > 0 and not any(y - 1 + j < len(board) and board[y - 1 + j][x + i] for i, j in cells):
        y -= 1
    return y

def replay(pieces, lines, width, buffer):
    """The final height, or a sentence."""
    board, held, played = [], [], []
    for number, line in enumerate(lines, 1):
        try:
            piece, turns, offset = map(int, line.split())
        except ValueError:
            return f"line {number}: must be three numbers: piece, rotation, offset"
        if not 1 <= piece <= 7 or turns not in TURNS[piece - 1]:
            return f"line {number}: has no such piece, or a rotation that this piece does not have"
        cells = shape(piece - 1, turns)
        if offset < 0 or offset + max(i for i, _ in cells) >= width:
            return f"line {number}: lies outside the board"
        if pieces[:1] == [piece]:
            pieces = pieces[1:]
        elif piece in held:
            held.remove(piece)
        elif piece in pieces and len(held) + pieces.index(piece) <= buffer:
            held, pieces = held + pieces[:pieces.index(piece)], pieces[pieces.index(piece) + 1:]
        else:
            return f"line {number}: is of a piece that is neither in the buffer nor near enough in the list"
        played.append(piece)
        y = drop(board, cells, offset)
        board += [[False] * width for _ in range(y + 1 + max(j for _, j in cells) - len(board))]
        for i, j in cells:
            board[y + j][offset + i] = True
        board = [row for row in board if not all(row)]
    # The last piece of the list must be placed. Pieces of a kind are alike: an earlier one counts, if the buffer could hold all that came later.
    left = len(held) + len(pieces)
    if left > buffer or (pieces and pieces[-1] not in played[::-1][:buffer - left + 1]):
        return f"leaves {len(pieces)} pieces of the list and {len(held)} in the buffer: may leave {buffer}, not the last of the list"
    return len(board)

def judge(given, output, width, buffer):
    pieces = [int(c) for c in open(given, errors="replace").read() if c in "1234567"]
    end = replay(pieces, open(output, errors="replace").read().splitlines(), width, buffer)
    return end if isinstance(end, int) else sys.exit(f"{output}: {end}")

if sys.argv[2].isdigit():
    draw = random.Random(12)
    for i in range(int(sys.argv[2])):
        width, buffer, agent = draw.randint(4, 16), draw.randint(0, 5), ["search", "bfs", "random", "beam"][i % 4]
        open("list", "w").write("".join(draw.choices("1234567", k=draw.randint(1, 12 if i % 50 else 60))))
        subprocess.run([sys.argv[1], "solve", "list", "placements", "-q", "-w", str(width), "-b", str(buffer), "--agent", agent, "--nodes", "2000"],
                       check=True, stdout=subprocess.DEVNULL)
        judge("list", "placements", width, buffer)
else:
    print(f"{sys.argv[2]}: ok, height {judge(*sys.argv[1:3], *map(int, (sys.argv[3:] + ['11', '1'][len(sys.argv) - 3:])))}")
