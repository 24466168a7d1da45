/* Between the effects of kernels and the rules: an argument that is being set, a kernel that is
 * being enqueued.  On the stack of the call. */
#ifndef IQ_API_OPENCL_KERNELS_H
#define IQ_API_OPENCL_KERNELS_H

#include "api_opencl/objects.h"
#include "call/cause.h"

/* One mistake about an argument of a kernel object is one finding, wherever it shows. */
static inline uint64_t iq_cl_argument_cause(const struct iq_handle *kernel, uint32_t index)
{
    return iq_cause(IQ_CAUSE_CL_ARGUMENT, (uintptr_t)kernel ^ (uint64_t)(index + 1) << 48 ^
                                              (uint64_t)kernel->generation << 40);
}

struct iq_cl_setting {
    struct iq_handle *kernel;
    struct iq_cl_kernel *details;
    const struct iq_cl_arg *arg; /* NULL: the kernel has no such argument */
    uint32_t index;
    /* as given: bytes, and the address of the value (or the SVM or USM address itself) */
    uint64_t size, value;
    uint64_t word; /* first bytes of the value; a handle or address is whole */
    bool by_address;
};

struct iq_cl_range {
    struct iq_handle *kernel, *queue;  /* NULL unknown */
    struct iq_cl_kernel *details;      /* NULL unknown */
    const struct iq_cl_device *device; /* NULL unknown */
    uint32_t dimensions;
    uint64_t offset[3], global[3], local[3];
    bool has_offset, has_global, has_local; /* given and readable */
};

#endif
