#!/usr/bin/env python3
"""Checks the tree's own rules: sizes of files and functions, include directions, words that do not belong in it,
that each rule has a page and a test folder, and that nothing stray is tracked; with a build folder also whose names each room uses.
Prints each violation as file:line: what; exit status 1 if any.  Usage: check_tree.py [BUILD]"""
import os, re, shutil, subprocess, sys

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
FILE_MAX, FUNCTION_MAX, HEADER_MAX = 1000, 80, 150
# The rooms of the checker from the ground up; a room includes only rooms below it.
RANKS = (("base",), ("image", "trace"), ("process",), ("model",), ("order",), ("call",), ("api_cuda", "api_opencl", "api_vulkan"), ("rules",))
RANK = {room: rank for rank, rooms in enumerate(RANKS) for room in rooms}
GENERATED_FROM = RANK["model"]      # rooms from this one on may include generated headers and the ABI
# The other folders -> what they may include ("abi" and "gen" are listed where allowed).
CHECKER = set(RANK)
EDGES = {
    "report": {"base", "trace", "gen"},
    "wrap": CHECKER | {"abi", "gen"},
    "audit": set(),
    "ptx": {"base"},
    "softdev": {"base", "ptx", "image", "abi", "gen"},
    "softrt": {"base", "abi", "gen"},
    "cli": {"base", "trace", "report", "image", "gen"},
}
# What a room declares and one above fills: constant tables, by which it asks without knowing whom.
PORTS = {"iq_apis", "iq_call_port", "iq_cuda_port", "iq_guard_cuda", "iq_order_port", "iq_rule_families"}
# Long by nature: data tables and ABI declarations; the interpreter's dispatch loop.
TABLES = re.compile(r"(\.def|\.api\.h|abi/.*\.h|entry\.h|format\.h)$")
LONG_FUNCTIONS = {"iq_ptx_exec_warp"}
TOP_FILES = {".gitignore", "ARCHITECTURE.md", "CHANGELOG.md", "CMakeLists.txt", "CONTRIBUTING.md", "LICENSE", "Makefile", "README.md"}


def sources():
    for top in ("src", "api", "tests/unit", "tests/include", "bench", "examples"):
        for folder, _, files in os.walk(os.path.join(ROOT, top)):
            for name in sorted(files):
                if name.endswith((".c", ".h", ".inc", ".def")):
                    yield os.path.relpath(os.path.join(folder, name), ROOT)


def functions(lines):
    """(first line, name, length) of each function definition: a line `}` in column 0 closes what the last `{` in column 0 opened."""
    start = None
    for number, line in enumerate(lines, 1):
        if line.startswith("{"):
            start = number
        elif line.startswith("}") and start:
            head = " ".join(lines[max(0, start - 6):start - 1])
            names = re.findall(r"(\w+)\s*\(", head)
            if not line.startswith("};"):
                yield start, names, number - start
            start = None


def may_include(folder, target):
    """May files of src/[folder] include those of [target]: another folder, "abi" or "gen"?"""
    if folder not in RANK:
        return target in EDGES[folder]
    if target in RANK:
        return RANK[target] < RANK[folder]
    return target in ("abi", "gen") and RANK[folder] >= GENERATED_FROM


def target_of(path, header):
    """The folder of src/ that [header] is of, or "abi" or "gen"."""
    first = header.split("/")[0] if "/" in header else None
    if first is None:
        return path.split("/")[1] if os.path.exists(os.path.join(ROOT, os.path.dirname(path), header)) else "gen"
    return first


def check_includes(path, lines, report):
    folder = path.split("/")[1] if path.startswith("src/") else None
    if folder not in RANK and folder not in EDGES:
        return
    for number, line in enumerate(lines, 1):
        m = re.match(r'#include "([^"]+)"', line)
        if not m or m.group(1).endswith(".def"):    # tables are data that anyone may expand
            continue
        target = target_of(path, m.group(1))
        if target != folder and not may_include(folder, target):
            report(path, number, f"src/{folder} may not include {target}/")


def symbols_of(library):
    """(names that the objects of a static library define, names that they need -> an object that does)"""
    defined, needed = set(), {}
    listing = subprocess.run(["nm", "-A", "-g", library], capture_output=True, text=True).stdout
    for line in listing.splitlines():
        m = re.match(r"[^:]+:([^:]+):\s*\S*\s+(\w)\s+(\S+)$", line)
        if m and m.group(2) == "U":
            needed.setdefault(m.group(3), m.group(1))
        elif m:
            defined.add(m.group(3))
    return defined, needed


