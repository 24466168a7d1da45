#!/usr/bin/env python3
"""Compares what inquest prints for each rule with tests/golden/<rule-id>.txt, so that no sentence changes unseen.

    run_golden.py [--build BUILD] [--jobs N] [--update] [RULE ...]

The first line of a golden file names the program whose findings it holds, one of tests/rules/<rule-id>/.  Programs are built and
prepared as run_rules.py does, which shares its binaries.  What differs from run to run or from machine to machine is
replaced (see normalised).  --update writes the files anew; for a rule without a file it takes the first program of choices.
For another program change the first line, then --update RULE.
Exit status: 0 all are the same; 1 not so; 2 there is no rule of that name; 77 nothing could be compared."""
import argparse, concurrent.futures, difflib, glob, os, re, shlex, subprocess, sys

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(os.path.dirname(HERE))
sys.path[:0] = [os.path.join(ROOT, "tests"), os.path.join(ROOT, "tests/rules")]
import emulated, run_rules


def rules():
    """Every id of rules.def."""
    return re.findall(r'^RULE\(\w+,\s*"([^"]+)"', open(os.path.join(ROOT, "src/rules/rules.def")).read(), re.M)


def choices(rule):
    """The bad programs of [rule], those first that need the least: no compiler of the vendor's, no device, no options, no threads."""
    def burden(source):
        text = open(source).read()
        api = run_rules.api_of(text)
        marks, _, options = run_rules.marks(source, "soft")
        return (rule not in [mark["rule"] for mark in marks], "gap" in options, {None: 0, "opencl": 2, "vulkan": 3}[api] or source.endswith(".cu"), len(marks) != 1, len(options), "pthread" in text, len(text), source)
    return sorted((s for s in glob.glob(os.path.join(ROOT, "tests/rules", rule, "*")) if run_rules.is_kind(os.path.basename(s), "bad")), key=burden)


def normalised(text):
    """[text] without what varies: addresses are numbered as they come, folders and durations go."""
    numbers = {}
    text = re.sub(r"\s*// (expect|site)[^\n]*", "", text.replace(ROOT + "/", ""))
    text = re.sub(r"\b0x[0-9a-f]{6,16}\b", lambda m: "ADDRESS-%d" % numbers.setdefault(m.group(), len(numbers) + 1), text)
    text = re.sub(r"\(process \d+\)|\b(process|pid|thread) \d+\b", lambda m: re.sub(r"\d+", "N", m.group()), text)
    text = re.sub(r"\b\d+(\.\d+)? GiB \(\d+ bytes\)", "SIZE", text)        # what this machine has
    text = re.sub(r"\b\d+(\.\d+)? (ns|us|ms|s)\b", r"N \2", text)
    # the words of others, by their versions
    text = re.sub(r"(?m)(the (?:validation layer|compiler) says): .*?(?=; the (?:command|call) was left out|; the program does not|$)", r"\1: WORDS", text)
    # blocks run in any order
    text = re.sub(r"(block|thread) \(\d+,\d+,\d+\)", r"\1 (X,Y,Z)", text)
    text = re.sub(r"\b\d+ threads do this", "N threads do this", text)
    # frames in libraries of the system, and what is outside of them
    text = re.sub(r"\n {13}\S+  \S+\.so[.\d]*\+0x[0-9a-f]+(\n {13}\S.*)*", "", text)
    # where helpers of test programs stand, and how they call each other
    text = re.sub(r"\n {13}\S+  tests/include/\S+", "", text)
    text = re.sub(r"(\n  \w+ +)\S+  tests/include/\S+\n {13}", r"\1", text)
    text = re.sub(r"(?m)^(tests/include/\S+):\d+:(.*\n)((?: *\d* \|.*\n)+)",
                  lambda m: f"{m[1]}:LINE:{m[2]}" + re.sub(r"(?m)^ *\d+ \|", "      |", m[3]), text)
    text = re.sub(r"/tmp/[\w.-]+", "/tmp/FILE", text)
    text = re.sub(r"/usr/[\w-]+-linux-gnu/include/", "/usr/include/", text)     # a cross compiler's
    return "".join(line.rstrip() + "\n" for line in text.splitlines())


def findings(text, rule):
    """The findings of [rule] in a report: each begins in the first column and ends with an empty line."""
    return "\n".join(part.strip("\n") + "\n" for part in re.split(r"\n\s*\n", text) if re.search(rf"^\S.*\[{re.escape(rule)}\]", part, re.M))


