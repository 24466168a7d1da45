#include "rules/faults/kernel_fix.h"

#include <stdbool.h>
#include <string.h>

#include "abi/cuda_abi.h"
#include "abi/soft_observer.h"
#include "model/names.h"
#include "model/pools.h"
#include "rules/common/held.h"
#include "rules/faults/kernel_nested.h"
#include "rules/faults/kernel_source.h"
#include "rules/faults/kernel_unwritten.h"
#include "rules/rules.h"
#include "rules/words.h"

bool iq_soft_is_of_full_heap(const struct iq_soft_fault *fault)
{
    return fault->kind == IQ_SOFT_FAULT_NULL_PAGE && fault->heap_asked && !fault->argument &&
           !fault->source_variable && !fault->source_site;
}

bool iq_soft_is_short(const struct iq_soft_fault *fault)
{
    return fault->kind == IQ_SOFT_FAULT_OUT_OF_BOUNDS && fault->wanted;
}

static bool is_pitched(const struct iq_range *range)
{
    const struct iq_entry *made = range->created.entry;
    return made &&
           (made->operation == IQ_OP_ALLOCATE_PITCHED || made->operation == IQ_OP_ALLOCATE_3D);
}

/* A kernel's store in the middle of a variable of the module, which only a __constant__ one
 * refuses. */
static bool is_write_to_constant(const struct iq_soft_fault *fault)
{
    return fault->kind == IQ_SOFT_FAULT_OUT_OF_BOUNDS && fault->is_write && fault->variable &&
           fault->address >= fault->object_base &&
           fault->address - fault->object_base + fault->size <= fault->object_size;
}

static const char *shared_fix(const struct iq_soft_fault *fault)
{
    if (fault->wanted)
        return "pass the size of the dynamic shared memory to the launch in bytes: the number of elements times sizeof";
    return fault->variable
               ? "check the index against the size of the array, or declare the array larger"
               : "check the index against the size of the array, or give the launch more dynamic shared memory";
}

/* An address that leads to nothing at all. */
static const char *nowhere_fix(const struct iq_soft_fault *fault)
{
    return fault->argument
               ? "check the value passed for this argument: no allocation is near that address"
               : "check where the kernel gets this address from: no allocation is near it";
}

/* What to do about a global access to the wrong place. */
static const char *access_fix(const struct iq_soft_fault *fault, const struct iq_range *range)
{
    if (iq_pools_forbid(fault))
        return "change the permissions that the program set for this memory by NVTX before the launch, or do not access the memory";
    if (fault->kind == IQ_SOFT_FAULT_OUT_OF_BOUNDS && !fault->object_size)
        return nowhere_fix(fault);
    if (is_write_to_constant(fault))
        return "write to a __device__ variable, or to memory that an argument points to: only the host sets __constant__ variables, with cudaMemcpyToSymbol before the launch";
    if (iq_soft_is_short(fault))
        return "allocate the number of elements times sizeof, and pass the kernel the number of elements";
    if (range && is_pitched(range))
        return "check the index against the size of the allocation; the pitch counts bytes, so that row y begins at (char *)pointer + y * pitch";
    if (fault->variable)
        return "check the index against the size of the variable, or declare it larger";
    if (iq_soft_is_of_library(fault))
        return "pass the library no more elements than the allocation has, or allocate more";
    return "check the index against the size of the allocation (if (i < n)), or allocate more";
}

const char *iq_soft_fix(const struct iq_soft_fault *fault, const struct iq_range *range)
{
    if (iq_soft_is_nested(fault))
        return iq_soft_nested_fix(fault);
    if (!iq_soft_is_of_full_heap(fault) && iq_soft_source_fix(fault))
        return iq_soft_source_fix(fault);
    switch (fault->kind) {
    case IQ_SOFT_FAULT_USE_AFTER_FREE:
        return "free the memory after the last kernel that uses it, or do not pass the stale pointer";
    case IQ_SOFT_FAULT_TEXTURE_GONE:
        return "destroy the object, and free its array, after the last kernel that uses them";
    case IQ_SOFT_FAULT_UNINITIALIZED:
        if (fault->array && !fault->wanted)
            return "write all of the array first, with copies or with a kernel that stores through a surface";
        return fault->writer_site && (fault->wanted || *iq_words_of_sizeof(fault->written))
                   ? IQ_SOFT_BYTES_FIX
                   : "initialise the memory first, with cudaMemset, a copy or an earlier kernel";
    case IQ_SOFT_FAULT_SHARED_OUT_OF_BOUNDS: return shared_fix(fault);
    case IQ_SOFT_FAULT_TEXTURE_SHORT: return IQ_SOFT_BYTES_FIX " (res.linear.sizeInBytes)";
    case IQ_SOFT_FAULT_CLUSTER:
        return "check the rank against the number of blocks (num_blocks()), and synchronise the cluster (sync()) after the last access to other blocks";
    case IQ_SOFT_FAULT_LOCAL_OUT_OF_BOUNDS:
        return "check the index of the local array; for deep recursion raise cudaLimitStackSize";
    case IQ_SOFT_FAULT_MISALIGNED:
        if (fault->nowhere)
            return nowhere_fix(fault);
        return fault->size
                   ? "align the address to the size of the access, or access it in smaller parts"
                   : "multiply the number of the element by its size: surf2Dwrite(value, surface, x * sizeof value, y)";
    case IQ_SOFT_FAULT_NULL_PAGE:
        return iq_soft_is_of_full_heap(fault)
                   ? "test what malloc or new returns, free() in kernels what they no longer need, or make the heap larger before the first kernel that uses it (cudaDeviceSetLimit with cudaLimitMallocHeapSize)"
                   : "pass a pointer that a successful allocation returned";
    case IQ_SOFT_FAULT_HOST_POINTER: return iq_soft_host_fix(fault);
    case IQ_SOFT_FAULT_ASSERT:
    case IQ_SOFT_FAULT_TRAP:
        return fault->wants_grid
                   ? "launch the kernel with cudaLaunchCooperativeKernel if it calls this_grid().sync(); otherwise check the condition that it tests there"
                   : "check the condition that the kernel tests there";
    case IQ_SOFT_FAULT_TEXTURE_NEVER:
        return "pass the handle that a successful cudaCreateTextureObject or cudaCreateSurfaceObject returned";
    case IQ_SOFT_FAULT_SURFACE:
        return "check the coordinates against the array (x counts bytes: multiply the column by the size of an element), or pass cudaBoundaryModeZero or cudaBoundaryModeClamp";
    case IQ_SOFT_FAULT_CANNOT_GO_ON:
        if (fault->sticky_code == CUDA_ERROR_INVALID_PC)
            return "call a function whose address device code has taken: host code cannot take that of a __device__ function";
        return fault->stack_bytes
                   ? "give each thread more stack before the launch (cudaDeviceSetLimit with cudaLimitStackSize), or recurse less deeply"
                   : "check the operands of that statement";
    case IQ_SOFT_FAULT_BARRIER: return "let all threads of the block reach the same __syncthreads";
    case IQ_SOFT_FAULT_UNSUPPORTED:
        return "run it on a GPU with --device real, or compile for an older architecture (-gencode arch=compute_80,code=compute_80)";
    case IQ_SOFT_FAULT_TIMEOUT: return "look for an endless loop, or raise --kernel-timeout";
    default: break;
    }
    return access_fix(fault, range);
}