def check_names(build, report):
    """No room uses a name that one above it, or beside it, defines: a declaration without an include would go unseen."""
    tables = {room: symbols_of(os.path.join(build, "obj", f"libiq_{room}.a")) for room in RANK if room != "image"}
    home = {name: room for room, (defined, _) in tables.items() for name in defined}
    for room, (_, needed) in tables.items():
        for name, user in sorted(needed.items()):
            target = home.get(name)
            if target and target != room and name not in PORTS and not may_include(room, target):
                report(f"src/{room}/{user[:-2]}", 0, f"uses {name} of {target}/")
    for name in PORTS - set(home):
        report("tools/check_tree.py", 0, f"no such port: {name}")


def check_file(path, report):
    lines = open(os.path.join(ROOT, path), errors="replace").read().split("\n")
    if TABLES.search(path):
        return
    limit = HEADER_MAX if path.endswith(".h") else FILE_MAX
    if len(lines) > limit and path.startswith("src/"):
        report(path, len(lines), f"{len(lines)} lines, limit {limit}")
    for start, names, length in functions(lines):
        if length > FUNCTION_MAX and not LONG_FUNCTIONS & set(names):
            report(path, start, f"function of {length} lines, limit {FUNCTION_MAX} ({names[-1] if names else '?'})")
    check_includes(path, lines, report)


def tree_files():
    """Every file of the tree: what git tracks or would add; without git, all that does not look built."""
    if shutil.which("git"):
        listed = subprocess.run(["git", "-C", ROOT, "ls-files", "-z", "--cached", "--others", "--exclude-standard"], capture_output=True)
        if listed.returncode == 0 and listed.stdout:
            return [path for path in listed.stdout.decode(errors="replace").split("\0") if path]
    paths = []
    for folder, dirs, files in os.walk(ROOT):
        dirs[:] = [d for d in dirs if d not in (".git", "__pycache__") and not d.startswith("build")]
        paths += [os.path.relpath(os.path.join(folder, name), ROOT) for name in files]
    return paths


def check_top(report):
    """Everything has its folder: what git tracks beside these came along by mistake."""
    listed = subprocess.run(["git", "-C", ROOT, "ls-files", "-z", ":(glob)*"], capture_output=True) if shutil.which("git") else None
    for path in listed.stdout.decode(errors="replace").split("\0") if listed and listed.returncode == 0 else []:
        if path and path not in TOP_FILES:
            report(path, 0, "does not belong in the top folder")


def check_words(report):
    words = re.compile("|".join(["/work" + "/", "help" + "er-[0-9]", "fire" + "cracker", "sub" + "agent", "farm" + "-bench"]), re.I)
    for relative in tree_files():
        path = os.path.join(ROOT, relative)
        if not os.path.isfile(path) or os.path.islink(path) or os.path.getsize(path) > 1 << 20:
            continue
        for number, line in enumerate(open(path, errors="replace"), 1):
            m = words.search(line)
            if m:
                report(relative, number, f"a word that does not belong here: {m.group(0)}")


def check_rules(report):
    table = os.path.join(ROOT, "src/rules/rules.def")
    if not os.path.exists(table):
        return report("src/rules/rules.def", 0, "missing")
    ids = re.findall(r'RULE\(\s*"([a-z0-9-]+)"', open(table).read())
    if len(ids) < 80:
        report("src/rules/rules.def", 0, f"only {len(ids)} rules found")
    for rule in ids:
        if not os.path.exists(os.path.join(ROOT, f"docs/rules/{rule}.md")):
            report(f"docs/rules/{rule}.md", 0, "missing page")
    for name in os.listdir(os.path.join(ROOT, "tests/rules")):
        if os.path.isdir(os.path.join(ROOT, "tests/rules", name)) and name not in ids and name not in ("clean",):
            report(f"tests/rules/{name}", 0, "no such rule")


def main():
    found = []
    def report(path, line, what):
        found.append(f"{path}:{line}: {what}")
    for path in sources():
        check_file(path, report)
    if len(sys.argv) > 1:
        check_names(sys.argv[1], report)
    check_top(report)
    check_words(report)
    check_rules(report)
    print("\n".join(found))
    print(f"check_tree: {len(found)} violations")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
