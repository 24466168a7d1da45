#!/usr/bin/env python3
"""Checks the tree's own rules: sizes of files and functions, include directions, words that do not belong in it,
that each rule has a page and a test folder, each header of the middle rooms a unit test, and that nothing stray is tracked; with a build folder also whose names each room uses.
Prints each violation as file:line: what; exit status 1 if any.  Usage: check_tree.py [BUILD]"""
import glob, os, re, shutil, subprocess, sys

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
FILE_MAX, FUNCTION_MAX, HEADER_MAX = 1000, 80, 200
API_ROOMS = tuple(sorted(name for name in os.listdir(os.path.join(ROOT, "src")) if name.startswith("api_")))
# The rooms of the checker from the ground up; a room includes only rooms below it.  The two on the ground may use each other.
RANKS = (("arch", "base"), ("image", "trace"), ("process",), ("model",), ("order",), ("call",), API_ROOMS, ("rules",))
RANK = {room: rank for rank, rooms in enumerate(RANKS) for room in rooms}
GENERATED_FROM = RANK["model"]      # rooms from this one on may include generated headers and the ABI
# The other folders -> what they may include ("abi" and "gen" are listed where allowed).
CHECKER = set(RANK)
EDGES = {
    "reproduce": {"arch", "base", "trace"},
    "report": {"arch", "base", "trace", "reproduce", "gen"},
    "wrap": CHECKER | {"abi", "gen", "instrument"},
    "audit": set(),
    "ptx": {"arch", "base"},
    "instrument": {"arch", "base", "ptx"},
    "softdev": {"arch", "base", "ptx", "image", "abi", "gen"},
    "softrt": {"base", "abi", "gen"},
    "cli": {"arch", "base", "trace", "reproduce", "report", "image", "gen"},
}
# What a room declares and one above fills: constant tables, by which it asks without knowing whom.
PORTS = {"iq_apis", "iq_call_port", "iq_cl_port", "iq_cuda_port", "iq_guard_cuda", "iq_guard_opencl", "iq_guard_vulkan", "iq_order_port", "iq_rule_families"}
# Long by nature: data tables and ABI declarations; the interpreter's dispatch loop.
TABLES = re.compile(r"(\.def|\.api\.h|abi/.*\.h|entry\.h|format\.h)$")
LONG_FUNCTIONS = {"iq_ptx_exec_warp"}
TOP_FILES = {".clang-format", ".clang-tidy", ".editorconfig", ".gitignore", "ARCHITECTURE.md", "CHANGELOG.md", "CMakeLists.txt", "CONTRIBUTING.md", "LICENSE", "Makefile", "README.md"}
# Where rules are known by the text of their ids: what reads files and what users type.
MAY_QUOTE_RULES = {"report", "cli"}
RULE_NAME = re.compile(r"\bIQ_RULE_(?!NONE\b|COUNT\b|MAX_CHECKS\b|##)[A-Z_]+\b")
FAMILY_NAME = re.compile(r"struct iq_rule_family \w+ = ")


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
        return RANK[target] < RANK[folder] or RANK[target] == 0
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


COMPARES = re.compile(r"\b(?:strn?cmp|strn?casecmp|strstr|strcasestr|strchr|strn?len|strc?spn|memcmp|memmem|fnmatch)\(")
ROW_NAME = r"\b(?:entry|made|maker)(?:->|\.)(?:name|symbol)\b"
ROW_TESTS = (re.compile(ROW_NAME + r"\s*(?:[=!]=|\[)"),                             # entry->name[0] == 'v'
             re.compile(r"[!=&|(,]\s*\*[\w>.-]*(?<=[>.* ])" + ROW_NAME),           # *call->entry->name == 'v'
             re.compile(r"\b(?:is|has|may|does|wants)_\w+\([^();]*" + ROW_NAME),    # is_state(entry->name)
             re.compile(r"(?:->|\.)effects\s*[=!]=|[=!]=\s*iq_fx_\w+"))
# Names from outside are compared with those of calls: what the user gave (--trace), what a validation layer says.
NAMED_OUTSIDE = {"src/call/tracer.c", "src/call/fault.c", "src/api_vulkan/recording_named.c"}


def argument_of(text, start):
    """What stands between the parentheses, of which the first is in front of [start]."""
    depth, end = 1, start
    while end < len(text) and depth:
        depth += (text[end] == "(") - (text[end] == ")")
        end += 1
    return text[start:end]


def check_row_names(path, text, report):
    """Rules, the way of a call and the APIs ask a row what its call does, never what it is called, nor which function has its effects."""
    if not path.startswith(("src/rules/", "src/call/", "src/api_")) or path in NAMED_OUTSIDE:
        return
    def found(at):
        report(path, text.count("\n", 0, at) + 1, "tells calls apart by a name: ask the row for a role, a flag or its operation")
    for test in ROW_TESTS:
        for m in test.finditer(text):
            found(m.start())
    for m in COMPARES.finditer(text):
        function = text[text.rfind("\n}", 0, m.start()) + 1:m.start()]
        aliases = re.findall(r"\*\s*(\w+) =[^;,]*?" + ROW_NAME, function)
        compared = argument_of(text, m.end())
        if re.search(ROW_NAME, compared) or any(re.search(r"\b%s\b" % name, compared) for name in aliases):
            found(m.start())


