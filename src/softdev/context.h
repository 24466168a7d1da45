/* Devices and contexts.  Owner: devices live as long as the process; contexts are never freed, only
 * marked destroyed, so that a stale CUcontext is always recognised.  Threads: driver lock.  The
 * current context is per thread. */
#ifndef IQ_SOFTDEV_CONTEXT_H
#define IQ_SOFTDEV_CONTEXT_H

#include <pthread.h>

#include "softdev/soft.h"

enum { IQ_DEVICES_MAX = 16 };
enum iq_soft_checks { IQ_CHECKS_ALL, IQ_CHECKS_BOUNDS, IQ_CHECKS_NONE }; /* of kernels */
enum iq_schedule { IQ_SCHEDULE_EAGER, IQ_SCHEDULE_LATE, IQ_SCHEDULE_SHUFFLE };

struct iq_soft_arena;
struct iq_pool;
struct iq_stream;

struct iq_device {
    int ordinal;
    struct iq_soft_arena *arena;
    struct iq_ctx *primary; /* made at cuInit, used by retain */
    struct iq_pool *default_pool, *current_pool;
    size_t graph_used, graph_used_high;
};

struct iq_soft {
    bool initialised;
    int device_count;
    int capability;  /* 90 */
    bool integrated; /* the device's memory is the host's, as on Jetson */
    int driver_version;
    bool takes_newer; /* PTX that is newer than what is known, up to the first thing unknown */
    size_t memory_bytes;
    int cpus;
    enum iq_schedule schedule;
    enum iq_soft_checks checks;
    _Atomic uint64_t schedule_seed;
    uint64_t shuffle; /* the number that was given with shuffle */
    uint64_t hurry;   /* ... with hurry: warps take turns all the time; for tests of kernels that
                         check themselves */
    uint64_t kernel_timeout_ns; /* 0: none */
    struct iq_device devices[IQ_DEVICES_MAX];
};
extern struct iq_soft iq_soft;

struct iq_ctx {
    struct iq_obj obj;
    struct iq_device *device;
    uint64_t id;
    unsigned flags;
    bool primary, destroyed;
    unsigned retains;   /* primary only */
    atomic_int sticky;  /* CUresult of the fault that broke it */
    atomic_bool ending; /* what still runs is to stop */
    bool broken;        /* primary only: it faulted once and cannot be retained again */
    uint32_t peers;     /* bit per device whose memory kernels may use */
    size_t limits[CU_LIMIT_MAX];
    CUfunc_cache cache_config;
    CUsharedconfig shared_config;
    struct iq_stream *legacy;  /* the default stream */
    struct iq_stream *streams; /* all of the context, linked by next */
    /* done when the copies that other contexts made with memory of this one are; or NULL */
    struct iq_op *foreign;
    struct iq_module *modules;
    /* device heap, printf buffer and code, mapped with the first module; 0: not yet */
    uint64_t heap_base;
    size_t heap_bytes;
    struct iq_heap *heap;
    struct iq_ctx *next;
    pthread_mutex_t print_lock;
    char *print_text;
    size_t print_size, print_capacity;
};

/* Current context of this thread, NULL if none; may be destroyed. */
struct iq_ctx *iq_ctx_current(void);
void iq_ctx_set_current(struct iq_ctx *ctx);
CUresult iq_ctx_push(struct iq_ctx *ctx);
struct iq_ctx *iq_ctx_pop(void);
/* New context of [device]; end frees all that hangs on it; renew makes an ended (primary) one
 * usable again. */
struct iq_ctx *iq_ctx_new(struct iq_device *device, unsigned flags);
void iq_ctx_end(struct iq_ctx *ctx);
void iq_ctx_renew(struct iq_ctx *ctx);
/* Context of a handle; NULL stands for the current one.  Gives 201 for garbage, 709 for a destroyed
 * one. */
CUresult iq_ctx_get(CUcontext handle, struct iq_ctx **ctx);
/* 0, 201, 709 or the sticky code. */
CUresult iq_ctx_usable(const struct iq_ctx *ctx);
/* Waits until all work of the context is done; returns its sticky code. */
CUresult iq_ctx_drain(struct iq_ctx *ctx);
/* Drains them all; true: nothing was begun meanwhile. */
bool iq_ctx_drain_all(void);
/* Work of another context uses memory of this one, or work of this one has lost its stream:
 * iq_ctx_drain waits for it too. */
void iq_ctx_follow(struct iq_ctx *ctx, struct iq_op *op);
/* As iq_ctx_drain, before something goes away for good: what still runs after some seconds is
 * stopped, as hardware would. */
void iq_ctx_drain_or_stop(struct iq_ctx *ctx);
/* Breaks the context: every later call gives [code]. */
void iq_ctx_break(struct iq_ctx *ctx, CUresult code);
/* Writes what kernels printed; takes no driver lock. */
void iq_ctx_flush_prints(struct iq_ctx *ctx);
void iq_ctx_print(struct iq_ctx *ctx, const char *text, size_t size);

/* Checks an ordinal: 0 or 101 and the device. */
CUresult iq_device_get(CUdevice ordinal, struct iq_device **device);
int iq_device_attribute(const struct iq_device *device, CUdevice_attribute attribute);
/* Reads the options and makes the devices. */
CUresult iq_soft_initialise(void);

#endif
