#!/usr/bin/env python3
"""Runs tests/python/*.py under inquest on the software device, with every Python that is there, and compares the frames
of the findings with the marks in the scripts:

    # expect: RULE function=NAME      this line is the innermost frame of the call that RULE reports
    # expect-at: RULE file=F line=N   the same for code that is in no file ("_" for a space)
    # via: N                          the frame N levels further out; frames of other files are not counted
    # site: created                   innermost frame of the site where the object was made
    # extension: NAME                 the script needs NAME.c, compiled for this Python, as a module; frames of it that are
                                      marked  // via: -N  come before the script's own, N = 1 next to it

A script without expectations must have no error and no warning.  No frame may be the interpreter's own.
Pythons: the words of --pythons, else python3 in PATH, /usr/bin/python3 and those of pyenv.  Exit status 77: none has ctypes.
"""
import argparse, glob, json, os, re, shutil, subprocess, sys, tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
INTERNAL = re.compile(r"^(_?Py[A-Z_]|_PyEval|ffi_|cfunction_|method_vectorcall)|\.lto_priv")


def pythons():
    found = [shutil.which("python3"), "/usr/bin/python3"] + sorted(glob.glob(os.path.expanduser("~/.pyenv/versions/3.*/bin/python3")))
    known = {}
    for path in filter(None, found):
        code = "import sys, ctypes; print(sys.executable, '%d.%d.%d' % sys.version_info[:3], sys.version_info >= (3, 9))"
        done = subprocess.run([path, "-c", code], capture_output=True, text=True)
        if done.returncode == 0 and done.stdout.endswith("True\n"):
            executable, version, _ = done.stdout.split()
            known.setdefault(os.path.realpath(executable), version)
    return known


def marks(script):
    expected, via, created = None, {}, None
    for number, line in enumerate(open(script, encoding="utf-8"), 1):
        if m := re.search(r"# expect(-at)?: (\S+)(.*)", line):
            keys = dict(word.split("=") for word in m.group(3).split())
            expected = {"rule": m.group(2), "file": keys.get("file", script).replace("_", " ") if m.group(1) else script,
                        "line": int(keys.get("line", number)), "function": keys["function"]}
        if m := re.search(r"# via: (\d+)", line):
            via[int(m.group(1))] = number
        if "# site: created" in line:
            created = number
    return expected, via, created


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
    expected, via, created = marks(script)
    findings = [f for f in document["findings"] if f["severity"] != "note"]
    if not expected:
        return ["unexpected %s: %s" % (f["rule"], f["message"]) for f in findings]
    if [f["rule"] for f in findings] != [expected["rule"]]:
        return ["findings are %s, not %s" % ([f["rule"] for f in findings], [expected["rule"]])]
    bad, sites = [], findings[0]["sites"]
    call = sites["call"]
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
    if created and (not sites["created"] or sites["created"][0]["line"] != created):
        bad.append("created at %s, not line %d" % (sites["created"], created))
    return bad + ["frame of the interpreter: %s" % f for stack in sites.values() for f in stack or []
                  if f.get("function") and INTERNAL.search(f["function"])]


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--build", required=True)
    parser.add_argument("--pythons", nargs="*")
    parser.add_argument("--device", default="soft")
    args = parser.parse_args()
    known = {p: p for p in args.pythons} if args.pythons else pythons()
    scripts = [s for s in sorted(glob.glob(os.path.join(HERE, "*.py"))) if s != os.path.abspath(__file__)]
    failed = 0
    with tempfile.TemporaryDirectory() as folder:
        for python, version in known.items():
            for script in scripts:
                if extension(script) and not build_extension(python, extension(script), folder):
                    continue
                report = os.path.join(folder, "report.json")
                command = [os.path.join(args.build, "bin/inquest"), "--quiet", "--device", args.device, "--format", "json", "-o", report, python, script]
                done = subprocess.run(command, capture_output=True, text=True, timeout=120,
                                      env={**os.environ, "PYTHONPATH": folder})
                bad = ["status %d: %s" % (done.returncode, done.stderr[-500:])] if done.returncode else []
                bad = bad or problems(script, json.load(open(report)))
                failed += bool(bad)
                for line in bad:
                    print("%s %s: %s" % (version, os.path.basename(script), line))
    print("%d scripts with Python %s: %d failed" % (len(scripts), ", ".join(known.values()), failed))
    return 77 if not known else failed > 0


if __name__ == "__main__":
    sys.exit(main())
