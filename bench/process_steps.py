#!/usr/bin/env python3
"""What a part of a program executes, plain and under inquest, by object file and, of inquest's own library, by function: instructions, cache
lines and pages of code, system calls; of all threads.
Usage: process_steps.py [--most N] BUILD_OR_PREFIX [--] COMMAND...
       process_steps.py build -- python3 tests/gpu/train.py 250 --mark 200
The program marks the part: it sends itself SIGUSR1 before and after it.  Counted by single steps (process_steps.c), some microseconds each:
a step of a training loop takes a minute or two.  Both runs are made at the same time.  Threads that wait by asking again and again
count each time."""
import argparse, bisect, collections, os, subprocess, sys, tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
LINE, PAGE = 6, 12      # bits
GUEST = "lib/inquest/libcuda.so.1"


class Run:
    """What was counted: maps, and (address, count, enters the kernel) in order."""

    def __init__(self, path):
        self.maps, self.places, self.threads = [], [], []
        with open(path) as file:
            for line in file:
                kind, *words = line.split()
                if kind == "map":
                    self.maps.append((int(words[0], 16), int(words[1], 16), int(words[2], 16), words[3] if len(words) > 3 else "[no file]"))
                elif kind == "thread":
                    self.threads.append((words[1] if len(words) > 1 else "?", int(words[0])))
                else:
                    self.places.append((int(words[0], 16), int(words[1]), words[-1] == "kernel"))
        self.maps.sort()
        self.starts = [start for start, *_ in self.maps]

    def mapping(self, address):
        """(path, offset in the file)"""
        at = bisect.bisect(self.starts, address) - 1
        if at < 0 or address >= self.maps[at][1]:
            return "[gone]", address
        start, _, offset, path = self.maps[at]
        return path, address - start + offset

    def by(self, name_of):
        """{name: [instructions, lines, pages, system calls]}"""
        found = collections.defaultdict(lambda: [0, set(), set(), 0])
        for address, count, kernel in self.places:
            row = found[name_of(*self.mapping(address))]
            row[0] += count
            row[1].add(address >> LINE)
            row[2].add(address >> PAGE)
            row[3] += count if kernel else 0
        return {name: [count, len(lines), len(pages), kernel] for name, (count, lines, pages, kernel) in found.items() if name}


def functions_of(library):
    """A function that tells the name at an offset in the file of [library]."""
    segments, symbols = [], []
    for line in subprocess.run(["readelf", "-lW", library], capture_output=True, text=True, check=True).stdout.splitlines():
        words = line.split()
        if words[:1] == ["LOAD"]:
            segments.append((int(words[1], 16), int(words[2], 16), int(words[4], 16)))
    for line in subprocess.run(["nm", "-n", "--defined-only", library], capture_output=True, text=True, check=True).stdout.splitlines():
        address, kind, name = line.split()
        if kind in "tTwW":
            symbols.append((int(address, 16), name))
    starts = [address for address, _ in symbols]

    def name(offset):
        address = next((to + offset - at for at, to, size in segments if at <= offset < at + size), None)
        at = bisect.bisect(starts, address) - 1 if address is not None else -1
        return symbols[at][1] if at >= 0 else "?"
    return name


def table(title, plain, watched, most):
    print(f"{title:44}{'instructions':>24}{'lines of code':>18}{'pages':>14}{'system calls':>16}")
    none = [0, 0, 0, 0]
    names = sorted(set(plain) | set(watched), key=lambda name: -watched.get(name, none)[0])
    for name in names[:most]:
        a, b = plain.get(name, none), watched.get(name, none)
        print(f"{name[-43:]:44}{a[0]:12}{b[0]:12}{a[1]:9}{b[1]:9}{a[2]:7}{b[2]:7}{a[3]:8}{b[3]:8}")
    print()


def main():
    parser = argparse.ArgumentParser(usage=__doc__)
    parser.add_argument("--most", type=int, default=40, help="functions of inquest's library")
    parser.add_argument("build")
    parser.add_argument("command", nargs=argparse.REMAINDER)
    asked = parser.parse_args()
    command = asked.command[1:] if asked.command[:1] == ["--"] else asked.command
    if os.uname().machine != "x86_64" or not command:
        parser.error("a command, on x86-64")
    build = os.path.abspath(asked.build)
    with tempfile.TemporaryDirectory() as folder:
        steps, outs = folder + "/steps", [folder + "/plain", folder + "/watched"]
        subprocess.run([os.environ.get("CC", "cc"), "-std=c11", "-O2", "-D_GNU_SOURCE", "-o", steps, HERE + "/process_steps.c"], check=True)
        running = [subprocess.Popen([steps, out, *way, *command], stdout=subprocess.DEVNULL)
                   for out, way in zip(outs, ([], [build + "/bin/inquest", "--quiet", "--"]))]
        if any([process.wait() for process in running]):
            sys.exit("process_steps.py: a run failed")
        plain, watched = map(Run, outs)
    for name, run in (("plain", plain), ("watched", watched)):
        print(f"{name}: " + ", ".join(f"{count} instructions of {thread}" for thread, count in run.threads))
    print()
    table("object file", *(run.by(lambda path, _: os.path.basename(path) if not path.endswith(GUEST) else "inquest") for run in (plain, watched)), 100)
    name = functions_of(os.path.join(build, GUEST))
    table("function of inquest", {}, watched.by(lambda path, offset: name(offset) if path.endswith(GUEST) else None), asked.most)


if __name__ == "__main__":
    main()
