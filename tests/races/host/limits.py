"""What is known not to be reported: the checker's documented limits (docs/order.md).

A limit excuses silence about a pair of steps, never a report.  How many programs each excuses is
counted by the test and compared with limits.txt, so that the list does not grow unseen."""

from program import KERNELS

LIMITS = {
    "mapped": "hosts wait for kernels by polling pinned memory: what they do there while a kernel"
    " uses it is not judged",
    "lifted": "who else uses pinned memory near the bytes, or used them before, may have lifted"
    " the guard or have one of its own there",
    "polled": "a host that reads the same word of managed memory again waits for it",
}
PAGE = 4096


def uses_page(step, access):
    first, last = access.lo // PAGE, (access.hi - 1) // PAGE
    ranges = ((step.to, step.at), (step.source, step.source_at))
    return any(
        m == access.memory and at // PAGE <= last and (at + step.bytes - 1) // PAGE >= first
        for m, at in ranges
        if step.bytes
    )


def limit_of(program, a, b):
    """The limit that excuses silence about a race of two accesses; None: it is to be told."""
    host, work = (a, b) if a.node[1] == "call" else (b, a)
    steps = program.steps
    if host.node[1] == "call" and not host.end and host.memory == "p":
        if steps[work.step].kind in KERNELS:
            return "mapped"
        if any(i != work.step and uses_page(steps[i], host) for i in range(host.step)):
            return "lifted"
    if host.node[1] == "call" and host.memory == "m" and is_polled(steps, work):
        return "polled"
    return None


def is_polled(steps, work):
    """Is a word that the work uses read twice with no work on memory between?"""
    last = set()
    for step in steps[work.step + 1 :]:
        if step.bytes and step.kind not in ("read", "write"):
            last.clear()
        if step.kind == "read" and step.to == "m" and work.lo < step.at + 4 and step.at < work.hi:
            if step.at in last:
                return True
            last.add(step.at)
    return False


def excused(program, verdict):
    """{(earlier step, later step): limit}"""
    of = {pair: limit_of(program, *races) for pair, races in verdict.must.items()}
    return {pair: limit for pair, limit in of.items() if limit}
