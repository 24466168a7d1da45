/* NVIDIA's device runtime as kernels call it: the interpreter brings arguments and results to and
 * fro, what the functions do is the launcher's (iq_ptx_env.runtime).  Owner: a call lives until the
 * callback returns.  Threads: callbacks come from several at once. */
#ifndef IQ_PTX_RUNTIME_H
#define IQ_PTX_RUNTIME_H

#include "ptx/ptx_exec.h"

enum iq_ptx_runtime {
    IQ_PTX_RUNTIME_NONE,
    IQ_PTX_RUNTIME_GET_PARAMETER_BUFFER,
    IQ_PTX_RUNTIME_GET_PARAMETER_BUFFER_V2,
    IQ_PTX_RUNTIME_LAUNCH_DEVICE,
    IQ_PTX_RUNTIME_LAUNCH_DEVICE_V2,
    IQ_PTX_RUNTIME_GET_LAST_ERROR,
    IQ_PTX_RUNTIME_PEEK_AT_LAST_ERROR,
    IQ_PTX_RUNTIME_GET_ERROR_STRING,
    IQ_PTX_RUNTIME_GET_ERROR_NAME,
    IQ_PTX_RUNTIME_DEVICE_GET_ATTRIBUTE,
    IQ_PTX_RUNTIME_DEVICE_GET_LIMIT,
    IQ_PTX_RUNTIME_DEVICE_GET_CACHE_CONFIG,
    IQ_PTX_RUNTIME_DEVICE_GET_SHARED_MEM_CONFIG,
    IQ_PTX_RUNTIME_GET_DEVICE_COUNT,
    IQ_PTX_RUNTIME_GET_DEVICE,
    IQ_PTX_RUNTIME_RUNTIME_GET_VERSION,
    IQ_PTX_RUNTIME_STREAM_CREATE,
    IQ_PTX_RUNTIME_STREAM_DESTROY,
    IQ_PTX_RUNTIME_STREAM_WAIT_EVENT,
    IQ_PTX_RUNTIME_EVENT_CREATE,
    IQ_PTX_RUNTIME_EVENT_RECORD,
    IQ_PTX_RUNTIME_EVENT_DESTROY,
    IQ_PTX_RUNTIME_FUNC_GET_ATTRIBUTES,
    IQ_PTX_RUNTIME_OCCUPANCY,
    IQ_PTX_RUNTIME_MALLOC,
    IQ_PTX_RUNTIME_FREE,
    IQ_PTX_RUNTIME_MEMCPY,
    IQ_PTX_RUNTIME_MEMCPY_2D,
    IQ_PTX_RUNTIME_MEMCPY_3D,
    IQ_PTX_RUNTIME_MEMSET,
    IQ_PTX_RUNTIME_MEMSET_2D,
    IQ_PTX_RUNTIME_MEMSET_3D
};

enum { IQ_PTX_RUNTIME_ARGUMENTS = 8 };

/* One thread's call. */
struct iq_ptx_runtime_call {
    enum iq_ptx_runtime function;
    uint32_t count, sizes[IQ_PTX_RUNTIME_ARGUMENTS]; /* arguments, bytes of each */
    const void *arguments[IQ_PTX_RUNTIME_ARGUMENTS]; /* where they lie */
    struct iq_ptx_fault place;                       /* the statement, block and thread */
    uint64_t block_index, thread_index;
    /* of a launch: how many the block has made before */
    uint32_t launches;
    uint64_t result;
    /* memory that begins a new life with this call; 0: none */
    uint64_t fresh, fresh_bytes;
    struct iq_warp *warp;
    const struct iq_ptx_insn *insn;
    uint32_t lane; /* the interpreter's */
};

/* What programs call it: "cudaMemcpyAsync"; "a launch". */
const char *iq_ptx_runtime_name(enum iq_ptx_runtime function);
/* What a block used when it had launched [launches] kernels already. */
struct iq_ptx_later {
    struct iq_ptx_span span;
    uint64_t block;
    uint32_t launches;
};
/* Once the blocks are destroyed; *later lives as long as the launch.  False: nothing, not watched,
 * too much, or it waits for others. */
bool iq_ptx_launch_later(const struct iq_ptx_launch *launch, const struct iq_ptx_later **later,
                         uint32_t *count);
/* Can the kernel launch others? */
bool iq_ptx_kernel_launches(const struct iq_ptx_kernel *kernel);

/* Argument k, up to eight bytes of it; 0 if it is not there. */
uint64_t iq_ptx_runtime_argument(const struct iq_ptx_runtime_call *call, uint32_t k);
/* Between bytes here and what the thread calls [address], as if it accessed them itself; false:
 * that was a fault. */
bool iq_ptx_runtime_write(const struct iq_ptx_runtime_call *call, uint64_t address,
                          const void *bytes, uint32_t size);
bool iq_ptx_runtime_read(const struct iq_ptx_runtime_call *call, uint64_t address, void *bytes,
                         uint32_t size);

/* The kernel whose address device code has in [handle]; NULL: none. */
const struct iq_ptx_kernel *iq_ptx_image_kernel(const struct iq_ptx_image *image, uint64_t handle);

#endif
