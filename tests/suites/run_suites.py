#!/usr/bin/env python3
"""Marks and NVTX ranges, and the test runners that use them: run_suites.py --build BUILD --cc CC --cxx CXX [-k WORD]

pytest, pytest-xdist and nvtx come from PyPI into an environment of the build folder; where they cannot be had, and where there is no
GoogleTest, Catch2 or header of NVTX, that is skipped and counted."""
import argparse
import glob
import json
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parent.parent
CASES = []


class Skip(Exception):
    pass


def case(function):
    CASES.append(function)
    return function


def check(holds, why):
    if not holds:
        raise AssertionError(why)


class Bench:
    def __init__(self, build, cc, cxx, folder):
        self.build, self.cc, self.cxx, self.folder = build, cc, cxx, folder
        self.inquest = build / "bin/inquest"
        self.env = {name: value for name, value in os.environ.items() if not name.startswith(("INQUEST_", "PYTEST_"))}
        self._prefix = self._python = None

    def run(self, *words, env=None, **options):
        return subprocess.run(list(map(str, words)), capture_output=True, text=True, timeout=300, env={**self.env, **(env or {})}, **options)

    def compile(self, source, *flags, compiler=None):
        program = self.folder / f"{pathlib.Path(source).stem}{len(os.listdir(self.folder))}"
        runtime = [f"-Wl,--whole-archive,{self.build}/lib/libtestcudart.a,--no-whole-archive", "-L", self.build / "lib/inquest/soft", "-l:libcuda.so.1"]
        done = self.run(compiler or self.cc, "-g", "-pthread", "-I", ROOT / "include", "-I", ROOT / "tests/include", "-I", ROOT / "api",
                        "-I", self.build / "gen", HERE / source, "-o", program, *runtime, *flags)
        check(not done.returncode, done.stderr)
        return program

    def findings(self, *words, env=None):
        """What a program does under inquest, and what is found."""
        report = self.folder / "report.json"
        report.unlink(missing_ok=True)
        done = self.run(self.inquest, "--device", "soft", "--quiet", "--format", "json", "-o", report, "--", *words, env=env)
        return done, json.loads(report.read_text())["findings"] if report.exists() else []

    @property
    def prefix(self):
        if not self._prefix:
            self._prefix = self.folder / "prefix"
            self.run("cmake", "--install", self.build, "--prefix", self._prefix, check=True)
        return self._prefix

    @property
    def python(self):
        """bin/ of an environment with the wheel and the packages; made once for a build."""
        if not self._python:
            environment = self.build / "tests/suites/environment"
            if not (environment / "complete").exists():
                if self.run(sys.executable, "-m", "venv", "--clear", environment).returncode:
                    raise Skip("no venv module with pip")
                pip = self.run(environment / "bin/pip", "--disable-pip-version-check", "install", "pytest", "pytest-xdist", "nvtx")
                if pip.returncode:
                    raise Skip("pytest, pytest-xdist and nvtx cannot be installed")
                (environment / "complete").touch()
            wheel = self.run(ROOT / "tools/make-wheel", self.prefix, self.folder / "dist").stdout.strip()
            done = self.run(environment / "bin/pip", "--disable-pip-version-check", "install", "--no-index", "--force-reinstall", wheel)
            check(not done.returncode, done.stderr)
            self._python = environment / "bin"
        return self._python

    def pytest(self, *words, env=None):
        done = self.run(self.python / "pytest", "-p", "no:cacheprovider", "-rA", *words, cwd=HERE / "pytest", env={"PYTHONDONTWRITEBYTECODE": "1", **(env or {})})
        words = [line.split(" - ")[0].split() for line in done.stdout.splitlines()]
        outcomes = {}
        for word, name, *_ in (one for one in words if len(one) > 1 and "::" in one[1]):
            if word in ("PASSED", "FAILED", "ERROR", "XFAIL"):
                outcomes.setdefault(name.split("::")[1], set()).add(word)
        return done, outcomes


# ---- marks and ranges ----

MARKS = [(None, None), ("first", None), ("first", None), ("second", None), ("second", None), ("ranges", "forward"), ("ranges", "step 0"),
         ("popped", None), ("threads", None), ("all threads", "of the process"), ("ended", None), ("both", "inner"), ("crossed", "inner"),
         ("none", None), ("wide", "gr\u00fcn")]


