#!/usr/bin/env python3
"""What it costs a program to be watched, as its user sees it: whole processes, plain and under inquest in turns.
Usage: whole.py [OPTIONS] BUILD_OR_PREFIX [--] COMMAND...     e.g. whole.py build -- python3 tests/gpu/train.py 800
       whole.py [OPTIONS] BUILD_OR_PREFIX                     the suite of GPU loops below, those that can run here
Prints for wall time, CPU time (of all processes), page faults and switches the medians of the plain and of the watched runs, the median of the
ratios of pairs, and its 95 % interval by bootstrap; and the outliers: watched runs beyond 1.3 times the slowest plain run.
The runs of a pair follow each other, and which is first changes from pair to pair, so what disturbs the machine for longer disturbs both.
--more N makes N further watched runs, which only count among the outliers: a rare slow run is not found in 30.
--figure REGEX measures a number that the program prints, too (its first group), such as the time of a step: start-up has no part in it.
--before BUILD runs the program under an earlier build, too, in the same turns, and prints a second table: plain and that one.
Where the kernel lets the processor count, instructions and cycles in user mode are counted for all processes: they vary less than times.
Exit status: 0, also if nothing of the suite can run here; 1 if a run failed; 2 if it was called wrongly."""
import argparse, ctypes, json, os, random, re, shutil, statistics, struct, subprocess, sys, tempfile, time

HERE = os.path.dirname(os.path.abspath(__file__))
GPU_TESTS = os.path.join(os.path.dirname(HERE), "tests/gpu")
LOOPS = GPU_TESTS + "/loops.py"
RESAMPLES, OUTLIER, LEAST_PAIRS = 4000, 1.3, 3
# Name in JSON, name in the table, decimals of its values.
QUANTITIES = (("wall_s", "wall time, s", 3), ("cpu_s", "CPU time, s", 3), ("instructions", "instructions in 10^6", 0), ("cycles", "cycles in 10^6", 0), ("page_faults", "page faults", 0),
              ("voluntary", "voluntary switches", 0), ("involuntary", "involuntary switches", 0), ("figure", "program's figure", 4))
STEP, MS = r"ms_per_step ([0-9.]+)", r"ms ([0-9.]+)"
# Name, module it needs (nvcc: compiled from whole_loops.cu), words, figure.
SUITE = (("start", "nvcc", ["{loops}", "start", "1"], None), ("import", "torch", ["{python}", "-c", "import torch"], None),
         ("launches", "nvcc", ["{loops}", "launches", "200000"], MS), ("graph", "nvcc", ["{loops}", "graph", "20000"], MS),
         ("training", "torch", ["{python}", GPU_TESTS + "/train.py", "600"], STEP),
         ("loader", "torch", ["{python}", LOOPS, "loader", "600"], MS),
         ("compiled", "torch", ["{python}", LOOPS, "compiled", "600"], MS),
         ("cupy", "cupy", ["{python}", LOOPS, "cupy", "30000"], MS),
         ("jax", "jax", ["{python}", LOOPS, "jax", "10000"], MS))


def bootstrap(values, resamples=RESAMPLES):
    """The 95 % interval of the median of [values]: the same for the same values."""
    source = random.Random(1)
    medians = sorted(statistics.median(source.choices(values, k=len(values))) for _ in range(resamples))
    return medians[int(0.025 * resamples)], medians[int(0.975 * resamples) - 1]


def compare(plain, watched):
    """Medians of both, the median of the ratios of pairs and its interval; None where nothing can be divided."""
    ratios = [b / a for a, b in zip(plain, watched) if a]
    low, high = bootstrap(ratios) if len(ratios) == len(plain) else (None, None)
    return {"plain": statistics.median(plain), "watched": statistics.median(watched),
            "ratio": statistics.median(ratios) if low is not None else None, "low": low, "high": high}


def outliers(plain, watched):
    """Numbers of the watched runs, from 1, that took beyond 1.3 times the slowest plain run."""
    limit = OUTLIER * max(run["wall_s"] for run in plain)
    return [i + 1 for i, run in enumerate(watched) if run["wall_s"] > limit]


def summarise(plain, watched, more=()):
    found = {name: compare([r[name] for r in plain], [r[name] for r in watched]) for name, _, _ in QUANTITIES if name in plain[0]}
    return {"pairs": len(plain), **found, "watched_runs": len(watched) + len(more), "outliers": outliers(plain, [*watched, *more]),
            "runs": {"plain": plain, "watched": [*watched, *more]}}


class Failed(Exception):
    pass


