"""power.py BEFORE LOG OUT: the states in which a loss of power may leave the files of a program.

BEFORE is the directory when the program began, LOG (with LOG.data) what tracer.c has written of its calls. OUT/NNNN-WHAT-saved
or -unsaved is the directory as it may be found again, after each call, in each of these ways; equal states are made once:

    nothing    no name and no byte has reached the disk but those that fsync has promised: of a file its bytes, of a directory its names
    names      all names, but of the bytes only those promised: files are empty, or as they were
    zeros      the same, but files have their new lengths, with zeros behind the promised bytes
    half       the same with half of the bytes that were not promised
    all        everything: what a kill leaves
    bytes      all bytes, and only the promised names
    but-N      all names except change N of those that were not promised: directories need not be written in order

saved: a checkpoint had been promised by then, so that going on must not be refused."""
import os
import sys


class File:
    def __init__(self, content=b""):
        self.now = self.promised = content  # bytes


DIRECTORY = None  # what a name of a directory stands for
GONE = object()  # ... and one that was removed


class Disk:
    def __init__(self, before):
        self.promised = {".": DIRECTORY}  # path -> File or DIRECTORY
        self.waiting = []  # changes of names that no fsync has promised: (directory, {path: File, DIRECTORY or GONE})
        self.inode = {}  # number -> File, of what was opened
        for folder, folders, files in os.walk(before):
            at = lambda name: os.path.normpath(os.path.join(os.path.relpath(folder, before), name))
            self.promised.update({at(name): DIRECTORY for name in folders})
            self.promised.update({at(name): File(open(os.path.join(folder, name), "rb").read()) for name in files})

    def names(self, without=None, waiting=True):
        result = dict(self.promised)
        for number, (_, change) in enumerate(self.waiting if waiting else []):
            if number != without:
                result.update(change)
        return {path: file for path, file in result.items() if file is not GONE}

    def change(self, path, change):
        self.waiting.append((os.path.dirname(path) or ".", change))

    def call(self, call, path, to, inode, position, size, flags, data):
        """Returns whether it can have changed anything."""
        file = self.inode.get(inode)
        names = self.names()
        if call == "open":
            if names.get(path, GONE) is DIRECTORY:
                return False
            if path not in names and not flags & os.O_CREAT:
                return False  # made by a program that is not followed
            if path not in names:
                self.change(path, {path: File()})
            file = self.inode[inode] = self.names()[path]
            file.now = b"" if flags & os.O_TRUNC else file.now
        elif file is None and call in ("write", "truncate"):
            return False  # what a shell has opened before
        elif call == "write":
            file.now = file.now[:position].ljust(position, b"\0") + data + file.now[position + size :]
        elif call == "truncate":
            file.now = file.now[:size].ljust(size, b"\0")
        elif call == "fsync" and names[path] is DIRECTORY:
            for _, change in [w for w in self.waiting if w[0] == path]:
                self.promised.update(change)
            self.waiting = [w for w in self.waiting if w[0] != path]
        elif call == "fsync":
            file.promised = file.now
        elif call == "rename" and names[path] is not names.get(to):
            self.change(to, {path: GONE, to: names[path]})
        elif call == "link":
            self.change(to, {to: names[path]})
        elif call == "unlink":
            self.change(path, {path: GONE})
        elif call == "mkdir":
            self.change(path, {path: DIRECTORY})
        else:
            return False
        return True

    def states(self):
        promised = lambda file: file.promised
        zeros = lambda file: file.promised[: len(file.now)].ljust(len(file.now), b"\0")
        half = lambda file: file.now[: (min(len(file.promised), len(file.now)) + len(file.now)) // 2]
        now = lambda file: file.now
        yield "nothing", self.names(waiting=False), promised
        for what, content in (("names", promised), ("zeros", zeros), ("half", half), ("all", now)):
            yield what, self.names(), content
        yield "bytes", self.names(waiting=False), now
        for number in range(len(self.waiting)):
            yield f"but-{number}", self.names(without=number), now


def write(state, folder):
    os.mkdir(folder)
    for path, content in sorted(state.items()):
        os.makedirs(os.path.join(folder, os.path.dirname(path)), exist_ok=True)
        if content is DIRECTORY:
            os.makedirs(os.path.join(folder, path), exist_ok=True)
        else:
            open(os.path.join(folder, path), "wb").write(content)


def main(before, log, out):
    disk, seen = Disk(before), set()
    data = open(log + ".data", "rb")
    for number, line in enumerate(open(log), 1):
        call, path, to, result, inode, position, size, flags = line.rstrip("\n").split("\t")
        path, to = os.path.normpath(path), os.path.normpath(to)
        written = data.read(int(result)) if call == "write" and int(result) > 0 else b""
        if int(result) < 0 or not disk.call(call, path, to, int(inode), int(position), int(size), int(flags), written):
            continue
        saved = any(os.path.basename(path) == "checkpoint" for path in disk.names(waiting=False))
        for what, names, content in disk.states():
            state = {path: file if file is DIRECTORY else content(file) for path, file in names.items()}
            key = hash(frozenset(state.items()))
            if key not in seen:
                seen.add(key)
                write(state, os.path.join(out, f"{number:04}-{what}-{'saved' if saved else 'unsaved'}"))


main(*sys.argv[1:])
