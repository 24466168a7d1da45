"""Host programs: steps of one host thread, on the streams of two devices."""

from dataclasses import dataclass

STREAMS = 6                     # of a device
LEGACY, PER_THREAD, BLOCKING, BLOCKING2, FREE, FREE2 = range(STREAMS)
NAMES = ("legacy", "per-thread", "blocking", "blocking2", "free", "free2")
KERNELS = {                     # which of the bytes they read, write
    "store": (False, True),
    "load": (True, False),
    "both": (True, True),
    "atomic": (True, True),
    "later": (False, True),
}
HOST_MEMORY = "phq"             # pinned, pageable, pinned and made by the program


@dataclass(frozen=True)
class Step:
    kind: str
    stream: int = 0             # device * STREAMS + one of the above
    to: str = "-"               # d, e: memory of the devices; m: managed; p: pinned; h: pageable;
    at: int = 0                 # a, c, q: made by the program, from a pool, of the device, pinned
    bytes: int = 0
    source: str = "-"
    source_at: int = 0
    event: int = 0

    @property
    def device(self):
        return self.stream // STREAMS

    @property
    def place(self):
        return self.stream % STREAMS

    def line(self):
        return (
            f"{self.kind} {self.stream} {self.to} {self.at} {self.bytes}"
            f" {self.source} {self.source_at} {self.event}"
        )

    def __str__(self):
        where = NAMES[self.place] + ("'" if self.device else "")
        text = f"{self.kind}"
        if self.kind not in ("read", "write", "sync_event", "query_event", "sync_device"):
            text += f" on {where}"
        if self.kind == "sync_device":
            text += f" {self.device}"
        if self.to != "-":
            text += f" {self.to}[{self.at}, {self.at + self.bytes})"
        if self.source != "-":
            text += f" from {self.source}[{self.source_at}, {self.source_at + self.bytes})"
        if self.kind in ("record", "wait", "sync_event", "query_event"):
            text += f" event {self.event}"
        return text


@dataclass(frozen=True)
class Program:
    name: str
    steps: tuple

    def text(self):
        return "".join(step.line() + "\n" for step in self.steps) + "end\n"

    def describe(self):
        return self.name + "".join(f"\n    {i}: {step}" for i, step in enumerate(self.steps))
