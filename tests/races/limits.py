"""What is known not to be reported: the checker's documented limits.

A limit excuses silence about a pair of accesses, never a report.  LIMITS says why each is there;
how many programs each excuses is counted by the test and compared with limits.txt, so that the list does not grow unseen."""

from program import Barrier, SyncWarp

LIMITS = {
    "value": "a write that leaves the bytes as they are, or writes what the other one writes, "
    "changes no result",
    "guess": "a plain read beside an atomic update of global memory is a guess more often than"
    " a mistake; of shared memory, if an atomic"
    " operation follows closely",
    "flag": "a volatile or relaxed read of global memory beside a plain write is a flag more "
    "often than a mistake",
    "lanes": "lanes of a warp run in the order of the text: what races in other orders only is"
    " not seen",
    "asked": "whatever may have ordered two accesses counts: a strong access takes all that "
    "others released by then",
    "repeat": "in shared memory a store of the value that another thread has written takes the"
    " place of that one's record: the same thread's next store of another value is not compared"
    " with it",
    "overlap": "strong accesses of different sizes or places that overlap are compared as if "
    "they met",
}


def stored(e, at):
    """The byte that an event stores at an address, as far as it is known: a sum begins at 0."""
    return e.value >> 8 * (at - e.at) & 255


def covers(e, at):
    return e.op.writes and e.at <= at < e.at + e.width


def is_last_word(x, y, at, cell):
    """Does the thread of x, then or later, write what y writes?"""
    return any(
        e.thread == x.thread and e.nth >= x.nth and covers(e, at) and stored(e, at) == stored(y, at)
        for e in cell
    )


def is_same_byte(a, b, at, cell):
    if a.op.writes and b.op.writes:
        return is_last_word(a, b, at, cell) or is_last_word(b, a, at, cell)
    w = a if a.op.writes else b
    others = [
        e for e in cell if covers(e, at) and e is not w and (e.thread != w.thread or e.nth < w.nth)
    ]
    return stored(w, at) in [0] + [stored(e, at) for e in others]


def is_same_value(a, b, cell):
    """May the write of the pair leave all as it is?"""
    return all(
        is_same_byte(a, b, at, cell)
        for at in range(max(a.at, b.at), min(a.at + a.width, b.at + b.width))
    )


def is_guess(run, reader, writer):
    """A plain read beside an atomic update: of shared memory only with an atomic operation close
    behind in the text."""
    if reader.op.writes or reader.op.strong or not writer.op.atomic:
        return False
    if reader.op.space == "global":
        return True
    for line, step in run.flat():
        if line > reader.line and isinstance(step.op, (Barrier, SyncWarp)):
            return False
        if line > reader.line and getattr(step.op, "atomic", False) and step.op.space == "shared":
            return True
    return False


def is_asked_between(run, a, b):
    """Lanes of a warp run in step: is there a strong access of theirs between the two in the
    text?"""
    first, last = sorted((a.line, b.line))
    block, thread = run.block(a.thread), a.thread % run.program.threads
    return run.warp(a.thread) == run.warp(b.thread) and any(
        first < line < last
        and getattr(step.op, "strong", False)
        and any(step.who.names(block, thread - thread % 32 + lane) for lane in range(32))
        for line, step in run.flat()
    )


def is_repeated(a, b, cell):
    """Has the thread of one of two stores written before what the other one writes?"""
    return a.op.kind == b.op.kind == "st" and any(
        e.op.kind == "st"
        and e.thread == x.thread
        and e.nth < x.nth
        and e.at == y.at
        and e.value == y.value
        for x, y in ((a, b), (b, a))
        for e in cell
    )


def limit_of(run, a, b, cell):
    """The limit that excuses silence about a race of a and b; None: it is to be told; a limit with
    a question mark: it is to be
    told in some orders of the two."""
    reader, writer = (a, b) if not a.op.writes else (b, a)
    if is_same_value(a, b, cell):
        return "value"
    if (
        a.op.strong
        and b.op.strong
        and run.match(a.thread, run.scope(a.op), b.thread, run.scope(b.op))
    ):
        return "overlap"
    if is_guess(run, reader, writer):
        return "guess"
    if (
        a.op.space == "global"
        and not reader.op.writes
        and reader.op.strong
        and not writer.op.strong
    ):
        return "flag"
    if a.op.space == "shared" and is_repeated(a, b, cell):
        return "repeat"
    if is_asked_between(run, a, b):
        return "asked"
    excused = [run.generous.is_excused(a, b)] + (
        [] if b.sure >> a.number & 1 else [run.generous.is_excused(b, a)]
    )
    return "asked" if all(excused) else "asked?" if any(excused) else None


def is_one_warp(program):
    return (
        len(
            {
                (step.who.block, step.who.warp)
                for _, step in program.flat()
                if getattr(step.op, "kind", None)
            }
        )
        == 1
    )


class Generous:
    """What may have ordered two accesses: warps know what each other knows, a fence says what its
    warp did, any strong
    access takes what anybody has released, and tells what its warp has read."""

    def __init__(self, run):
        self.run = run
        self.known, self.pending, self.asked = {}, {}, set()
        self.pools, self.reads, self.all_reads = {}, 0, 0

    def warp_past(self, t):
        first = t - t % self.run.program.threads % 32
        size = min(32, self.run.program.threads - (first % self.run.program.threads))
        past = self.known.get(self.run.warp(t), 0)
        for k in range(first, first + size):
            past |= self.run.past[k]
        return past

    def fence(self, t, scope):
        self.pending.setdefault(self.run.warp(t), {})[scope if scope == "cta" else "gpu"] = (
            self.warp_past(t)
        )

    def strong(self, t, op):
        w = self.run.warp(t)
        if getattr(op, "sem", "") in ("release", "acq_rel"):
            self.fence(t, op.scope)
        self.reads |= self.only_reads(self.warp_past(t))
        self.tell(w)
        self.known[w] = (
            self.known.get(w, 0) | self.pools.get(None, 0) | self.pools.get(w[0], 0) | self.reads
        )
        self.asked.add(w)

    def only_reads(self, past):
        return past & self.all_reads

    def tell(self, w):
        for scope, events in self.pending.get(w, {}).items():
            self.pools[w[0]] = self.pools.get(w[0], 0) | events
            if scope != "cta":
                self.pools[None] = self.pools.get(None, 0) | events

    def note(self, e):
        w = self.run.warp(e.thread)
        if e.op.writes:
            self.tell(w)
        else:
            self.all_reads |= 1 << e.number
        e.excuse, e.warp_asked = self.known.get(w, 0), w in self.asked

    def is_excused(self, a, b):
        """If a came first."""
        if b.excuse >> a.number & 1:
            return True
        cta = a.op.atomic and a.op.scope == "cta"
        asked = b.warp_asked or self.run.warp(a.thread) == self.run.warp(b.thread)
        return a.op.space == "global" and a.op.strong and not cta and asked
