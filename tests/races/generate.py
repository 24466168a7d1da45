"""Programs: all small combinations, family by family, and larger ones at random."""

import itertools
import random

from program import (
    ALL,
    FLAGS,
    WARP,
    Access,
    Await,
    Barrier,
    ClusterBarrier,
    Fence,
    Mbarrier,
    Place,
    Program,
    Step,
    SyncWarp,
    Who,
    one,
)

RELATIONS = {
    "lane": (one(0, 0), one(0, 1)),
    "warp": (one(0, 0), one(0, 32)),
    "block": (one(0, 0), one(1, 0)),
}
KINDS = {
    "ld": Access("ld"),
    "st": Access("st", value=5),
    "add": Access("add", sem="relaxed", value=3),
    "add_cta": Access("add", sem="relaxed", scope="cta", value=3),
    "exch": Access("exch", sem="acq_rel", value=4),
    "ldv": Access("ld", sem="volatile"),
    "stv": Access("st", sem="volatile", value=6),
    "ldr": Access("ld", sem="relaxed"),
    "str": Access("st", sem="relaxed", value=7),
    "ldr_cta": Access("ld", sem="relaxed", scope="cta"),
    "str_cta": Access("st", sem="relaxed", scope="cta", value=7),
}


def change(op, **fields):
    return type(op)(**{**{k: getattr(op, k) for k in op.__dataclass_fields__}, **fields})


def steps(*pairs):
    return [Step(who, op) for who, op in pairs]


# ---- what may lie between two accesses ----


def flag(write, read, before=(), after=(), space="global", slot=0):
    """a: [before], a write to a flag; b: a read until it is set, [after]."""
    at = Place(FLAGS + 64 * slot)

    def between(a, b):
        return (
            [Step(a, op) for op in before]
            + [Step(a, change(write, at=at, space=space))]
            + [Step(b, change(read, at=at, space=space))]
            + [Step(b, op) for op in after]
        )

    return between


def release(sem="release", scope="gpu", kind="st"):
    return Access(kind, sem=sem, scope=scope, value=1)


def acquire(sem="acquire", scope="gpu"):
    return Await(sem=sem, scope=scope)


def once(guarded):
    """One look at a flag that the other one sets; what follows is done only if it was set, or in
    any case."""

    def between(a, b):
        return steps((a, change(release(), at=Place(FLAGS))), (b, Await(once=True)))

    between.guarded = guarded
    return between


def grid(blocks, slot=8, turn=1, fenced=True):
    """A barrier of the grid: the first threads of all blocks count up and wait for the last one."""
    leader, at = Who(None, 0, 1), Place(FLAGS + 64 * slot)
    count = Access("add", at, sem="acq_rel" if fenced else "relaxed")
    look = Await(at, value=blocks * turn, sem="acquire" if fenced else "relaxed")
    return steps((ALL, Barrier()), (leader, count), (leader, look), (ALL, Barrier()))


def collective(*ops):
    return lambda a, b: [Step(ALL, op) for op in ops]


def own_warps(arrive):
    """A named barrier of two warps; the first one may only arrive."""

    def between(a, b):
        first, second = Who(a.block, a.warp), Who(b.block, b.warp)
        if a.warp == b.warp:
            return steps((first, Barrier(2, WARP)))
        return steps((first, Barrier(2, 2 * WARP, arrive)), (second, Barrier(2, 2 * WARP)))

    return between


def mbarrier(a, b):
    return steps((Who(None, a.warp), Mbarrier("arrive")), (Who(None, b.warp), Mbarrier("wait")))


def lanes(mask):
    return lambda a, b: steps((Who(None, None, mask), SyncWarp(mask)))


