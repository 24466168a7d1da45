#!/usr/bin/env python3
"""Runs programs under `inquest --gdb` with gdb reading its commands from a pipe, and looks at what gdb printed.

    run_gdb.py --build BUILD

Exit status: 0 all is as it should be; 1 not so; 77 there is no gdb with Python."""
import argparse, os, re, shutil, subprocess, sys

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.join(os.path.dirname(HERE), "rules"))
import run_rules

WHY = "[range-overflow]"


def debug(args, commands, *command):
    environment = dict(os.environ, DEBUGINFOD_URLS="")
    done = subprocess.run([os.path.join(args.build, "bin/inquest"), "--quiet", "--device=soft", "--gdb", *command], input=commands,
                          stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True, timeout=300, cwd=HERE, env=environment)
    return done.stdout


def check_c(args, program):
    """What is wrong with a C program, None: nothing."""
    out = debug(args, "print count\nup\ninquest-why\nset confirm off\nkill\n", program)
    if "SIGTRAP" not in out:
        return "gdb did not stop: " + out
    if out.count(WHY) != 2:
        return f"the finding was printed {out.count(WHY)} times, not when it stopped and once more: " + out
    if "$1 = 128" not in out:
        return "the program's frame was not selected: " + out
    if not re.search(r"^\s+created\s+copy .*overrun\.c:8", out, re.M):
        return "the object's history is missing: " + out
    return None


def check_launch(args, program):
    out = debug(args, "print count\nset confirm off\nkill\n", program)
    return None if "$1 = 128" in out else "the frame with the launch was not selected: " + out


def check_python(args):
    out = debug(args, "inquest-why\nset confirm off\nkill\n", "/usr/bin/python3", "overrun.py")
    if out.count(WHY) != 2 or not re.search(r"^\s+at\s+upload .*overrun\.py:8", out, re.M):
        return "the finding does not name the script's function: " + out
    return None


def check_clean(args, program):
    out = debug(args, "print 6 * 7\n", "/bin/true")
    return None if WHY not in out and "exited normally" in out and "= 42" in out else "a program without findings: " + out


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--build", default="build")
    args = parser.parse_args()
    args.build = os.path.abspath(args.build)
    probe = shutil.which("gdb") and subprocess.run(["gdb", "-batch", "-ex", "python print(6 * 7)"], capture_output=True, text=True).stdout
    if not probe or "42" not in probe:
        print("gdb: 0 passed, 0 failed, 1 skipped (no gdb with Python)")
        return 77
    folder = os.path.join(args.build, "tests/gdb")
    os.makedirs(folder, exist_ok=True)
    programs = {}
    for name in ("overrun", "launch"):
        programs[name], error, _ = run_rules.build(os.path.join(HERE, name + ".c"), args.build, folder, False)
        if not programs[name]:
            print(f"{name}.c does not build: {error}")
            return 1
    program = programs["overrun"]
    checks = {"c": check_c(args, program), "launch": check_launch(args, programs["launch"]), "clean": check_clean(args, program)}
    if os.access("/usr/bin/python3", os.X_OK):
        checks["python"] = check_python(args)
    for name, problem in checks.items():
        print(f"FAIL {name}: {problem}" if problem else f"ok   {name}")
    failed = sum(problem is not None for problem in checks.values())
    print(f"gdb: {len(checks) - failed} passed, {failed} failed, 0 skipped")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
