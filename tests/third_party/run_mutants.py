#!/usr/bin/env python3
"""Puts one small bug at a time into right CUDA programs and says which of them inquest finds.

    tests/third_party/run_mutants.py FOLDER [--build BUILD] [--work DIR] [--per N] [--limit SECONDS]
                              [--jobs N] [--seed N] [--out RESULTS.json] [NAME ...]

FOLDER is a checkout of zjin-lcf/HeCBench; NAME is a program of it (nw), by default those of
mutants.txt beside this file, which has their arguments, too; those of others are in
tools/conformance.py.  A program that is not silent as it comes is left out.  Each program gets
mutants of the kinds that have had the fewest so far.  A mutant is found if inquest has a finding that is no note.  One that is missed is
built again with a trap at the place of the bug, or with one that only the case in question meets (an
index that is equal to the bound, a size that is no multiple of the block): a run that does not meet
it did not reach the bug.  Nothing is written but below DIR and to RESULTS."""
import argparse
import collections
import concurrent.futures
import json
import os
import random
import re
import shutil
import sys
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(os.path.dirname(HERE))
sys.path.insert(0, os.path.join(ROOT, "tools"))
import conformance      # noqa: E402

SOURCES = (".cu", ".cuh", ".h", ".hpp")
PROBE = """#ifdef __CUDACC__
#include <cstdlib>
static __host__ __device__ inline int mutant_reached() {
#ifdef __CUDA_ARCH__
    __trap();
#else
    std::abort();
#endif
    return 0;
}
#endif
"""
LISTED = {words[0]: words[1:] for line in open(os.path.join(HERE, "mutants.txt"))
          if (words := line.split("#")[0].split())}
REACHED = re.compile(r'"kernel-trap"')

# One change of one file: edits and probe are lists of (start, end, text).
Mutant = collections.namedtuple("Mutant", "kind file line edits probe")


def blank(text):
    """The text with comments and strings as spaces, so that places stay where they are."""
    pattern = r'//[^\n]*|/\*.*?\*/|"(?:\\.|[^"\\\n])*"'
    return re.sub(pattern, lambda m: re.sub(r"[^\n]", " ", m.group(0)), text, flags=re.S)


def closing(text, start):
    """The place of the bracket that closes the one at [start]; None if there is none."""
    pairs, depth = {"(": ")", "{": "}"}, 0
    opener, closer = text[start], pairs[text[start]]
    for place in range(start, len(text)):
        depth += (text[place] == opener) - (text[place] == closer)
        if depth == 0:
            return place
    return None


def calls(text, names):
    """(start, end, [(start, end) of each argument]) of the calls of functions that match."""
    for m in re.finditer(rf"\b(?:{names})\s*\(", text):
        end = closing(text, m.end() - 1)
        if end is None or text[max(0, m.start() - 9):m.start()].endswith("#define "):
            continue
        parts, depth, begin = [], 0, m.end()
        for place in range(m.end(), end):
            depth += (text[place] in "([{") - (text[place] in ")]}")
            if text[place] == "," and depth == 0:
                parts.append((begin, place))
                begin = place + 1
        yield m.start(), end + 1, parts + [(begin, end)]


def device_bodies(text):
    """(start, end) of the bodies of the functions that run on the device."""
    for m in re.finditer(r"\b(?:__global__|__device__)\b", text):
        brace = re.compile(r"[{;]").search(text, m.end())
        if brace and brace.group(0) == "{":
            end = closing(text, brace.start())
            if end:
                yield brace.start(), end


def removed(names, instead):
    """Mutants without one call each."""
    def make(text):
        for start, end, _ in calls(text, names):
            if re.search(r"\b(void|cudaError_t|auto)\s*$", text[max(0, start - 20):start]):
                continue        # a declaration
            yield [(start, end, instead)], [(start, end, f"(mutant_reached(), {instead})")]
    return make


