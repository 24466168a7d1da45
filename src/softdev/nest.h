/* Kernels that launch kernels: what NVIDIA's device runtime does for device code (dynamic
 * parallelism).  What a running kernel launches, copies or fills are operations of the engine that
 * belong to the kernel's own, which is done when they are.  Streams and events of device code live
 * as long as the kernel runs; each block has a default stream of its own.
 * Owner: the run of a kernel, from the first call on.  Threads: any; the driver lock inside. */
#ifndef IQ_SOFTDEV_NEST_H
#define IQ_SOFTDEV_NEST_H

#include "abi/soft_observer.h"
#include "ptx/runtime.h"
#include "softdev/engine.h"

struct iq_function;

enum { IQ_NEST_BUCKETS = 256, IQ_NEST_ROUNDS = 32 };

/* From where a kernel was launched.  Its parent's operation outlives it, and with it all that
 * [place] points to. */
struct iq_nested {
    struct iq_soft_place place;
    /* an address of local or shared memory is among its arguments */
    bool handed_down;
    bool tail; /* it begins when all else is over */
    /* of the parent: by which block, which had launched so many before */
    uint64_t block;
    uint32_t launches;
};

struct iq_nest {
    struct iq_op *op; /* of the running kernel */
    /* streams, events, parameter buffers, threads; by a hash of their key */
    struct iq_nest_entry *entries[IQ_NEST_BUCKETS];
    uint32_t rounds[IQ_NEST_ROUNDS]; /* how many threads have launched for the k-th time */
    uint64_t last;                   /* handle */
};

/* NULL: the host launched it. */
const struct iq_soft_place *iq_nest_place(const struct iq_launch_work *work);

/* A thread of [op]'s kernel calls a function of the device runtime; *nest is made when first
 * needed.  False: a fault, reported. */
bool iq_nest_call(struct iq_nest **nest, struct iq_op *op, struct iq_ptx_runtime_call *call);
void iq_nest_destroy(struct iq_nest *nest); /* NULL is fine */

/* ---- nest_race.c: kernels against those that they launched ---- */
/* Should [work]'s kernel be watched for that? */
bool iq_nest_is_watched(const struct iq_launch_work *work);
/* The watched kernel of [op] has run. */
void iq_nest_used(struct iq_op *op, struct iq_ptx_launch *launch);
/* The watched kernel of [op] is complete, and so is all that it launched: compares their accesses.
 * Driver lock. */
void iq_nest_over(struct iq_op *op);

/* ---- for nest_query.c: answers a call that launches nothing; a cudaError, IQ_NEST_FAULT, or
 * IQ_NEST_OTHER: it is none of these.  No lock held. */
enum { IQ_NEST_FAULT = -1, IQ_NEST_OTHER = -2 };
int iq_nest_query(struct iq_nest *nest, struct iq_ptx_runtime_call *call);
/* The function of a kernel's address in device code; NULL: none.  Driver lock. */
struct iq_function *iq_nest_function(const struct iq_nest *nest, uint64_t handle);

#endif
