#!/usr/bin/env python3
"""Compares what inquest reports of small host programs with a model of their order.

    run_host.py --build BUILD [--seed N --count M] [--families LIST] [--only NAME] [--show N]

Without options: all small combinations and a fixed sample at random.  Each program is run in the
schedules eager, late and shuffle=1, 2.  The model (model.py) says of each whether it races:
  never   a report is a false alarm; so is one about steps that do not race, in any program
  must    silence in any schedule is a missed race
  may     the documents leave it open, or the checker takes it as ordered
unless a limit of limits.py excuses the silence.  How many programs they excuse stands in
limits.txt (--write).
"""

import argparse
import collections
import concurrent.futures
import json
import os
import re
import subprocess
import sys
import tempfile
import time

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(os.path.dirname(os.path.dirname(HERE)))
sys.path.insert(0, HERE)
import generate
import limits
import model

SCHEDULES = ("eager", "late", "shuffle=1", "shuffle=2")
SAMPLE_SEED, SAMPLE_COUNT, MOST_STEPS, FIRST_STEP = 1, 600, 2000, 100
RULES = ("stream-race", "host-read-in-flight", "host-write-in-flight", "free-in-flight")


def compile_steps(compiler, build, folder):
    program = os.path.join(folder, "steps")
    tops = ((ROOT, "tests/include"), (ROOT, "api"), (build, "gen"), (ROOT, "src"))
    library = os.path.join(build, "lib/inquest/libcuda.so.1")
    command = [compiler, "-std=gnu11", "-O1", "-fno-optimize-sibling-calls"]
    command += ["-I" + os.path.join(*top) for top in tops]
    command += ["-o", program, os.path.join(HERE, "steps.c"), library]
    subprocess.run(command, check=True)
    return program


def parts_of(programs):
    """Lists of programs with no more steps than the test program has functions."""
    part, count = [], 0
    for program in programs:
        if count + len(program.steps) > MOST_STEPS:
            yield part
            part, count = [], 0
        part.append(program)
        count += len(program.steps)
    if part:
        yield part


def run_part(args, steps, folder, number, programs):
    """({schedule: {name: [(rule, (step, step), message)]}}, what could not be run)"""
    listing = os.path.join(folder, f"{number}.steps")
    with open(listing, "w") as file:
        file.writelines(p.text() for p in programs)
    owners = [(p, i) for p in programs for i in range(len(p.steps))]
    found, failed = {}, []
    for schedule in args.schedules:
        report = os.path.join(folder, f"{number}.json")
        command = [os.path.join(args.build, "bin/inquest"), "--device", "soft", "--schedule"]
        command += [schedule, "--max", "0", "--host-guard", "always", "--format", "json"]
        command += ["--rules", ",".join((*RULES, "failed-call")), "-o", report, "-q", steps]
        done = subprocess.run(
            [*command, listing],
            capture_output=True,
            text=True,
            timeout=args.timeout,
            env={**os.environ, "INQUEST_SOFT_DEVICES": "2"},
        )
        failed += [f"{schedule}: {line}" for line in (done.stdout + done.stderr).splitlines()]
        if done.returncode:
            failed.append(f"{schedule}: part {number} ended with {done.returncode}")
        found[schedule] = read_report(report, owners, failed)
    return found, failed


def step_of(stack, owners):
    for frame in stack or []:
        at = re.fullmatch(r"step_(\d+)", frame["function"] or "")
        if at:
            return owners[int(at.group(1)) - FIRST_STEP]
    return None, None


def read_report(path, owners, failed):
    found = collections.defaultdict(list)
    for f in json.load(open(path))["findings"]:
        program, later = step_of(f["sites"]["call"], owners)
        other, earlier = None, None
        for related in f["sites"]["related"] or []:
            if other is None:
                other, earlier = step_of(related["stack"], owners)
        if f["rule"] not in RULES or program is None or other is not program:
            failed.append(f"{f['rule']}: {f['message']}")
            continue
        pair = (min(earlier, later), max(earlier, later))
        found[program.name].append((f["rule"], pair, f["message"]))
    return found


def is_rule_of(rule, races):
    a, b = races
    if a.end or b.end:
        return rule == "free-in-flight"
    if "call" in (a.node[1], b.node[1]):
        host = a if a.node[1] == "call" else b
        return rule == ("host-write-in-flight" if host.write else "host-read-in-flight")
    return True