PROCESSOR = re.compile(r"__(?:x86_64|i386|aarch64|arm)__|\b_?REG_(?:R[A-Z0-9]{1,2}|E[A-Z]{2}|CR2)\b|\bgregs\b|\b_mm\d*_|\b__m\d{3}|__builtin_ia32_|__builtin_cpu_|"
                       r"__(?:AVX|SSE|F16C|FMA|ARM_)|[ep]?mmintrin\.h|arm_\w+\.h|\bv\w+q_[fsu]\d+\(|(?:__asm__|\basm)(?! ?\(\"\w+\"\)[;,)])\s*(?:volatile|goto)?\s*\(")


def check_processor(path, lines, report):
    """What depends on the processor has a room; declarations may name their symbol (__asm__("name");)."""
    for number, line in enumerate(lines, 1):
        m = None if path.startswith("src/arch/") else PROCESSOR.search(line)
        if m:
            report(path, number, f"{m.group(0)} depends on the processor: src/arch")


def check_wake_ups(path, lines, report):
    """Up to glibc 2.40 a wake-up of pthread_cond_signal can be lost; pthread_cond_broadcast and futexes lose none."""
    for number, line in enumerate(lines, 1):
        if "pthread_cond_signal(" in line:
            report(path, number, "pthread_cond_signal can lose a wake-up: broadcast, or use a futex")


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
    if path.startswith("src/"):
        check_processor(path, lines, report)
        check_wake_ups(path, lines, report)
    check_row_names(path, "\n".join(lines), report)


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
    rows = re.findall(r'^RULE\((\w+), "([a-z0-9-]+)"', open(table).read(), re.M)
    ids = [rule for _, rule in rows]
    if len(ids) < 80:
        report("src/rules/rules.def", 0, f"only {len(ids)} rules found")
    for name, rule in rows:
        if name != rule.upper().replace("-", "_"):
            report("src/rules/rules.def", 0, f"{rule} is called {name}")
        if not os.path.exists(os.path.join(ROOT, f"docs/rules/{rule}.md")):
            report(f"docs/rules/{rule}.md", 0, "missing page")
    for name in os.listdir(os.path.join(ROOT, "tests/rules")):
        if os.path.isdir(os.path.join(ROOT, "tests/rules", name)) and name not in ids and name not in ("clean",):
            report(f"tests/rules/{name}", 0, "no such rule")
    quoted = re.compile('"(' + "|".join(ids) + ')"')
    for path in sources():
        if path.startswith("src/") and path.split("/")[1] not in MAY_QUOTE_RULES and path != "src/rules/rules.def":
            for number, line in enumerate(open(os.path.join(ROOT, path), errors="replace"), 1):
                m = quoted.search(line)
                if m and not FAMILY_NAME.search(line):
                    report(path, number, f"{m.group(0)}: write the rule as enum iq_rule_id")
                m = RULE_NAME.search(line)
                if m and not path.startswith("src/rules/"):
                    report(path, number, f"{m.group(0)}: which rule it is, rules/ says")


def check_evidence(report):
    """An explanation reads no other's evidence, and only IQ_EXPLAIN makes it one, with what it reads."""
    shared = set()
    for path in (path for path in sources() if path.startswith("src/rules/")):
        text = open(os.path.join(ROOT, path)).read()
        lines = text.split("\n")
        own = set(re.findall(r"^struct (\w*explain_\w+) \{", text, re.M))
        shared |= own if path.endswith(".h") else set()
        for start, names, length in functions(lines):
            for number, line in enumerate(lines[start - 1:start + length], start):
                for name in re.findall(r"IQ_EVIDENCE\((\w+)", line):
                    if name not in names:
                        report(path, number, f"reads the evidence of {name}")
        for match in re.finditer(r"explain = ([^;]*);", text):
            for name in (own | shared) & set(re.findall(r"\w+", match[1])):
                report(path, text.count("\n", 0, match.start()) + 1, f"{name} without its evidence: IQ_EXPLAIN")


def check_unit_tests(report):
    """Each header of these rooms that declares functions or variables is exercised by a unit test of its own name."""
    for room in ("process", "model", "order", "call"):
        for name in sorted(os.listdir(os.path.join(ROOT, "src", room))):
            text = open(os.path.join(ROOT, "src", room, name)).read() if name.endswith(".h") else ""
            if not re.search(r"^extern |^[a-z][^#\n]*\(", text, re.M):
                continue
            name_of_test = f"{room}_{name[:-2]}_test.c"
            tests = [path for at in ("", "*/") for path in glob.glob(os.path.join(ROOT, f"tests/unit/{at}{name_of_test}"))]     # or of one architecture
            if not tests:
                report(f"src/{room}/{name}", 0, f"no unit test: tests/unit/{name_of_test}")
            elif f'#include "{room}/{name}"' not in open(tests[0]).read():
                report(os.path.relpath(tests[0], ROOT), 0, f"does not include {room}/{name}")


def main():
    found = []
    def report(path, line, what):
        found.append(f"{path}:{line}: {what}")
    for path in sources():
        check_file(path, report)
    for path in ("tools/apigen.py", "tools/apigen_emit.py"):
        check_processor(path, open(os.path.join(ROOT, path)).read().split("\n"), report)
    if len(sys.argv) > 1:
        check_names(sys.argv[1], report)
    check_top(report)
    check_words(report)
    check_rules(report)
    check_evidence(report)
    check_unit_tests(report)
    print("\n".join(found))
    print(f"check_tree: {len(found)} violations")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
