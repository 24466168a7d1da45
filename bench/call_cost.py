#!/usr/bin/env python3
"""Builds bench/call_cost.c against the libraries of a build folder and runs it.  Usage: call_cost.py BUILD [threads]
call_cost.py BUILD lines: instead of times, of one call of each kind when all is known: instructions, and the distinct cache lines and pages of
code and of data (stack included) that it touches; behind a driver, which leaves nothing in the first-level caches, that is what a call
costs.  Instructions after the real call, and locked ones before and after it, are counted, too: a locked instruction waits until all stores before
it have gone out, after a real launch the one to the device among them.  Counted by valgrind's lackey; skipped without it.
Of queries (call/query.h) all is counted from the thunk on, less what the real function alone takes, of other calls what core does for one: wrapper and nested calls come on top.
call_cost.py BUILD where KIND: instructions of one call of a kind by function; inlined ones stand before the one they are in.
call_cost.py BUILD figures: fails if a call takes more instructions than FIGURES allows.
call_cost.py BUILD locks: fails if calls that enqueue work or ask for its state have a locked instruction after the real call, or more than one before it."""
import collections, os, platform, re, shutil, subprocess, sys, tempfile
import figures

LINE, PAGE = 6, 12          # bits
MARKED = 40                 # calls of each kind, as in call_cost.c
# Most instructions of a call, up to a tenth above what gcc 12 needs; of queries more than the real function alone.
FIGURES = {"launch": 400, "launch-3-pointers": 595, "launch-3-pointers-extended": 665, "launch-3-pointers-elsewhere": 1050, "launch-3-pointers-2-streams": 595, "launch-on-six-ways": 720,
           "launch-offset": 640, "launch-offset-elsewhere": 1420, "memcpyAsync": 400,
           "memcpyAsync-elsewhere": 785, "launch-24-pointers": 1030, "eventRecord": 300, "eventRecord-in-turns": 340, "streamWaitEvent": 420, "launchHostFunc": 950, "launchHostFunc-36-streams": 1270, "memsetAsync-legacy-36-streams": 3310,
           "cuCtxSetCurrent": 170, "eventQuery": 38, "streamQuery": 38, "isCapturing": 38, "getDevice": 19, "getLastError": 17,
           "peekAtLastError": 17, "getDeviceCount": 19, "deviceGetAttribute": 20, "funcGetAttributes": 20, "occupancy": 20, "pointerGetAttributes": 20, "getDevice-asks-driver": 34,
           "cuCtxGetCurrent": 19, "cuCtxGetDevice": 19, "cuDeviceGetAttribute": 20, "cuPointerGetAttribute": 20, "cuPointerGetAttributes": 20, "cuFuncGetAttribute": 40, "cuOccupancy": 40}
QUERIES = {"getDevice", "getLastError", "peekAtLastError", "getDeviceCount", "deviceGetAttribute", "funcGetAttributes", "occupancy", "pointerGetAttributes", "getDevice-asks-driver",
           "cuCtxGetCurrent", "cuCtxGetDevice", "cuDeviceGetAttribute", "cuPointerGetAttribute", "cuPointerGetAttributes", "cuFuncGetAttribute", "cuOccupancy", "cuKernelGetFunction",
           "eventQuery", "streamQuery", "isCapturing"}
# An object that is recorded afterwards, under a lock; or what other streams' work waits for, in order when the call is back.
LATER = {"cuKernelGetFunction", "launchHostFunc", "launchHostFunc-36-streams"}


def build_program(cc, root, build, libraries, program):
    subprocess.run([cc, "-std=c11", "-O2", "-g", "-D_GNU_SOURCE", *(f"-I{root}/{d}" for d in ("src", "api")), f"-I{build}/gen", "-no-pie", "-o", program,
                    *(os.path.join(root, f) for f in ("bench/call_cost.c", "src/wrap/patch.c", "src/wrap/elf.c", f"src/arch/{platform.machine()}/guest/thunk.S")), "-Wl,--start-group", *libraries, "-Wl,--end-group", "-lzstd", "-llz4", "-lpthread"],
                   check=True)


def address_of(program, symbol):
    symbols = subprocess.run(["nm", program], capture_output=True, text=True, check=True).stdout
    return next(int(line.split()[0], 16) for line in symbols.splitlines() if line.endswith(" " + symbol))


