#!/usr/bin/env python3
"""What the documents say must be true: check_docs.py --build BUILD [--cc CC]
Links to files lead somewhere, ARCHITECTURE.md and the glossary name what exists, the options and commands that README and docs/guide name exist, `make` targets exist, and each report
that README shows under "$ inquest ./EXAMPLE" is what that example gets today, on the software device, addresses aside."""
import argparse
import fnmatch
import os
import pathlib
import re
import shlex
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent


def documents():
    return sorted([*ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md"), *(ROOT / "api").rglob("*.md"), *(ROOT / "src").rglob("README.md")])


def broken_links():
    for path in documents():
        for target in re.findall(r"\]\(([^)#\s]+)[^)]*\)", path.read_text()):
            if "://" not in target and not target.startswith("mailto:") and not (path.parent / target).exists():
                yield f"{path.relative_to(ROOT)}: no such file: {target}"


def untested_traps():
    """docs/interposition.md: the files in its third column and the tests in its last one exist."""
    cases = re.findall(r"^def (\w+)\(b\)", (ROOT / "tests/guest/run_guest.py").read_text(), re.M)
    for line in (ROOT / "docs/interposition.md").read_text().splitlines():
        cells = line.split("|")
        if len(cells) != 6 or cells[1].strip() in ("trap", "---"):
            continue
        for name in re.findall(r"`([^`]+)`", cells[3]):
            if not (ROOT / "src" / name).exists() and not (ROOT / name).exists():
                yield f"docs/interposition.md: no such file: {name}"
        for name in re.findall(r"`([^`]+)`", cells[4]):
            kind, _, rest = name.partition("/")
            there = fnmatch.filter(cases, name) if not rest else kind in ("api", "unit", "truth") or list(ROOT.glob(f"tests/{name}")) or list(ROOT.glob(f"{name}*"))
            if not there:
                yield f"docs/interposition.md: no such test: {name}"


def untold_members():
    """docs/report.md describes every member that the JSON form has, docs/man every option."""
    page = (ROOT / "docs/report.md").read_text()
    source = (ROOT / "src/report/json.c").read_text()
    members = set(re.findall(r'json_object_set_new\(\w+, "(\w+)"', source)) | set(re.findall(r'"(\w+)"', re.search(r"names\[\] = (\{.*?\})", source).group(1)))
    for member in sorted(members):
        if not re.search(rf"`(\w+\.)?{member}`", page):
            yield f"docs/report.md: nothing about {member}"
    manual = (ROOT / "docs/man/inquest.1").read_text()
    for option in re.findall(r'^OPTION\(\w+,\s*"([\w-]+)"', (ROOT / "src/cli/options.def").read_text(), re.M):
        if not re.search(rf"^\.It.* Fl -{option}\b", manual, re.M):
            yield f"docs/man/inquest.1: nothing about --{option}"


def unknown_words(page):
    """Options, commands and make targets that README and docs/guide name and that do not exist."""
    options = set(re.findall(r'^OPTION\(\w+,\s*"([\w-]+)"', (ROOT / "src/cli/options.def").read_text(), re.M)) | {"help", "version"}
    commands = set(re.findall(r'^COMMAND\("([\w-]+)"', (ROOT / "src/cli/commands.def").read_text(), re.M))
    targets = set(re.findall(r"^(\w+(?: \w+)*):", (ROOT / "Makefile").read_text(), re.M))
    targets = {word for line in targets for word in line.split()}
    name, text = page.relative_to(ROOT), page.read_text()
    code = re.findall(r"`([^`\n]+)`", text) + [line.strip() for line in re.findall(r"^    .*$", text, re.M)]
    for text in code:
        text = text.split("#")[0].strip()
        if page.parent.name == "guide":         # other people's commands stand there, too
            text = text[text.find("inquest "):] if "inquest " in text and not text.startswith("inquest:") else text if text.startswith("make ") else ""
        if text.startswith("pytest "):          # its options are those of the plug-in, which tests/suites runs
            continue
        for option in re.findall(r"(?<![\w-])--([a-z][\w-]*)", text):
            if option not in options:
                yield f"{name}: no option --{option}: {text}"
        word = re.match(r"inquest ([a-z][a-z-]*)\b(?! *=)", text)
        if word and word.group(1) not in commands:
            yield f"{name}: no command {word.group(1)}: {text}"
        word = re.match(r"make ([a-z]+)", text)
        if word and word.group(1) not in targets:
            yield f"{name}: no target {word.group(1)}: {text}"


def stale_architecture():
    """ARCHITECTURE.md fits two screens, and the folders, files and functions that it names exist."""
    text = (ROOT / "ARCHITECTURE.md").read_text()
    lines = text.splitlines()
    if len(lines) > 105:
        yield f"ARCHITECTURE.md: {len(lines)} lines, limit 105"
    for number, line in enumerate(lines, 1):
        if len(line) > 100:
            yield f"ARCHITECTURE.md:{number}: {len(line)} columns, limit 100"
    sources = [path.read_text(errors="replace") for path in (ROOT / "src").rglob("*.h")]
    for name in sorted(set(re.findall(r"\biq_\w+\b", text))):
        if not any(re.search(rf"\b{name}\b", source) for source in sources):
            yield f"ARCHITECTURE.md: nothing in src is called {name}"
    for name in sorted(set(re.findall(r"\b(?:src|api|tools|tests|docs)/[\w./-]*\w", text))):
        if not (ROOT / name).exists():
            yield f"ARCHITECTURE.md: no such file: {name}"
    table = set(re.findall(r"`src/(\w+)`", text))
    for folder in sorted(path.name for path in (ROOT / "src").iterdir() if path.is_dir()):
        if folder not in table:
            yield f"ARCHITECTURE.md: nothing about src/{folder}"


def stale_glossary():
    """The headers that docs/glossary.md names exist, and each word has one row."""
    words = set()
    for word, headers in re.findall(r"^\| ([^|]+) \| [^|]+ \| (.*) \|$", (ROOT / "docs/glossary.md").read_text(), re.M):
        if word in words - {"word", "---"}:
            yield f"docs/glossary.md: {word} has two rows"
        words.add(word)
        for header in re.findall(r"`([^`]+)`", headers):
            if not (ROOT / "src" / header).exists():
                yield f"docs/glossary.md: no such header: {header}"


def long_changelog():
    """CHANGELOG.md is for users of a version, not a diary."""
    for version in re.split(r"^## ", (ROOT / "CHANGELOG.md").read_text(), flags=re.M)[1:]:
        if len(version.splitlines()) > 60:
            yield f"CHANGELOG.md: {version.splitlines()[0]}: {len(version.splitlines())} lines, limit 60"


def normal(text):
    """Without addresses and line breaks: README wraps long lines."""
    return " ".join(re.sub(r"0x[0-9a-f]+", "0x?", text).split())


def wrong_examples(readme, args):
    """Compares the reports that README shows with those of today."""
    blocks = re.findall(r"^    \$ inquest \./(\w+)\n((?:    .*\n|\n(?=    ))+)", readme, re.M)
    if not blocks:
        yield "README.md: shows no report"
    out = args.build / "tests/docs"
    out.mkdir(parents=True, exist_ok=True)
    for name, shown in blocks:
        source, soft = f"examples/{name}.c", args.build / "lib/inquest/soft/libcuda.so.1"
        library = args.build / "lib/libtestcudart.a"
        command = [*shlex.split(args.cc), "-g", "-O0", "-std=gnu11", "-Itests/include", "-Iapi", f"-I{args.build}/gen", "-Isrc", "-o", str(out / name),
                   source, "-Wl,--whole-archive", str(library), "-Wl,--no-whole-archive", str(soft), "-lpthread", "-ldl", "-lm"]
        built = subprocess.run(command, cwd=ROOT, capture_output=True, text=True)
        if built.returncode:
            yield f"README.md: {source} does not build: {built.stderr}"
            continue
        env = {k: v for k, v in os.environ.items() if not k.startswith("INQUEST_")}
        run = subprocess.run([str(args.build / "bin/inquest"), "--quiet", "--device", "soft", "--color", "never", str(out / name)], cwd=ROOT, env=env,
                             stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, errors="replace", timeout=120)
        if normal(shown) not in normal(run.stdout):
            yield f"README.md: inquest ./{name} says today:\n{run.stdout}"


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--build", type=pathlib.Path, required=True)
    parser.add_argument("--cc", default="gcc")
    args = parser.parse_args()
    args.build = args.build.resolve()
    readme = (ROOT / "README.md").read_text()
    pages = [ROOT / "README.md", *sorted((ROOT / "docs/guide").glob("*.md"))]
    found = [*broken_links(), *stale_architecture(), *stale_glossary(), *long_changelog(), *untested_traps(), *untold_members(), *(word for page in pages for word in unknown_words(page)), *wrong_examples(readme, args)]
    print("\n".join(found))
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
