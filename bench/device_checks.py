#!/usr/bin/env python3
"""What checks inside kernels cost on a GPU: times of bench/device_checks.cu under inquest and under compute-sanitizer (if it is there), as
ratios to the times without them, all measured in this run, in turns.
Usage: device_checks.py BUILD [ROUNDS]"""
import math, os, shutil, statistics, subprocess, sys, tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
REPEATS, SANITIZER_REPEATS = "15", "1"         # a run under compute-sanitizer may take thousands of times as long
SANITIZER_SECONDS = 60


def times(command, seconds=120):
    """{kernel: milliseconds} that the program printed; what it printed until it was stopped, if it takes longer than [seconds]."""
    with tempfile.TemporaryFile("w+") as out:
        try:
            status = subprocess.run(command, stdout=out, stderr=subprocess.PIPE, text=True, timeout=seconds)
            if status.returncode:
                print(f"{' '.join(command)}: {status.returncode}\n{status.stderr[-1000:]}", file=sys.stderr)
        except subprocess.TimeoutExpired:
            print(f"{' '.join(command)}: stopped after {seconds} s", file=sys.stderr)
        out.seek(0)
        return {name: float(ms) for name, ms in (line.split() for line in out if len(line.split()) == 2 and not line.startswith("="))}   # = lines are compute-sanitizer's


def geometric_mean(ratios):
    return math.exp(statistics.mean(map(math.log, ratios)))


def main():
    build, rounds = os.path.abspath(sys.argv[1]), int(sys.argv[2]) if len(sys.argv) > 2 else 3
    nvcc, folder = shutil.which("nvcc") or "/usr/local/cuda/bin/nvcc", tempfile.mkdtemp()
    program = os.path.join(folder, "device_checks")
    if not os.path.exists(nvcc):
        print("no nvcc: skipped")
        return 0
    subprocess.run([nvcc, "-O3", "-arch=sm_75", "-o", program, os.path.join(HERE, "device_checks.cu")], check=True)
    if not times([program, "1", "collatz"]):
        print("no GPU: skipped")
        return 0
    inquest = [os.path.join(build, "bin/inquest"), "--device", "real", "--quiet"]
    modes = {mode: inquest + ["--kernel-checks=" + mode, "--", program, REPEATS] for mode in ("none", "bounds", "all")}
    runs = {"plain": [], **{mode: [] for mode in modes}}
    for _ in range(rounds):
        runs["plain"].append(times([program, REPEATS]))
        for mode, command in modes.items():
            runs[mode].append(times(command))
    sanitizer = shutil.which("compute-sanitizer") or "/usr/local/cuda/bin/compute-sanitizer"
    for tool in ("memcheck", "racecheck", "initcheck") if os.path.exists(sanitizer) else ():
        modes[tool] = None
        runs[tool] = [times([sanitizer, "--tool", tool, program, SANITIZER_REPEATS], SANITIZER_SECONDS)]
    median = {mode: {name: statistics.median(run[name] for run in all_runs if name in run) for name in all_runs[0]} for mode, all_runs in runs.items()}
    print("| kernel | plain ms | " + " | ".join(modes) + " |\n|" + " --- |" * (len(modes) + 2))
    for name, ms in median["plain"].items():
        print(f"| {name} | {ms:.3f} | " + " | ".join(f"{median[mode][name] / ms:.2f}" if name in median[mode] else "-" for mode in modes) + " |")
    for label, of in (("geometric mean", geometric_mean), ("worst", max)):
        ratios = {mode: [median[mode][name] / ms for name, ms in median["plain"].items() if name in median[mode]] for mode in modes}
        print(f"| {label} | | " + " | ".join(f"{of(ratios[mode]):.2f}" if ratios[mode] else "-" for mode in modes) + " |")
    return 0


if __name__ == "__main__":
    sys.exit(main())
