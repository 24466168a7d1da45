"""Happens-before of a program by the text of the PTX ISA (chapter Memory Consistency Model), slow
and obvious.

Interleavings of the strong accesses are tried one by one (weak ones never steer a thread).  In
each, an event is one scalar access of one thread, and past[t] is the set of events, as bits of a
number, that precede in causality order whatever t does next:

  program order      an access of t joins past[t]
  barriers           those that wait learn what all that arrived knew
  synchronizes-with  a release pattern (a release, or a fence in front of a strong write) leaves what
                     its thread knew with the value; an acquire pattern (an acquire, or a strong
                     read in front of a fence) that observes the value, also through atomics, takes
                     it, if the accesses and the first and last operations are morally strong
  fence.sc           those of matching scopes have one order, here that of the interleaving
  observation        a strong write that was observed precedes what follows the read in base
                     causality order

Two accesses race if they overlap, one writes, neither precedes the other, and they are not morally
strong.
"""

import random
from dataclasses import dataclass, field

import limits
from program import WARP, Access, Await, Barrier, ClusterBarrier, Fence, Mbarrier, Step, SyncWarp

RUNS_MOST, MANY_STRONG = 24, 2


@dataclass
class Event:
    number: int
    thread: int
    line: int
    op: object
    at: int  # address; shared memory of block b lies at (b + 1) << 32
    width: int
    value: object
    past: int = 0
    sure: int = 0  # what came before in time, as its thread waited for it, in whatever way
    nth: int = 0  # order in its thread
    excuse: int = 0  # what limits.Generous says that its warp knows
    warp_asked: bool = False


@dataclass
class Cell:
    """A location of strong accesses: its value, who wrote it, and what a reader may take."""

    value: int = 0
    last: tuple = None  # (thread, op) of a strong write
    sure: int = 0
    writes: int = (
        0  # events observed by whoever reads it: the last write and what atomics passed on
    )
    messages: list = field(default_factory=list)  # (thread, scope, events): releases


@dataclass
class Meeting:
    arrived: int = 0
    events: int = 0
    sure: int = 0
    phase: int = 0
    told: int = 0  # events of the last phase
    asleep: list = field(default_factory=list)


class Deadlock(Exception):
    pass


