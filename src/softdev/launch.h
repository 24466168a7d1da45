/* Kernel launches: arguments are judged and packed when the call is made, blocks run in an
 * operation. */
#ifndef IQ_SOFTDEV_LAUNCH_H
#define IQ_SOFTDEV_LAUNCH_H

#include "softdev/context.h"

struct iq_function;
struct iq_ptx_kernel;
struct iq_op;
struct iq_nested;
struct iq_soft_parts;

struct iq_launch_work {
    struct iq_function *function; /* holds a reference */
    uint32_t grid[3], block[3], cluster[3], shared;
    void *params; /* packed; owned */
    /* watch_host: the observer wants to know what it uses of the host's memory */
    bool cooperative, watch_host;
    /* of the launch, of the API call that enqueues it, for the observer; of the host's, if a kernel
     * launched it */
    uint64_t number, call;
    uint64_t site;              /* of the call that reported it first, for the observer */
    struct iq_nested *launched; /* by a kernel, from where; owned; NULL: by the host */
    /* how memory was divided when it was enqueued (parts.h); a use of it; NULL: not */
    struct iq_soft_parts *parts;
};

/* cluster: 0 = not given */
struct iq_launch_shape {
    unsigned grid[3], block[3], shared;
    bool cooperative;
    unsigned cluster[3];
};

/* Judges and packs.  [function] must be loaded in the current context. */
CUresult iq_launch_plan(struct iq_ctx *ctx, struct iq_function *function,
                        const struct iq_launch_shape *shape, void **params, void **extra,
                        struct iq_launch_work *work);
/* Runs the kernel of an operation. */
CUresult iq_launch_run(struct iq_op *op);
/* Threads of a block that the registers suffice for.  How many a compiler would take is not known:
 * it may need half of what the estimate says, by keeping fewer values at a time. */
uint64_t iq_launch_threads_by_registers(const struct iq_ptx_kernel *kernel);
/* 0, or why no kernel can be launched like this. */
CUresult iq_launch_judge(const struct iq_function *function, const struct iq_launch_shape *shape);
/* The blocks of a cluster, from the launch or else the kernel; 0: neither says. */
void iq_launch_cluster(const struct iq_function *function, const struct iq_launch_shape *shape,
                       unsigned dims[3]);
CUresult iq_launch_work_clone(struct iq_launch_work *to, const struct iq_launch_work *from);
void iq_launch_work_finish(struct iq_launch_work *work);

/* Blocks that fit on one multiprocessor. */
int iq_launch_occupancy(const struct iq_function *function, uint64_t threads,
                        uint64_t dynamic_shared);
/* How many blocks a cluster of the function may have; is the grid a whole number of clusters of
 * these dimensions, and none of them larger? */
unsigned iq_launch_cluster_most(const struct iq_function *function);
bool iq_launch_is_cluster(const struct iq_function *function, const unsigned dims[3],
                          const unsigned grid[3]);

/* Of a stream or a kernel node, as an H100 judges them: of most attributes it does not look at the
 * value. */
bool iq_launch_is_attribute_legal(CUlaunchAttributeID attribute,
                                  const CUlaunchAttributeValue *value);

/* What the thread-block limits of the device are. */
enum {
    IQ_BLOCK_THREADS_MAX = 1024,
    IQ_SHARED_DEFAULT = 48 << 10,
    IQ_SHARED_OPTIN = 227 << 10,
    IQ_SHARED_SM = 228 << 10,
    IQ_SHARED_RESERVED = 1 << 10,
    IQ_SM_THREADS = 2048,
    IQ_SM_BLOCKS = 32,
    IQ_SM_REGISTERS = 65536,
    IQ_SM_COUNT = 132,
    IQ_CLUSTER_PORTABLE = 8,
    IQ_CLUSTER_NONPORTABLE = 16,
    IQ_SM_CLUSTERED = 8 /* blocks of clusters at once, as an H100 says */
};

/* Number of the next launch, 1..  The lock is held. */
uint64_t iq_launch_number(void);

/* A call that launches, in the context of its stream. */
CUresult iq_launch_in(CUfunction handle, const struct iq_launch_shape *shape,
                      CUstream stream_handle, void **params, void **extra);

#endif
