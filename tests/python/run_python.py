#!/usr/bin/env python3
"""Runs tests/python/*.py under inquest on the software device, with every Python that is there, and compares the frames
of the findings with the marks in the scripts:

    # expect: RULE function=NAME      this line is the innermost frame of the call that RULE reports; size=N: the object's bytes;
                                      argument=NAME, element=N: of the kernel
    # expect-at: RULE file=F line=N   the same for code that is in no file ("_" for a space)
    # via: N                          the frame N levels further out; frames of other files are not counted
    # site: created                   innermost frame of the site where the object was made; destroyed, related: as well
    # needs: MODULE                   skipped for a Python without it; frames of other files than the script are not counted
    # env: NAME=VALUE                 in the script's environment
    # extension: NAME                 the script needs NAME.c, compiled for this Python, as a module; frames of it that are
                                      marked  // via: -N  come before the script's own, N = 1 next to it

A script without expectations must have no error and no warning.  No frame may be the interpreter's own.
Pythons: the words of --pythons, else python3 in PATH, /usr/bin/python3, those of pyenv and those that INQUEST_TEST_PYTHONS names, separated
by colons (environments with CuPy or Numba).  Exit status 77: none has ctypes.
"""
import argparse, functools, glob, json, os, re, shutil, subprocess, sys, tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
INTERNAL = re.compile(r"^(_?Py[A-Z_]|_PyEval|ffi_|cfunction_|method_vectorcall)|\.lto_priv")


def pythons():
    found = [shutil.which("python3"), "/usr/bin/python3"] + sorted(glob.glob(os.path.expanduser("~/.pyenv/versions/3.*/bin/python3")))
    known, environments = {}, os.environ.get("INQUEST_TEST_PYTHONS", "").split(":")
    for path in filter(None, found):
        code = "import sys, ctypes; print(sys.executable, '%d.%d.%d' % sys.version_info[:3], sys.version_info >= (3, 9))"
        done = subprocess.run([path, "-c", code], capture_output=True, text=True)
        if done.returncode == 0 and done.stdout.endswith("True\n"):
            executable, version, _ = done.stdout.split()
            known.setdefault(os.path.realpath(executable), version)
    return {**known, **{path: os.path.basename(os.path.dirname(os.path.dirname(path))) for path in filter(None, environments)}}


@functools.lru_cache(None)
def has(python, module):
    return subprocess.run([python, "-c", f"import importlib.util as u, sys; sys.exit(not u.find_spec({module!r}))"]).returncode == 0


def words_of(script, mark):
    """What stands after [mark] in each line that has it."""
    return re.findall(rf"# {mark}: (\S+)", open(script, encoding="utf-8").read())


def marks(script):
    expected, via, sites = None, {}, {}
    for number, line in enumerate(open(script, encoding="utf-8"), 1):
        if m := re.search(r"# expect(-at)?: (\S+)(.*)", line):
            keys = dict(word.split("=") for word in m.group(3).split())
            expected = {"rule": m.group(2), "file": keys.get("file", script).replace("_", " ") if m.group(1) else script,
                        "line": int(keys.get("line", number)), "function": keys["function"],
                        **{key: keys.get(key) for key in ("size", "argument", "element")}}
        if m := re.search(r"# via: (\d+)", line):
            via[int(m.group(1))] = number
        if m := re.search(r"# site: (\w+)", line):
            sites.setdefault(m.group(1), []).append(number)
    return expected, via, sites


def innermost(stack, script):
    """Line of the innermost frame of [stack]; of a script that needs a package the first that is its own."""
    frames = [f for f in stack or [] if f["file"] == script or not words_of(script, "needs")]
    return frames[0]["line"] if frames else None


def extension(script):
    found = re.search(r"# extension: (\w+)", open(script, encoding="utf-8").read())
    return os.path.join(HERE, found.group(1) + ".c") if found else None


def extension_lines(script):
    source, lines = extension(script), {}
    for number, line in enumerate(open(source) if source else [], 1):
        if m := re.search(r"// via: -(\d+)", line):
            lines[int(m.group(1))] = number
    return [lines[n] for n in sorted(lines, reverse=True)]


