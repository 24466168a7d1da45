"""Which steps of a host program race: a graph of what comes before what, and reachability.

Each step has a node for the moment at which the host makes the call ("call"), one for its return
("back"), and, if it enqueues anything, one for the work ("work").  Edges are what the CUDA
documents promise ("sure") and what drivers do or the checker grants beyond that ("granted"):

  never   ordered by what is promised: a report is a false alarm
  must    not even ordered by what is granted: silence is a missed race
  may     between the two: both are right
"""

import itertools
from dataclasses import dataclass

from program import BLOCKING, BLOCKING2, HOST_MEMORY, KERNELS, LEGACY, PER_THREAD

INLINE_COPY = 64 << 10          # copies from pageable memory up to here arrive with the call
ASYNC = (*KERNELS, "fill", "fill_now", "copy", "copy_now", "record", "wait", "function")


@dataclass(frozen=True)
class Access:
    step: int
    node: tuple                 # (step, "work" or "call")
    memory: str
    lo: int
    hi: int
    write: bool
    atomic: bool = False
    end: bool = False           # of the memory


def is_work(step):
    return step.kind in ASYNC or step.kind == "free_async" or is_pool_allocation(step)


def is_pool_allocation(step):
    return step.kind == "make" and step.to == "a"


def is_host_copy(step):
    return step.source in HOST_MEMORY and step.to in HOST_MEMORY and step.kind.startswith("copy")


def in_stream_order(earlier, later):
    """Work of a stream, and what the legacy default stream and the blocking ones of its device
    promise each other."""
    if earlier.stream == later.stream:
        return True
    blocking = (BLOCKING, BLOCKING2, PER_THREAD)
    return earlier.device == later.device and (
        (earlier.place == LEGACY and later.place in blocking)
        or (earlier.place in blocking and later.place == LEGACY)
    )


def returns_when_done(step):
    """Is the work over when the call returns?  (promised, granted)"""
    if step.kind in ("copy", "copy_now"):
        if is_host_copy(step) or step.to == "h":
            return True, True
        if step.kind == "copy":
            return False, False
        if step.source == "h":
            return False, step.bytes <= INLINE_COPY
        if step.to in "pq" or step.source in "pq":
            return True, True
        return False, "m" in (step.to, step.source)
    if step.kind == "fill_now":
        return (step.to in "mpq",) * 2
    return False, False


class Order:
    def __init__(self, program):
        self.steps = program.steps
        self.edges = {True: set(), False: set()}       # by whether they are sure
        for i, step in enumerate(self.steps):
            self.add((i, "call"), (i, "back"))
            if i:
                self.add((i - 1, "back"), (i, "call"))
            if is_work(step):
                self.enqueue(i, step)
            self.wait_for(i, step)
        self.after = {sure: self.closure(sure) for sure in (True, False)}

    def add(self, before, after, sure=True):
        self.edges[sure].add((before, after))

    def works(self, i):
        return [j for j in range(i) if is_work(self.steps[j])]

    def enqueue(self, i, step):
        self.add((i, "call"), (i, "work"))
        for j in self.works(i):
            if in_stream_order(self.steps[j], step):
                self.add((j, "work"), (i, "work"))
        sure, granted = returns_when_done(step)
        if granted:
            self.add((i, "work"), (i, "back"), sure)
        if step.kind == "wait" and self.recorded(i, step.event) is not None:
            self.add((self.recorded(i, step.event), "work"), (i, "work"))

    def recorded(self, i, event):
        records = [
            j for j in range(i) if self.steps[j].kind == "record" and self.steps[j].event == event
        ]
        return records[-1] if records else None

    def wait_for(self, i, step):
        """What the host learns from a call."""
        for j in self.works(i):
            other = self.steps[j]
            done = ((j, "work"), (i, "back"))
            if step.kind in ("sync_stream", "query_stream"):
                if other.stream == step.stream:
                    self.add(*done)
                elif in_stream_order(other, step):
                    self.add(*done, sure=False)
            elif step.kind == "sync_device" and other.device == step.device:
                self.add(*done)
            elif step.kind == "free":
                if step.to == "c":
                    self.add(*done, sure=other.device == step.device)
                elif step.to == "q":
                    self.add(*done, sure=False)
            elif step.kind == "function":
                if in_stream_order(other, step):
                    self.add(*done, sure=False)         # the function may have told the host
                self.add((j, "work"), (i, "work"), sure=False)  # and may wait for anything
        if step.kind in ("sync_event", "query_event") and self.recorded(i, step.event) is not None:
            self.add((self.recorded(i, step.event), "work"), (i, "back"))

    def closure(self, sure):
        edges = self.edges[True] | (set() if sure else self.edges[False])
        next_of, after = {}, {}
        for a, b in edges:
            next_of.setdefault(a, []).append(b)
        for start in next_of:
            seen, stack = set(), [start]
            while stack:
                for node in next_of.get(stack.pop(), ()):
                    if node not in seen:
                        seen.add(node)
                        stack.append(node)
            after[start] = seen
        return after

    def ordered(self, a, b, sure):
        return b in self.after[sure].get(a, ()) or a in self.after[sure].get(b, ())


def accesses(steps):
    for i, s in enumerate(steps):
        node = (i, "work")
        if s.kind in KERNELS:
            read, write = KERNELS[s.kind]
            lo = s.at + 4 if s.kind == "later" else s.at
            if lo < s.at + s.bytes:
                yield Access(i, node, s.to, lo, s.at + s.bytes, write, s.kind == "atomic")
        elif s.kind in ("fill", "fill_now"):
            yield Access(i, node, s.to, s.at, s.at + s.bytes, True)
        elif s.kind in ("copy", "copy_now"):
            yield Access(i, node, s.to, s.at, s.at + s.bytes, True)
            yield Access(i, node, s.source, s.source_at, s.source_at + s.bytes, False)
        elif s.kind in ("read", "write"):
            yield Access(i, (i, "call"), s.to, s.at, s.at + 4, s.kind == "write")
        elif is_pool_allocation(s):
            yield Access(i, node, "a", 0, 4096, True)
        elif s.kind == "free_async" or (s.kind == "free" and s.to == "a"):
            where = node if s.kind == "free_async" else (i, "call")
            yield Access(i, where, "a", 0, 4096, True, end=True)
        elif s.kind == "free" and s.to == "q":
            yield Access(i, (i, "call"), "q", 0, 4096, True, end=True)


def conflict(a, b):
    return (
        a.memory == b.memory
        and a.memory != "h"             # never looked at while work is under way
        and a.lo < b.hi
        and b.lo < a.hi
        and (a.write or b.write)
        and not (a.atomic and b.atomic)
    )


@dataclass
class Verdict:
    must: dict                  # (earlier step, later step): (access, access)
    may: dict

    @property
    def word(self):
        return "must" if self.must else "may" if self.may else "never"


def judge(program):
    order = Order(program)
    verdict = Verdict({}, {})
    for a, b in itertools.combinations(list(accesses(program.steps)), 2):
        if a.step == b.step or not conflict(a, b) or order.ordered(a.node, b.node, True):
            continue
        made = any(program.steps[x.step].kind == "make" for x in (a, b))
        is_open = order.ordered(a.node, b.node, False) or (made and (a.end or b.end))
        races = verdict.may if is_open else verdict.must
        races[min(a.step, b.step), max(a.step, b.step)] = (a, b)
    return verdict
