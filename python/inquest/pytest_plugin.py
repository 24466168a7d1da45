"""pytest --inquest: the session runs once under inquest, and each finding fails the test that made the wrong call.

Without --inquest the plug-in only registers its options and its marker.  With it pytest starts itself again under inquest, with the same
interpreter and arguments (class Outside); there, and in each worker of pytest-xdist, class Inside sets a mark per test and asks for
findings when the test is over.  What is found later is told at the end, under the test that it belongs to.
"""
from __future__ import annotations

import json
import os
import pathlib
import signal
import subprocess
import sys
import tempfile
from typing import Any, Iterable, Iterator, Optional

import pytest

from inquest import live
from inquest.__main__ import command

FOLDER = "INQUEST_PYTEST"       # in the environment: where processes of the session leave what they have told
PYTEST = "/_pytest/"            # in the paths of its files
DEVICES = ("auto", "soft", "real")


def _device(text: str) -> str:
    if text not in DEVICES:
        raise ValueError        # argparse names the text; "--inquest tests" takes the folder for a device
    return text


_device.__name__ = "device (write --inquest=soft, or --inquest after the names of files)"


def pytest_addoption(parser: pytest.Parser) -> None:
    group = parser.getgroup("inquest", "findings of inquest in GPU calls")
    group.addoption("--inquest", nargs="?", const="auto", type=_device, metavar="DEVICE",
                    help="run the session under inquest and fail tests that make wrong GPU calls; DEVICE: soft, real or auto")
    group.addoption("--inquest-error-on", choices=("error", "warning"), default="error",
                    help="severity from which on a finding fails its test (default: error)")


def pytest_configure(config: pytest.Config) -> None:
    config.addinivalue_line("markers", "inquest_expect(rule, ...): the test makes these mistakes on purpose; it fails if one is not found")
    guest = live.guest() if config.getoption("--inquest") else None
    if guest:
        config.pluginmanager.register(Inside(config, guest), "inquest-inside")


@pytest.hookimpl(tryfirst=True)
def pytest_load_initial_conftests(early_config: pytest.Config) -> None:
    """Before anything of the user's is imported."""
    options = early_config.known_args_namespace
    if not getattr(options, "inquest", None) or live.guest() or hasattr(early_config, "workerinput"):
        return
    if FOLDER in os.environ:
        raise pytest.UsageError("--inquest: this Python cannot be watched; `inquest python3 -c pass` says why")
    capture = early_config.pluginmanager.getplugin("capturemanager")
    if capture:
        capture.suspend_global_capture(in_=True)
    os._exit(Outside(early_config, options).run())


def _severity(finding: live.Finding) -> int:
    return live.SEVERITIES.index(finding["severity"])


def _own_frames(stack: Optional[list[dict[str, Any]]]) -> Optional[list[dict[str, Any]]]:
    """Without pytest's own, which called the test."""
    for at, frame in enumerate(stack or ()):
        if at and PYTEST in (frame["file"] or ""):
            return stack[:at]
    return stack


def _text(findings: Iterable[live.Finding], root: str) -> str:
    shown = []
    for one in findings:
        sites = {name: _own_frames(stack) for name, stack in one["sites"].items() if name != "related"}
        related = [{**other, "stack": _own_frames(other["stack"])} for other in one["sites"]["related"]]
        shown.append({**one, "sites": {**sites, "related": related}})
    return live.text(shown, root)


