#!/usr/bin/env python3
"""Runs the CUDA programs about order again and again: the findings must be the same each time, whatever took how long, and name
both accesses and the synchronisation that is missing, as code.  There must be 40 bad ones and 40 silent ones at least.
usage: repeat_order.py [--build BUILD] [--device soft|real] [--driver LIBCUDA] [--prebuilt] [--runs 20] [--state FILE] [--jobs 2] [filter...]
With --state FILE rounds that an earlier invocation has completed are kept there and count: what was cut off goes on where it was.
With --device real --driver BUILD/lib/inquest/soft/libcuda.so.1 the engine knows no more than on a real GPU."""
import argparse, collections, concurrent.futures, glob, hashlib, json, os, re, signal, sys, time

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import run_rules

RULES = ["stream-race", "free-in-flight", "host-read-in-flight", "host-write-in-flight"]
AT_LEAST = 40
MOST_LINES, LONGEST_LINE = 8, 240         # of what failed in a round: the output stays readable whatever happens
SYNCHRONISATION = re.compile(r"(Synchronize|EventRecord|WaitEvent|AddDependencies)\(")


def signature(source, document):
    name, lines = os.path.basename(source), []
    for finding in document["findings"]:
        if finding["severity"] == "note":
            continue
        sites = finding["sites"]
        related = [run_rules.first_line(r["stack"], name) for r in sites.get("related", [])]
        # The earlier access comes first; what the fault of a kernel adds behind it depends on whether it came to that.
        lines.append((finding["rule"], finding["severity"], run_rules.first_line(sites.get("call"), name), tuple(related[:1])))
    return sorted(lines, key=str)


def incomplete(source, document):
    """What an order finding lacks: the other access, or the code that would order the two."""
    for finding in document["findings"]:
        if finding["rule"] not in RULES or finding["severity"] == "note":
            continue
        lines = [run_rules.first_line(r["stack"], os.path.basename(source)) for r in finding["sites"].get("related", [])]
        if not any(lines):
            return "the earlier access has no line"
        if not SYNCHRONISATION.search(finding["fix"]):
            return "no synchronisation in: " + finding["fix"]
    return None


def said(finding):
    rule, severity, line, related = finding
    return f"{severity} {rule} at line {line}" + (f" (earlier access: line {related[0]})" if related else "")


def difference(found, first):
    """What this run found other than the first one, as a sentence."""
    now, then = collections.Counter(found), collections.Counter(first)
    return "; ".join([f"not found: {said(f)}" for f in then - now] + [f"new: {said(f)}" for f in now - then])


def run(source, args, folder, known):
    """One run of [source]; [known]: findings of the first runs."""
    state, why = run_rules.judge(source, args, folder)
    if state != "ok":
        return state, why
    program = os.path.join(folder, os.path.relpath(source, run_rules.ROOT).replace("/", "_").replace(".", "_"))
    document = json.load(open(run_rules.report_of(program)))
    found, lacks = signature(source, document), incomplete(source, document)
    if lacks:
        return "FAIL", lacks
    if known.setdefault(source, found) != found:
        return "FAIL", "other than in the first run: " + difference(found, known[source])
    return "ok", ""


def told(states, whys):
    """What the programs of one round came to, in a few lines: of what failed the first ones, of what was skipped the reasons."""
    failed = [f"FAIL {os.path.relpath(s, run_rules.ROOT)}: {why}"[:LONGEST_LINE] for s, why in whys.items() if states[s] in ("FAIL", "gap")]
    if len(failed) > MOST_LINES:
        failed[MOST_LINES:] = [f"... and {len(failed) - MOST_LINES} more"]
    reasons = collections.Counter(why for s, why in whys.items() if states[s] == "skip")
    return failed + [f"skip {count}: {why}"[:LONGEST_LINE] for why, count in reasons.most_common(MOST_LINES)]


def digest(sources):
    """Tells whether rounds were of the same programs."""
    return hashlib.sha256("".join(os.path.relpath(s, run_rules.ROOT) + open(s).read() for s in sources).encode()).hexdigest()


def tuples(value):
    return tuple(map(tuples, value)) if isinstance(value, list) else value


