#!/usr/bin/env python3
"""Makes reproducers of the findings of tests/rules (or of other programs that are marked as those are) and runs them: each has to compile with the command in
its head comment, and under inquest to have a finding of the same rule on the same argument.

  run_reproduce.py --build BUILD [--all] [--truth] [--root DIR] [--least PERCENT] [FILTER...]

Where it makes calls of CUDA it runs without inquest, too, on the software driver: each call has to return what was recorded.

Without --all the programs of SELECTION; --truth: the cases of tests/truth, with nvcc.  Left out: rules of KINDS_OF_OTHERS, which are not about the arguments of a
call.  Prints each failure, and per rule how
many of its findings are reproduced; fails if fewer than PERCENT are."""
import argparse, collections, concurrent.futures, glob, json, os, re, shlex, shutil, subprocess, sys, tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(os.path.dirname(HERE))
sys.path.insert(0, os.path.join(ROOT, "tests/rules"))
sys.path.insert(0, os.path.join(ROOT, "tests/truth"))
import run_findings
import run_rules
import run_truth

# Inside kernels; memory of the host alone; the order of threads and of work; what ends a process or is about its end.
KINDS_OF_OTHERS = re.compile(r"kernel-|host-|.*race$|free-in-flight|never-signalled|callback-blocks|after-fork|exit-order|coverage|barrier-divergence|"
                             r"leak|unchecked-error|out-of-memory")
SELECTION = ["use-after-free/bad_copy.c", "use-after-free/bad_memset_async.c", "double-free/", "wrong-kind/", "null-pointer/", "bad-flags/", "range-overflow/bad_s", "destroyed-handle/",
             "image-", "launch-arguments/bad_c", "destroyed-handle/bad_vk_f", "layout/bad_vk_d"]


def environment(source, folder):
    _, _, options = run_rules.marks(source, "soft")
    env = dict(os.environ, TEST_IMAGES=os.path.join(ROOT, "tests/data/images"), **run_rules.device_env(run_rules.api_of(open(run_rules.body(source)).read()), "soft", folder))
    env.update(kv.split("=", 1) for kv in options.get("env", "").split())
    return env, options


def watch(args, options, env, program, report, more, folder):
    """Runs [program] under inquest; the documents of its report."""
    for old in glob.glob(glob.escape(report) + "*"):
        os.unlink(old)
    given = [o for o in shlex.split(options.get("options", ""))]
    words = shlex.split(options.get("args", "")) if more else []
    command = [os.path.join(args.build, "bin/inquest"), "--device", "soft", "--format", "json", "-o", report, "--quiet"] + more + given + ["--", program] + words
    try:
        subprocess.run(command, capture_output=True, timeout=60, cwd=folder, env=env)
    except subprocess.TimeoutExpired:
        pass
    found = []
    for path in glob.glob(glob.escape(report) + "*"):
        try:
            value = json.load(open(path))
        except ValueError:
            continue
        found += value if isinstance(value, list) else [value]
    return found


def compile_case(args, case, program, folder):
    """Runs the command of the head comment; the runtime and the driver are ours: the toolkit's runtime needs inquest on the software driver."""
    command = re.search(r"^ \*     (cc .*?) && inquest", open(case).read(), re.M).group(1).split()
    command[command.index("case")], command[[i for i, w in enumerate(command) if w.endswith(".c")][0]] = program, case
    if "-lcudart" in command:
        i = command.index("-lcudart")
        command[i:i + 1] = ["-Wl,--whole-archive", os.path.join(args.build, "lib/libtestcudart.a"), "-Wl,--no-whole-archive", "-lpthread", "-ldl", "-lm"]
        if "-l:libcuda.so.1" not in command:
            command.append("-l:libcuda.so.1")
    command += ["-L" + os.path.join(args.build, "lib/inquest"), "-Wl,-rpath,/usr/local/cuda/lib64"]
    done = subprocess.run(command, capture_output=True, text=True, cwd=folder)
    return done.stderr if done.returncode or "warning" in done.stderr else None


def same(one, other):
    def key(f):
        return f["rule"], (f["argument"] or {}).get("name")
    return key(one) == key(other)


def reproduce(args, source, folder):
    """(rule, why it is not reproduced or None) of each finding of a program."""
    name = os.path.relpath(source, args.root).replace("/", "_").replace(".", "_")
    api = run_rules.api_of(open(run_rules.body(source)).read())
    if run_rules.refusal(source, api, "soft", folder):
        return []
    program, error, _ = run_rules.build(source, args.build, args.programs, False)
    if not program:
        return []
    env, options = environment(source, folder)
    return attempts(args, name, program, env, options, folder)


def reproduce_case(args, case, folder):
    """The same of a case of tests/truth, of which a program has many."""
    env = dict(os.environ, INQUEST_SOFT_DEVICES="2" if run_truth.TWO_DEVICES.match(case) else "1")
    return attempts(args, case, args.probe, env, {"args": case}, folder, cwd=args.cache)