class Outside:
    """The first pytest: starts the second one under inquest, and tells what was found after it."""

    def __init__(self, config: pytest.Config, options: Any) -> None:
        self.device, self.least = options.inquest, live.SEVERITIES.index(options.inquest_error_on)
        self.arguments = list(config.invocation_params.args)

    def own_command(self) -> list[str]:
        """How this pytest was started: as a script, as a module, or by the program that calls pytest.main."""
        original = getattr(sys, "orig_argv", None)
        if original and sys.argv[1:] == [str(one) for one in self.arguments]:
            return [sys.executable, *original[1:]]
        return [sys.executable, "-m", "pytest", *map(str, self.arguments)]

    def run(self) -> int:
        with tempfile.TemporaryDirectory(prefix="inquest-pytest-") as folder:
            words = [command(), "--device", self.device, "--format", "jsonl", "--live", "no", "--error-exitcode", "0",
                     "-o", f"{folder}/report.%p.jsonl", "--", *self.own_command()]
            sys.stdout.flush()
            try:
                child = subprocess.Popen(words, env={**os.environ, FOLDER: folder})
            except OSError as problem:
                print(f"inquest: {words[0]}: {problem.strerror}", file=sys.stderr)
                return int(pytest.ExitCode.USAGE_ERROR)
            signal.signal(signal.SIGINT, signal.SIG_IGN)     # the session handles it
            status = child.wait()
            failed = self.tell(pathlib.Path(folder))
        sys.stdout.flush()
        return status or (int(pytest.ExitCode.TESTS_FAILED) if failed else 0)

    def tell(self, folder: pathlib.Path) -> bool:
        """Prints what the session has not told; is there a failure among it?"""
        told = {tuple(map(int, line.split())) for path in folder.glob("told.*") for line in path.read_text().splitlines()}
        lines = (line for path in sorted(folder.glob("report.*")) for line in path.read_text().splitlines())
        rest = [one for one in live.read_lines(lines) if (one["pid"], one["id"]) not in told and _severity(one)]
        if rest:
            print(" inquest: found after the session ".center(80, "="))
            print(_text(rest, os.getcwd()))
        return any(_severity(one) >= self.least for one in rest)


