"""Host programs: all small combinations by family, and larger ones at random."""

import random

from program import (
    BLOCKING,
    BLOCKING2,
    FREE,
    FREE2,
    KERNELS,
    LEGACY,
    NAMES,
    PER_THREAD,
    STREAMS,
    Program,
    Step,
)

OTHER = STREAMS                 # the first stream of the second device
SIDE, LARGE = 8192, 128 << 10   # where what nobody else uses lies; more than travels with a call
PLACES = (LEGACY, PER_THREAD, BLOCKING, FREE)
SECOND_PLACES = (LEGACY, PER_THREAD, BLOCKING, BLOCKING2, FREE, FREE2)
OVERLAPS = {"same": 0, "part": 8, "apart": 16, "far": 512}


def access(kind, stream, memory, at, size=16):
    """A step that uses [at, at + size) of [memory] in the way that [kind] says."""
    if kind in KERNELS or kind in ("fill", "fill_now", "read", "write"):
        return Step(kind, stream, memory, at, size)
    call, way, other = kind.split(":")
    if way == "to":
        return Step(call, stream, memory, at, size, other, SIDE + 4096 * stream)
    return Step(call, stream, other, SIDE + 4096 * stream, size, memory, at)


# copy:to:p is an asynchronous copy to the memory in question from pinned memory
DEVICE_KINDS = (*KERNELS, "fill", "fill_now", "copy:to:p", "copy:from:p", "copy:to:h")
DEVICE_KINDS += ("copy:from:h", "copy:to:d", "copy_now:to:p", "copy_now:from:h", "copy_now:to:h")
DEVICE_KINDS += ("copy_now:to:d",)
HOST_KINDS = ("read", "write")


def is_now(kind):
    return kind.startswith(("fill_now", "copy_now"))


def fits(kind, stream):
    """Calls without a stream work on the legacy default stream."""
    return not is_now(kind) or stream % STREAMS == LEGACY


def between(first, second):
    """{name: (steps in front of both, between the two)}: what may order the two."""
    device = first - first % STREAMS
    event, other = (8 if device else 0), (9 if device else 1)
    third = device + (FREE2 if first % STREAMS != FREE2 else FREE)
    record = Step("record", first, event=event)
    wait = Step("wait", second, event=event)
    side = Step("copy_now", device, "h", SIDE, 16, "e" if device else "d", SIDE)
    return {
        "nothing": ((), ()),
        "event": ((), (record, wait)),
        "early-record": ((record,), (wait,)),
        "early-wait": ((), (wait, record)),
        "again": ((), (record, Step("record", third, event=event), wait)),
        "other-event": ((), (record, Step("wait", second, event=other))),
        "other-stream": ((), (Step("record", third, event=event), wait)),
        "through": (
            (),
            (
                record,
                Step("wait", third, event=event),
                Step("record", third, event=other),
                Step("wait", second, event=other),
            ),
        ),
        "sync-event": ((), (record, Step("sync_event", first, event=event))),
        "sync-early-event": ((record,), (Step("sync_event", first, event=event),)),
        "query-event": ((), (record, Step("query_event", first, event=event))),
        "sync-first": ((), (Step("sync_stream", first),)),
        "query-first": ((), (Step("query_stream", first),)),
        "sync-second": ((), (Step("sync_stream", second),)),
        "sync-legacy": ((), (Step("sync_stream", device + LEGACY),)),
        "sync-device": ((), (Step("sync_device", first),)),
        "sync-other-device": ((), (Step("sync_device", OTHER - device),)),
        "function": ((), (Step("function", first),)),
        "function-second": ((), (Step("function", second),)),
        "make": ((), (Step("make", device, "c"), Step("make", device, "q"))),
        "free": ((Step("make", device, "c"),), (Step("free", device, "c"),)),
        "free-pinned": ((Step("make", device, "q"),), (Step("free", device, "q"),)),
        "blocking-copy": ((), (side,)),
        "blocking-fill": ((), (Step("fill_now", device, "e" if device else "d", SIDE, 16),)),
        "legacy-kernel": ((), (Step("load", device, "e" if device else "d", SIDE, 16),)),
    }


def name(*parts):
    return "-".join(
        NAMES[p % STREAMS] + ("'" if p >= STREAMS else "") if isinstance(p, int) else str(p)
        for p in parts
    ).replace(":", "_")


def pair(first, second, ways=None):
    for how, (ahead, middle) in between(first.stream, second.stream).items():
        if ways is None or how in ways:
            yield how, (*ahead, first, *middle, second)


def places():
    """Two kernels on all pairs of streams, with everything between."""
    for a in PLACES:
        for b in SECOND_PLACES:
            for how, steps in pair(Step("store", a, "d", 0, 64), Step("load", b, "d", 0, 64)):
                yield Program(name("places", a, b, how), steps)


def devices():
    """The same on two devices, in managed and pinned memory."""
    for memory in "mp":
        for a, b in ((FREE, OTHER), (LEGACY, OTHER), (OTHER + FREE, FREE), (BLOCKING, OTHER + 2)):
            for how, steps in pair(Step("store", a, memory, 0, 64), Step("both", b, memory, 0, 64)):
                yield Program(name("devices", memory, a, b, how), steps)
    for a, b in ((FREE, OTHER), (LEGACY, OTHER + FREE)):
        copy = Step("copy", a, "e", 0, 64, "d", 0)
        for how, steps in pair(copy, Step("store", b, "e", 0, 64)):
            yield Program(name("devices", "copy", a, b, how), steps)