def attempts(args, name, program, env, options, folder, cwd=None):
    report, results = os.path.join(folder, name + ".json"), []
    number = 0
    for document in watch(args, options, env, program, report, ["--record"], cwd or folder):
        path = os.path.join(folder, f"{name}.{document['process']['pid']}.saved")
        json.dump(document, open(path, "w"))
        for number, finding in enumerate(document["findings"], 1):
            if finding["severity"] == "note" or KINDS_OF_OTHERS.match(finding["rule"]) or not finding["api"]:
                continue
            results.append((finding["rule"], attempt(args, path, number, finding, env, options, folder)))
    return results


def returns_as_recorded(args, program, env, folder):
    """None: the program does not end by itself."""
    env = dict(env, LD_LIBRARY_PATH=os.path.join(args.build, "lib/inquest/soft"))
    try:
        done = subprocess.run([program], capture_output=True, text=True, errors="replace", timeout=20, cwd=folder, env=env)
    except subprocess.TimeoutExpired:
        return None
    return None if done.returncode < 0 else "(recorded:" not in done.stdout


def attempt(args, saved, number, finding, env, options, folder):
    case, program = f"{saved}.{number}.c", f"{saved}.{number}.case"
    made = subprocess.run([os.path.join(args.build, "bin/inquest"), "reproduce", f"--finding={number}", "-o", case, saved], capture_output=True, text=True)
    if made.returncode:
        return made.stderr.strip().split(": ")[-1]
    error = compile_case(args, case, program, folder)
    if error:
        return "does not compile: " + error.strip().split("\n")[0]
    again = watch(args, options, env, program, program + ".json", [], folder)
    found = [f for d in again for f in d["findings"]]
    if any(same(f, finding) for f in found):
        if finding["api"].startswith("cu"):
            plain = returns_as_recorded(args, program, env, folder)
            args.plain["crashed or never ended" if plain is None else "as recorded" if plain else "otherwise"] += 1
            if args.verbose and not plain:
                print(f"{saved}: {finding['api']} without inquest: {plain}", flush=True)
        return None
    return f"{finding['api']} {(finding['argument'] or {}).get('name')}: found " + (", ".join(f"{f['rule']} {(f['argument'] or {}).get('name')}" for f in found) or "nothing")


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--build", required=True)
    parser.add_argument("--root", default=os.path.join(ROOT, "tests/rules"))
    parser.add_argument("--all", action="store_true")
    parser.add_argument("--least", type=float, default=90)
    parser.add_argument("--truth", action="store_true")
    parser.add_argument("--keep")
    parser.add_argument("--verbose", action="store_true")
    parser.add_argument("-j", type=int, default=2)
    parser.add_argument("filters", nargs="*")
    args = parser.parse_args()
    args.build, args.plain = os.path.abspath(args.build), collections.Counter()
    args.programs = os.path.join(args.build, "tests/rules")     # which run_rules.py has built already
    os.makedirs(args.programs, exist_ok=True)
    filters = args.filters or ([""] if args.all else SELECTION)
    sources = sorted(p for p in glob.glob(os.path.join(args.root, "*/*")) if run_rules.is_kind(os.path.basename(p), "bad")
                     and any(f in os.path.relpath(p, args.root) for f in filters) and not KINDS_OF_OTHERS.match(os.path.basename(os.path.dirname(p))))
    work = reproduce
    if args.truth:
        args.cache, work = os.path.join(args.build, "truth-findings"), reproduce_case
        os.makedirs(args.cache, exist_ok=True)
        args.probe = os.path.abspath(run_findings.build_probe(shutil.which("nvcc"), args.cache))
        sources = [os.path.join(args.root, c) for c in run_findings.lines_of_cases() if any(f in c for f in args.filters or [""])]
    good, bad = collections.Counter(), collections.Counter()
    with tempfile.TemporaryDirectory() as temporary, concurrent.futures.ThreadPoolExecutor(args.j) as pool:
        folder = args.keep or temporary
        for source, results in zip(sources, pool.map(lambda s: work(args, os.path.basename(s) if args.truth else s, folder), sources)):
            for rule, why in results:
                (bad if why else good)[rule] += 1
                if why:
                    print(f"{os.path.relpath(source, args.root)}: {rule}: {why}", flush=True)
    total = sum(good.values()) + sum(bad.values())
    for rule in sorted(bad):
        print(f"{rule}: {good[rule]} of {good[rule] + bad[rule]}")
    percent = 100 * sum(good.values()) / max(total, 1)
    print(f"{sum(good.values())} of {total} findings reproduced ({percent:.1f} %)")
    print("without inquest, of those with calls of CUDA: " + ", ".join(f"{count} {how}" for how, count in sorted(args.plain.items())))
    return not total or percent < args.least or args.plain["as recorded"] < 0.9 * sum(args.plain.values())


if __name__ == "__main__":
    sys.exit(main())