def disagreement(program, verdict, excused, found):
    """What is wrong, or None."""
    races = {**verdict.may, **verdict.must}
    silent = [schedule for schedule, findings in found.items() if not findings]
    for rule, pair, _ in (f for findings in found.values() for f in findings):
        if pair not in races:
            return f"false alarm about steps {pair[0]} and {pair[1]}"
        if not is_rule_of(rule, races[pair]):
            return f"{rule} about steps {pair[0]} and {pair[1]}"
    if silent and any(pair not in excused for pair in verdict.must):
        return f"missed in {', '.join(silent)}"
    return None


def compare_excuses(counted, write):
    """Are the excused programs those of limits.txt?"""
    path = os.path.join(HERE, "limits.txt")
    text = "".join(f"{name} {n}\n" for name, n in sorted(counted.items()))
    if write:
        with open(path, "w") as file:
            file.write(text)
    if os.path.exists(path) and open(path).read() == text:
        return True
    print(f"limits.txt differs; the limits now excuse:\n{text}Look at each that grew.")
    return False


def report(args, parts, runs):
    bad, words, counted = [], collections.Counter(), collections.Counter()
    failed = [line for _, lines in runs for line in lines]
    for part, (found, _) in zip(parts, runs):
        for program in part:
            verdict = model.judge(program)
            excused = limits.excused(program, verdict)
            mine = {schedule: of.get(program.name, []) for schedule, of in found.items()}
            wrong = disagreement(program, verdict, excused, mine)
            words[verdict.word] += 1
            if verdict.must and all(pair in excused for pair in verdict.must):
                counted["+".join(sorted(set(excused.values())))] += 1
            if wrong:
                bad.append((program, verdict, mine, wrong))
    print("verdicts:", dict(words), "excused:", dict(counted))
    for program, verdict, mine, wrong in bad[: args.show]:
        print(f"\n{wrong}: {program.describe()}")
        print(f"  model: must {sorted(verdict.must)}, may {sorted(verdict.may)}")
        for schedule, findings in mine.items():
            for rule, pair, message in findings:
                print(f"  {schedule}: {rule} {pair}: {message}")
    for program, _, _, wrong in bad[args.show :]:
        print(f"{wrong}: {program.name}")
    for line in failed[:20]:
        print("failed:", line)
    print(f"{len(bad)} disagreements, {len(failed)} failures")
    usual = args.seed is None and not args.families and not args.only
    return 1 if bad or failed or (usual and not compare_excuses(counted, args.write)) else 0


def main():
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--build", default=os.path.join(ROOT, "build"))
    parser.add_argument("--cc", default="cc", help="the C compiler")
    parser.add_argument("--seed", type=int, help="programs at random instead of the usual ones")
    parser.add_argument("--count", type=int, default=1000)
    parser.add_argument("--families", help="of these families only, separated by commas")
    parser.add_argument("--only", help="programs whose names match this expression")
    parser.add_argument("--schedules", default=",".join(SCHEDULES))
    parser.add_argument("--show", type=int, default=20, help="disagreements to print in full")
    parser.add_argument("--write", action="store_true", help="write limits.txt")
    parser.add_argument("--keep", help="a folder for the steps")
    parser.add_argument("--timeout", type=int, default=300)
    parser.add_argument("--jobs", type=int, default=2)
    args = parser.parse_args()
    args.build = os.path.abspath(args.build)
    args.schedules = args.schedules.split(",")
    if args.seed is not None:
        programs = list(generate.at_random(args.seed, args.count))
    else:
        programs = list(generate.exhaustive(args.families and args.families.split(",")))
        programs += [] if args.families else list(generate.at_random(SAMPLE_SEED, SAMPLE_COUNT))
    programs = [p for p in programs if not args.only or re.search(args.only, p.name)]
    start = time.time()
    with tempfile.TemporaryDirectory() as folder:
        folder = args.keep or folder
        steps = compile_steps(args.cc, args.build, folder)
        parts = list(parts_of(programs))
        with concurrent.futures.ThreadPoolExecutor(args.jobs) as threads:
            runs = list(
                threads.map(
                    lambda n: run_part(args, steps, folder, n, parts[n]), range(len(parts))
                )
            )
    print(f"{len(programs)} programs: {time.time() - start:.1f} s")
    return report(args, parts, runs)


if __name__ == "__main__":
    sys.exit(main())
