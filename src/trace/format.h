/* The trace file: what a traced process leaves behind for the launcher.  One file per process image
 * in the session folder, named trace.<pid>.<n>; memory-mapped and append-only, so that it is
 * complete whatever ends the process.
 *
 * Findings that it has no room for are in further files, findings.<pid>.<n>.<k>, of the same form.
 *
 *   header   struct iq_trace_header (64 bytes)
 *   records  struct iq_record_header, then [size] bytes of payload, then padding to 8.  A record
 *   counts only when
 *            header.used covers it; the writer stores header.used last (release).
 *   payload  a sequence of fields: u16 tag, u16 reserved, u32 length, then [length] bytes, padded
 *   to 4.
 *            Integers are 8 bytes little-endian, strings have no NUL, lists are repeated fields in
 *            order.
 * Unknown tags and record types are skipped by readers.  Tags are never reused. */
#ifndef IQ_TRACE_FORMAT_H
#define IQ_TRACE_FORMAT_H

#include <stdint.h>

#define IQ_TRACE_MAGIC "inquest1"

struct iq_trace_header {
    char magic[8];
    uint32_t version; /* 1 */
    uint32_t pid;
    /* bytes of the file that hold complete records, header included; accessed by __atomic
     * builtins */
    uint64_t used;
    uint64_t dropped; /* records lost because the file could not grow */
    /* findings over --max, which were counted only, by severity; accessed by __atomic builtins */
    uint64_t folded[3];
    /* pages that the process did not get: something was not recorded; accessed by __atomic
     * builtins */
    uint64_t forgotten;
};

/* Of a first file of [size] bytes, those that new findings are not written to. */
static inline uint64_t iq_trace_reserved(uint64_t size)
{
    const uint64_t least = 128 << 10;
    return size / 4 > least ? size / 4 : least;
}

struct iq_record_header {
    uint32_t type, size;
};

/* What a thread is doing, kept up to date in place: all that is known of a process which is killed.
 * A cache line each. */
struct iq_trace_thread {
    uint64_t calls;  /* outermost calls that it has made */
    uint32_t stack;  /* STACK_ID of the call, 0: not known */
    uint16_t entry;  /* ENTRY_ID of the last call */
    uint16_t inside; /* 1: it has not come back */
    uint64_t unused[6];
};
enum { IQ_TRACE_THREADS = 64 };

/* A communicator's collectives, kept up to date in place: the last ones of [count] that were made;
 * the n-th stands at n % IQ_TRACE_COLLECTIVES. */
enum { IQ_TRACE_COLLECTIVES = 256 };
struct iq_trace_collective {
    uint64_t count;   /* elements */
    uint32_t stack;   /* STACK_ID */
    uint16_t entry;   /* ENTRY_ID */
    int16_t datatype; /* -1: none, as for .op and .root */
    int32_t op, root;
};
struct iq_trace_collectives {
    uint64_t communicator; /* the same in all ranks */
    int32_t rank, ranks;   /* ranks 0: not known */
    uint32_t stack;        /* STACK_ID where it was made */
    uint32_t unused;
    uint64_t count; /* atomic */
    struct iq_trace_collective calls[IQ_TRACE_COLLECTIVES];
};

enum { IQ_RECORD_MOST = 400000 }; /* calls; they have to fit into half of the file */

/* A call that --record keeps; written in place, [number] last. */
struct iq_trace_call {
    uint64_t number;   /* 1..; 0: being written; of a ring, the place is (number - 1) % capacity */
    uint64_t start_ns; /* of the monotonic clock */
    uint64_t spent_ns;
    uint32_t thread; /* of the kernel */
    uint32_t stack;  /* STACK_ID, 0: not known */
    uint16_t entry;  /* ENTRY_ID */
    uint16_t flags;  /* enum iq_trace_call_flag */
    int32_t result;
    uint64_t stream;  /* handle; valid with IQ_CALL_HAS_STREAM */
    uint64_t object;  /* handle or address that it makes, ends, writes or uses; 0: none */
    uint64_t bytes;   /* that it allocates, copies or fills; of a launch: NAME_ID of the kernel */
    uint64_t payload; /* where struct iq_trace_payload began, see struct iq_trace_payloads */
};
enum iq_trace_call_flag {
    IQ_CALL_FAILED = 1,     /* .result is an error */
    IQ_CALL_ANSWERED = 2,   /* not forwarded */
    IQ_CALL_HAS_STREAM = 4, /* enqueues on .stream */
    IQ_CALL_LAUNCH = 8,
    IQ_CALL_COPY = 16,     /* reads or writes memory of the device */
    IQ_CALL_ALLOCATE = 32, /* makes memory at .object */
    IQ_CALL_FREE = 64,
    IQ_CALL_WAIT_STREAM = 128, /* what was enqueued on .stream is complete when it returns */
    IQ_CALL_WAIT_ALL = 256,    /* what was enqueued on any stream of the context is */
    IQ_CALL_HIDDEN = 512       /* a compiler or a runtime wrote it, not a programmer */
};
/* The ring of such calls: this, then [capacity] of them. */
struct iq_trace_ring {
    uint64_t used; /* calls that were recorded; the last [capacity] are there; atomic */
    uint64_t capacity;
};

