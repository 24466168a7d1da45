#!/usr/bin/env python3
"""What very much of everything costs: scale.py BUILD [--pairs N] [--parts N] [KIND=COUNT...]
Runs bench/scale.c plain and under inquest in turns, on the software device: ten million calls, a million live allocations, 100,000 live streams
and events, 10,000 modules, or the given counts, also of findings with a call stack of their own (findings, findings-own: of a block of their own).  Prints processor nanoseconds of a call in the first and in the last tenth (--parts 100: hundredth), plain and watched, and
by how much the ratio of both grows in between; what inquest keeps in memory, and how long it took after the program had ended.  Medians of the
pairs.  With --most GROWTH it fails if a ratio grows by more."""
import argparse, os, re, statistics, subprocess, sys, tempfile, time

COUNTS = {"calls": 2_200_000, "memory": 1_000_000, "order": 100_000, "modules": 10_000}   # steps; a step of "calls" is 4.5 calls or so


def run(command, environment):
    """The program's numbers, and how long its launcher took after it had ended."""
    done = subprocess.run(command, capture_output=True, text=True, env=environment)
    ended = time.time()
    found = re.search(r"first (\S+) last (\S+) before (\d+) after (\d+) calls (\d+) end (\S+)", done.stdout)
    if not found:
        sys.exit(" ".join(command) + ": " + done.stdout[-300:] + done.stderr[-300:])
    first, last, before, after, calls, end = map(float, found.groups())
    return {"first": first, "last": last, "grown": after - before, "calls": calls, "report": ended - end}


def measure(kind, count, pairs, parts, commands):
    """Medians over the pairs of all that [run] tells, of what inquest makes of the first and the last part, and of what it keeps."""
    rows = []
    for _ in range(pairs):
        plain, watched = (run([*words, kind, str(count), str(parts)], environment) for words, environment in commands)
        ratios = {part: watched[part] / plain[part] for part in ("first", "last")}
        rows.append({"calls": watched["calls"], "report": watched["report"], "kept": watched["grown"] - plain["grown"],
                     **{f"plain {part}": plain[part] for part in ratios}, **{f"watched {part}": watched[part] for part in ratios},
                     **{f"ratio {part}": value for part, value in ratios.items()}, "growth": ratios["last"] / ratios["first"]})
    return {name: statistics.median(row[name] for row in rows) for name in rows[0]}


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("build")
    parser.add_argument("what", nargs="*", metavar="KIND=COUNT")
    parser.add_argument("--pairs", type=int, default=3)
    parser.add_argument("--parts", type=int, default=10)
    parser.add_argument("--most", type=float)
    args = parser.parse_intermixed_args()
    build, root = os.path.abspath(args.build), os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
    counts = {kind: int(count) for kind, count in (word.split("=") for word in args.what)} or COUNTS
    soft, bad = os.path.join(build, "lib/inquest/soft"), []
    print(f"{'':8} {'count':>9} {'calls':>10} {'plain ns':>15} {'watched ns':>15} {'ratio':>11} {'growth':>7} {'KiB kept':>9} {'bytes each':>11} {'report s':>9}")
    with tempfile.TemporaryDirectory() as folder:
        program = os.path.join(folder, "scale")
        subprocess.run([os.environ.get("CC", "cc"), "-std=gnu11", "-O2", *("-I" + os.path.join(root, part) for part in ("tests/include", "api", os.path.join(build, "gen"))), "-o", program,
                        os.path.join(root, "bench/scale.c"), "-L" + soft, "-l:libcuda.so.1"], check=True)
        environment = {name: value for name, value in os.environ.items() if not name.startswith("INQUEST_")}
        watched = [os.path.join(build, "bin/inquest"), "--quiet", "--device", "soft", "--max", "0", "--output", os.path.join(folder, "report.txt"), program]
        commands = [([program], environment | {"LD_LIBRARY_PATH": soft}), (watched, environment)]
        for kind, count in counts.items():
            row = measure(kind, count, args.pairs, args.parts, commands)
            print(f"{kind:8} {count:9} {row['calls']:10.0f} {row['plain first']:7.0f} {row['plain last']:7.0f} {row['watched first']:7.0f} {row['watched last']:7.0f}"
                  f" {row['ratio first']:5.2f} {row['ratio last']:5.2f} {row['growth']:7.2f} {row['kept']:9.0f} {row['kept'] * 1024 / count:11.1f} {row['report']:9.2f}",
                  flush=True)
            if args.most and row["growth"] > args.most:
                bad.append(f"{kind}: the ratio grows by {row['growth']:.2f} from the first part to the last one")
    print("\n".join(bad))
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main())