WARP_ONLY = {"pair": lanes(3), "others": lanes(~3 & 0xFFFFFFFF), "first_alone": lanes(1)}
BETWEEN = {
    "none": lambda a, b: [],
    "syncwarp": collective(SyncWarp()),
    "syncthreads": collective(Barrier()),
    "named": own_warps(False),
    "arrive": own_warps(True),
    "mbarrier": mbarrier,
    "fence": lambda a, b: steps((a, Fence()), (b, Fence())),
    "flag": flag(release(), acquire()),
    "flag_cta": flag(release(scope="cta"), acquire(scope="cta")),
    "flag_half_cta": flag(release(), acquire(scope="cta")),
    "flag_relaxed": flag(release("relaxed"), acquire("relaxed")),
    "flag_fenced": flag(
        release("relaxed"), acquire("relaxed"), [Fence("acq_rel")], [Fence("acq_rel")]
    ),
    "flag_membar": flag(
        release("volatile"), acquire("volatile"), [Fence("membar")], [Fence("membar")]
    ),
    "flag_membar_cta": flag(
        release("volatile"), acquire("volatile"), [Fence("membar", "cta")], [Fence("membar", "cta")]
    ),
    "flag_half": flag(release("relaxed"), acquire("relaxed"), [Fence("acq_rel")], []),
    "flag_other_half": flag(release("relaxed"), acquire("relaxed"), [], [Fence("acq_rel")]),
    "flag_atomic": flag(release("acq_rel", kind="exch"), acquire()),
    "flag_weak": flag(release("weak"), acquire("relaxed"), [Fence("acq_rel")], [Fence("acq_rel")]),
    "once": once(False),
    "once_guarded": once(True),
}


def fits(relation, name):
    warps = name in ("named", "arrive", "mbarrier")
    return not (relation == "block" and warps) and not (relation == "lane" and name == "arrive")


def program(name, text, blocks, threads=64, cluster=1, note=""):
    init = any(isinstance(s.op, Mbarrier) for s in text if isinstance(s, Step))
    if init:
        a = next(s.who for s in text if isinstance(s, Step) and isinstance(s.op, Mbarrier))
        text = steps((Who(None, 0, 1), Mbarrier("init", count=WARP)), (ALL, Barrier())) + text
        assert a.lanes is None
    return Program(name, text, blocks, threads, cluster, note)


def together(first, between, second, a, b):
    middle = between(a, b)
    when = None
    if getattr(between, "guarded", False):
        when = 1 + len(middle) - 1
    return [Step(a, first), *middle, Step(b, second, when)]


# ---- families ----


def pairs():
    """Two accesses, each relation of the threads, each kind, each primitive between."""
    for relation, (a, b) in RELATIONS.items():
        between = {**BETWEEN, **(WARP_ONLY if relation == "lane" else {})}
        for (x, first), (y, second) in itertools.product(KINDS.items(), KINDS.items()):
            if not (first.writes or second.writes):
                continue
            for space in ("global", "shared") if relation != "block" else ("global",):
                common = x in ("ld", "st", "add") and y in ("ld", "st", "add")
                for name, how in between.items():
                    if fits(relation, name) and (common or name in ("none", "syncthreads", "flag")):
                        text = together(
                            change(first, space=space), how, change(second, space=space), a, b
                        )
                        yield program(
                            f"pair_{relation}_{x}_{y}_{space}_{name}",
                            text,
                            2 if relation == "block" else 1,
                        )


def turned():
    """The second thread comes first in the text, without anything that orders them, or with a
    flag."""
    for relation, (a, b) in RELATIONS.items():
        for x, y in itertools.product(("ld", "st", "add"), ("ld", "st", "add")):
            if x == y == "ld":
                continue
            for space in ("global", "shared") if relation != "block" else ("global",):
                text = steps((b, change(KINDS[y], space=space)), (a, change(KINDS[x], space=space)))
                yield program(
                    f"turned_{relation}_{x}_{y}_{space}", text, 2 if relation == "block" else 1
                )


def rounds():
    """Barriers before, between and behind two accesses of rows of threads, in straight lines and in
    loops."""
    barriers = {
        "block": [Step(ALL, Barrier())],
        "named": [Step(ALL, Barrier(3, 64))],
        "warp": [Step(ALL, SyncWarp())],
        "cluster": [Step(ALL, ClusterBarrier())],
        "grid": None,
        "none": [],
    }
    for kind, space, apart in itertools.product(barriers, ("shared", "global"), (1, 32, 64)):
        blocks = 2 if kind in ("cluster", "grid") or apart == 64 else 1
        if apart == 64 and space == "shared":
            continue
        own, other = Place(0, "gtid"), Place(0, "gtid", xor=apart)
        if space == "shared":
            own, other = Place(0, "tid"), Place(0, "tid", xor=apart)
        for where in itertools.product((0, 1), repeat=3):
            for first, second in (("st", "ld"), ("ld", "st")):
                x = Step(ALL, Access(first, own if first == "st" else other, space, value="own"))
                y = Step(ALL, Access(second, own if second == "st" else other, space, value="own"))
                parts, turn = [], 0
                for present, step in zip(where, (x, y, None)):
                    turn += present
                    parts += (
                        (barriers[kind] if kind != "grid" else grid(blocks, turn=turn))
                        if present
                        else []
                    )
                    parts += [step] if step else []
                name = f"round_{kind}_{space}_{apart}_{first}_{''.join(map(str, where))}"
                cluster = 2 if kind == "cluster" else 1
                if kind == "none" and any(where):
                    continue
                yield program(name, parts, blocks, 64, cluster)
                if kind not in ("grid", "none"):
                    yield program("loop_" + name, [(3, parts)], blocks, 64, cluster)