def bounds(word, text):
    """`<` becomes `<=`, `>=` becomes `>`; reached if both sides are once equal."""
    seen = set()
    for begin, stop in device_bodies(text):
        for m in re.compile(rf"\b{word}\s*\(").finditer(text, begin, stop):
            end = closing(text, m.end() - 1)
            if not end or m.end() in seen:
                continue
            seen.add(m.end())
            comparison = re.compile(r"([\w.\[\]]+)\s*(<|>=)\s*([\w.\[\]]+)(?=\s*(?:\)|;|&&|\|\|))")
            for c in comparison.finditer(text, m.end(), end + 1):
                left, sign, right = c.groups()
                instead = f"{left} {'<=' if sign == '<' else '>'} {right}"
                equal = f"(({left}) == ({right}) && mutant_reached(), {c.group(0)})"
                yield [(c.start(), c.end(), instead)], [(c.start(), c.end(), equal)]


def guards(text):
    yield from bounds("if", text)


def loops(text):
    yield from bounds("for", text)


def atomics(text):
    """atomicAdd and its kin become operations that other threads can come between."""
    for start, end, parts in calls(text, "atomic(?:Add|Sub|Min|Max)"):
        if len(parts) != 2:
            continue
        where, value = (text[b:e].strip() for b, e in parts)
        name = text[start + 6:start + 9]
        instead = (f"((*({where}) += ({value})) - ({value}))" if name == "Add" else
                   f"((*({where}) -= ({value})) + ({value}))" if name == "Sub" else
                   f"(*({where}) = {name.lower()}(*({where}), ({value})))")
        yield [(start, end, instead)], [(start, end, f"(mutant_reached(), {instead})")]


def size_argument(text):
    for names, number in (("cudaMemset|cudaMemsetAsync|cudaMemcpy|cudaMemcpyAsync", 2),
                          ("cudaMalloc", 1)):
        for start, _, parts in calls(text, names):
            if len(parts) > number:
                yield text[start:start + 10], parts[number]


def halved(text):
    """Half of what a copy or a memset should take."""
    for name, (start, end) in size_argument(text):
        if name != "cudaMalloc":
            size = text[start:end].strip()
            yield ([(start, end, f" ({size}) / 2")],
                   [(start, end, f" (mutant_reached(), {size})")])


def unsized(text):
    """Elements taken for bytes."""
    for _, (start, end) in size_argument(text):
        size = text[start:end].strip()
        less = re.sub(r"\bsizeof\s*\([^()]*\)\s*\*|\*\s*sizeof\s*\([^()]*\)", "", size, count=1)
        if less != size:
            yield [(start, end, f" {less}")], [(start, end, f" (mutant_reached(), {size})")]


def shrunk(text):
    """An allocation that is one element short."""
    for name, (start, end) in size_argument(text):
        size = text[start:end].strip()
        element = re.search(r"\bsizeof\s*\([^()]*\)", size)
        if name == "cudaMalloc":
            yield ([(start, end, f" ({size}) - {element.group(0) if element else 1}")],
                   [(start, end, f" (mutant_reached(), {size})")])


DIRECTIONS = {"cudaMemcpyHostToDevice": "cudaMemcpyDeviceToHost",
              "cudaMemcpyDeviceToHost": "cudaMemcpyHostToDevice",
              "cudaMemcpyDeviceToDevice": "cudaMemcpyHostToDevice"}


def swapped(text):
    """A copy in another direction."""
    for m in re.finditer("|".join(DIRECTIONS), text):
        yield ([(*m.span(), DIRECTIONS[m.group(0)])],
               [(*m.span(), f"(mutant_reached(), {m.group(0)})")])


