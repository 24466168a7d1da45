#!/usr/bin/env python3
"""Builds bench/call_cost.c against the libraries of a build folder and runs it.  Usage: call_cost.py BUILD [threads]
call_cost.py BUILD lines: instead of times, of one call of each kind when all is known: instructions, and the distinct cache lines and pages of
code and of data (stack included) that it touches; behind a driver, which leaves nothing in the first-level caches, that is what a call
costs.  Counted by valgrind's lackey; skipped without it."""
import glob, os, shutil, subprocess, sys, tempfile

LINE, PAGE = 6, 12          # bits
MARKED = 40                 # calls of each kind, as in call_cost.c


def build_program(cc, root, build, libraries, program):
    subprocess.run([cc, "-std=c11", "-O2", "-g", "-D_GNU_SOURCE", *(f"-I{root}/{d}" for d in ("src", "api")), f"-I{build}/gen", "-no-pie", "-o", program,
                    os.path.join(root, "bench/call_cost.c"), "-Wl,--start-group", *libraries, "-Wl,--end-group", "-lzstd", "-llz4", "-lpthread"],
                   check=True)


def marker_of(program):
    symbols = subprocess.run(["nm", program], capture_output=True, text=True, check=True).stdout
    return next(int(line.split()[0], 16) for line in symbols.splitlines() if line.endswith(" call_cost_marker"))


def trace(program, marker):
    """Names of the kinds of calls, and for each marked call its (instruction addresses, data bytes' addresses)."""
    names, calls, current = [], [], None
    run = subprocess.Popen(["valgrind", "--tool=lackey", "--trace-mem=yes", "--log-fd=1", program, "lines"], stdout=subprocess.PIPE, text=True)
    for line in run.stdout:
        kind = line[:2].strip()
        if kind not in ("I", "S", "L", "M"):
            if line[0].isalpha() and len(line.split()) == 1:
                names.append(line.strip())
            continue
        address, size = line[3:].split(",")
        address = int(address, 16)
        if kind == "S" and address == marker:
            current = ([], []) if current is None else calls.append(current)
        elif current is not None:
            current[kind != "I"].extend((address,) if kind == "I" else (address, address + int(size) - 1))
    return names, calls


def count_lines(program):
    names, calls = trace(program, marker_of(program))
    print(f"{'call':28} {'instructions':>12} {'code lines':>10} {'pages':>6} {'data lines':>10} {'pages':>6}")
    for name, (code, data) in zip(names, calls[MARKED - 1::MARKED]):
        distinct = [len({a >> bits for a in addresses}) for addresses in (code, data) for bits in (LINE, PAGE)]
        print(f"{name:28} {len(code):12} {distinct[0]:10} {distinct[1]:6} {distinct[2]:10} {distinct[3]:6}")


build, root = os.path.abspath(sys.argv[1]), os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
cc = os.environ.get("CC") or shutil.which("cc")
names = ["rules", "core", "trace", "image", "base", "entries"]
libraries = [os.path.join(build, "obj", f"libiq_{name}.a") for name in names]
lines = sys.argv[2:3] == ["lines"]
if not cc or not all(map(os.path.exists, libraries)):
    print("no compiler or no libraries in", build + ": skipped")
    sys.exit(0)
if lines and not shutil.which("valgrind"):
    print("no valgrind: skipped")
    sys.exit(0)
with tempfile.TemporaryDirectory() as folder:
    program = os.path.join(folder, "call_cost")
    build_program(cc, root, build, libraries, program)
    if lines:
        count_lines(program)
    else:
        subprocess.run([program, *sys.argv[2:]], check=True)
