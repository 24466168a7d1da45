#!/usr/bin/env python3
"""docs/howto/add-api.md, tried: run_toy.py --build BUILD --cc CC
A copy of the tree gets a toy API as the page says (the files of add/, the lines of lines.txt), its guest is built, and a program that
uses what it has destroyed must be reported, with its line; its twin must not."""
import argparse
import json
import os
import pathlib
import shutil
import subprocess
import sys

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parent.parent


def copy_if_new(source, target):
    """Untouched files keep their times, so that a second build has nothing to do."""
    target.parent.mkdir(parents=True, exist_ok=True)
    if not target.exists() or target.read_bytes() != source.read_bytes():
        shutil.copyfile(source, target)


def added_lines():
    """file -> [(text that the line stands in front of, line)]"""
    lines = {}
    for row in (HERE / "lines.txt").read_text().splitlines():
        if row and not row.startswith("#"):
            path, before, line = row.split(" | ")
            lines.setdefault(path, []).append((before, line))
    return lines


def extend(text, lines):
    for before, line in lines:
        if before == "end":
            text += line + "\n"
        elif text.count(before) != 1:
            sys.exit(f"not once in a table: {before}")
        else:
            text = text.replace(before, line + "\n" + before)
    return text


def make_tree(tree):
    """The tree as it would be with the toy API."""
    lines, wanted = added_lines(), set()
    for top in (ROOT, HERE / "add"):
        for part in ("CMakeLists.txt", "api", "bench", "cmake", "docs/man", "docs/rules", "src", "tests/api", "tests/cli", "tests/ptx/table.c", "tests/truth",
                     "tests/end_to_end/host.c", "tools"):
            for path in [top / part] if (top / part).is_file() else sorted((top / part).rglob("*")):
                if not path.is_file() or "__pycache__" in path.parts:
                    continue
                name = path.relative_to(top)
                wanted.add(tree / name)
                if str(name) in lines:
                    text = extend(path.read_text(), lines[str(name)])
                    (tree / name).parent.mkdir(parents=True, exist_ok=True)
                    if not (tree / name).exists() or (tree / name).read_text() != text:
                        (tree / name).write_text(text)
                else:
                    copy_if_new(path, tree / name)
    for path in tree.rglob("*"):
        if path.is_file() and path not in wanted and "__pycache__" not in path.parts:
            path.unlink()


def run(*command, **options):
    result = subprocess.run([str(word) for word in command], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, errors="replace", **options)
    if result.returncode:
        print(result.stdout[-4000:])
        sys.exit(f"failed: {' '.join(map(str, command))}")
    return result.stdout


def build_guest(work, build, cc):
    """inquest with a guest that knows the toy API; returns the launcher."""
    make_tree(work / "tree")
    options = [f"-DCMAKE_C_COMPILER={cc}", "-DCMAKE_BUILD_TYPE=Debug", "-DCMAKE_C_FLAGS_DEBUG=-O0"]
    if shutil.which("ccache"):
        options.append("-DCMAKE_C_COMPILER_LAUNCHER=ccache")
    run("cmake", "-G", "Ninja", "-S", work / "tree", "-B", work / "build", *options)
    run("cmake", "--build", work / "build", "-j", os.cpu_count(), "--target", "guest", "audit")
    launcher = work / "build/bin/inquest"
    launcher.parent.mkdir(exist_ok=True)
    copy_if_new(build / "bin/inquest", launcher)
    launcher.chmod(0o755)
    for library in sorted((build / "lib/inquest/soft").iterdir()):     # the software device knows nothing of APIs that are watched
        target = work / "build/lib/inquest/soft" / library.name
        if not target.exists():
            target.symlink_to(library)
    return launcher


def findings_of(launcher, program, work):
    report = work / "report.json"
    report.unlink(missing_ok=True)
    environment = {name: value for name, value in os.environ.items() if not name.startswith("INQUEST_")}
    subprocess.run([launcher, "--quiet", "--format", "json", "-o", report, program], env=environment, stdout=subprocess.DEVNULL, timeout=60)
    return json.loads(report.read_text())["findings"]


def check_bad(findings):
    found = [f for f in findings if f["severity"] == "error"]
    if len(found) != 1:
        return f"{len(found)} errors"
    text = json.dumps(found[0])
    for word in ("destroyed-handle", "toyUse", '"widget"', "bad.c", '"line": 12', "toyDestroy"):
        if word not in text:
            return f"nothing about {word}: {json.dumps(found[0], indent=1)}"
    return None


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--build", type=pathlib.Path, required=True)
    parser.add_argument("--cc", default="cc")
    args = parser.parse_args()
    build = args.build.resolve()
    work = build / "tests/toy_api"
    work.mkdir(parents=True, exist_ok=True)
    launcher = build_guest(work, build, args.cc)
    run(args.cc, "-g", "-shared", "-fPIC", "-o", work / "libtoy.so", HERE / "libtoy.c")
    for name in ("bad", "ok"):
        run(args.cc, "-g", "-o", work / name, HERE / f"{name}.c", f"-L{work}", "-ltoy", f"-Wl,-rpath,{work}")
    wrong = check_bad(findings_of(launcher, work / "bad", work))
    if wrong:
        sys.exit(f"bad.c: {wrong}")
    findings = findings_of(launcher, work / "ok", work)
    if findings:
        sys.exit(f"ok.c: {json.dumps(findings, indent=1)}")
    print("toy_api: 2 passed, 0 failed, 0 skipped")


if __name__ == "__main__":
    main()