class Inside:
    """A session, or one worker of it, under inquest."""

    def __init__(self, config: pytest.Config, guest: live.Guest) -> None:
        self.config, self.guest, self.session = config, guest, live.Session()
        self.least = live.SEVERITIES.index(config.getoption("--inquest-error-on"))
        self.root = str(config.rootpath)
        self.item: Optional[pytest.Item] = None
        self.fresh: list[live.Finding] = []     # not told yet
        self.met: set[str] = set()              # rules that were found in the test
        self.ran: set[str] = set()
        self.others: list[dict[str, Any]] = []  # what is told at the end
        folder = os.environ.get(FOLDER)
        self.folder = pathlib.Path(folder) if folder else None
        if self.folder:
            (self.folder / f"told.{os.getpid()}").touch()

    # ---- findings ----

    def may_be_ours(self, pid: int) -> bool:
        """Not of another worker, which tells its own."""
        return pid == os.getpid() or not self.folder or not (self.folder / f"told.{pid}").exists()

    def look(self) -> None:
        """Findings of this process, and those of its tests in processes that they started."""
        self.fresh += [one for one in self.session.look(self.may_be_ours) if one["pid"] == os.getpid() or one.get("mark") in self.ran]

    def take(self, mark: str) -> list[live.Finding]:
        """Findings of [mark] that were not told; others wait for the end."""
        self.look()
        taken = [one for one in self.fresh if one.get("mark") == mark]
        self.fresh = [one for one in self.fresh if one.get("mark") != mark]
        self.note(taken)
        return taken

    def note(self, findings: Iterable[live.Finding]) -> None:
        if self.folder:
            with open(self.folder / f"told.{os.getpid()}", "a", encoding="ascii") as file:
                file.writelines(f"{one['pid']} {one['id']}\n" for one in findings)

    def complaint(self, item: pytest.Item, phase: str) -> tuple[str, str]:
        """What fails [item], and what is only worth knowing."""
        expected = [rule for mark in item.iter_markers("inquest_expect") for rule in mark.args]
        found = self.take(item.nodeid)
        self.met |= {one["rule"] for one in found}
        others = [one for one in found if one["rule"] not in expected and _severity(one)]
        bad = [one for one in others if _severity(one) >= self.least]
        mild = [one for one in others if _severity(one) < self.least]
        missing = [rule for rule in expected if rule not in self.met] if phase == "call" else []
        texts = [_text(bad, self.root)] if bad else []
        texts += [f"inquest: this test is expected to make the mistake {rule}, which was not found" for rule in missing]
        return "\n\n".join(texts), _text(mild, self.root) if mild else ""

    # ---- tests ----

    @pytest.hookimpl(hookwrapper=True, tryfirst=True)
    def pytest_runtest_protocol(self, item: pytest.Item) -> Iterator[None]:
        self.item, self.met = item, set()
        self.ran.add(item.nodeid)
        self.guest.mark(item.nodeid)
        yield
        self.guest.mark(None)
        self.item = None

    def judge(self, outcome: Any, phase: str) -> None:
        """Fails what has passed; adds to what has failed."""
        if not self.item:
            return
        bad, mild = self.complaint(self.item, phase)
        if mild:
            self.item.add_report_section(phase, "inquest warnings", mild)
        if bad and outcome.excinfo:
            self.item.add_report_section(phase, "inquest", bad)
        elif bad:
            failure = pytest.fail.Exception(bad, pytrace=False)
            outcome.force_exception(failure)

    @pytest.hookimpl(hookwrapper=True)
    def pytest_runtest_call(self) -> Iterator[None]:
        outcome = yield
        skipped = outcome.excinfo and issubclass(outcome.excinfo[0], pytest.skip.Exception)
        self.judge(outcome, "skipped" if skipped else "call")

    @pytest.hookimpl(hookwrapper=True)
    def pytest_runtest_teardown(self) -> Iterator[None]:
        outcome = yield
        self.judge(outcome, "teardown")

    # ---- the end ----

    def late(self) -> list[dict[str, Any]]:
        """What is known at the end of this process and was not told: by mark, with the text."""
        self.look()
        rest, self.fresh = [one for one in self.fresh if _severity(one)], []
        self.note(rest)
        groups: dict[Optional[str], list[live.Finding]] = {}
        for one in rest:
            groups.setdefault(one.get("mark"), []).append(one)
        return [{"mark": mark, "bad": any(_severity(one) >= self.least for one in group), "text": _text(group, self.root)}
                for mark, group in groups.items()]

    @pytest.hookimpl(tryfirst=True)
    def pytest_sessionfinish(self, session: pytest.Session) -> None:
        late = self.late()
        if hasattr(self.config, "workeroutput"):
            self.config.workeroutput["inquest"] = json.dumps(late)
            return
        self.others += late
        for one in self.others:
            if one["mark"] and one["bad"]:
                self.config.hook.pytest_runtest_logreport(report=_late_report(one))
        if any(one["bad"] for one in self.others) and session.exitstatus in (pytest.ExitCode.OK, pytest.ExitCode.NO_TESTS_COLLECTED):
            session.exitstatus = pytest.ExitCode.TESTS_FAILED

    @pytest.hookimpl(optionalhook=True)
    def pytest_testnodedown(self, node: Any) -> None:
        """Of pytest-xdist: a worker has ended."""
        self.others += json.loads(getattr(node, "workeroutput", {}).get("inquest", "[]"))

    def pytest_terminal_summary(self, terminalreporter: Any) -> None:
        for one in self.others:
            if not one["mark"] or not one["bad"]:
                terminalreporter.section(f"inquest: {one['mark'] or 'in no test'}")
                terminalreporter.write_line(one["text"])


def _late_report(one: dict[str, Any]) -> pytest.TestReport:
    path = one["mark"].split("::")[0]
    return pytest.TestReport(nodeid=one["mark"], location=(path, None, one["mark"].partition("::")[2]), keywords={}, outcome="failed",
                             longrepr=f"found after the test was over\n\n{one['text']}", when="teardown")
