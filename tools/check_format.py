#!/usr/bin/env python3
"""Checks that the C sources are formatted as .clang-format says; exit status 1 and a line for each file that is not.
Exit status 77 (skipped) without clang-format 14: other versions lay out a few constructs differently.
Usage: check_format.py [--fix]"""
import os, re, shutil, subprocess, sys

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
MAJOR = 14
FOLDERS = ("src", "tests/unit", "tests/include", "bench")
NOT_FORMATTED = re.compile(r"\.api\.h$")    # rows of a table


def formatter():
    """The clang-format to use, or None with a reason."""
    reason = "no clang-format"
    for name in (f"clang-format-{MAJOR}", "clang-format"):
        path = shutil.which(name)
        if not path:
            continue
        said = subprocess.run([path, "--version"], capture_output=True, text=True).stdout
        version = re.search(r"version (\d+)", said)
        if version and int(version.group(1)) == MAJOR:
            return path, None
        reason = f"clang-format {version.group(1) if version else 'of no version'}, not {MAJOR}"
    return None, reason


def files():
    for top in FOLDERS:
        for folder, _, names in os.walk(os.path.join(ROOT, top)):
            for name in sorted(names):
                path = os.path.join(folder, name)
                if name.endswith((".c", ".h")) and not NOT_FORMATTED.search(name) and not os.path.islink(path):
                    yield os.path.relpath(path, ROOT)


def main():
    tool, reason = formatter()
    if not tool:
        print(f"check_format: skipped, {reason}")
        return 77
    paths = list(files())
    if "--fix" in sys.argv[1:]:
        return subprocess.run([tool, "-i", *paths], cwd=ROOT).returncode
    said = subprocess.run([tool, "--dry-run", *paths], cwd=ROOT, capture_output=True, text=True).stderr
    wrong = {}
    for path, line in re.findall(r"^(\S+?):(\d+):\d+: warning: code should be clang-formatted", said, re.M):
        wrong.setdefault(path, line)
    for path, line in wrong.items():
        print(f"{path}:{line}: not formatted")
    print(f"check_format: {len(wrong)} of {len(paths)} files to format" + (" (tools/check_format.py --fix)" if wrong else ""))
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
