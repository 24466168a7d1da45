"""Small kernels: a list of steps, each an operation and the threads that execute it, and their PTX.

All threads walk the same text; a thread's program order is the list of steps that name it.  Memory
is one
array in global and one in shared memory; data lies from 0 on, flags from FLAGS on."""

import dataclasses
from dataclasses import dataclass

FLAGS, SHARED_BYTES, GLOBAL_BYTES = 2048, 4096, 1 << 16
WARP = 32


@dataclass(frozen=True)
class Who:
    """Threads: those of one block or of all, of one warp or of all, of some lanes (a mask) or of
    all."""

    block: int = None
    warp: int = None
    lanes: int = None

    def names(self, block, thread):
        return (
            self.block in (None, block)
            and self.warp in (None, thread // WARP)
            and (self.lanes is None or self.lanes >> thread % WARP & 1)
        )

    def __str__(self):
        parts = [
            f"{n}{v:x}"
            for n, v in (("b", self.block), ("w", self.warp), ("l", self.lanes))
            if v is not None
        ]
        return "".join(parts) or "all"


ALL = Who()


def one(block, thread):
    return Who(block, thread // WARP, 1 << thread % WARP)


@dataclass(frozen=True)
class Place:
    """offset + stride * ((id ^ xor) + plus), where id is the thread's number in its block ("tid")
    or in the grid
    ("gtid"), or its block's ("block"); no id: the same place for all."""

    offset: int = 0
    id: str = None
    stride: int = 4
    xor: int = 0
    plus: int = 0

    def of(self, block, thread, threads):
        number = {None: 0, "tid": thread, "gtid": block * threads + thread, "block": block}[self.id]
        return self.offset + (self.stride * ((number ^ self.xor) + self.plus) if self.id else 0)


@dataclass(frozen=True)
class Access:
    """ld, st, add, exch or cas of [count] elements of [width] bytes.  value: a number, or "own":
    the thread's, plus one.
    generic: by a generic address."""

    kind: str
    at: Place = Place()
    space: str = "global"
    width: int = 4
    count: int = 1
    sem: str = "weak"
    scope: str = "gpu"
    value: object = 1
    generic: bool = False

    reads = property(lambda self: self.kind != "st")
    writes = property(lambda self: self.kind != "ld")
    atomic = property(lambda self: self.kind in ("add", "exch", "cas"))
    strong = property(lambda self: self.atomic or self.sem != "weak")


@dataclass(frozen=True)
class Await:
    """Reads a flag until it holds at least [value]; with once: reads once, and what names it in
    [Step.when] is skipped else."""

    at: Place = Place(FLAGS)
    space: str = "global"
    value: int = 1
    sem: str = "acquire"
    scope: str = "gpu"
    once: bool = False
    width, count, reads, writes, atomic, strong, kind = 4, 1, True, False, False, True, "ld"


@dataclass(frozen=True)
class Fence:
    sem: str = "sc"
    scope: str = "gpu"


@dataclass(frozen=True)
class Barrier:
    """A barrier of the block; count: of threads, None: all.  arrive: without waiting."""

    id: int = 0
    count: int = None
    arrive: bool = False


@dataclass(frozen=True)
class SyncWarp:
    mask: int = 0xFFFFFFFF


@dataclass(frozen=True)
class ClusterBarrier:
    """part: arrive, wait, or both."""

    part: str = "both"
    relaxed: bool = False


@dataclass(frozen=True)
class Mbarrier:
    """init with a count, arrive, or wait for the end of the phase of [parity]; in shared memory."""

    op: str
    at: int = FLAGS + 1024
    count: int = 0
    parity: int = 0


@dataclass(frozen=True)
class Step:
    who: Who
    op: object
    when: int = None  # number of a step with Await(once): only threads that saw its value then


@dataclass
class Program:
    name: str
    steps: list  # of Step, or of (times, [Step]) for a loop
    blocks: int = 1
    threads: int = 64
    cluster: int = 1
    note: str = ""

    def flat(self):
        """(line, step) in program order, loops unrolled.  A line is a step of the text."""
        line = 0
        for item in self.steps:
            times, body = (1, [item]) if isinstance(item, Step) else item
            for _ in range(times):
                yield from ((line + k, step) for k, step in enumerate(body))
            line += len(body)


# ---- PTX ----

HEAD = '.version 8.0\n.target sm_90\n.address_size 64\n.file 1 "case.cu"\n'
MEMBAR = {"cta": "membar.cta", "gpu": "membar.gl", "sys": "membar.sys"}


class Printer:
    def __init__(self, program):
        self.program, self.text, self.who, self.labels = program, [], {}, 0
        self.seen = set()

    def put(self, text):
        self.text.append(text)

    def label(self):
        self.labels += 1
        return f"L{self.labels}"

    def select(self, who):
        """The predicate of [who]; None: all threads."""
        if who == ALL:
            return None
        if who not in self.who:
            p = self.who[who] = f"w{len(self.who)}"
            self.put(f"setp.eq.u32 {p}, r0, r0;")
            for register, value in (("r1", who.block), ("r2", who.warp)):
                if value is not None:
                    self.put(f"setp.eq.and.u32 {p}, {register}, {value}, {p};")
            if who.lanes is not None:
                self.put(f"and.b32 r9, r4, {who.lanes}; setp.ne.and.u32 {p}, r9, 0, {p};")
        return self.who[who]

    def address(self, op):
        """An address operand for [op.at]."""
        at = op.at
        shared, generic = op.space == "shared", getattr(op, "generic", False)
        base = "gs" if shared and generic else "sb" if shared else "d0"
        if not at.id:
            return f"[{base}+{at.offset}]"
        number = {"tid": "r0", "gtid": "r5", "block": "r1"}[at.id]
        self.put(f"xor.b32 r6, {number}, {at.xor}; add.u32 r6, r6, {at.plus};")
        if base == "sb":
            self.put(f"mad.lo.u32 r7, r6, {at.stride}, sb;")
        else:
            self.put(f"mul.wide.u32 d1, r6, {at.stride}; add.s64 d1, d1, {base};")
        return f"[{'r7' if base == 'sb' else 'd1'}+{at.offset}]"

    def access(self, op, guard):
        space = "" if op.generic else "." + op.space
        where = self.address(op)
        bits, values = op.width * 8, op.width in (8,) and "e" or "v"
        if op.atomic:
            value = str(op.value) if op.value != "own" else "r8" if op.width < 8 else "e1"
            if value == "e1":
                self.put("cvt.u64.u32 e1, r8;")
            sem = "relaxed" if op.sem == "weak" else op.sem
            kind = f"add.u{bits}" if op.kind == "add" else f"{op.kind}.b{bits}"
            more = ", 0" if op.kind == "cas" else ""
            text = f"atom.{sem}.{op.scope}{space}.{kind} {values}0, {where}{more}, {value};"
            if guard and not op.at.id:  # as compilers make it
                out = self.label()
                text = f"@!{guard[1:]}bra {out}; {text}\n{out}:"
            else:
                text = guard + text
            self.put(text)
            return
        sem = {"weak": "", "volatile": ".volatile"}.get(op.sem, f".{op.sem}.{op.scope}")
        vector = f".v{op.count}" if op.count > 1 else ""
        registers = [f"{values}{k}" for k in range(op.count)]
        operand = "{" + ", ".join(registers) + "}" if op.count > 1 else registers[0]
        kind = f"{sem}{space}{vector}.b{bits}"
        if op.kind == "ld":
            self.put(f"{guard}ld{kind} {operand}, {where};")
            return
        for r in registers:
            wide = "cvt.u64.u32" if values == "e" else "mov.u32"
            self.put(
                f"{wide} {r}, r8;"
                if op.value == "own"
                else f"mov.b{64 if values == 'e' else 32} {r}, {op.value};"
            )
        self.put(f"{guard}st{kind} {where}, {operand};")

    def await_(self, op, guard, line):
        sem = {"volatile": "volatile"}.get(op.sem, f"{op.sem}.{op.scope}")
        where, again, out = self.address(op), self.label(), self.label()
        load = f"ld.{sem}.{op.space}.b32 v0, {where};"
        if op.once:
            self.put(f"mov.u32 v0, 0; {guard}{load} setp.ge.u32 o{line}, v0, {op.value};")
            self.seen.add(line)
            return
        if guard:
            self.put(f"@!{guard[1:]}bra {out};")
        self.put(f"{again}: {load} setp.lt.u32 q, v0, {op.value}; @q bra {again};\n{out}:")

    def mbarrier(self, op, guard):
        at = f"[sb+{op.at}]"
        if op.op == "init":
            self.put(f"{guard}mbarrier.init.shared.b64 {at}, {op.count};")
        elif op.op == "arrive":
            self.put(f"{guard}mbarrier.arrive.shared.b64 e0, {at};")
        else:
            again, out = self.label(), self.label()
            if guard:
                self.put(f"@!{guard[1:]}bra {out};")
            self.put(
                f"{again}: mbarrier.test_wait.parity.shared.b64 q, {at}, {op.parity}; @!q bra {again};\n{out}:"
            )

    def step(self, line, step):
        op, p = step.op, self.select(step.who)
        self.put(f".loc 1 {line + 1} 0")
        if step.when is not None:
            self.put(
                f"and.pred z, o{step.when}, {p};"
                if p
                else f"and.pred z, o{step.when}, o{step.when};"
            )
            p = "z"
        guard = f"@{p} " if p else ""
        if isinstance(op, Access):
            self.access(op, guard)
        elif isinstance(op, Await):
            self.await_(op, guard, line)
        elif isinstance(op, Fence):
            self.put(
                guard
                + (MEMBAR[op.scope] if op.sem == "membar" else f"fence.{op.sem}.{op.scope}")
                + ";"
            )
        elif isinstance(op, Barrier):
            count = f", {op.count}" if op.count else ""
            self.put(f"{guard}bar.{'arrive' if op.arrive else 'sync'} {op.id}{count};")
        elif isinstance(op, SyncWarp):
            self.put(f"{guard}bar.warp.sync {op.mask};")
        elif isinstance(op, ClusterBarrier):
            relaxed = ".relaxed" if op.relaxed else ""
            if op.part != "wait":
                self.put(f"{guard}barrier.cluster.arrive{relaxed}.aligned;")
            if op.part != "arrive":
                self.put(f"{guard}barrier.cluster.wait.aligned;")
        else:
            self.mbarrier(op, guard)

    def print(self):
        program, line = self.program, 0
        for item in program.steps:
            if isinstance(item, Step):
                self.step(line, item)
                line += 1
                continue
            times, body = item
            for step in body:  # predicates are made before the loop
                self.select(step.who)
            again = self.label()
            self.put(f"mov.u32 n, 0;\n{again}:")
            for step in body:
                self.step(line, step)
                line += 1
            self.put(f"add.u32 n, n, 1; setp.lt.u32 q, n, {times}; @q bra {again};")
        shared = any(
            getattr(s.op, "space", None) == "shared" or isinstance(s.op, Mbarrier)
            for _, s in program.flat()
        )
        size = f" .reqnctapercluster {program.cluster}" if program.cluster > 1 else ""
        head = [f".visible .entry {program.name}(.param .u64 p){size} {{"]
        if shared:
            head.append(f".shared .align 16 .b8 s[{SHARED_BYTES}];")
        head.append(".reg .b32 r<10>, v<4>, n, sb; .reg .b64 d<2>, e<2>, gs; .reg .pred q, z;")
        head += [f".reg .pred w<{len(self.who)}>;"] if self.who else []
        head += (
            [".reg .pred " + ", ".join(f"o{k}" for k in sorted(self.seen)) + ";"]
            if self.seen
            else []
        )
        head.append(
            "ld.param.u64 d0, [p]; mov.u32 r0, %tid.x; mov.u32 r1, %ctaid.x; shr.u32 r2, r0, 5; and.b32 r3, r0, 31;"
        )
        head.append(
            "mov.u32 r4, 1; shl.b32 r4, r4, r3; mov.u32 r5, %ntid.x; mad.lo.u32 r5, r5, r1, r0; add.u32 r8, r5, 1;"
        )
        if shared:
            head.append("mov.u32 sb, s; cvt.u64.u32 gs, sb; cvta.shared.u64 gs, gs;")
        return "\n".join(head + self.text + ["ret; }"])


def ptx(program):
    return Printer(program).print()


def describe(program):
    """One line for people."""

    def say(op):
        default = {f.name: f.default for f in dataclasses.fields(op)}
        parts = [
            str(v) for k, v in vars(op).items() if v != default[k] and not isinstance(v, Place)
        ]
        if isinstance(getattr(op, "at", None), Place):
            at = op.at
            parts.append(
                f"[{at.offset}"
                + (f"+{at.stride}*(({at.id}^{at.xor})+{at.plus})" if at.id else "")
                + "]"
            )
        return type(op).__name__.lower() + "(" + " ".join(parts) + ")"

    lines = []
    for line, step in program.flat():
        lines.append(
            f"  {line + 1}: {step.who}: {say(step.op)}"
            + (f" when {step.when + 1}" if step.when is not None else "")
        )
    return (
        f"{program.name} <<<{program.blocks}, {program.threads}>>> cluster {program.cluster} {program.note}\n"
        + "\n".join(lines)
    )
