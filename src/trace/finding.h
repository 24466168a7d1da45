/* A finding: what rules produce, what the trace carries, what reports show.  The same struct on
 * both sides: in the guest, strings are borrowed until iq_finding_report returns; in the reader
 * they belong to the document. */
#ifndef IQ_TRACE_FINDING_H
#define IQ_TRACE_FINDING_H

#include <stdbool.h>
#include <stdint.h>

#include "trace/rule_id.h"

struct iq_timeline_figure;

enum iq_severity { IQ_NOTE, IQ_WARNING, IQ_ERROR };

enum { IQ_FINDING_MAX_RELATED = 8 };

/* What debug information must show before a finding is one; the launcher drops it otherwise, and
 * completes it. */
enum iq_proof {
    IQ_PROVEN,
    IQ_PROOF_BOUNDS, /* the access begins in a variable and ends after it */
    /* the variable's block has ended at .proof_address, in the same or another function */
    IQ_PROOF_SCOPE,
    IQ_PROOF_FRAME,  /* none; the frame has ended: whose was it? */
    IQ_PROOF_SOURCE, /* a variable of .object_size bytes lies at .proof_address */
    IQ_DISPROVEN     /* the call failed, nothing was accessed */
};

struct iq_related {
    const char *what;
    uint32_t stack;
};

struct iq_finding {
    /* of this process, 1..; a later record with the same id replaces the earlier (demotion,
     * count) */
    uint64_t id;
    enum iq_rule_id rule;  /* what the guest writes */
    const char *rule_text; /* what the launcher reads: a report may be of another version */
    enum iq_severity severity;
    const char *api, *entry; /* NULL for host accesses and leaks */
    bool has_result;         /* false: the call returned success, or there is none */
    int64_t result_code;
    const char *result_name;
    bool contained;
    int arg_index; /* -1: no guilty argument */
    const char *arg_name, *arg_value;
    /* the argument is one of the kernel's, not of the call that launches it; its name may be a
     * number */
    bool arg_of_kernel;
    /* the kernel's host function, for the parameter's name in debug information; 0: none */
    uint64_t arg_function;
    const char *message, *cause, *fix;
    /* object; object_kind NULL: none */
    const char *object_kind, *object_state; /* live freed destroyed never-created */
    uint64_t object_address, object_size;
    int object_device; /* -1 unknown */
    /* the access, for the small drawing of a memory range; access_size 0: none */
    uint64_t access_address, access_size;
    /* stack ids, 0: none */
    uint32_t stack_call, stack_created, stack_destroyed, stack_kernel;
    /* kernel rules: "file:line|function|bx,by,bz|tx,ty,tz", NULL otherwise */
    const char *kernel_site;
    enum iq_proof proof;
    bool access_writes;
    /* the frame that the access is in: where its function goes on, its canonical frame address; 0:
     * not on a stack */
    uint64_t frame_pc, frame_cfa, proof_address;
    struct iq_related related[IQ_FINDING_MAX_RELATED];
    /* statements of kernels, as kernel_site, instead of stacks; NULL: none */
    const char *related_site[IQ_FINDING_MAX_RELATED];
    int related_count;
    uint64_t count;
    uint64_t found_ns; /* when, by the monotonic clock; 0: not known */
    /* the mark and the NVTX range that the program was in; NULL: none */
    const char *mark, *range;
    /* in the launcher only, of a saved report: numbers of the recorded calls that lead to it, in
     * order */
    const uint64_t *recorded;
    uint32_t recorded_count;
    const struct iq_timeline_figure *figure; /* of a saved report; NULL: none */
    /* in the launcher only: where its record begins, and what was told of it while the program
     * ran; rule NULL: nothing */
    uint64_t written_at;
    struct iq_finding_reported {
        const char *rule;
        enum iq_severity severity;
        uint64_t count;
        bool repeated; /* another one at the same line was reported before */
    } reported;
};

#endif