def locked_instructions(program):
    """Addresses of instructions that wait for stores; those of the C library are not seen."""
    code = subprocess.run(["objdump", "-d", "--no-show-raw-insn", program], capture_output=True, text=True, check=True).stdout
    locked = re.compile(r"^ *([0-9a-f]+):\s+(?:lock |xchg .*\(|mfence|cpuid|sfence|syscall)")
    return {int(m[1], 16) for m in map(locked.match, code.splitlines()) if m}


def trace(program):
    """Names of the kinds of calls, and for each marked call its (instruction addresses, data bytes' addresses, instructions before the real call)."""
    marker, driver = address_of(program, "call_cost_marker"), address_of(program, "call_cost_driver")
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
            current = ([], [], []) if current is None else calls.append(current)
        elif kind == "S" and address == driver and current:
            current[2].append(len(current[0]))
        elif current is not None:
            current[kind != "I"].extend((address,) if kind == "I" else (address, address + int(size) - 1))
    return names, calls


def inlined(program, addresses):
    """For each address the functions it belongs to, innermost first."""
    text = subprocess.run(["addr2line", "-fia", "-e", program, *map(hex, addresses)], capture_output=True, text=True, check=True).stdout
    chains = {}
    for line in text.splitlines():
        if line.startswith("0x"):
            chain, is_name = chains.setdefault(int(line, 16), []), True
        else:
            if is_name:
                chain.append(line)
            is_name = not is_name
    return {address: " < ".join(chain) for address, chain in chains.items()}


def show_where(program, kind):
    names, calls = trace(program)
    if kind not in names:
        sys.exit("one of " + " ".join(names))
    code = calls[MARKED - 1::MARKED][names.index(kind)][0]
    chains = inlined(program, sorted(set(code)))
    for name, count in collections.Counter(chains[a] for a in code).most_common():
        print(f"{count:5} {name}")


def count_lines(program):
    """Prints a line for each kind of call; returns (name, instructions, locked ones before the real call, after it)."""
    names, calls = trace(program)
    locked, counts = locked_instructions(program), []
    nothing = len(calls[MARKED - 1::MARKED][names.index("nothing")][0])
    print(f"{'call':28} {'instructions':>12} {'after':>6} {'locked':>6} {'code lines':>10} {'pages':>6} {'data lines':>10} {'pages':>6}")
    for name, (code, data, before) in zip(names, calls[MARKED - 1::MARKED]):
        distinct = [len({a >> bits for a in addresses}) for addresses in (code, data) for bits in (LINE, PAGE)]
        parts = [sum(a in locked for a in part) for part in (code[:before[0]], code[before[0]:])]
        added = len(code) - (nothing if name in QUERIES else 0)
        print(f"{name:28} {added:12} {len(code) - before[0]:6} {'%d+%d' % tuple(parts):>6} {distinct[0]:10} {distinct[1]:6} {distinct[2]:10} {distinct[3]:6}")
        counts.append((name, added, *parts))
    return counts


def check_figures(counts):
    return figures.judge({name: total for name, total, *_ in counts}, FIGURES, "d")


def check_locks(counts):
    bad = [f"{name}: {before} locked instructions before the real call, {after} after it" for name, _, before, after in counts if name not in LATER and (before > 1 or after)]
    if not any(before for _, _, before, _ in counts):
        bad.append("none was seen at all: a copy locks once")
    print("\n".join(bad))
    return 1 if bad else 0


build, root = os.path.abspath(sys.argv[1]), os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
cc = os.environ.get("CC") or shutil.which("cc")
names = ["entries", "rules", "api_cuda", "api_opencl", "api_vulkan", "call", "order", "model", "process", "trace", "image", "base", "arch"]
libraries = [os.path.join(build, "obj", f"libiq_{name}.a") for name in names]
checks = {"lines": lambda counts: 0, "locks": check_locks, "figures": check_figures}
check = checks.get(sys.argv[2]) if len(sys.argv) > 2 else None
SKIPPED = 77 if check and sys.argv[2] != "lines" else 0
if not cc or not all(map(os.path.exists, libraries)):
    print("no compiler or no libraries in", build + ": skipped")
    sys.exit(SKIPPED)
if check and not shutil.which("valgrind"):
    print("no valgrind: skipped")
    sys.exit(SKIPPED)
with tempfile.TemporaryDirectory() as folder:
    program = os.path.join(folder, "call_cost")
    build_program(cc, root, build, libraries, program)
    if sys.argv[2:3] == ["where"]:
        show_where(program, sys.argv[3])
    elif check:
        sys.exit(check(count_lines(program)))
    else:
        subprocess.run([program, *sys.argv[2:]], check=True)
