"""Reports of inquest as typed values.

    report = inquest.report.load("report.json")
    for finding in report.findings:
        print(finding.severity, finding.rule, finding.message, finding.where)

The members are those of the JSON report (docs/report.md); None means unknown or absent.  Members that a newer
inquest added are ignored; members that an older one did not write have their default.
"""
from __future__ import annotations

import dataclasses
import functools
import json
import os
import types
import typing
from dataclasses import dataclass
from typing import Any, Literal, Optional, TypeVar, Union

SCHEMA = 1
Severity = Literal["error", "warning", "note"]
T = TypeVar("T")


class ReportError(ValueError):
    """A file that is not a report, or has another schema; the text names the file and the place."""


@dataclass(frozen=True)
class Frame:
    """A frame of a stack; in a kernel with block and thread, such as "(0,0,0)"."""

    function: Optional[str] = None
    file: Optional[str] = None
    line: Optional[int] = None
    module: Optional[str] = None
    offset: Optional[str] = None
    block: Optional[str] = None
    thread: Optional[str] = None

    def __str__(self) -> str:
        place = f"{self.file}:{self.line}" if self.file and self.line else self.file or self.module or "?"
        return f"{self.function or '?'}  {place}"


@dataclass(frozen=True)
class Result:
    """What a call returned."""

    code: int
    name: Optional[str] = None


@dataclass(frozen=True)
class Argument:
    """The argument at fault; index counts from 0; kernel: it is a parameter of the launched kernel."""

    index: Optional[int] = None
    name: Optional[str] = None
    value: Optional[str] = None
    kernel: bool = False


@dataclass(frozen=True)
class Object:
    """The object of the finding: an allocation, a stream, ...; size in bytes."""

    kind: str
    address: str
    size: int
    state: Optional[str] = None
    device: Optional[int] = None


@dataclass(frozen=True)
class Access:
    """The bytes that the call or kernel accessed."""

    address: str
    size: int


@dataclass(frozen=True)
class Related:
    """Another call that led to the finding or followed from it."""

    what: str
    stack: tuple[Frame, ...] = ()


@dataclass(frozen=True)
class Sites:
    """Stacks, innermost frame first."""

    call: Optional[tuple[Frame, ...]] = None
    created: Optional[tuple[Frame, ...]] = None
    destroyed: Optional[tuple[Frame, ...]] = None
    kernel: Optional[tuple[Frame, ...]] = None
    related: tuple[Related, ...] = ()


@dataclass(frozen=True)
class Finding:
    """One mistake; count: how often it occurred; mark and range (of NVTX): what the program was doing."""

    rule: str
    severity: Severity
    message: str
    api: Optional[str] = None
    entry: Optional[str] = None
    result: Optional[Result] = None
    contained: bool = False
    argument: Optional[Argument] = None
    cause: Optional[str] = None
    fix: Optional[str] = None
    object: Optional[Object] = None
    access: Optional[Access] = None
    sites: Sites = Sites()
    count: int = 1
    mark: Optional[str] = None
    range: Optional[str] = None

    @property
    def where(self) -> Optional[Frame]:
        """The first frame of the call, or of the kernel, that has a line."""
        frames = (*(self.sites.call or ()), *(self.sites.kernel or ()))
        return next((frame for frame in frames if frame.line), None)


@dataclass(frozen=True)
class Exit:
    """How the process ended: by exit code or by signal."""

    code: Optional[int] = None
    signal: Optional[int] = None


@dataclass(frozen=True)
class Process:
    """The process that was watched."""

    pid: int
    argv: tuple[str, ...] = ()
    host: Optional[str] = None
    rank: Union[int, str, None] = None
    exit: Exit = Exit()


@dataclass(frozen=True)
class Device:
    """The devices that the program used; kind is "real", "soft", or None if it used none."""

    kind: Optional[str] = None
    apis: tuple[str, ...] = ()
    driver: Optional[str] = None
    names: tuple[str, ...] = ()


@dataclass(frozen=True)
class Coverage:
    """Which calls were checked; untracked: number of calls of each unknown entry point."""

    calls: int = 0
    untracked: dict[str, int] = dataclasses.field(default_factory=dict)
    runtime: str = "none"
    dropped: int = 0