def printed(source, rule, args):
    """(what is printed for [rule], why not)"""
    out_dir = os.path.join(args.build, "tests/rules")
    if rule not in [mark["rule"] for mark in run_rules.marks(source, "soft")[0]]:
        return None, "skip: reported on a real GPU only"
    api = run_rules.api_of(open(run_rules.body(source)).read())
    why = run_rules.refusal(source, api, "soft", out_dir)
    if why:
        return None, "skip: " + why
    program, error, skipped = run_rules.build(source, args.build, out_dir, False)
    if not program:
        return None, ("skip: " if skipped else "does not build: ") + error
    _, _, options = run_rules.marks(source, "soft")
    report = program + ".golden"
    for old in glob.glob(glob.escape(report) + "*"):
        os.unlink(old)
    command = [os.path.join(args.build, "bin/inquest"), "--device", "soft", "--format", "text", "--color", "never", "--verbose", "--quiet", "-o", report]
    command += shlex.split(options.get("options", "")) + ["--", program] + shlex.split(options.get("args", ""))
    env = dict(os.environ, TEST_IMAGES=os.path.join(ROOT, "tests/data/images"), **run_rules.device_env(api, "soft", out_dir))
    env.update(kv.split("=", 1) for kv in options.get("env", "").split())
    done = subprocess.run(command, capture_output=True, text=True, errors="replace", timeout=emulated.limit(120), cwd=out_dir, env=env)
    if done.returncode == 77:
        return None, "skip: " + (done.stderr.strip().split("\n")[-1] or "program says 77")
    if not os.path.exists(report):
        return None, "no report: " + done.stderr[-300:]
    reports = glob.glob(glob.escape(report) + "*")      # those of forked children, too
    text = normalised(findings("\n\n".join(open(file, errors="replace").read() for file in sorted(reports)), rule))
    return (text, None) if text else (None, "no finding of this rule")


def judge(rule, args):
    """(ok, FAIL or skip, what to print)"""
    golden = os.path.join(HERE, rule + ".txt")
    wanted = open(golden).read() if os.path.exists(golden) else None
    chosen = re.match(r"program: (\S+)\n", wanted or "")
    sources = [os.path.join(ROOT, "tests/rules", rule, chosen.group(1))] if chosen else choices(rule)
    for source in sources[:3]:
        text, why = printed(source, rule, args)
        if text:
            break
    if not text:
        return ("skip", why) if why.startswith("skip") else ("FAIL", os.path.relpath(source, ROOT) + ": " + why)
    if wanted is None and not args.update:
        return "FAIL", "no golden file: run with --update " + rule
    text = f"program: {os.path.basename(source)}\n\n{text}"
    if args.update:
        if text != wanted:
            open(golden, "w").write(text)
        return "ok", "" if text == wanted else "written"
    return ("ok", "") if text == wanted else ("FAIL", "\n" + "".join(difflib.unified_diff(wanted.splitlines(True), text.splitlines(True), golden, "now")))


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--build", default=os.path.join(ROOT, "build"))
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--update", action="store_true", help="write the golden files")
    parser.add_argument("rules", nargs="*", help="ids of rules (default: all)")
    args = parser.parse_args()
    unknown = next((rule for rule in args.rules if rule not in rules()), None)
    if unknown is not None:
        nearest = difflib.get_close_matches(unknown, rules(), 1, 0)[0]
        print(f"golden: there is no rule '{unknown}'; did you mean '{nearest}'?", file=sys.stderr)
        return 2
    args.build = os.path.abspath(args.build)
    why = emulated.use(args.build)
    if why:
        print(f"golden: skipped: {why}")
        return 77
    os.makedirs(os.path.join(args.build, "tests/rules"), exist_ok=True)
    counts = {"ok": 0, "FAIL": 0, "skip": 0}
    stray = {os.path.basename(f)[:-4] for f in glob.glob(os.path.join(HERE, "*.txt"))} - set(rules())
    with concurrent.futures.ThreadPoolExecutor(args.jobs) as pool:
        for rule, (state, why) in zip(args.rules or rules(), pool.map(lambda r: judge(r, args), args.rules or rules())):
            counts[state] += 1
            print(f"{state:4} {rule}" + (f": {why}" if why else ""), flush=True)
    for rule in sorted(stray):
        counts["FAIL"] += 1
        print(f"FAIL {rule}: no such rule")
    print(f"golden: {counts['ok']} passed, {counts['FAIL']} failed, {counts['skip']} skipped")
    return 1 if counts["FAIL"] else 0 if counts["ok"] else 77


if __name__ == "__main__":
    sys.exit(main())