def grids(text):
    """A division that is rounded up is rounded down; reached if there is a rest."""
    pattern = (r"\(\s*([\w.]+)\s*(?:\+\s*(\w+)\s*-\s*1|-\s*1\s*\+\s*(\w+)|\+\s*(\d+))\s*\)"
               r"\s*/\s*(\w+)")
    for m in re.finditer(pattern, text):
        count, block = m.group(1), m.group(5)
        named = m.group(2) or m.group(3)
        if named != block and not (m.group(4) and block.isdigit()
                                   and int(m.group(4)) == int(block) - 1):
            continue
        rest = f"(({count}) % ({block}) && mutant_reached(), {m.group(0)})"
        yield [(*m.span(), f"(({count}) / {block})")], [(*m.span(), rest)]


def early(text):
    """cudaFree goes in front of the last launch or copy that uses the memory."""
    for start, end, parts in calls(text, "cudaFree"):
        name = text[slice(*parts[0])].strip()
        if not re.fullmatch(r"\w+", name):
            continue
        uses = [m for m in re.finditer(rf"^[ \t]*(?=[^\n;]*(?:<<<|cudaMemcpy)[^;]*\b{name}\b)",
                                       text[:start], re.M)
                if text[:m.start()].rstrip()[-1:] in (";", "{", "}")]
        if uses:
            place = uses[-1].end()
            yield ([(place, place, f"cudaFree({name}); "), (start, end, "cudaSuccess")],
                   [(place, place, "mutant_reached(); ")])


KINDS = {
    "barrier removed": removed("__syncthreads", "((void)0)"),
    "warp barrier removed": removed("__syncwarp", "((void)0)"),
    "wait removed": removed("cuda(?:Device|Stream|Event)Synchronize|cudaStreamWaitEvent",
                            "cudaSuccess"),
    "copy removed": removed("cudaMemcpy(?:Async)?", "cudaSuccess"),
    "memset removed": removed("cudaMemset(?:Async)?", "cudaSuccess"),
    "copy kind swapped": swapped,
    "guard one too far": guards,
    "loop one too far": loops,
    "atomic as plain": atomics,
    "half the size": halved,
    "sizeof forgotten": unsized,
    "allocation one short": shrunk,
    "grid rounded down": grids,
    "freed early": early,
}


def mutants(folder):
    """All mutants of a program, by kind."""
    found = collections.defaultdict(list)
    for file in sorted(os.listdir(folder)):
        if file.endswith(SOURCES):
            text = blank(open(os.path.join(folder, file), errors="replace").read())
            for kind, make in KINDS.items():
                for edits, probe in make(text):
                    line = text.count("\n", 0, edits[0][0]) + 1
                    found[kind].append(Mutant(kind, file, line, edits, probe))
    return found


def chosen(by_kind, count, seed, taken):
    """At most [count], first of those kinds of which least were [taken]."""
    dice, out = random.Random(seed), []
    for mine in by_kind.values():
        dice.shuffle(mine)
    while len(out) < count and any(by_kind.values()):
        kind = min((k for k, mine in by_kind.items() if mine), key=lambda k: taken[k])
        taken[kind] += 1
        out.append(by_kind[kind].pop())
    return out


def changed(path, edits):
    text = open(path, errors="replace").read()
    for start, end, instead in sorted(edits, reverse=True):
        text = text[:start] + instead + text[end:]
    open(path, "w").write(text)