def marks(bench, *flags):
    program = bench.compile("marks.c", *flags)
    done, findings = bench.findings(program)
    check(done.stdout == f"1 {len(MARKS)}\n", done.stdout + done.stderr)
    found = [(one.get("mark"), one.get("range")) for one in findings]
    check(found == MARKS, found)
    check([one["count"] for one in findings if one.get("range") == "step 0"] == [3], "three steps are one finding")
    check(all(one["rule"] == "range-overflow" for one in findings), findings)
    alone = bench.run(program, env={"LD_LIBRARY_PATH": str(bench.build / "lib/inquest/soft")})
    check(alone.stdout == "0 0\n", alone.stdout + alone.stderr)
    return program


@case
def marks_and_ranges(bench):
    marks(bench)


@case
def marks_and_ranges_of_the_real_nvtx(bench):
    headers = sorted(glob.glob("/usr/local/cuda*/include/nvtx3/nvToolsExt.h") + glob.glob("/usr/include/nvtx3/nvToolsExt.h"))
    if headers:
        folder = pathlib.Path(headers[-1]).parent
    else:
        folder = bench.folder / "NVTX/c/include/nvtx3"
        git = ["git", "clone", "--quiet", "--depth", "1", "https://github.com/NVIDIA/NVTX.git", bench.folder / "NVTX"]
        if not shutil.which("git") or bench.run(*git).returncode or not folder.exists():
            raise Skip("no header of NVTX")
    alone = bench.folder / "nvtx"       # the toolkit's cuda.h must not come before ours
    alone.mkdir()
    (alone / "nvtx3").symlink_to(folder)
    program = marks(bench, "-DREAL_NVTX", "-I", alone)
    # without the variable it finds the guest by a symbol
    done, findings = bench.findings("env", "NVTX_INJECTION64_PATH=", program)
    check([(one.get("mark"), one.get("range")) for one in findings] == MARKS, done.stdout + done.stderr)


@case
def every_format_names_mark_and_range(bench):
    program = bench.compile("marks.c")
    for name, words in (("text", "in         mark 'both', range 'inner'"), ("jsonl", '"mark":"both","range":"inner"'),
                        ("junit", "mark &apos;both&apos;, range &apos;inner&apos;"), ("html", "inner"), ("perfetto", '"name": "inner"')):
        done = bench.run(bench.inquest, "--device", "soft", "--format", name, "-o", "-", "--color", "never", program)
        check(words in done.stdout or words.replace("&apos;", "'") in done.stdout, f"{name}: {done.stdout[-3000:]}")
    bench.findings(program)
    again = bench.run(bench.inquest, "report", "--format", "json", "-o", "-", bench.folder / "report.json").stdout
    check([(one.get("mark"), one.get("range")) for one in json.loads(again)["findings"]] == MARKS, "a saved report")


@case
def programs_that_a_test_starts_have_its_mark(bench):
    code = "import ctypes; cuda = ctypes.CDLL('libcuda.so.1'); cuda.cuInit(0); cuda.cuDeviceGet(ctypes.byref(ctypes.c_int()), 99)"
    done, findings = bench.findings(sys.executable, "-c", code, env={"INQUEST_MARK": "parent"})
    check([one.get("mark") for one in findings] == ["parent"], findings)


@case
def header_is_cpp98(bench):
    program = bench.compile("cpp.cpp", "-std=c++98", "-Wall", "-Wextra", "-Wpedantic", "-Werror", compiler=bench.cxx)
    done, findings = bench.findings(program)
    check(not done.returncode and not findings, done)
    check(bench.run(program, env={"LD_LIBRARY_PATH": str(bench.build / "lib/inquest/soft")}).returncode == 100, "without inquest")


@case
def nvtx_of_python(bench):
    done, findings = bench.findings(bench.python / "python", HERE / "nvtx_python.py")
    found = [one.get("range") for one in findings]
    check(found == ["forward", "inner", "of the process", None], (found, done.stderr))


# ---- pytest ----

OUTCOMES = {"test_is_skipped": None, "test_xfails": {"XFAIL"}, "test_errors_at_teardown": {"PASSED", "ERROR"}}


def expected_outcome(name):
    return OUTCOMES.get(name, {"PASSED"} if name.startswith("test_passes") else {"FAILED"})


