#!/usr/bin/env python3
"""Builds each program of this folder twice, as it is and with its bug, for run_rules.py.

    tests/mutants/run_mutants.py --build BUILD [options of run_rules.py] [FILTER ...]

The programs say with BUG(...) and RIGHT(...) of mutant.h what they differ in, and with the marks of
run_rules.py what is found in the mutant; `// site: kernel` names the guilty statements.  The original
has no finding and ends with status 0.  The copies that are compiled lie in BUILD/tests/mutant-sources;
results whose names begin with bad_ are those of the mutants."""
import argparse
import glob
import os
import re
import subprocess
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
RULES = os.path.join(os.path.dirname(HERE), "rules", "run_rules.py")
HEADER = "mutant.h"


def write(path, text):
    """Writes a file unless it has that text, so that it keeps its time and is not compiled again."""
    if not os.path.exists(path) or open(path).read() != text:
        open(path, "w").write(text)


def copies(source, folder):
    """Writes the original and the mutant of [source] into [folder]."""
    text, name = open(source).read(), os.path.basename(source)
    write(os.path.join(folder, f"bad_{name}"), text + "// nvcc: -DMUTANT\n")
    write(os.path.join(folder, f"ok_{name}"), re.sub(r"// (expect|site).*", "", text))


def main():
    parser = argparse.ArgumentParser(add_help=False)
    parser.add_argument("--build", default=os.path.join(os.path.dirname(os.path.dirname(HERE)), "build"))
    args, rest = parser.parse_known_args()
    folder = os.path.join(os.path.abspath(args.build), "tests", "mutant-sources")
    os.makedirs(folder, exist_ok=True)
    for old in glob.glob(os.path.join(glob.escape(folder), "*_*.cu")):
        if not os.path.exists(os.path.join(HERE, os.path.basename(old).split("_", 1)[1])):
            os.unlink(old)
    write(os.path.join(folder, HEADER), open(os.path.join(HERE, HEADER)).read())
    for source in sorted(glob.glob(os.path.join(glob.escape(HERE), "*.cu"))):
        copies(source, folder)
    command = [sys.executable, "-B", RULES, "--build", args.build, "--root", folder]
    return subprocess.run(command + rest).returncode


if __name__ == "__main__":
    sys.exit(main())
