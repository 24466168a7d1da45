/* The engine: operations with dependencies, run by worker threads.  An operation becomes ready when
 * all it waits for is done; what it does is its work, which graphs store too.  Order between
 * streams is expressed by dependencies only.
 * Owner: operations are counted; whoever keeps a pointer holds a reference.  Threads: driver lock,
 * dropped while work runs.
 * Fork: a child has no workers; nothing runs there, since every API call is refused. */
#ifndef IQ_SOFTDEV_ENGINE_H
#define IQ_SOFTDEV_ENGINE_H

#include "softdev/context.h"
#include "softdev/copy.h"
#include "softdev/launch.h"

enum iq_work_kind {
    IQ_WORK_NOTHING,
    IQ_WORK_KERNEL,
    IQ_WORK_COPY,
    IQ_WORK_FILL,
    IQ_WORK_HOST,
    IQ_WORK_CALLBACK,
    IQ_WORK_WAIT_VALUE,
    IQ_WORK_WRITE_VALUE,
    IQ_WORK_RELEASE /* a freed allocation of a pool gives its memory back */,
    IQ_WORK_SHARED_RECORD,
    IQ_WORK_SHARED_WAIT /* events of several processes */,
    /* values of a graph's conditions begin; what one says is done */
    IQ_WORK_CONDITIONS,
    IQ_WORK_BRANCH
};

struct iq_value_work {
    uint64_t address, value;
    unsigned flags;
    bool wide;
};
struct iq_host_work {
    CUhostFn fn;
    CUstreamCallback callback;
    CUstream stream;
    void *user;
    bool of_graph; /* calls that name a stream are let through, as measured on an H200 */
};
struct iq_release_work {
    struct iq_alloc *alloc;
};
struct iq_conditions_work {
    struct iq_exec *exec;
};
struct iq_branch_work {
    struct iq_branch *branch;
    struct iq_op *done;
    uint64_t call; /* that launched the graph */
};
/* holds a reference */
struct iq_shared_work {
    struct iq_share_event *event;
    uint64_t number;
};

struct iq_work {
    enum iq_work_kind kind;
    union {
        struct iq_launch_work kernel;
        struct iq_copy_work copy;
        struct iq_fill_work fill;
        struct iq_host_work host;
        struct iq_value_work value;
        struct iq_release_work release;
        struct iq_shared_work shared;
        struct iq_conditions_work conditions;
        struct iq_branch_work branch;
    } u;
};

/* Takes references and copies what [work] owns; the copy is finished on its own. */
CUresult iq_work_clone(struct iq_work *to, const struct iq_work *from);
void iq_work_finish(struct iq_work *work);

struct iq_op {
    uint32_t refs, pending;
    bool done, started;
    /* of this operation alone; faults of kernels break the context instead */
    CUresult result;
    struct iq_ctx *ctx;
    struct iq_work work;
    struct iq_op **dependents;
    uint32_t dependent_count, dependent_capacity;
    uint64_t done_ns;
    struct iq_op *next_ready;
    /* Work that a running kernel has given: the kernel's operation is done when that is, too. */
    struct iq_op *parent; /* holds a reference */
    uint32_t children;    /* not done yet */
    uint32_t blocked;     /* of its blocks wait in iq_engine_wait_nested */
    bool over;            /* its own work is */
    /* what runs, one after the other, when all else is over */
    struct iq_op *tails, *next_tail;
    struct iq_nest_use *use, *children_use; /* nest_race.c */
};

/* New operation that owns [work] (NULL: nothing to do); one reference for the caller.  NULL without
 * memory: [work] is finished. */
struct iq_op *iq_op_new(struct iq_ctx *ctx, struct iq_work *work);
/* [op] waits for [other]; NULL and finished ones count for nothing.  Before submit only. */
CUresult iq_op_after(struct iq_op *op, struct iq_op *other);
void iq_op_submit(struct iq_op *op);
/* [op], not submitted yet, is work of the running [parent]: to be submitted, or, [tail], left to
 * the engine. */
void iq_op_adopt(struct iq_op *parent, struct iq_op *op, bool tail);
/* Work of running kernels that is not over; waits, [op] being the one that runs, until it is less
 * than [most] or cannot become less: false. */
bool iq_engine_wait_nested(struct iq_op *op, uint32_t most);
/* Submits and waits; runs in this thread when nothing is in front.  Returns the operation's result
 * or the sticky code. */
CUresult iq_op_submit_and_wait(struct iq_op *op);
/* Waits until done; returns the sticky code of its context. */
CUresult iq_op_wait(struct iq_op *op);
/* Waits until done or until [limit_ns] of iq_now_ns; is it done? */
bool iq_op_wait_until(struct iq_op *op, uint64_t limit_ns);
void iq_op_ref(struct iq_op *op);
void iq_op_unref(struct iq_op *op);

/* True on a worker thread that runs a host function or callback: the API is closed to it, */
bool iq_engine_in_callback(void);
/* but for calls that name a stream, if a graph calls it. */
bool iq_engine_may_name_stream(void);
/* Before a function of the program is called: a worker thread takes signals from now on. */
void iq_engine_admit_signals(void);

/* The program's call that the calling thread works for, by the observer's number; 0: nobody
 * counts. */
uint64_t iq_engine_call(void);

/* Runs [job] in this thread and up to [helpers] more; returns when all have come back.  No lock
 * held. */
void iq_parallel_run(void (*job)(void *arg), void *arg, unsigned helpers);

#endif
