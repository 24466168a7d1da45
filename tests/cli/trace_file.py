"""Writes trace files as the library inside a program does (src/trace/format.h), for tests of the launcher."""
import struct

PROCESS, MODULE, STACK, PYSTACK, FINDING, DEVICE, COVERAGE, MESSAGE, EXIT, EXEC, THREADS, ENTRY = range(1, 13)
TAGS = {name: 1 + i for i, name in enumerate("PID PPID ARG HOST RANK EXE START_NS RANKS JOB".split())}
TAGS |= {name: 20 + i for i, name in enumerate("BASE END BIAS PATH BUILD_ID DELETED".split())}
TAGS |= {name: 30 + i for i, name in enumerate("STACK_ID PC FUNCTION FILE LINE".split())}
TAGS |= {name: 40 + i for i, name in enumerate("DEVICE_KIND API DRIVER NAME".split())}
TAGS |= {name: 50 + i for i, name in enumerate("CALLS RUNTIME UNTRACKED_NAME UNTRACKED_COUNT".split())}
TAGS |= {name: 60 + i for i, name in enumerate("LEVEL TEXT EXIT_CODE THREADS ENTRY_ID".split())}
TAGS |= {name: 100 + i for i, name in enumerate(
    "FINDING_ID RULE SEVERITY CALL_API CALL_ENTRY RESULT_CODE RESULT_NAME CONTAINED ARG_INDEX ARG_NAME ARG_VALUE MESSAGE "
    "CAUSE FIX OBJECT_KIND OBJECT_STATE OBJECT_ADDRESS OBJECT_SIZE OBJECT_DEVICE ACCESS_ADDRESS ACCESS_SIZE STACK_CALL "
    "STACK_CREATED STACK_DESTROYED STACK_KERNEL KERNEL_SITE RELATED_WHAT RELATED_STACK COUNT ARG_FUNCTION PROOF".split())}


def field(name, value):
    if isinstance(value, int):
        value = struct.pack("<Q", value & (2**64 - 1))
    elif isinstance(value, str):
        value = value.encode()
    return struct.pack("<HHI", TAGS[name], 0, len(value)) + value + b"\0" * (-len(value) % 4)


def thread(calls, entry, inside, stack=0):
    return struct.pack("<QIHH48x", calls, stack, entry, inside)


def record(kind, *fields):
    body = b"".join(field(name, value) for name, value in fields)
    return struct.pack("<II", kind, len(body)) + body + b"\0" * (-len(body) % 8)


def trace(pid, *records):
    body = b"".join(records)
    return struct.pack("<8sIIQQ32x", b"inquest1", 1, pid, 64 + len(body), 0) + body