@dataclass(frozen=True)
class ProcessReport:
    """What one process did."""

    process: Process
    device: Device = Device()
    coverage: Coverage = dataclasses.field(default_factory=Coverage)
    findings: tuple[Finding, ...] = ()
    damaged: bool = False


@dataclass(frozen=True)
class Report:
    """A report of one process, or of several processes."""

    processes: tuple[ProcessReport, ...]

    @property
    def findings(self) -> tuple[Finding, ...]:
        """The findings of all processes."""
        return tuple(finding for process in self.processes for finding in process.findings)

    @property
    def errors(self) -> tuple[Finding, ...]:
        return tuple(finding for finding in self.findings if finding.severity == "error")

    @property
    def warnings(self) -> tuple[Finding, ...]:
        return tuple(finding for finding in self.findings if finding.severity == "warning")


_hints = functools.lru_cache(None)(typing.get_type_hints)


def _value(kind: Any, value: Any, place: str) -> Any:
    """[value] of a JSON file as a value of the type [kind]."""
    origin, arguments = typing.get_origin(kind), typing.get_args(kind)
    if origin in (Union, getattr(types, "UnionType", Union)):
        if value is None and type(None) in arguments:
            return None
        others = [one for one in arguments if one is not type(None)]
        fitting = [one for one in others if isinstance(one, type) and isinstance(value, one)]
        return _value((fitting or others)[0], value, place)
    if origin is Literal:
        if value not in arguments:
            raise ReportError(f"{place}: {value!r} is not one of {', '.join(map(repr, arguments))}")
        return value
    wanted = {tuple: list, dict: dict}.get(origin) or (dict if dataclasses.is_dataclass(kind) else kind)
    if not isinstance(value, wanted) or (wanted is int and isinstance(value, bool)):
        raise ReportError(f"{place}: expected {wanted.__name__}, found {type(value).__name__}")
    if origin is tuple:
        return tuple(_value(arguments[0], one, f"{place}[{index}]") for index, one in enumerate(value))
    if origin is dict:
        return {key: _value(arguments[1], one, f"{place}.{key}") for key, one in value.items()}
    return _object(kind, value, place) if dataclasses.is_dataclass(kind) else value


def _object(kind: type[T], members: dict[str, Any], place: str) -> T:
    """An object of the dataclass [kind] from the members of a JSON object."""
    known, hints = {}, _hints(kind)
    for field in dataclasses.fields(kind):          # type: ignore[arg-type]
        if field.name in members:
            known[field.name] = _value(hints[field.name], members[field.name], f"{place}.{field.name}")
        elif field.default is dataclasses.MISSING and field.default_factory is dataclasses.MISSING:
            raise ReportError(f"{place}: member {field.name!r} is missing")
    return kind(**known)


def loads(text: Union[str, bytes], name: str = "report") -> Report:
    """Parses the JSON [text] of a report.  [name] is its name in error messages.

    Raises ReportError.
    """
    try:
        document = json.loads(text)
    except (ValueError, RecursionError) as problem:
        raise ReportError(f"{name}: not JSON: {problem}") from None
    reports = []
    for index, one in enumerate(document if isinstance(document, list) else [document]):
        place = f"{name}[{index}]" if isinstance(document, list) else name
        about = one.get("inquest") if isinstance(one, dict) else None
        if not isinstance(about, dict) or "schema" not in about:
            raise ReportError(f"{place}: not a report of inquest")
        if about["schema"] != SCHEMA:
            raise ReportError(f"{place}: schema {about['schema']!r}; this module reads schema {SCHEMA}")
        reports.append(_value(ProcessReport, one, place))
    return Report(tuple(reports))


def load(path: Union[str, os.PathLike[str]]) -> Report:
    """The report in the file [path], written by `inquest --format json -o PATH` or merged by `inquest report`.

    Raises OSError, and ReportError if the file is not a report.
    """
    with open(path, "rb") as file:
        return loads(file.read(), os.fspath(path))