/* What recorded calls were made with: this, then [capacity] bytes.  The payload that was given
 * place p lies at p % capacity, in one piece, and is there until used - p > capacity. */
struct iq_trace_payloads {
    uint64_t used; /* bytes that were given away, ever; atomic */
    uint64_t capacity;
};
/* One of them: this, then [args] values of 8 bytes, then [pieces] of memory. */
struct iq_trace_payload {
    uint64_t number; /* of its call; 0: being written; atomic */
    uint32_t bytes;  /* all of it, a multiple of 8 */
    uint16_t args, pieces;
    uint64_t returned; /* what the function returned */
};
/* Memory of the program that an argument leads to: this, then [size] bytes, padded to 8; none if
 * IQ_PIECE_BARE. */
struct iq_trace_piece {
    uint64_t address, size, flags;
};
enum iq_trace_piece_flag {
    IQ_PIECE_MADE = 1, /* objects or addresses that the call has written there, 8 bytes each */
    IQ_PIECE_BARE = 2, /* host memory whose contents do not matter */
    IQ_PIECE_PLAIN = 4 /* it holds no objects or addresses */
};
enum { IQ_PAYLOADS_BYTES = 16 << 20 };

enum iq_record_type {
    IQ_REC_PROCESS = 1, /* PID PPID ARG* HOST RANK RANKS JOB EXE START_NS */
    /* BASE END BIAS PATH BUILD_ID DELETED: an ELF object mapped in the process (also when
     * unmapped) */
    IQ_REC_MODULE,
    /* STACK_ID PC* MARK RANGE: return addresses innermost first (first pc is a return address,
     * too); what the program was doing */
    IQ_REC_STACK,
    /* STACK_ID then (FUNCTION FILE LINE ENTERED)*: interpreter frames; ENTERED 1: called from C */
    IQ_REC_PYSTACK,
    IQ_REC_FINDING,  /* fields below; same FINDING_ID later replaces */
    IQ_REC_DEVICE,   /* DEVICE_KIND API* DRIVER NAME* */
    IQ_REC_COVERAGE, /* CALLS RUNTIME then UNTRACKED_NAME UNTRACKED_COUNT* */
    /* LEVEL TEXT: something the user must hear (nothing intercepted, runtime hidden, ...) */
    IQ_REC_MESSAGE,
    IQ_REC_EXIT, /* the process left in an orderly way: EXIT_CODE */
    /* the image is about to be replaced: PATH; without one: it was not, after all */
    IQ_REC_EXEC,
    /* THREADS: struct iq_trace_thread[IQ_TRACE_THREADS]; the first record, so that none straddles
     * cache lines */
    IQ_REC_THREADS,
    IQ_REC_ENTRY, /* ENTRY_ID NAME: what a thread's .entry means */
    IQ_REC_SHORT, /* TEXT: why lines of `inquest trace` could not be written */
    /* KERNELS_LAUNCHES KERNELS_CHECKED of all, then for each module KERNELS_MODULE
     * KERNELS_LAUNCHES KERNELS_CHECKED, and KERNELS_WHY_NOT if some were not */
    IQ_REC_KERNELS,
    /* PC FUNCTION PATH FILE LINE METHOD IL_OFFSET: what a runtime says of code that it compiled;
     * PATH: the assembly; METHOD: its token there */
    IQ_REC_COMPILED,
    IQ_REC_CALLS, /* RING: struct iq_trace_ring and its calls */
    IQ_REC_NAME,  /* NAME_ID NAME: of a kernel that a recorded call launches */
    /* CALL_API COUNT RESULT_CODE RESULT_NAME STACK_CALL MADE USE: a call that was made to fail
     * (--fail), or could have been; COUNT: which of the calls of its name;
     * USE: enum iq_fault_use */
    IQ_REC_FAULT,
    IQ_REC_COLLECTIVES, /* COLLECTIVES: struct iq_trace_collectives */
    IQ_REC_PAYLOADS,    /* RING: struct iq_trace_payloads and its bytes */
    /* (COUNTER COUNT)*: enum iq_counter (base/counters.h) and what it has counted */
    IQ_REC_COUNTERS,
    IQ_REC_FURTHER, /* NAME: a file beside this one that holds findings and their stacks only */
    IQ_REC_VOID     /* a finding that another file has now */
};

