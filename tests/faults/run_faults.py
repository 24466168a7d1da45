#!/usr/bin/env python3
"""Runs `inquest fuzz-errors` on the programs of this folder and compares its table with the marks `// outcome: WORD` in them, and its exit
status: 1 for bad_*, 0 for ok_*.  Calls of the programs' own file without a mark must not be in the table.

    run_faults.py [--build BUILD] [NAME ...]

Exit status: 0 all is as marked; 1 not so; 77 nothing could be run."""
import argparse, glob, json, os, re, shutil, subprocess, sys

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.join(os.path.dirname(HERE), "rules"))
import run_rules


def marks(source):
    return {number: m.group(1) for number, line in enumerate(open(source), 1) for m in [re.search(r"// outcome: (\w+)", line)] if m}


def fuzz(args, program, *options):
    command = [os.path.join(args.build, "bin/inquest"), "fuzz-errors", "--device=soft", "--validation=no", "-j2", *options, "--", program]
    done = subprocess.run(command, capture_output=True, text=True, timeout=600)
    return done.returncode, done.stdout, done.stderr


def compare(source, args, folder):
    """What is wrong, None: nothing; or "skip: ..."."""
    api = run_rules.api_of(open(source).read())
    why = run_rules.refusal(source, api, "soft", folder)
    if why:
        return "skip: " + why
    program, error, skipped = run_rules.build(source, args.build, folder, False)
    if not program:
        return ("skip: " if skipped else "does not build: ") + error
    results = program + ".fuzz"
    shutil.rmtree(results, ignore_errors=True)
    status, out, err = fuzz(args, program, "--format=json", "--resume=" + results)
    try:
        table = json.loads(out)
    except ValueError:
        return f"no table: exit status {status}: {err}"
    own = {site["line"]: site["outcome"] for site in table["sites"] if os.path.basename(site["file"] or "") == os.path.basename(source)}
    if own != marks(source):
        return f"outcomes by line are {own}, expected {marks(source)}"
    if status != os.path.basename(source).startswith("bad"):
        return f"exit status {status}"
    if sum(table["summary"].values()) != len(table["sites"]):
        return "the summary does not add up"
    # everything is known by now: nothing runs again
    for end in glob.glob(glob.escape(results) + "/*.end"):
        os.utime(end, (1, 1))
    again, text, err = fuzz(args, program, "--resume=" + results)
    if any(os.path.getmtime(end) != 1 for end in glob.glob(glob.escape(results) + "/*.end")):
        return "a run that was known was made again"
    if again != status or f"{len(table['sites'])} call sites that can fail" not in text:
        return f"resumed: exit status {again}: {text}{err}"
    return None


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--build", default="build")
    parser.add_argument("names", nargs="*")
    args = parser.parse_args()
    args.build = os.path.abspath(args.build)
    folder = os.path.join(args.build, "tests/faults")
    os.makedirs(folder, exist_ok=True)
    passed = failed = skipped = 0
    for source in sorted(glob.glob(os.path.join(HERE, "*.c"))):
        if args.names and not any(name in source for name in args.names):
            continue
        problem = compare(source, args, folder)
        skipped += (problem or "").startswith("skip: ")
        failed += problem is not None and not problem.startswith("skip: ")
        passed += problem is None
        print(f"{'ok  ' if problem is None else 'skip' if problem.startswith('skip: ') else 'FAIL'} {os.path.basename(source)}{': ' + problem if problem else ''}")
    print(f"faults: {passed} passed, {failed} failed, {skipped} skipped")
    return 1 if failed else 0 if passed else 77


if __name__ == "__main__":
    sys.exit(main())
