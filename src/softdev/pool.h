/* Memory pools of stream-ordered allocation.  Owner: devices own their default pool; created ones
 * live on, unseen, until their last allocation is gone.  Threads: driver lock. */
#ifndef IQ_SOFTDEV_POOL_H
#define IQ_SOFTDEV_POOL_H

#include "softdev/context.h"

struct iq_alloc;

struct iq_pool {
    struct iq_obj obj;
    struct iq_device *device;
    CUmemPoolProps props;
    bool is_default;
    uint64_t release_threshold, used, used_high, reserved_high;
    int reuse_events, reuse_opportunistic, reuse_internal;
    CUmemAccess_flags access[IQ_DEVICES_MAX];
    /* stands for it in other processes; 0: it stays in this one */
    int file;
    uint64_t inode; /* of that file */
    bool imported;
};

CUresult iq_pool_create_default(struct iq_device *device);
CUresult iq_pool_get(CUmemoryPool handle, struct iq_pool **pool);
/* [span] bytes came back. */
void iq_pool_returned(struct iq_pool *pool, size_t span);
struct iq_stream;
/* Allocates for work behind what is in [stream]; [pool] NULL: the device's current one. */
CUresult iq_pool_allocate(struct iq_pool *pool, struct iq_stream *stream, size_t bytes,
                          CUdeviceptr *address);
/* Memory of an allocation node, resting; a node or call that frees it leaves its address to the
 * graph. */
CUresult iq_pool_allocate_node(struct iq_pool *pool, struct iq_stream *stream, size_t bytes,
                               CUdeviceptr *address);
CUresult iq_pool_rest(struct iq_alloc *alloc);
/* A pool of another process, known by its file; memory of it. */
CUresult iq_pool_import(struct iq_device *device, uint64_t inode, struct iq_pool **pool);
void iq_pool_adopt(struct iq_pool *pool, struct iq_alloc *alloc);
/* The allocation is dead at once; its memory goes back when the stream gets there. */
CUresult iq_pool_free(CUdeviceptr address, struct iq_stream *stream);

#endif
