#!/usr/bin/env python3
"""Compares what inquest reports of small kernels with a model of happens-before.

    run_races.py --build BUILD [--seed N --count M] [--families LIST] [--only NAME] [--instrumented]

Without options: all small combinations and a fixed sample at random.  Each program is run in the
schedules eager, late and
shuffle=1, 2, 3.  The model (model.py) says of each whether it races in no execution, in some, or in
all:
  never   a report is a false alarm
  must    silence in any schedule is a missed race
  may     silence in all schedules is a missed race
unless a limit of limits.py excuses the silence.  How many programs they excuse stands in limits.txt
(--write).
"""

import argparse
import collections
import concurrent.futures
import hashlib
import json
import os
import pickle
import re
import subprocess
import sys
import tempfile
import time

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(os.path.dirname(HERE))
sys.path.insert(0, HERE)
import generate
import limits
import model
from program import HEAD, describe, ptx

SCHEDULES = ("eager", "late", "shuffle=1", "shuffle=2", "shuffle=3")
# Of instrumented kernels: a warp runs as far as it can, or a few instructions at a time.
HURRIES = ("hurry=0", "hurry=1", "hurry=2")
SAMPLE_SEED, SAMPLE_COUNT, MODULE_KERNELS = 1, 150, 500


def compile_launcher(compiler, build, folder):
    program = os.path.join(folder, "launch")
    subprocess.run(
        [
            compiler,
            "-std=gnu11",
            "-O1",
            *(
                "-I" + os.path.join(top, name)
                for top, name in (
                    (ROOT, "tests/include"),
                    (ROOT, "api"),
                    (build, "gen"),
                    (ROOT, "src"),
                )
            ),
            "-o",
            program,
            os.path.join(HERE, "launch.c"),
            os.path.join(build, "lib/inquest/libcuda.so.1"),
        ],
        check=True,
    )
    return program


def device_options(args, schedule):
    """The software device, or its driver as a GPU's with instrumented kernels; and variables."""
    if not args.instrumented:
        return ["--device", "soft", "--schedule", schedule, "--kernel-timeout", "20"], {}
    driver = os.path.join(args.build, "lib/inquest/soft/libcuda.so.1")
    options = ["--device", "real", "--driver", driver, "--kernel-checks", "all"]
    return options, {"INQUEST_SOFT_HURRY": schedule.partition("=")[2]}


def run_module(args, launcher, folder, number, programs):
    """{schedule: {kernel: [(rule, line, line)]}} of one module; also what could not be run."""
    text, names = os.path.join(folder, f"{number}.ptx"), os.path.join(folder, f"{number}.list")
    with open(text, "w") as file:
        file.write(HEAD + "\n".join(map(ptx, programs)) + "\n")
    with open(names, "w") as file:
        file.writelines(f"{p.name} {p.blocks} {p.threads}\n" for p in programs)
    found, failed = {}, []
    for schedule in args.schedules:
        report = os.path.join(folder, f"{number}.json")
        options, variables = device_options(args, schedule)
        command = [
            os.path.join(args.build, "bin/inquest"),
            *options,
            "--max",
            "0",
            "--rules",
            "kernel-race,kernel-shared-race,failed-call",
            "--format",
            "json",
            "-o",
            report,
            "-q",
            launcher,
            text,
            names,
        ]
        done = subprocess.run(
            command,
            capture_output=True,
            text=True,
            timeout=args.timeout,
            env=dict(os.environ, **variables),
        )
        failed += [f"{schedule}: {line}" for line in (done.stdout + done.stderr).splitlines()]
        found[schedule] = read_report(report) if os.path.exists(report) else {}
    return found, failed


def read_report(path):
    found = collections.defaultdict(list)
    for f in json.load(open(path))["findings"]:
        name = re.search(r"kernel (\w+)", f["message"])
        other = re.search(r"at case\.cu:(\d+)", f["message"])
        own = (f["sites"].get("kernel") or [{}])[0].get("line")
        lines = tuple(sorted((int(own or 0) - 1, int(other.group(1)) - 1 if other else -1)))
        if not f["rule"].endswith("race"):
            continue
        found[name.group(1) if name else "?"].append((f["rule"], lines, f["message"]))
    return found


def disagreement(program, verdict, found, instrumented):
    """What is wrong, or None.  found: {schedule: findings}."""
    told = [schedule for schedule, findings in found.items() if findings]
    silent = [schedule for schedule, findings in found.items() if not findings]
    wrong = sorted(
        {f[1] for findings in found.values() for f in findings if f[1] not in verdict.pairs}
    )
    if told and verdict.word == "never":
        return f"false alarm in {', '.join(told)}"
    if wrong:
        return f"false alarm about lines {', '.join(f'{a + 1} and {b + 1}' for a, b in wrong)}"
    if instrumented:  # it has more limits
        return None
    if verdict.told == "must" and silent:
        return f"missed in {', '.join(silent)}"
    if verdict.told == "may" and not told and not verdict.limits:
        return "missed in all schedules"
    return None


def excuses(verdicts):
    """{limits: programs about which silence is excused by them}"""
    return collections.Counter(
        "+".join(sorted(v.limits))
        for v in verdicts
        if v.told != v.word or (v.told == "may" and v.limits)
    )


