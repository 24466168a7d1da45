#!/usr/bin/env python3
"""Instructions of a mark, of an NVTX range and of what a mark adds to a call whose stack is taken: mark_cost.py BUILD
The difference between two runs under valgrind's callgrind, which says the same every time, whatever else the machine does."""
import glob
import os
import re
import shutil
import subprocess
import sys
import tempfile

KINDS = ("nothing", "mark", "range", "range-registered", "process-range", "stack", "stack-in-mark")
COUNTS = (1000, 11000)


def instructions(program, kind, count):
    words = ["valgrind", "--tool=callgrind", "--callgrind-out-file=/dev/null", program, kind, str(count)]
    done = subprocess.run(words, capture_output=True, text=True, check=True)
    return int(re.search(r"Collected\s*:\s*(\d+)", done.stderr).group(1))


def main():
    build = os.path.abspath(sys.argv[1])
    root = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
    if not shutil.which("valgrind"):
        sys.exit("mark_cost: no valgrind")
    with tempfile.TemporaryDirectory() as folder:
        program = os.path.join(folder, "mark_cost")
        subprocess.run([os.environ.get("CC", "cc"), "-std=gnu11", "-O2", "-g", f"-I{root}/src", "-no-pie", "-o", program, f"{root}/bench/mark_cost.c",
                        "-Wl,--start-group", *glob.glob(f"{build}/obj/libiq_*.a"), "-Wl,--end-group", "-lzstd", "-llz4", "-lpthread"], check=True)
        each = {kind: (instructions(program, kind, COUNTS[1]) - instructions(program, kind, COUNTS[0])) / (COUNTS[1] - COUNTS[0]) for kind in KINDS}
    for kind in KINDS[1:]:
        print(f"{kind:18}{each[kind] - each['nothing']:8.0f} instructions")


if __name__ == "__main__":
    main()