def twice():
    """Two stores of a thread, of the same value or of others, with and without a read or a barrier
    between; another thread
    looks at the place, or writes it, before or behind."""
    for relation, (a, b) in RELATIONS.items():
        for v, w in ((5, 5), (5, 6), (0, 5), (5, 0)):
            for middle in ("none", "ld", "barrier", "fence", "syncwarp"):
                between = {
                    "none": [],
                    "ld": steps((a, Access("ld"))),
                    "barrier": steps((ALL, Barrier())),
                    "fence": steps((a, Fence())),
                    "syncwarp": steps((ALL, SyncWarp())),
                }[middle]
                for name, last in (
                    ("ld", Access("ld")),
                    ("same", Access("st", value=w)),
                    ("other", Access("st", value=9)),
                ):
                    for first in (False, True):
                        for space in ("global", "shared") if relation != "block" else ("global",):
                            text = (
                                steps((a, Access("st", value=v)))
                                + between
                                + steps((a, Access("st", value=w)))
                            )
                            text = [Step(b, last)] + text if first else text + [Step(b, last)]
                            text = [
                                (
                                    Step(s.who, change(s.op, space=space))
                                    if isinstance(s.op, Access)
                                    else s
                                )
                                for s in text
                            ]
                            yield program(
                                f"twice_{relation}_{v}{w}_{middle}_{name}_{int(first)}_{space}",
                                text,
                                2 if relation == "block" else 1,
                            )


SHAPES = [
    (1, 1, 0),
    (1, 1, 1),
    (1, 1, 3),
    (2, 1, 0),
    (2, 1, 2),
    (4, 1, 0),
    (4, 1, 4),
    (8, 1, 0),
    (4, 4, 0),
    (1, 4, 4),
]