class Counter:
    """An event of the processor in user mode, counted for this process and for all that it starts from now on."""
    SYSTEM_CALL = {"x86_64": 298, "aarch64": 241}.get(os.uname().machine)  # perf_event_open
    SIZE, INHERIT, EXCLUDE_KERNEL, EXCLUDE_HYPERVISOR = 112, 1 << 1, 1 << 5, 1 << 6
    WORDS = 3  # the count, the time that it was wanted, the time that the processor had a register for it
    FORMAT = 1 | 2

    def __init__(self, event):
        attributes = bytearray(self.SIZE)
        struct.pack_into("=IIQQQQQ", attributes, 0, 0, self.SIZE, event, 0, 0, self.FORMAT, self.INHERIT | self.EXCLUDE_KERNEL | self.EXCLUDE_HYPERVISOR)
        buffer = (ctypes.c_char * self.SIZE).from_buffer(attributes)
        self.file = ctypes.CDLL(None).syscall(self.SYSTEM_CALL, buffer, 0, -1, -1, 0) if self.SYSTEM_CALL else -1

    def read(self):
        """The count so far; None where nothing can be counted."""
        if self.file < 0:
            return None
        count, wanted, counted = struct.unpack(f"={self.WORDS}Q", os.read(self.file, 8 * self.WORDS))
        return count * wanted / counted if counted else None


COUNTERS = {"cycles": Counter(0), "instructions": Counter(1)}


def count():
    return {name: counter.read() for name, counter in COUNTERS.items()}


def run(words, figure):
    """Runs [words]; what it took, as {quantity: number}."""
    with tempfile.TemporaryFile() as out, tempfile.TemporaryFile() as errors:
        counted, start = count(), time.monotonic()
        process = subprocess.Popen(words, stdin=subprocess.DEVNULL, stdout=out, stderr=errors)
        _, status, used = os.wait4(process.pid, 0)
        wall = time.monotonic() - start
        process.returncode = os.waitstatus_to_exitcode(status)
        out.seek(0)
        errors.seek(0)
        text, complaint = out.read().decode(errors="replace"), errors.read().decode(errors="replace")
    if process.returncode:
        raise Failed(f"{' '.join(words)}: status {process.returncode}\n{complaint[-2000:]}")
    taken = {"wall_s": wall, "cpu_s": used.ru_utime + used.ru_stime, "page_faults": used.ru_minflt + used.ru_majflt,
             "voluntary": used.ru_nvcsw, "involuntary": used.ru_nivcsw}
    taken.update({name: (after - counted[name]) / 1e6 for name, after in count().items() if after is not None})
    if figure:
        match = re.search(figure, text)
        if not match:
            raise Failed(f"{' '.join(words)}: prints nothing that looks like {figure}\n{text[-500:]}")
        taken["figure"] = float(match.group(1))
    return taken


def measure(command, watches, pairs, seconds, warm_up, figure):
    """The plain runs, and those by each of [watches].  With [seconds] fewer pairs, if they would take longer than that, but LEAST_PAIRS of them."""
    kinds = [command, *(watch + command for watch in watches)]
    runs, end, longest = [[] for _ in kinds], time.monotonic() + seconds if seconds else None, 0
    for pair in range(-warm_up, pairs):
        start = time.monotonic()
        if end and pair >= min(LEAST_PAIRS, pairs) and start + longest > end:
            break
        for kind in sorted(range(len(kinds)), reverse=pair % 2):
            taken = run(kinds[kind], figure)
            if pair >= 0:
                runs[kind].append(taken)
        if pair >= 0:
            longest = max(longest, time.monotonic() - start)
    return runs


def measure_more(command, watch, more, seconds, figure):
    """Watched runs alone."""
    runs, end = [], time.monotonic() + seconds if seconds else None
    while len(runs) < more and not (end and time.monotonic() > end):
        runs.append(run(watch + command, figure))
    return runs


def number(value, decimals):
    return "-" if value is None else f"{value:.{decimals}f}"