def hosts():
    """Work of the device, and the host itself behind it."""
    works = (
        ("store", "m"),
        ("load", "m"),
        ("fill", "m"),
        ("copy:to:d", "m"),
        ("copy:to:d", "p"),
        ("copy:from:d", "p"),
        ("store", "p"),
    )
    for kind, memory in works:
        for host in HOST_KINDS:
            for a in PLACES:
                first = access(kind, a, memory, 0, 64)
                for how, steps in pair(first, Step(host, a, memory, 16, 4)):
                    yield Program(name("hosts", kind, memory, host, a, how), steps)
            for at in (0, 60, 64, 4096):
                steps = (access(kind, FREE, memory, 0, 64), Step(host, FREE, memory, at, 4))
                yield Program(name("hosts", kind, memory, host, at), steps)


def kinds():
    """All ways to use memory, by two streams that know of each other or do not."""
    for memory in "dmp":
        for kind in DEVICE_KINDS:
            for other in DEVICE_KINDS:
                for relation, at in OVERLAPS.items():
                    a = LEGACY if is_now(kind) else FREE
                    b = LEGACY if is_now(other) and a != LEGACY else FREE2
                    if is_now(other) and a == LEGACY:
                        continue
                    if (memory, kind[-1]) in (("p", "h"), ("p", "p")) and relation != "same":
                        continue
                    first, second = access(kind, a, memory, 0), access(other, b, memory, at)
                    ways = ("nothing", "event") if relation == "same" else ("nothing",)
                    for how, steps in pair(first, second, ways):
                        yield Program(name("kinds", memory, kind, other, relation, how), steps)


def staged():
    """Copies from pageable memory that may return before the data has arrived."""
    for size in (4096, LARGE):
        for b in (FREE, BLOCKING):
            for how in ("nothing", "sync-first", "event"):
                first = Step("copy_now", LEGACY, "d", 0, size, "h", 0)
                for _, steps in pair(first, Step("load", b, "d", 0, 64), (how,)):
                    yield Program(name("staged", size, b, how), steps)


def pools():
    """Memory that is made and freed in the order of streams."""
    make = Step("make", FREE, "a")
    for user in (FREE, FREE2, BLOCKING, LEGACY):
        for kind in ("store", "load", "fill", "copy:from:d"):
            use = access(kind, user, "a", 0, 64)
            for how, steps in pair(make, use):
                if how not in ("make", "free", "free-pinned"):
                    yield Program(name("pools", "make", kind, user, how), steps)
            for free in ("free_async", "free"):
                end = Step(free, FREE, "a")
                for how, steps in pair(use, end):
                    if how not in ("make", "free", "free-pinned"):
                        yield Program(
                            name("pools", free, kind, user, how),
                            (make, Step("sync_device"), *steps),
                        )


def pinned():
    """Pinned memory that is freed while it is used."""
    make, end = Step("make", 0, "q"), Step("free", 0, "q")
    for kind in ("store", "copy:to:d", "copy:from:d", "copy:from:p"):
        for how, steps in pair(access(kind, FREE, "q", 0, 64), end):
            if how not in ("make", "free", "free-pinned"):
                yield Program(name("pinned", kind, how), (make, *steps))


FAMILIES = (places, devices, hosts, kinds, staged, pools, pinned)


def exhaustive(names=None):
    for family in FAMILIES:
        if not names or family.__name__ in names:
            yield from family()


class Random:
    def __init__(self, seed):
        self.r = random.Random(seed)
        self.pool = self.r.random() < 0.2

    def stream(self):
        return self.r.choice((LEGACY, PER_THREAD, BLOCKING, FREE, FREE, FREE2, OTHER, OTHER + FREE))

    def work(self):
        s = self.stream()
        at, size = self.r.choice((0, 16, 32)), self.r.choice((16, 32))
        memory = self.r.choice("emp" if s >= STREAMS else "dmpa" if self.pool else "dmp")
        kind = self.r.choice(DEVICE_KINDS)
        if is_now(kind):
            s -= s % STREAMS
        if s >= STREAMS and kind.endswith(":d"):
            kind = kind[:-1] + "e"
        return access(kind, s, memory, at, size)

    def host(self):
        kind, memory = self.r.choice(HOST_KINDS), self.r.choice("mp")
        return Step(kind, 0, memory, self.r.choice((0, 16, 32)), 4)

    def sync(self):
        kind = self.r.choice(
            ("record",) * 4 + ("wait",) * 4 + ("sync_event", "query_event", "sync_stream")
            + ("query_stream", "sync_device", "function")
        )
        s = self.stream()
        event = self.r.randrange(2) + (8 if s >= STREAMS else 0)
        if kind != "record":
            event = self.r.choice((0, 1, 8, 9))
        return Step(kind, s, event=event)

    def program(self, name):
        steps = [Step("make", self.r.choice(SECOND_PLACES), "a")] if self.pool else []
        if self.r.random() < 0.3:
            steps.append(Step("sync_device"))
        for _ in range(self.r.randint(4, 10)):
            x = self.r.random()
            steps.append(self.work() if x < 0.5 else self.host() if x < 0.6 else self.sync())
        if self.pool:
            end = self.r.choice(("free_async", "free"))
            steps.append(Step(end, self.r.choice(SECOND_PLACES), "a"))
        elif self.r.random() < 0.2:
            steps.insert(self.r.randrange(len(steps)), Step("free", 0, "c"))
            steps.insert(0, Step("make", 0, "c"))
        return Program(name, tuple(steps))


def at_random(seed, count):
    for i in range(count):
        yield Random(seed * 1000003 + i).program(f"random-{seed}-{i}")
