/* Single calls that a document (document.h) tells of, apart from its findings.
 * Owner: the document, of strings, too. */
#ifndef IQ_TRACE_CALLS_H
#define IQ_TRACE_CALLS_H

#include <stdbool.h>
#include <stdint.h>

#include "trace/format.h"

/* The last call of a thread; inside: it had not come back. */
struct iq_last_call {
    const char *api;
    uint32_t entry, stack;
    bool inside;
};

/* A call that was made to fail, or that could have been. */
struct iq_fault {
    const char *api, *result_name;
    int64_t result_code;
    uint64_t nth;   /* which of the calls of that name or glob, 1.. */
    uint32_t stack; /* 0: none */
    bool made;      /* it was made to fail */
    enum iq_fault_use use;
};

/* "read", "ignored", NULL: not known; and back. */
const char *iq_fault_use_name(enum iq_fault_use use);
enum iq_fault_use iq_fault_use_named(const char *name);

/* Memory of the program that an argument of a recorded call leads to; see struct iq_trace_piece. */
struct iq_recorded_memory {
    uint64_t address, size, flags; /* enum iq_trace_piece_flag */
    const char *bytes;             /* [size] of them; NULL: bare */
};

/* A call that --record kept.  Strings are the document's; NULL: not known. */
struct iq_recorded_call {
    uint64_t number; /* 1.., in the order in which calls ended */
    /* what it was made with; args NULL: not kept */
    const uint64_t *args;
    const struct iq_recorded_memory *memory;
    uint32_t arg_count, memory_count;
    uint64_t returned;           /* by the function */
    uint64_t payload;            /* struct iq_trace_call.payload, while a trace is read */
    const char *signature;       /* of a saved report: the row of its function; NULL: see .entry */
    uint64_t start_ns, spent_ns; /* of the monotonic clock */
    uint32_t thread, stack;      /* stack id, 0: not known */
    uint32_t flags;              /* enum iq_trace_call_flag */
    int32_t result;
    uint16_t entry;
    const char *api, *kernel;
    uint64_t stream, object, bytes; /* as in struct iq_trace_call */
};

/* A call near a finding, as a timeline draws it.  Strings are its owner's; NULL: not known. */
enum iq_timeline_kind {
    IQ_TIMELINE_OTHER,
    IQ_TIMELINE_ALLOCATE,
    IQ_TIMELINE_FREE,
    IQ_TIMELINE_COPY,
    IQ_TIMELINE_KERNEL,
    IQ_TIMELINE_WAIT,
    IQ_TIMELINE_KINDS
};
struct iq_timeline_call {
    uint64_t number; /* 0.., among all that were recorded, as they began */
    uint64_t start_ns, spent_ns;
    uint64_t until_ns; /* what it enqueued may be under way until then; 0: it enqueued nothing */
    uint64_t object, bytes, bytes_in_use;
    uint32_t thread, lane; /* lane: of its stream, 1..; 0: it has none */
    int32_t result;
    enum iq_timeline_kind kind;
    bool failed, answered;
    const char *api, *kernel, *place, *mark, *range;
};

/* What the timeline of one finding shows: positions of calls. */
struct iq_timeline_figure {
    uint32_t at, first, last; /* its own call, and the calls around it */
    uint32_t part_count;
    struct iq_timeline_part {
        uint32_t call;
        const char *what;
    } parts[];
};

#endif