def load(path, sources):
    """Complete rounds of earlier invocations: how many, the states then, the findings of the first."""
    if not path or not os.path.exists(path):
        return 0, dict.fromkeys(sources, "ok"), {}
    try:
        saved = json.load(open(path))
        done, states, known, programs = saved["rounds"], saved["states"], saved["known"], saved["programs"]
    except (ValueError, KeyError, TypeError):
        sys.exit(f"{path}: holds no rounds of this test")
    if programs != digest(sources):
        sys.exit(f"{path}: its rounds are of other programs; remove it to begin anew")
    absolute = lambda name: os.path.join(run_rules.ROOT, name)
    return done, {absolute(n): v for n, v in states.items()}, {absolute(n): [tuples(f) for f in v] for n, v in known.items()}


def save(path, sources, rounds, states, known):
    if not path:
        return
    relative = lambda table: {os.path.relpath(s, run_rules.ROOT): v for s, v in table.items()}
    with open(path + ".new", "w") as file:
        json.dump({"programs": digest(sources), "rounds": rounds, "states": relative(states), "known": relative(known)}, file)
    os.replace(path + ".new", path)


def repeat(sources, args, folder):
    """Round after round, so that an interrupted test has run all programs equally often.  Returns the states, the rounds that were
    complete and whether it was interrupted."""
    done, states, known = load(args.state, sources)
    rounds, judged, whys = done, 0, {}
    if done:
        print(f"{done} of {args.runs} rounds were complete before ({args.state})", flush=True)
    pool = concurrent.futures.ThreadPoolExecutor(args.jobs)
    try:
        for rounds in range(done, args.runs):
            left, whys, judged, begun = [s for s in sources if states[s] == "ok"], {}, 0, time.monotonic()
            for source, (state, why) in zip(left, pool.map(lambda s: run(s, args, folder, known), left)):
                states[source], judged = state, judged + 1
                if state != "ok":
                    whys[source] = why
            print("\n".join([f"round {rounds + 1} of {args.runs}: {len(left) - len(whys)} of {len(left)} programs as expected, {time.monotonic() - begun:.1f} s"] +
                            told(states, whys)), flush=True)
            save(args.state, sources, rounds + 1, states, known)
    except KeyboardInterrupt:
        save(args.state, sources, rounds, states, known)        # what failed in a part of a round has failed
        print(f"interrupted in round {rounds + 1}, with {judged} of its programs judged", *told(states, whys), sep="\n", flush=True)
        return states, rounds, True
    return states, max(done, args.runs), False


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--build", default=os.path.join(run_rules.ROOT, "build"))
    parser.add_argument("--inquest")
    parser.add_argument("--device", default="soft")
    parser.add_argument("--driver")
    parser.add_argument("--prebuilt", action="store_true", help="programs are in BUILD/tests/rules already; build none")
    parser.add_argument("--runs", type=int, default=20)
    parser.add_argument("--state", help="file that keeps complete rounds, for the next invocation to go on")
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("filter", nargs="*")
    args = parser.parse_args()
    args.build, args.build_only, args.layer = os.path.abspath(args.build), False, None
    args.inquest = args.inquest and os.path.abspath(args.inquest)
    args.driver = args.driver and os.path.abspath(args.driver)
    folder = os.path.join(args.build, "tests/rules")
    os.makedirs(folder, exist_ok=True)
    sources = [s for rule in RULES for s in sorted(glob.glob(os.path.join(run_rules.ROOT, "tests/rules", rule, "*.c")))
               if not run_rules.api_of(open(s).read()) and all(f in s for f in args.filter)]
    signal.signal(signal.SIGTERM, signal.default_int_handler)       # `timeout` ends it as Ctrl-C does
    states, rounds, interrupted = repeat(sources, args, folder)
    counts = {state: list(states.values()).count(state) for state in ("ok", "FAIL", "skip", "gap")}
    bad = sum(run_rules.is_kind(os.path.basename(s), "bad") for s in sources)
    print(f"order: {bad} bad and {len(sources) - bad} silent programs, {rounds} of {args.runs} rounds complete: {counts}", flush=True)
    if interrupted:
        os._exit(130)           # not waiting for programs that run
    return 1 if counts["FAIL"] or (not args.filter and min(bad, len(sources) - bad) < AT_LEAST) else 0


if __name__ == "__main__":
    sys.exit(main())
