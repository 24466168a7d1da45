#!/usr/bin/env python3
"""What a launch takes when Python frames are on the stack: instructions of the guest, as callgrind counts them, for one launch by ctypes on the software device
that is like the one before, or one of many that are made in turns, as in a training step.
Usage: python_cost.py BUILD          by the number of Python frames, and of places in the script
       python_cost.py BUILD figures  fails if more frames or places take more than FIGURES allows
Skipped without valgrind, or without CPython 3.9 to 3.14."""
import os, platform, re, shutil, subprocess, sys, tempfile
import figures

PROGRAM = """import ctypes, sys
frames, launches, places = map(int, sys.argv[1:4])
cuda = ctypes.CDLL("libcuda.so.1")
context, module, function, device = ctypes.c_void_p(), ctypes.c_void_p(), ctypes.c_void_p(), ctypes.c_int()
image = b".version 7.0\\n.target sm_50\\n.address_size 64\\n.visible .entry k()\\n{\\nret;\\n}\\n"
if cuda.cuInit(0) or cuda.cuDeviceGet(ctypes.byref(device), 0) or cuda.cuDevicePrimaryCtxRetain(ctypes.byref(context), device) or \\
        cuda.cuCtxSetCurrent(context) or cuda.cuModuleLoadData(ctypes.byref(module), image) or cuda.cuModuleGetFunction(ctypes.byref(function), module, b"k"):
    sys.exit(1)
launch = cuda.cuLaunchKernel
launch.argtypes = [ctypes.c_void_p] + [ctypes.c_uint] * 7 + [ctypes.c_void_p] * 3
exec("def turn():\\n" + "    launch(function, 1, 1, 1, 1, 1, 1, 0, None, None, None)\\n" * places)
def down(more):
    if more:
        return down(more - 1)
    for i in range(launches // places):
        turn()
down(frames - 3)
cuda.cuCtxSynchronize()
print(*(line.split()[0] for line in open("/proc/self/maps") if line.rstrip().endswith(sys.argv[4])))
"""
FRAMES, PLACES, FEW, MANY = (3, 8, 14, 26), 100, 500, 1500
# CPython 3.11 needs 11.5 to 13.2, as what the software device does beside it varies; a sum over all words took 41.5.
FIGURES = {"instructions more for each Python frame": 20, "a hundred places to one": 1.1}
SKIPPED = 77


def guest_instructions(build, frames, launches, places, folder):
    guest = os.path.realpath(os.path.join(build, "lib/inquest/libcuda.so.1"))
    for name in os.listdir(folder):
        os.remove(os.path.join(folder, name))
    run = subprocess.run(["valgrind", "--tool=callgrind", "--dump-instr=yes", f"--callgrind-out-file={folder}/%p", "--trace-children=yes", os.path.join(build, "bin/inquest"), "--quiet",
                          "--device=soft", "--", sys.executable, "-c", PROGRAM, str(frames), str(launches), str(places), guest], check=True, capture_output=True, text=True)
    ranges = [tuple(int(part, 16) for part in word.split("-")) for word in run.stdout.split() if "-" in word and re.fullmatch(r"[0-9a-f]+-[0-9a-f]+", word)]
    begin, end, total = min(r[0] for r in ranges), max(r[1] for r in ranges), 0
    for name in os.listdir(folder):
        with open(os.path.join(folder, name)) as text:
            total += sum(own_counts(text, begin, end))
    return total


def own_counts(text, begin, end):
    """Of each instruction between two addresses; a line after calls= is what was called."""
    address, called = 0, False
    for line in text:
        if line.startswith("calls="):
            called = True
            continue
        cost = re.match(r"(0x[0-9a-f]+|[+-]\d+|\*) \S+ (\d+)$", line)
        if not cost:
            continue
        address = address if cost[1] == "*" else int(cost[1], 16) if cost[1].startswith("0x") else address + int(cost[1])
        if not called and begin <= address < end:
            yield int(cost[2])
        called = False


def main():
    build, is_test = os.path.abspath(sys.argv[1]), sys.argv[2:] == ["figures"]
    if not shutil.which("valgrind") or platform.python_implementation() != "CPython" or not (3, 9) <= sys.version_info[:2] <= (3, 14):
        print("no valgrind, or no CPython that is known: skipped")
        return SKIPPED if is_test else 0
    cost = {}
    with tempfile.TemporaryDirectory() as folder:
        for frames, places in [(f, 1) for f in ((FRAMES[0], FRAMES[-1]) if is_test else FRAMES)] + [(FRAMES[-1], PLACES)]:
            few, many = (guest_instructions(build, frames, launches, places, folder) for launches in (FEW, MANY))
            cost[frames, places] = (many - few) / (MANY - FEW)
            print(f"{frames:3} Python frames, {places:3} place{'s' if places > 1 else ' '}: {cost[frames, places]:8.1f} instructions of the guest", flush=True)
    deep = cost[FRAMES[-1], 1]
    found = {"instructions more for each Python frame": (deep - cost[FRAMES[0], 1]) / (FRAMES[-1] - FRAMES[0]), "a hundred places to one": cost[FRAMES[-1], PLACES] / deep}
    for name, value in found.items():
        print(f"{name}: {value:.2f}")
    return figures.judge(found, FIGURES, ".2f") if is_test else 0


if __name__ == "__main__":
    sys.exit(main())