def build_extension(python, source, folder):
    """Compiles [source] as a module for [python]; false if that Python has no headers."""
    code = "import sysconfig; print(sysconfig.get_paths()['include'], sysconfig.get_config_var('EXT_SUFFIX'))"
    include, suffix = subprocess.run([python, "-c", code], capture_output=True, text=True).stdout.split()
    if not os.path.exists(os.path.join(include, "Python.h")):
        return False
    name = os.path.splitext(os.path.basename(source))[0]
    subprocess.run(["cc", "-g", "-O0", "-shared", "-fPIC", "-w", "-I" + include, "-o", os.path.join(folder, name + suffix), source, "-ldl"],
                   check=True)
    return True


def problems(script, document):
    expected, via, marked = marks(script)
    findings = [f for f in document["findings"] if f["severity"] != "note"]
    if not expected:
        return ["unexpected %s: %s" % (f["rule"], f["message"]) for f in findings]
    if [f["rule"] for f in findings] != [expected["rule"]]:
        return ["findings are %s, not %s" % ([f["rule"] for f in findings], [expected["rule"]])]
    bad, sites = [], findings[0]["sites"]
    call = [f for f in sites["call"] if f["file"] == script] if words_of(script, "needs") else sites["call"]
    native = extension_lines(script)
    for line in native:
        if not call or os.path.basename(call[0]["file"] or "") != os.path.basename(extension(script)) or call[0]["line"] != line:
            return ["frames %s, not line %d of the extension" % (call, line)]
        call = call[1:]
    if (call[0]["file"], call[0]["line"], call[0]["function"]) != (expected["file"], expected["line"], expected["function"]):
        bad.append("innermost frame is %s, not %s" % (call[0], expected))
    own = [f["line"] for f in call[1:] if f["file"] == script]
    if own != [via[n] for n in sorted(via)]:
        bad.append("outer lines are %s, not %s" % (own, [via[n] for n in sorted(via)]))
    for name, lines in marked.items():
        found = [one["stack"] for one in sites["related"]] if name == "related" else [sites[name]]
        if not {innermost(stack, script) for stack in found} >= set(lines):
            bad.append("%s at %s, not lines %s" % (name, [innermost(stack, script) for stack in found], lines))
    if expected["size"] and findings[0]["object"]["size"] != int(expected["size"]):
        bad.append("object %s, not of %s bytes" % (findings[0]["object"], expected["size"]))
    if expected["argument"] and findings[0]["argument"]["name"] != expected["argument"]:
        bad.append("argument %s, not %s" % (findings[0]["argument"], expected["argument"]))
    if expected["element"] and "element %s of" % expected["element"] not in findings[0]["cause"]:
        bad.append("no element %s: %s" % (expected["element"], findings[0]["cause"]))
    return bad + ["frame of the interpreter: %s" % f for stack in sites.values() for f in stack or []
                  if f.get("function") and INTERNAL.search(f["function"]) and ".cpython-" not in f["module"]]


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--build", required=True)
    parser.add_argument("--pythons", nargs="*")
    parser.add_argument("--device", default="soft")
    args = parser.parse_args()
    known = {p: p for p in args.pythons} if args.pythons else pythons()
    scripts = [s for s in sorted(glob.glob(os.path.join(HERE, "*.py"))) if s != os.path.abspath(__file__)]
    failed = skipped = 0
    with tempfile.TemporaryDirectory() as folder:
        for python, version in known.items():
            for script in scripts:
                if not all(has(python, module) for module in words_of(script, "needs")) or \
                        (extension(script) and not build_extension(python, extension(script), folder)):
                    skipped += 1
                    continue
                report = os.path.join(folder, "report.json")
                command = [os.path.join(args.build, "bin/inquest"), "--quiet", "--device", args.device, "--format", "json", "-o", report, python, script]
                done = subprocess.run(command, capture_output=True, text=True, timeout=120,
                                      env={**os.environ, "PYTHONPATH": folder, **dict(word.split("=") for word in words_of(script, "env"))})
                bad = ["status %d: %s" % (done.returncode, done.stderr[-500:])] if done.returncode else []
                bad = bad or problems(script, json.load(open(report)))
                failed += bool(bad)
                for line in bad:
                    print("%s %s: %s" % (version, os.path.basename(script), line))
    print("%d scripts with Python %s: %d failed, %d skipped" % (len(scripts), ", ".join(known.values()), failed, skipped))
    return 77 if not known else failed > 0


if __name__ == "__main__":
    sys.exit(main())