def check_outcomes(done, outcomes):
    names = [line.split("(")[0][4:] for line in (HERE / "pytest/test_gpu.py").read_text().splitlines() if line.startswith("def test_")]
    check(len(names) > 9, names)
    for name in names:
        check(outcomes.get(name) == expected_outcome(name), f"{name}: {outcomes.get(name)}\n{done.stdout[-6000:]}{done.stderr}")


def section(done, name):
    """What pytest prints of the failure of test [name]."""
    return done.stdout.partition(f" {name} __")[2].partition("\n____")[0]


@case
def pytest_fails_the_test_that_was_wrong(bench):
    done, outcomes = bench.pytest("--inquest=soft", "test_gpu.py")
    check_outcomes(done, outcomes)
    check(done.returncode == 1, done.returncode)
    for name in ("test_fails_silently", "test_fails_silently_too", "test_fails_on_a_thread", "test_fails_by_itself_and_says_why", "test_fails_in_a_child"):
        text = section(done, name)
        check(text.count("error: [") == 1 and f"mark 'test_gpu.py::{name}'" in text, f"{name}: {text}")
        check("_pytest" not in text, f"frames of pytest: {text}")
    check("use-after-free, which was not found" in section(done, "test_fails_since_the_mistake_is_missing"), done.stdout)
    check("range-overflow" in section(done, "test_fails_by_another_mistake"), done.stdout)
    check("after the session" not in done.stdout, done.stdout)


@case
def pytest_with_workers(bench):
    done, outcomes = bench.pytest("--inquest=soft", "-n", "2", "--dist", "loadfile")
    check_outcomes(done, outcomes)
    check("ERROR" in outcomes["test_launches_too_far"], done.stdout)
    check("inquest: in no test" in done.stdout, done.stdout)
    check(done.stdout.count("found after the session") == 1, done.stdout)


@case
def pytest_blames_the_test_that_made_the_call(bench):
    done, outcomes = bench.pytest("--inquest=soft", "test_late.py")
    check(outcomes["test_launches_too_far"] == {"PASSED", "ERROR"}, done.stdout)
    check(outcomes["test_waits"] == outcomes["test_is_not_to_blame"] == {"PASSED"}, done.stdout)
    check("found after the test was over" in done.stdout and "[kernel-out-of-bounds]" in done.stdout, done.stdout)
    no_test, after = done.stdout.partition("inquest: in no test")[2], done.stdout.partition("inquest: found after the session")[2]
    check("25 bytes at offset 0 do not fit" in no_test and "33 bytes at offset 0 do not fit" in after, done.stdout)
    check(after.count("error: [") == 1 and done.returncode == 1, done.stdout)


@case
def pytest_fails_for_what_belongs_to_no_test(bench):
    for words in (["-k", "is_not_to_blame"], ["--co"]):
        done, _ = bench.pytest("--inquest=soft", "test_late.py", *words)
        check(done.returncode == 1 and "25 bytes at offset 0 do not fit" in done.stdout, f"{words}: {done.returncode} {done.stdout}")


@case
def pytest_is_left_alone(bench):
    done, outcomes = bench.pytest("--inquest=soft", "test_gpu.py", "-k", "test_passes")
    check(done.returncode == 0 and set(outcomes) == {"test_passes", "test_passes_as_expected"}, done.stdout)
    check("inquest:" not in done.stdout, done.stdout)
    soft = {"LD_LIBRARY_PATH": str(bench.build / "lib/inquest/soft")}
    done, outcomes = bench.pytest("test_gpu.py", "-k", "silently or missing or expected", env=soft)
    check(done.returncode == 0 and all(one == {"PASSED"} for one in outcomes.values()), done.stdout)
    done, _ = bench.pytest("--inquest=soft", "no_such_file.py")
    check(done.returncode == 4 and "not found" in done.stderr, done.stdout + done.stderr)
    done, _ = bench.pytest("--inquest", "test_gpu.py")
    check(done.returncode == 4 and "--inquest=soft" in done.stderr, done.stderr)
    module = bench.run(bench.python / "python", "-m", "pytest", "-p", "no:cacheprovider", "--inquest=soft", "-q", "test_gpu.py::test_passes", cwd=HERE / "pytest")
    check(module.returncode == 0 and "1 passed" in module.stdout, module.stdout + module.stderr)


# ---- other runners ----