def widths():
    """Accesses of all widths and vectors, at places that overlap or only touch."""
    for relation, (a, b) in RELATIONS.items():
        for (w, c, at), (v, d, to) in itertools.product(SHAPES, SHAPES):
            for space in ("global", "shared") if relation != "block" else ("global",):
                for kinds in ("st_ld", "ld_st", "st_st"):
                    x, y = (
                        Access(k, Place(o), space, n, m, value=digit * (2 ** (8 * n) // 255))
                        for k, o, n, m, digit in zip(
                            kinds.split("_"), (at, to), (w, v), (c, d), (5, 7)
                        )
                    )
                    yield program(
                        f"width_{relation}_{w}x{c}at{at}_{v}x{d}at{to}_{space}_{kinds}",
                        steps((a, x), (b, y)),
                        2 if relation == "block" else 1,
                    )


def rows():
    """Whole rows of threads by which the checker has short ways: strides, widths, places moved by
    one or crossed."""
    maps = {
        "own": {},
        "next": {"plus": 1},
        "pair": {"xor": 1},
        "warp": {"xor": 32},
        "far": {"plus": 64},
    }
    between = {"none": [], "block": [Step(ALL, Barrier())], "warp": [Step(ALL, SyncWarp())]}
    for threads, blocks in ((64, 1), (64, 2), (256, 2)):
        for (name, how), kinds, (middle, ops) in itertools.product(
            maps.items(), ("st_ld", "ld_st", "st_st", "add_ld", "st_add"), between.items()
        ):
            for space, (width, count) in itertools.product(
                ("global", "shared"), ((4, 1), (1, 1), (8, 1), (4, 4))
            ):
                if (space == "shared" and (blocks > 1 or width * count * threads > 1024)) or (
                    "add" in kinds and (width < 4 or count > 1)
                ):
                    continue
                if threads == 256 and (width, count) not in ((4, 1), (4, 4)):
                    continue
                stride, x, y = width * count, *kinds.split("_")
                own, other = Place(0, "gtid", stride), Place(0, "gtid", stride, **how)
                if space == "shared":
                    own, other = Place(0, "tid", stride), Place(0, "tid", stride, **how)
                first = Access(
                    x,
                    own,
                    space,
                    width,
                    count,
                    sem="relaxed" if x == "add" else "weak",
                    value="own",
                )
                second = Access(
                    y, other, space, width, count, sem="relaxed" if y == "add" else "weak", value=77
                )
                yield program(
                    f"row_{threads}x{blocks}_{name}_{kinds}_{middle}_{space}_{width}x{count}",
                    [Step(ALL, first), *ops, Step(ALL, second)],
                    blocks,
                    threads,
                )


def chains():
    """Three threads: the first one's write reaches the third one over the second, if both parts
    hold."""
    links = (
        "none",
        "syncthreads",
        "named",
        "arrive",
        "flag",
        "flag_fenced",
        "flag_relaxed",
        "flag_cta",
        "flag_membar",
    )
    for a, b, c, blocks, kind in (
        (one(0, 0), one(0, 32), one(1, 0), 2, "wb"),
        (one(0, 0), one(1, 0), one(1, 32), 2, "bw"),
        (one(0, 0), one(1, 0), one(2, 0), 3, "bb"),
        (one(0, 0), one(0, 32), one(0, 64), 1, "ww"),
    ):
        for x, y in itertools.product(links, links):
            same = {
                "wb": (True, False),
                "bw": (False, True),
                "bb": (False, False),
                "ww": (True, True),
            }[kind]
            if any(name in ("named", "arrive") and not near for name, near in zip((x, y), same)):
                continue
            second = BETWEEN[y](b, c)
            second = [
                Step(s.who, change(s.op, at=Place(FLAGS + 64))) if hasattr(s.op, "at") else s
                for s in second
            ]
            second = [
                Step(s.who, change(s.op, id=3)) if isinstance(s.op, Barrier) and s.op.id else s
                for s in second
            ]
            for last in ("ld", "st"):
                text = [
                    Step(a, Access("st", value=5)),
                    *BETWEEN[x](a, b),
                    *second,
                    Step(c, change(KINDS[last], value=8)),
                ]
                yield program(
                    f"chain_{kind}_{x}_{y}_{last}", text, blocks, 96 if kind == "ww" else 64
                )


def reads():
    """Several threads read, another one writes later (or earlier), with the barrier of some of them
    between."""
    readers = {
        "lanes": Who(0, 0),
        "warps": Who(0, None, 1),
        "all": Who(0),
        "half": Who(0, 0, 0xFFFF),
    }
    writers = {"lane": one(0, 3), "warp": one(0, 33), "block": one(1, 5)}
    for (r, many), (w, single), first in itertools.product(
        readers.items(), writers.items(), (True, False)
    ):
        for between in ("none", "syncthreads", "syncwarp"):
            for space in ("global", "shared") if w != "block" else ("global",):
                text = [
                    Step(many, Access("ld", space=space)),
                    *BETWEEN[between](many, single),
                    Step(single, Access("st", space=space, value=5)),
                ]
                text = text if first else [text[-1], *text[1:-1], text[0]]
                yield program(
                    f"reads_{r}_{w}_{between}_{space}_{int(first)}", text, 2 if w == "block" else 1
                )


def clusters():
    """Barriers of clusters in their parts, and blocks of other clusters."""
    a = one(0, 0)
    for b, name in (
        (one(1, 0), "same"),
        (one(2, 0), "other"),
        (one(0, 33), "warp"),
        (one(1, 33), "far"),
    ):
        for x, y in itertools.product(("ld", "st", "add"), ("ld", "st", "add")):
            if x == y == "ld":
                continue
            first, second = Step(a, KINDS[x]), Step(b, KINDS[y])
            parts = {
                "none": [first, second],
                "both": [first, Step(ALL, ClusterBarrier()), second],
                "split": [
                    first,
                    Step(ALL, ClusterBarrier("arrive")),
                    Step(ALL, ClusterBarrier("wait")),
                    second,
                ],
                "late": [
                    Step(ALL, ClusterBarrier("arrive")),
                    first,
                    Step(ALL, ClusterBarrier("wait")),
                    second,
                ],
                "early": [
                    first,
                    Step(ALL, ClusterBarrier("arrive")),
                    second,
                    Step(ALL, ClusterBarrier("wait")),
                ],
                "relaxed": [first, Step(ALL, ClusterBarrier("both", True)), second],
                "fenced": [
                    first,
                    Step(ALL, Fence("acq_rel", "cluster")),
                    Step(ALL, ClusterBarrier("both", True)),
                    second,
                ],
                "around": [Step(ALL, ClusterBarrier()), first, second, Step(ALL, ClusterBarrier())],
            }
            for how, text in parts.items():
                yield program(f"cluster_{name}_{x}_{y}_{how}", text, 4, 64, 2)


FAMILIES = (pairs, turned, rounds, twice, widths, rows, chains, reads, clusters)


def exhaustive(only=None):
    for family in FAMILIES:
        if not only or family.__name__ in only:
            yield from family()


# ---- at random ----


class Dice:
    """A larger program: a few threads, a few places, some order between them."""

    def __init__(self, name, seed):
        self.r, self.name = random.Random(seed), name
        self.blocks, self.threads = self.r.choice(((1, 64), (2, 32), (2, 64), (3, 64), (1, 96)))
        self.actors = [
            one(
                self.r.randrange(self.blocks),
                self.r.choice([k for k in (0, 1, 2, 32, 33, 64) if k < self.threads]),
            )
            for _ in range(self.r.randint(2, 4))
        ]
        self.slot = self.turn = self.barriers = 0

    def access(self):
        shape = self.r.choice(((4, 1),) * 6 + ((1, 1), (2, 1), (8, 1), (4, 4)))
        kind = (
            self.r.choice(("ld", "ld", "st", "st", "add"))
            if shape == (4, 1)
            else self.r.choice(("ld", "st"))
        )
        at = Place(self.r.randrange(0, 3) * 16 + (self.r.choice((0, 4)) if shape == (4, 1) else 0))
        space = self.r.choice(("global", "global", "shared"))
        sem = (
            "relaxed"
            if kind == "add"
            else self.r.choice(("weak",) * 7 + ("relaxed", "volatile")) if shape[1] == 1 else "weak"
        )
        op = Access(
            kind,
            at,
            space,
            *shape,
            sem=sem,
            value=self.r.choice((5, 6, "own")),
            generic=self.r.random() < 0.1,
        )
        return [Step(self.r.choice(self.actors), op)]

    def row(self):
        own = Place(
            256, "gtid", 4, xor=self.r.choice((0, 0, 1, 32)), plus=self.r.choice((0, 0, 0, 1))
        )
        who = self.r.choice((ALL, Who(0), Who(None, 0)))
        return [
            Step(who, Access(self.r.choice(("ld", "st")), own, value=self.r.choice(("own", 5))))
        ]

    def flag(self):
        a, b = self.r.sample(self.actors, 2) if len(set(self.actors)) > 1 else (None, None)
        if a is None or a == b or self.slot > 10:
            return []
        self.slot += 1
        name = self.r.choice([k for k in BETWEEN if k.startswith("flag") and k != "flag_weak"])
        text = BETWEEN[name](a, b)
        return [
            (
                Step(s.who, change(s.op, at=Place(FLAGS + 64 * self.slot)))
                if hasattr(s.op, "at")
                else s
            )
            for s in text
        ]

    def barrier(self):
        return [Step(ALL, Barrier(self.r.choice((0, 0, 0, 1))))]

    def warp(self):
        return [Step(ALL, SyncWarp())]

    def grid(self):
        self.turn += 1
        return grid(self.blocks, 12, self.turn) if self.blocks > 1 else []

    def some_warps(self):
        if self.threads < 64:
            return []
        block, arrive = self.r.choice((None, 0)), self.r.random() < 0.4
        first, second = self.r.sample(range(self.threads // WARP), 2)
        self.barriers += 1  # who arrives twice would complete it alone
        if self.barriers > 13:
            return []
        return steps(
            (Who(block, first), Barrier(1 + self.barriers, 64, arrive)),
            (Who(block, second), Barrier(1 + self.barriers, 64)),
        )

    def program(self):
        parts = (
            (self.access,) * 8
            + (self.row,) * 2
            + (self.flag,) * 2
            + (self.barrier,) * 3
            + (self.warp, self.grid, self.some_warps)
        )
        text = []
        while len(text) < 16:
            text += self.r.choice(parts)()
        return program(self.name, text, self.blocks, self.threads)


def at_random(seed, count):
    for k in range(count):
        yield Dice(f"random_{seed}_{k}", f"{seed} {k}").program()