def compare_excuses(counted, write):
    """Are the excused programs those of limits.txt?"""
    path = os.path.join(HERE, "limits.txt")
    text = "".join(f"{name} {n}\n" for name, n in sorted(counted.items()))
    if write:
        with open(path, "w") as file:
            file.write(text)
    if open(path).read() == text:
        return True
    print(
        f"limits.txt differs; the limits now excuse:\n{text}Look at each that grew, then run with --write."
    )
    return False


def judge(program):
    try:
        return model.judge(program)
    except model.Deadlock:
        return None


def verdicts_of(programs, args, pool):
    """What the model says of each program, or None.  Of the usual ones it is kept in the build folder:
    it depends on nothing but the programs and the model, and both ways to run them ask for it."""
    if args.seed is not None or args.families or args.only:
        return list(pool.map(judge, programs, chunksize=32))
    digest = hashlib.sha256(repr(programs).encode())
    for name in ("limits.py", "model.py", "program.py"):
        digest.update(open(os.path.join(HERE, name), "rb").read())
    path = os.path.join(args.build, "tests", "races.verdicts")
    if os.path.exists(path):
        with open(path, "rb") as file:
            known, verdicts = pickle.load(file)
        if known == digest.hexdigest():
            return verdicts
    verdicts = list(pool.map(judge, programs, chunksize=32))
    with open(f"{path}.{os.getpid()}", "wb") as file:
        pickle.dump((digest.hexdigest(), verdicts), file)
    os.rename(f"{path}.{os.getpid()}", path)
    return verdicts


def main():
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--build", default=os.path.join(ROOT, "build"))
    parser.add_argument("--cc", default="cc", help="the C compiler")
    parser.add_argument(
        "--seed", type=int, help="programs at random from this seed instead of the usual ones"
    )
    parser.add_argument("--count", type=int, default=1000)
    parser.add_argument("--families", help="of these families only, separated by commas")
    parser.add_argument("--only", help="programs whose names match this expression")
    parser.add_argument(
        "--schedules", default=",".join(SCHEDULES), type=lambda text: text.split(",")
    )
    parser.add_argument(
        "--show", type=int, default=20, help="how many disagreements to print in full"
    )
    parser.add_argument(
        "--instrumented",
        action="store_true",
        help="instrument the kernels as for a GPU; then only false alarms are wrong",
    )
    parser.add_argument("--write", action="store_true", help="write limits.txt")
    parser.add_argument("--keep", help="a folder for the PTX")
    parser.add_argument("--timeout", type=int, default=300)
    parser.add_argument("--jobs", type=int, default=2)
    args = parser.parse_args()
    args.schedules = (
        args.schedules if isinstance(args.schedules, list) else args.schedules.split(",")
    )
    if args.instrumented:
        args.schedules = HURRIES
    if args.seed is not None:
        programs = list(generate.at_random(args.seed, args.count))
    else:
        programs = list(generate.exhaustive(args.families and args.families.split(",")))
        programs += [] if args.families else list(generate.at_random(SAMPLE_SEED, SAMPLE_COUNT))
    programs = [p for p in programs if not args.only or re.search(args.only, p.name)]
    start = time.time()
    with tempfile.TemporaryDirectory() as folder, concurrent.futures.ProcessPoolExecutor(
        args.jobs
    ) as pool:
        folder = args.keep or folder
        launcher = compile_launcher(args.cc, args.build, folder)
        verdicts = verdicts_of(programs, args, pool)
        judged = time.time()
        runnable = [(p, v) for p, v in zip(programs, verdicts) if v]
        parts = [runnable[k : k + MODULE_KERNELS] for k in range(0, len(runnable), MODULE_KERNELS)]
        with concurrent.futures.ThreadPoolExecutor(args.jobs) as threads:
            runs = list(
                threads.map(
                    lambda n: run_module(args, launcher, folder, n, [p for p, _ in parts[n]]),
                    range(len(parts)),
                )
            )
    print(
        f"{len(runnable)} programs of {len(programs)}: model {judged - start:.1f} s, runs {time.time() - judged:.1f} s"
    )
    return report(args, parts, runs)


def report(args, parts, runs):
    bad, words, seen = [], collections.Counter(), collections.Counter()
    failed = [line for _, lines in runs for line in lines]
    for part, (found, _) in zip(parts, runs):
        for program, verdict in part:
            mine = {schedule: of.get(program.name, []) for schedule, of in found.items()}
            wrong = disagreement(program, verdict, mine, args.instrumented)
            words[verdict.word] += 1
            seen[verdict.word] += any(mine.values())
            if wrong:
                bad.append((program, verdict, mine, wrong))
    counted = excuses(verdict for part in parts for _, verdict in part)
    print("verdicts:", dict(words), "excused:", dict(counted), "reported:", dict(seen))
    for program, verdict, mine, wrong in bad[: args.show]:
        print(f"\n{wrong}: {describe(program)}\n  model: {verdict}")
        for message in sorted({f[2] for findings in mine.values() for f in findings}):
            print("  said:", message)
    for program, _, _, wrong in bad[args.show :]:
        print(f"{wrong}: {program.name}")
    for line in failed[:20]:
        print("failed:", line)
    print(f"{len(bad)} disagreements, {len(failed)} failures")
    usual = not args.instrumented and args.seed is None and not args.families and not args.only
    return 1 if bad or failed or (usual and not compare_excuses(counted, args.write)) else 0


if __name__ == "__main__":
    sys.exit(main())