/* What becomes of the result of a call. */
enum iq_fault_use { IQ_FAULT_USE_UNKNOWN, IQ_FAULT_USE_READ, IQ_FAULT_USE_NONE };

enum iq_trace_tag {
    IQ_TAG_PID = 1,
    IQ_TAG_PPID,
    IQ_TAG_ARG,
    IQ_TAG_HOST,
    IQ_TAG_RANK,
    IQ_TAG_EXE,
    IQ_TAG_START_NS,
    IQ_TAG_RANKS,
    IQ_TAG_JOB,
    IQ_TAG_BASE = 20,
    IQ_TAG_END,
    IQ_TAG_BIAS,
    IQ_TAG_PATH,
    IQ_TAG_BUILD_ID,
    IQ_TAG_DELETED,
    IQ_TAG_STACK_ID = 30,
    IQ_TAG_PC,
    IQ_TAG_FUNCTION,
    IQ_TAG_FILE,
    IQ_TAG_LINE,
    IQ_TAG_ENTERED,
    IQ_TAG_METHOD,
    IQ_TAG_IL_OFFSET,
    IQ_TAG_DEVICE_KIND = 40,
    IQ_TAG_API,
    IQ_TAG_DRIVER,
    IQ_TAG_NAME,
    IQ_TAG_CALLS = 50,
    IQ_TAG_RUNTIME,
    IQ_TAG_UNTRACKED_NAME,
    IQ_TAG_UNTRACKED_COUNT,
    IQ_TAG_LEVEL = 60,
    IQ_TAG_TEXT,
    IQ_TAG_EXIT_CODE,
    IQ_TAG_THREADS,
    IQ_TAG_ENTRY_ID,
    IQ_TAG_KERNELS_LAUNCHES = 80,
    IQ_TAG_KERNELS_CHECKED,
    IQ_TAG_KERNELS_MODULE,
    IQ_TAG_KERNELS_WHY_NOT,
    IQ_TAG_RING = 90,
    IQ_TAG_NAME_ID,
    IQ_TAG_MADE = 96,
    IQ_TAG_USE,
    IQ_TAG_COLLECTIVES,
    IQ_TAG_COUNTER,
    /* finding */
    IQ_TAG_FINDING_ID = 100,
    IQ_TAG_RULE,
    IQ_TAG_SEVERITY,
    IQ_TAG_CALL_API,
    IQ_TAG_CALL_ENTRY,
    IQ_TAG_RESULT_CODE,
    IQ_TAG_RESULT_NAME,
    IQ_TAG_CONTAINED,
    IQ_TAG_ARG_INDEX,
    IQ_TAG_ARG_NAME,
    IQ_TAG_ARG_VALUE,
    IQ_TAG_MESSAGE,
    IQ_TAG_CAUSE,
    IQ_TAG_FIX,
    IQ_TAG_OBJECT_KIND,
    IQ_TAG_OBJECT_STATE,
    IQ_TAG_OBJECT_ADDRESS,
    IQ_TAG_OBJECT_SIZE,
    IQ_TAG_OBJECT_DEVICE,
    IQ_TAG_ACCESS_ADDRESS,
    IQ_TAG_ACCESS_SIZE,
    IQ_TAG_STACK_CALL,
    IQ_TAG_STACK_CREATED,
    IQ_TAG_STACK_DESTROYED,
    IQ_TAG_STACK_KERNEL,
    IQ_TAG_KERNEL_SITE,
    IQ_TAG_RELATED_WHAT,
    IQ_TAG_RELATED_STACK /* follows its RELATED_WHAT */,
    IQ_TAG_COUNT,
    IQ_TAG_ARG_FUNCTION,
    IQ_TAG_PROOF,
    IQ_TAG_ACCESS_WRITES,
    IQ_TAG_FRAME_PC,
    IQ_TAG_FRAME_CFA,
    IQ_TAG_PROOF_ADDRESS,
    IQ_TAG_FOUND_NS,
    IQ_TAG_MARK,
    IQ_TAG_RANGE,
    IQ_TAG_RELATED_SITE /* follows its RELATED_WHAT */
};

#endif
