#!/usr/bin/env python3
"""Looks whether each row of the tables of calls that are refused has a program that must be reported, and a silent twin.

    tests/rules/check_twins.py [-v]

A row of src/rules/tables/refused.def and cl_argument.def is about an argument of the calls that do an operation.  Its bad program expects the row's rule where one of
these calls stands (or names it with api=) and, if the mark has arg=, the row's argument; its twin is an ok_* program that makes one of these calls.  Rows of
calls that the software device does not have can only be shown by a GPU; they are counted, and -v lists them.  UNSHOWN and TWINLESS say which others have none, and why."""
import functools, glob, os, re, subprocess, sys

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(os.path.dirname(HERE))
sys.path[:0] = [HERE, os.path.join(ROOT, "tools")]
sys.dont_write_bytecode = True
import apigen, run_rules

# operations and rules that no program shows where the tests run, and why
UNSHOWN = {
    ("ADD_MULTICAST_DEVICE", "bad-device"): "no multicast object can be made without NVSwitch",
    ("BIND_MULTICAST_ADDRESS", "bad-device"): "no multicast object can be made without NVSwitch",
    ("BIND_MULTICAST_MEMORY", "bad-device"): "no multicast object can be made without NVSwitch",
    ("CREATE_AFFINE_CONTEXT", "bad-size"): "the software device takes it, as an H200's driver does",
    ("CREATE_MIPMAPPED", "bad-size"): "the software device takes every number of levels",
    ("LOAD_LIBRARY", "bad-size"): "the software device takes options that are given twice, as an H200's driver does",
    ("SET_EXEC_COPY_NODE", "wrong-kind"): "the software device copies whatever the kind is",
    ("SET_PRIMARY_FLAGS", "bad-flags"): "the software device takes flags at any time",
    ("CREATE_TEXTURE", "bad-size"): "the software device takes a view without a width",
    ("MAP_SHARED", "bad-flags"): "PoCL takes it; tests/opencl/lax.c shows it over strict.c",
    ("SET_EXECUTION_INFO", "bad-flags"): "PoCL takes it; tests/opencl/lax.c shows it over strict.c",
    ("SET_QUEUE_PROPERTY", "bad-flags"): "PoCL takes it; tests/opencl/lax.c shows it over strict.c",
}
# operations that succeed for no argument where the tests run, and why
TWINLESS = {
    "GET_ARRAY_PLANE": "the software device has no formats with planes",
    "GET_MEMORY_REQUIREMENTS": "the software device has no arrays whose memory comes later",
    "GET_UNIFIED_FUNCTION": "no image of the software device has one",
    "IMPORT_EXTERNAL_MEMORY": "nothing exports memory to the software device",
    "IMPORT_EXTERNAL_SEMAPHORE": "nothing exports semaphores to the software device",
    "SET_QUEUE_PROPERTY": "deprecated since OpenCL 1.1; tests/opencl/lax.c makes a right call",
    "SET_SPECIALIZATION": "PoCL has no programs with such constants",
}
TABLES = {"refused.def": ("cuda", "cudart"), "cl_argument.def": ("opencl",)}
# rows as the preprocessor leaves them, one after another: operation, argument, member, rule
MACROS = """#define REFUSED(operation, result, when, is, test, arg, low, high, rule, ...) @operation|arg||rule@
#define REFUSED_MEMBER(operation, result, when, is, test, arg, type, twin, member, low, high, rule, ...) @operation|arg|member|rule@
#define DEMAND(operation, demand, arg, other, rule, ...) @operation|arg||rule@
"""


def rows_of(table):
    """(operation, argument, member, rule) of the rows of [table], each once."""
    source = MACROS + f'#include "rules/tables/{table}"\n'
    text = subprocess.run(["cc", "-E", "-P", "-I" + os.path.join(ROOT, "src"), "-x", "c", "-"], input=source, capture_output=True, text=True, check=True).stdout
    rules = dict(re.findall(r'^RULE\((\w+), "([\w-]+)"', open(os.path.join(ROOT, "src/rules/rules.def")).read(), re.M))
    rows = [tuple(part.strip() for part in row.split("|")) for row in re.findall(r"@([^@]*\|[^@]*)@", text)]
    return sorted({(operation, arg, member, rules[rule.removeprefix("IQ_RULE_")]) for operation, arg, member, rule in rows})


