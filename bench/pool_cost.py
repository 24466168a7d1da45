#!/usr/bin/env python3
"""What telling inquest of a block costs a CuPy program: pool_cost.py BUILD PYTHON
Microseconds of processor time for an allocation that CuPy's pool answers from its cache, and its free, with
--python-pools no and yes, next to few and many live arrays; and for a kernel launch besides.  The best of turns that alternate."""
import os
import re
import subprocess
import sys

TURNS = 5
PROGRAM = """
import sys, time, cupy
live = [cupy.empty(100, dtype=cupy.uint8) for _ in range(int(sys.argv[1]))]
fill = cupy.RawKernel('extern "C" __global__ void fill(int *to) { }', "fill")
launch = sys.argv[2] == "launch"
count = 300 if launch else 3000
def turn():
    one = cupy.empty(100, dtype=cupy.uint8)
    if launch:
        fill((1,), (1,), (one,))
for _ in range(50):
    turn()
cupy.cuda.runtime.deviceSynchronize()
begin = time.thread_time()
for _ in range(count):
    turn()
print("took", (time.thread_time() - begin) / count * 1e6)
"""


def took(words, live, kind):
    done = subprocess.run([*words, "-c", PROGRAM, str(live), kind], capture_output=True, text=True, check=True)
    return float(re.search(r"took (\S+)", done.stdout).group(1))


def main():
    build, python = os.path.abspath(sys.argv[1]), sys.argv[2]
    inquest = [f"{build}/bin/inquest", "--quiet", "--device", "soft", "--python-pools"]
    runs = {"no": [*inquest, "no", python], "yes": [*inquest, "yes", python]}
    print(f"{'microseconds':24}" + "".join(f"{name:>10}" for name in runs))
    for live in (10, 1000, 10000):
        for kind in ("alone", "launch"):
            best = {name: min(values) for name, values in
                    zip(runs, zip(*([took(words, live, kind) for words in runs.values()] for _ in range(TURNS))))}
            print(f"{live:6} live, {kind:11}" + "".join(f"{value:10.2f}" for value in best.values()), flush=True)


if __name__ == "__main__":
    main()