@case
def googletest(bench):
    if not os.path.exists("/usr/include/gtest/gtest.h"):
        raise Skip("no GoogleTest (libgtest-dev)")
    program = bench.compile("googletest.cpp", "-std=c++17", "-lgtest", compiler=bench.cxx)
    done, findings = bench.findings(program)
    check([one.get("mark") for one in findings] == ["Clear.TooMuch", "Clear.TooMuchElsewhere"], findings)
    check(done.returncode == 1 and "[       OK ] Clear.Everything" in done.stdout and " 2 FAILED TESTS" in done.stdout, done.stdout)


@case
def catch2(bench):
    if not os.path.exists("/usr/include/catch2"):
        raise Skip("no Catch2 (catch2)")
    three = os.path.exists("/usr/include/catch2/catch_all.hpp")
    program = bench.compile("catch2.cpp", "-std=c++17", *(["-lCatch2Main", "-lCatch2"] if three else []), compiler=bench.cxx)
    done, findings = bench.findings(program)
    check([one.get("mark") for one in findings] == ["clears too much"], findings)
    check(done.returncode == 1 and "1 passed" in done.stdout and "1 failed" in done.stdout, done.stdout)


@case
def listeners_of_the_guide(bench):
    """The guide shows the listeners that are built here."""
    guide = (ROOT / "docs/guide/tests.md").read_text()
    for name in ("googletest.cpp", "catch2.cpp"):
        listener = (HERE / name).read_text().split("// [listener]\n")[1].strip()
        shown = "\n".join(f"    {line}" if line else "" for line in listener.splitlines())
        check(shown in guide, f"docs/guide/tests.md does not show the listener of {name}:\n{shown}")


@case
def cmake_project(bench):
    folder = bench.folder / "project"
    done = bench.run("cmake", "-S", HERE / "project", "-B", folder, f"-DCMAKE_PREFIX_PATH={bench.prefix}", f"-DCMAKE_C_COMPILER={bench.cc}")
    check(not done.returncode, done.stderr)
    done = bench.run("cmake", "--build", folder)
    check(not done.returncode, done.stderr)
    done = bench.run("ctest", "--test-dir", folder)
    results = {line.split()[3]: "Passed" in line for line in done.stdout.splitlines() if " Test " in line and "#" in line}
    check(results == {"right": True, "wrong": False, "fails": False, "without": True}, done.stdout)
    check([one["mark"] for one in json.loads((folder / "wrong.json").read_text())["findings"]] == ["wrong"], "report")


@case
def meson_wrapper(bench):
    if not shutil.which("meson") or not shutil.which("ninja"):
        raise Skip("no meson")
    folder = bench.folder / "meson"
    folder.mkdir()
    shutil.copy(HERE / "project/marked.c", folder)
    (folder / "meson.build").write_text("project('user', 'c')\np = executable('marked', 'marked.c', include_directories: include_directories('include'), "
                                        "dependencies: meson.get_compiler('c').find_library('dl'))\ntest('right', p, args: 'right')\ntest('wrong', p, args: 'wrong')\n")
    shutil.copytree(ROOT / "include", folder / "include")
    check(not bench.run("meson", "setup", "build", cwd=folder, env={"CC": bench.cc}).returncode, "meson setup")
    done = bench.run("meson", "test", "-C", "build", "--wrapper", f"{bench.inquest} --device soft --error-exitcode 9", cwd=folder)
    check("right" in done.stdout and "Ok:" in done.stdout and [line.split()[1] for line in done.stdout.splitlines() if line.startswith(("Ok:", "Fail:"))] == ["1", "1"],
          done.stdout)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--build", type=pathlib.Path, required=True)
    parser.add_argument("--cc", default="cc")
    parser.add_argument("--cxx", default="c++")
    parser.add_argument("-k", default="")
    options = parser.parse_args()
    counts = {"passed": 0, "failed": 0, "skipped": 0}
    with tempfile.TemporaryDirectory() as folder:
        bench = Bench(options.build.resolve(), options.cc, options.cxx, pathlib.Path(folder))
        for test in CASES:
            if options.k not in test.__name__:
                continue
            try:
                test(bench)
                counts["passed"] += 1
            except Skip as why:
                counts["skipped"] += 1
                print(f"skip {test.__name__}: {why}")
            except (AssertionError, subprocess.SubprocessError) as why:
                counts["failed"] += 1
                print(f"FAIL {test.__name__}: {why}")
            sys.stdout.flush()
    print("suites: " + ", ".join(f"{counts[word]} {word}" for word in counts))
    return 1 if counts["failed"] else 0


if __name__ == "__main__":
    sys.exit(main())