@functools.lru_cache(None)
def entries(apis):
    """The rows of api/ of [apis], by operation."""
    types, found = apigen.Types(os.path.join(ROOT, "api")), {}
    for api in apis:
        for path in sorted(glob.glob(os.path.join(ROOT, "api", api, "*.api.h"))):
            for row in apigen.parse_family(api, path, types):
                found.setdefault(row.operation.upper(), []).append(row)
    return found


@functools.lru_cache(None)
def programs(kind):
    """(path, text) of the programs of [kind], the text of those that they include with it."""
    paths = [p for p in sorted(glob.glob(os.path.join(HERE, "*/*.c*"))) if run_rules.is_kind(os.path.basename(p), kind)]
    return [(p, open(run_rules.body(p)).read() + ("" if run_rules.body(p) == p else open(p).read())) for p in paths]


@functools.lru_cache(None)
def software_words():
    """All names in the sources of the software device."""
    paths = glob.glob(os.path.join(ROOT, "src/softdev/*.[ch]")) + glob.glob(os.path.join(ROOT, "src/softrt/*.[ch]"))
    return set(re.findall(r"\w+", " ".join(open(p).read() for p in paths)))


def is_on_software_device(apis, calls):
    return "opencl" in apis or any(name in software_words() for c in calls for name in (c.name, c.symbol, c.cname))


def guilty_names(calls, arg, member):
    """What marks may call the argument, and the calls' names."""
    names = set()
    for call in calls:
        index = call.index(arg) if not arg.isdigit() and arg in [a.name for a in call.args] else int(arg) if arg.isdigit() else -1
        if 0 <= index < len(call.args):
            name = call.args[index].name
            names |= {f"{name}{between}{member}" for between in ("->", ".")} if member else {name}
    return names


def is_bad(text, rule, called, guilty):
    if ": " + rule not in text:
        return False
    for line in text.splitlines():
        for mark in re.finditer(r"// expect(?:-soft|-real)?: (\S+)([^/]*)", line):
            keys = dict(re.findall(r"(\S+?)=(\S+)", mark.group(2)))
            if mark.group(1) == rule and (called.search(line) or called.search(keys.get("api", "") + "(")) and keys.get("arg", next(iter(guilty), "")) in guilty:
                return True
    return False


def main():
    verbose, gaps, checked, elsewhere = "-v" in sys.argv, [], 0, 0
    for table, apis in TABLES.items():
        for operation, arg, member, rule in rows_of(table):
            calls = entries(apis).get(operation, [])
            called = re.compile(r"\b(?:" + "|".join(sorted({c.name for c in calls} | {c.symbol for c in calls})) + r")\s*\(")
            guilty = guilty_names(calls, arg, member)
            bad = [p for p, text in programs("bad") if is_bad(text, rule, called, guilty)]
            ok = [p for p, text in programs("ok") if called.search(text)]
            what = f"{table}: {operation} {'/'.join(sorted(guilty)) or arg} [{rule}]"
            checked += 1
            if not is_on_software_device(apis, calls) and not (bad and ok):
                elsewhere += 1
                if verbose:
                    print(what, "(only a GPU has the call)")
                continue
            if verbose:
                print(what, *(os.path.relpath(p, HERE) for p in bad[:1] + ok[:1]))
            if bad and (operation, rule) in UNSHOWN:
                gaps.append(f"{what}: is shown, take it from UNSHOWN")
            if not bad and (operation, rule) not in UNSHOWN:
                gaps.append(f"{what}: no bad program")
            if not ok and operation not in TWINLESS:
                gaps.append(f"{what}: no silent twin calls {' or '.join(sorted({c.name for c in calls}))}")
            if ok and operation in TWINLESS:
                gaps.append(f"{what}: has a silent twin, take it from TWINLESS")
    print(*gaps, sep="\n", end="\n" if gaps else "")
    print(f"check_twins: {checked} rows, {elsewhere} of them of calls that only a GPU has, {len(gaps)} gaps")
    return bool(gaps)


if __name__ == "__main__":
    sys.exit(main())