class Bench:
    def __init__(self, args):
        self.args = args
        self.probe = os.path.join(args.work, "mutant_reached.h")
        open(self.probe, "w").write(PROBE)

    def build(self, folder, target, file=None, edits=()):
        """Builds a copy of a program with edits; False if that does not compile."""
        shutil.copytree(folder, target, dirs_exist_ok=True)
        if file:
            changed(os.path.join(target, file), edits)
        sources = [f for f in sorted(os.listdir(target)) if f.endswith((".cu", ".cpp"))]
        command = [conformance.NVCC, "-O2", "-gencode", "arch=compute_90,code=compute_90", "-w",
                   "-lineinfo", "-std=c++17", "-include", self.probe, "-I.", "-o", "program"]
        return conformance.shell(command + sources, target, 120)[0] == 0

    def run(self, name, target):
        """(status, output, findings that are no notes, the report's text)."""
        arguments = LISTED.get(name) or conformance.ARGUMENTS.get(f"hecbench/{name}", [])
        report = os.path.join(target, "report.json")
        command = [os.path.join(self.args.build, "bin/inquest"), "--device", "soft", "--quiet",
                   "--watchdog", "0", "--format", "json", "-o", report, "--", "./program"]
        status, output = conformance.shell(command + arguments, target, self.args.limit)
        text = open(report).read() if os.path.exists(report) else '{"findings": []}'
        findings = [f for f in json.loads(text)["findings"] if f["severity"] != "note"]
        return status, output, findings, text

    def judged(self, name, folder, mutant, number):
        target = os.path.join(self.args.work, f"{name}.{number}")
        result = {"program": name, "kind": mutant.kind, "place": f"{mutant.file}:{mutant.line}",
                  "rules": [], "tells": False}
        if not self.build(folder, target, mutant.file, mutant.edits):
            return dict(result, state="not built")
        status, output, findings, _ = self.run(name, target)
        result["tells"] = status != 0 or bool(conformance.FAILED.search(output))
        result["rules"] = sorted({f["rule"] for f in findings})
        if findings:
            return dict(result, state="found")
        return dict(result, state=self.why_missed(name, folder, mutant, target, status))

    def why_missed(self, name, folder, mutant, target, status):
        if not self.build(folder, target + ".probe", mutant.file, mutant.probe):
            return "missed"
        ended, _, _, report = self.run(name, target + ".probe")
        if ended == status and not REACHED.search(report):
            return "not reached"
        return "slow" if status is None else "missed"


def clean(bench, name, folder):
    target = os.path.join(bench.args.work, name)
    if not bench.build(folder, target):
        return "does not compile"
    status, _, findings, _ = bench.run(name, target)
    if status != 0 or findings:
        return f"status {status}, " + (", ".join(sorted({f['rule'] for f in findings})) or "silent")
    return None


def table(results):
    states = ("found", "missed", "not reached", "slow", "not built")
    print("| kind | mutants | " + " | ".join(states) + " |")
    for kind in KINDS:
        mine = [r["state"] for r in results if r["kind"] == kind]
        print(f"| {kind} | {len(mine)} | " + " | ".join(str(mine.count(s)) for s in states) + " |")


def arguments():
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder")
    parser.add_argument("--build", default=os.path.join(ROOT, "build"))
    parser.add_argument("--work", help="where copies are built; a temporary folder otherwise")
    parser.add_argument("--per", type=int, default=5, help="mutants of each program")
    parser.add_argument("--limit", type=int, default=20, help="seconds of processor time")
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--out")
    parser.add_argument("names", nargs="*")
    args = parser.parse_intermixed_args()
    args.build = os.path.abspath(args.build)
    args.work = os.path.abspath(args.work or tempfile.mkdtemp(prefix="mutants"))
    os.makedirs(args.work, exist_ok=True)
    return args


def main():
    args = arguments()
    bench, results, taken = Bench(args), [], collections.Counter()
    for name in args.names or sorted(LISTED):
        folder = os.path.abspath(os.path.join(args.folder, "src", f"{name}-cuda"))
        reason = clean(bench, name, folder)
        if reason:
            print(f"{name}: left out: {reason}", flush=True)
            continue
        picked = chosen(mutants(folder), args.per, args.seed, taken)
        with concurrent.futures.ThreadPoolExecutor(args.jobs) as pool:
            for r in pool.map(lambda p: bench.judged(name, folder, p[1], p[0]), enumerate(picked)):
                results.append(r)
                print(f"{r['state']:11} {name} {r['place']} {r['kind']}  {' '.join(r['rules'])}"
                      f"{'' if not r['tells'] else '  (the program fails)'}", flush=True)
    if args.out:
        json.dump(results, open(args.out, "w"), indent=1)
    table(results)
    return 0


if __name__ == "__main__":
    sys.exit(main())