def print_table(name, command, found):
    print(f"{name}: {found['pairs']} pairs of {' '.join(command)}")
    print(f"{'':22}{'plain':>12}{'watched':>12}{'ratio':>8}  95 % interval")
    for quantity, title, decimals in QUANTITIES:
        if quantity in found:
            row = found[quantity]
            print(f"{title:22}{number(row['plain'], decimals):>12}{number(row['watched'], decimals):>12}{number(row['ratio'], 3):>8}"
                  f"  [{number(row['low'], 3)} {number(row['high'], 3)}]")
    slowest = max(run["wall_s"] for run in found["runs"]["plain"])
    print(f"outliers: {len(found['outliers'])} of {found['watched_runs']} beyond {OUTLIER} times the slowest plain run, {slowest:.3f} s")
    for i in found["outliers"]:
        plain, watched = found["runs"]["plain"][i - 1:i], found["runs"]["watched"][i - 1]
        print(f"  run {i}: " + ", ".join(f"{title} " + "".join(f"{number(beside[q], d)} and " for beside in plain) + number(watched[q], d)
                                         for q, title, d in QUANTITIES if q in watched))
    print(flush=True)


def can_import(module):
    return subprocess.run([sys.executable, "-c", f"import importlib.util, sys; sys.exit(importlib.util.find_spec({module!r}) is None)"]).returncode == 0


def suite(folder, wanted):
    """(name, command, figure) of the workloads that can run here."""
    loops, found = os.path.join(folder, "whole_loops"), []
    if not any(map(os.path.exists, ("/dev/nvidia0", "/dev/nvidiactl", "/dev/dxg"))):
        print("no GPU: skipped")
        return found
    for name, module, words, figure in SUITE:
        if wanted and name not in wanted:
            continue
        if module == "nvcc" and not os.path.exists(loops):
            usable = shutil.which("nvcc") and not subprocess.run(["nvcc", "-O2", "-o", loops, HERE + "/whole_loops.cu"]).returncode
        else:
            usable = module == "nvcc" or can_import(module)
        if usable:
            found.append((name, [word.format(loops=loops, python=sys.executable) for word in words], figure))
        else:
            print(f"{name}: no {module}: skipped")
    return found


def parse():
    parser = argparse.ArgumentParser(usage=__doc__.replace("%", "%%"))
    parser.add_argument("--pairs", type=int, default=30)
    parser.add_argument("--warm-up", type=int, default=1, help="pairs before those that count")
    parser.add_argument("--more", type=int, default=0, help="watched runs after the pairs")
    parser.add_argument("--seconds", type=float, help="stop before a pair that would end later; of the suite: all workloads together")
    parser.add_argument("--before", metavar="BUILD", help="an earlier build, to compare in the same turns")
    parser.add_argument("--options", default="", help="options of inquest in one word: --options='--quiet --blame'")
    parser.add_argument("--figure", metavar="REGEX")
    parser.add_argument("--json", metavar="FILE")
    parser.add_argument("--suite", default="", metavar="NAME,...", help="these workloads of the suite only")
    parser.add_argument("build")
    parser.add_argument("command", nargs=argparse.REMAINDER)
    asked = parser.parse_args()
    if asked.command[:1] == ["--"]:
        asked.command = asked.command[1:]
    if asked.pairs < 1 or asked.suite and asked.command:
        parser.error("at least one pair, and either a command or --suite")
    known, asked.suite = [name for name, *_ in SUITE], [word for word in asked.suite.split(",") if word]
    if not set(asked.suite) <= set(known):
        parser.error(f"the suite has {', '.join(known)}")
    return asked


def main():
    asked, results, status = parse(), [], 0
    watches = [[os.path.join(os.path.abspath(build), "bin/inquest"), "--quiet", *asked.options.split(), "--"]
               for build in (asked.build, asked.before) if build]
    with tempfile.TemporaryDirectory() as folder:
        if asked.command:
            work = [(os.path.basename(asked.command[0]), asked.command, asked.figure)]
        else:
            work = suite(folder, asked.suite)
        end = time.monotonic() + asked.seconds if asked.seconds else None
        for i, (name, command, figure) in enumerate(work):
            share = max(0.001, (end - time.monotonic()) / (len(work) - i)) if end else None
            try:
                started = time.monotonic()
                plain, watched, *before = measure(command, watches, asked.pairs, share, asked.warm_up, figure)
                left = max(0.001, share - (time.monotonic() - started)) if share else None
                compared = [summarise(plain, watched, measure_more(command, watches[0], asked.more, left, figure)),
                            *(summarise(plain, runs) for runs in before)]
            except (Failed, OSError) as error:
                print(f"{name}: {error}", flush=True)
                status = 1
                continue
            for title, watch, found in zip((name, f"{name}, before"), watches, compared):
                print_table(title, command, found)
                results.append({"name": title, "command": command, "inquest": watch, **found})
    if asked.json:
        with open(asked.json, "w") as file:
            json.dump(results, file, indent=1)
    return status


if __name__ == "__main__":
    sys.exit(main())