class Run:
    """One interleaving.  choices: which thread goes first where several could; taken: how many
    could."""

    def __init__(self, program, choices, dice):
        self.program, self.choices, self.dice, self.taken = program, choices, dice, []
        self.count = program.blocks * program.threads
        self.events, self.past, self.sure = [], [0] * self.count, [0] * self.count
        self.cells, self.meetings, self.mbarriers = {}, {}, {}
        self.fenced = [{} for _ in range(self.count)]  # scope: events known at the last fence
        self.released = [
            {} for _ in range(self.count)
        ]  # location: (scope, events) of the last release there
        self.seen = [[] for _ in range(self.count)]  # messages observed, for a fence to come
        self.sc = []  # (thread, scope, events): fence.sc so far
        self.met = [{} for _ in range(self.count)]  # tests that found their value, by line
        self.waiting = [None] * self.count
        self.asleep = set()  # those that wait at a meeting
        self.generous = limits.Generous(self)
        self.text = program.texts = getattr(program, "texts", None) or [
            self.text_of(t) for t in range(self.count)
        ]
        self.at = [0] * self.count

    # -- threads --
    def block(self, t):
        return t // self.program.threads

    def warp(self, t):
        return self.block(t), t % self.program.threads // WARP

    def text_of(self, t):
        return [
            (n, s) for n, s in self.flat() if s.who.names(self.block(t), t % self.program.threads)
        ]

    def flat(self):
        if not hasattr(self.program, "unrolled"):
            self.program.unrolled = list(self.program.flat())
        return self.program.unrolled

    def includes(self, scope, a, b):
        """Does [scope] of thread a include thread b?"""
        size = self.program.cluster
        return {
            "cta": self.block(a) == self.block(b),
            "cluster": self.block(a) // size == self.block(b) // size,
        }.get(scope, True)

    def match(self, a, scope_a, b, scope_b):
        return a == b or (self.includes(scope_a, a, b) and self.includes(scope_b, b, a))

    def scope(self, op):
        return "sys" if op.sem == "volatile" else op.scope

    def strong_pair(self, a, op_a, at_a, b, op_b, at_b):
        """Are the two accesses morally strong?  Vectors are scalars side by side."""
        return (
            op_a.strong
            and op_b.strong
            and at_a == at_b
            and op_a.width == op_b.width
            and self.match(a, self.scope(op_a), b, self.scope(op_b))
        )

    # -- accesses --
    def place(self, t, op):
        local = t % self.program.threads
        base = (self.block(t) + 1) << 32 if op.space == "shared" else 0
        return base + op.at.of(self.block(t), local, self.program.threads)

    def access(self, t, line, op):
        value = getattr(op, "value", None)
        value = t + 1 if value == "own" else value
        for k in range(op.count):
            at = self.place(t, op) + k * op.width
            if op.strong:
                self.strong(t, line, op, at, value)
            else:
                self.note(t, line, op, at, value)
                if op.writes:
                    self.cells[at] = Cell(value, sure=self.sure[t])

    def note(self, t, line, op, at, value):
        e = Event(
            len(self.events),
            t,
            line,
            op,
            at,
            op.width,
            value,
            self.past[t],
            self.sure[t],
            self.at[t],
        )
        self.generous.note(e)
        self.events.append(e)
        self.past[t] |= 1 << e.number
        self.sure[t] |= 1 << e.number
        return 1 << e.number

    def strong(self, t, line, op, at, value):
        cell = self.cells.setdefault(at, Cell())
        self.generous.strong(t, op)
        release = op.sem in ("release", "acq_rel")
        before = self.past[t]
        if isinstance(op, Await) and cell.value >= op.value:
            self.sure[t] |= cell.sure
        mine = self.note(t, line, op, at, value)
        observed = cell.last and self.strong_pair(t, op, at, *cell.last, at)
        if op.reads and observed:
            self.observe(t, op, at, cell)
        if not op.writes:
            return
        if release:
            self.released[t][at] = (self.scope(op), before if not op.reads else self.past[t])
        messages = [(t, scope, events) for scope, events in self.fenced[t].items()]
        messages += [(t, *self.released[t][at])] if at in self.released[t] else []
        keep = op.atomic and observed
        sure = self.sure[t] | (cell.sure if op.kind == "add" else 0)
        self.cells[at] = Cell(
            self.stored(op, cell.value, value),
            (t, op),
            sure,
            mine | (cell.writes if keep else 0),
            messages + (cell.messages if keep else []),
        )

    @staticmethod
    def stored(op, old, value):
        return old + value if op.kind == "add" else value if op.kind != "cas" or old == 0 else old

    def observe(self, t, op, at, cell):
        self.past[t] |= cell.writes
        self.seen[t] += [(at, m) for m in cell.messages]
        if op.sem in ("acquire", "acq_rel"):
            self.take(t, self.scope(op), [m for where, m in self.seen[t] if where == at])

    def take(self, t, scope, messages):
        for other, their, events in messages:
            if self.match(t, scope, other, their):
                self.past[t] |= events

    def fence(self, t, op):
        scope = op.scope
        if op.sem in ("sc", "membar"):
            self.take(t, scope, self.sc)
        self.take(t, scope, [m for _, m in self.seen[t]])
        self.fenced[t][scope] = self.past[t]
        if op.sem in ("sc", "membar"):
            self.sc.append((t, scope, self.past[t]))
        self.generous.fence(t, scope)

    # -- meetings: each returns False while the thread has to wait --
    def meet(self, t, key, expected, arrive=True, wait=True, tell=True):
        m = self.meetings.setdefault(key, Meeting())
        if self.waiting[t] is None and arrive:
            m.arrived += 1
            m.events |= self.past[t] if tell else self.fenced_past(t)
            m.sure |= self.sure[t]
            phase = m.phase
            if m.arrived == expected:
                m.phase, m.told, m.arrived, m.events = m.phase + 1, m.events, 0, 0
                self.asleep -= set(m.asleep)
                m.asleep = []
            self.waiting[t] = (key, phase)
        if not wait:
            return True
        if m.phase == self.waiting[t][1]:
            self.asleep.add(t)
            m.asleep.append(t)
            return False
        self.past[t] |= m.told
        self.sure[t] |= m.sure
        self.waiting[t] = None
        return True

    def fenced_past(self, t):
        """What a relaxed arrival releases."""
        events = 0
        for scope, known in self.fenced[t].items():
            events |= known if scope != "cta" else 0
        return events

    def barrier(self, t, op):
        key = ("bar", self.block(t), op.id)
        if op.arrive:
            self.meet(t, key, op.count, wait=False)
            self.waiting[t] = None
            return True
        return self.meet(t, key, op.count or self.program.threads)

    def sync_warp(self, t, op):
        return self.meet(
            t, ("warp", self.warp(t), op.mask), bin(op.mask).count("1")
        )  # blocks are of whole warps

    def cluster_barrier(self, t, op):
        key = ("cluster", self.block(t) // self.program.cluster)
        threads = self.program.threads * self.program.cluster
        if op.part == "arrive":
            return self.meet(t, key, threads, wait=False, tell=not op.relaxed)
        return self.meet(t, key, threads, arrive=op.part == "both", tell=not op.relaxed)

    def mbarrier(self, t, op):
        """[expected, pending, phase, events of this phase, events of phases that are over, and in
        time]"""
        key = (self.block(t), op.at)
        if op.op == "init":
            self.mbarriers[key] = [op.count, op.count, 0, 0, 0, 0]
            return True
        m = self.mbarriers[key]
        if op.op == "arrive":
            m[1] -= 1
            m[3] |= self.past[t]
            m[5] |= self.sure[t]
            self.generous.fence(t, "cta")
            self.generous.strong(t, op)
            if not m[1]:
                m[1], m[2], m[4] = m[0], m[2] + 1, m[4] | m[3]
            return True
        if m[2] & 1 == op.parity:
            return False
        self.past[t] |= m[4]
        self.sure[t] |= m[5]
        self.generous.strong(t, op)
        return True

    # -- turns --
    def step(self, t):
        """Does what t has next, or returns False."""
        line, s = self.text[t][self.at[t]]
        op, done = s.op, True
        if s.when is not None and not self.met[t].get(s.when):
            pass
        elif isinstance(op, Await):
            cell = self.cells.get(self.place(t, op), Cell())
            hit = cell.value >= op.value
            self.met[t][line] = hit
            if hit or op.once:
                self.access(t, line, op)
            done = hit or op.once
        elif isinstance(op, Access):
            self.access(t, line, op)
        elif isinstance(op, Fence):
            self.fence(t, op)
        else:
            done = {
                Barrier: self.barrier,
                SyncWarp: self.sync_warp,
                ClusterBarrier: self.cluster_barrier,
                Mbarrier: self.mbarrier,
            }[type(op)](t, op)
        self.at[t] += done
        return done

    def is_choice(self, t):
        """Is the order of what t does next with that of others of interest?"""
        s = self.text[t][self.at[t]][1]
        if s.when is not None and not self.met[t].get(s.when):
            return False
        return getattr(s.op, "strong", False) or (
            isinstance(s.op, Fence) and s.op.sem in ("sc", "membar")
        )

    def is_ready(self, t):
        op = self.next(t)
        return (
            not isinstance(op, Await)
            or op.once
            or self.cells.get(self.place(t, op), Cell()).value >= op.value
        )

    def is_plain_wait(self, t, ready):
        """Is t at the end of a wait for a value that nobody is about to change?  Then it goes on,
        without a choice."""
        op = self.next(t)
        if not isinstance(op, Await) or op.once:
            return False
        return self.place(t, op) not in [
            self.place(o, self.next(o)) for o in ready if getattr(self.next(o), "writes", False)
        ]

    def next(self, t):
        return self.text[t][self.at[t]][1].op

    def choose(self, ready):
        n = len(self.taken)
        pick = self.choices[n] if n < len(self.choices) else 0
        self.taken.append((pick, len(ready)))
        return ready[pick]

    def run(self):
        left = [t for t in range(self.count) if self.text[t]]
        while left:
            moved = False
            for t in left:
                while (
                    t not in self.asleep
                    and self.at[t] < len(self.text[t])
                    and not self.is_choice(t)
                    and self.step(t)
                ):
                    moved = True
            left = [t for t in left if self.at[t] < len(self.text[t])]
            if moved or not left:
                continue
            ready = [
                t for t in left if t not in self.asleep and self.is_choice(t) and self.is_ready(t)
            ]
            if not ready:
                raise Deadlock(self.program.name)
            plain = [t for t in ready if self.is_plain_wait(t, ready)]
            if plain or not self.dice:
                self.step(plain[0] if plain else self.choose(ready))
                continue
            self.dice.shuffle(ready)
            for t in ready:
                if self.is_ready(t):
                    self.step(t)
        return self

    def races(self):
        """{(line, line, limit or None)}: pairs of accesses without an order, the earlier line of
        the text first."""
        found, cells = set(), {}
        for e in self.events:
            for word in range(e.at // 4, (e.at + e.width - 1) // 4 + 1):
                cells.setdefault(word, []).append(e)
        for cell in cells.values():
            for n, b in enumerate(cell):
                for a in cell[:n]:
                    if self.is_race(a, b):
                        found.add((*sorted((a.line, b.line)), limits.limit_of(self, a, b, cell)))
        return found

    def is_race(self, a, b):
        """a came first."""
        if (
            a.thread == b.thread
            or not (a.op.writes or b.op.writes)
            or a.at >= b.at + b.width
            or b.at >= a.at + a.width
        ):
            return False
        return not b.past >> a.number & 1 and not self.strong_pair(
            a.thread, a.op, a.at, b.thread, b.op, b.at
        )


@dataclass
class Verdict:
    word: str  # never, may, must: in no, some, all executions there is a race
    told: str  # the same without what a limit excuses
    pairs: set  # lines that race in some execution
    limits: set
    runs: int


def runs_of(program, seed=0):
    """All interleavings; of many threads with strong accesses, some."""
    strong = sum(
        bool(getattr(s.op, "strong", False)) for _, s in program.flat() if s.who.lanes is None
    )
    if strong:
        for k in range(MANY_STRONG):
            yield Run(program, [], random.Random(f"{seed} {k}")).run()
        return
    choices = []
    for _ in range(RUNS_MOST):
        run = Run(program, choices, None).run()
        yield run
        choices = list(run.taken)
        while choices and choices[-1][0] + 1 == choices[-1][1]:
            choices.pop()
        if not choices:
            return
        choices[-1] = (choices[-1][0] + 1, 0)
        choices = [pick for pick, _ in choices]


def word(each):
    """In how many of the executions is it so?"""
    each = list(each)
    return "must" if all(each) else "may" if any(each) else "never"


def judge(program):
    each = [run.races() for run in runs_of(program)]
    everything = set().union(*each)
    found = {limit or "" for _, _, limit in everything}
    told = word(any(not limit for _, _, limit in races) for races in each)
    if told == "never" and any(name.endswith("?") for name in found):
        told = "may"
    if told == "may" and limits.is_one_warp(program):
        found.add("lanes")
    return Verdict(
        word(map(bool, each)),
        told,
        {r[:2] for r in everything},
        {name.rstrip("?") for name in found if name},
        len(each),
    )
