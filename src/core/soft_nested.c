#include "core/soft_nested.h"

#include "base/path.h"
#include "core/names.h"

bool iq_soft_is_nested(const struct iq_soft_fault *fault)
{
    return fault->kind == IQ_SOFT_FAULT_CHILD_RACE || fault->kind == IQ_SOFT_FAULT_REFUSED || fault->kind == IQ_SOFT_FAULT_HANDED_DOWN;
}

const char *iq_soft_nested_rule(const struct iq_soft_fault *fault)
{
    if (fault->kind == IQ_SOFT_FAULT_HANDED_DOWN)
        return "wrong-space";
    if (fault->kind == IQ_SOFT_FAULT_CHILD_RACE)
        return "kernel-race";
    switch (fault->refused) {
    case IQ_SOFT_REFUSED_SHAPE: return "launch-dimensions";
    case IQ_SOFT_REFUSED_SHARED: return "launch-shared-memory";
    case IQ_SOFT_REFUSED_RESOURCES: return "launch-resources";
    case IQ_SOFT_REFUSED_FUNCTION: return "symbol-not-found";
    case IQ_SOFT_REFUSED_MEMORY: return "out-of-memory";
    case IQ_SOFT_REFUSED_FLAGS: return "bad-flags";
    case IQ_SOFT_REFUSED_HANDLE: return "unknown-handle";
    case IQ_SOFT_REFUSED_DEAD: return "destroyed-handle";
    case IQ_SOFT_REFUSED_SPACE: return "wrong-space";
    case IQ_SOFT_REFUSED_POINTER: return "unknown-pointer";
    case IQ_SOFT_REFUSED_RANGE: return "range-overflow";
    case IQ_SOFT_REFUSED_PITCH: return "pitch-too-small";
    case IQ_SOFT_REFUSED_KIND: return "wrong-kind";
    }
    return "failed-call";
}

static void put_other_place(struct iq_str *text, const struct iq_soft_fault *fault)
{
    if (fault->other_file)
        iq_str_printf(text, "%s:%u", iq_base_name(fault->other_file), fault->other_line);
    else
        iq_str_printf(text, "PTX line %u", fault->other_ptx_line);
}

void iq_soft_nested_message(struct iq_str *text, const struct iq_soft_fault *fault)
{
    if (fault->kind == IQ_SOFT_FAULT_CHILD_RACE) {
        iq_str_printf(text, ", %s %u byte%s at 0x%llx that kernel %s, which it has launched, %s at ", fault->is_write ? "wrote" : "read", fault->size,
                      fault->size == 1 ? "" : "s", (unsigned long long)fault->address, fault->text, fault->other_is_write ? "writes" : "reads");
        put_other_place(text, fault);
        iq_str_puts(text, "; nothing orders the two");
        return;
    }
    if (fault->kind == IQ_SOFT_FAULT_HANDED_DOWN) {
        iq_str_puts(text, ", launched a kernel with a pointer that means nothing there");
        return;
    }
    if (!fault->refused_code) {
        iq_str_printf(text, ", passed %s what has been destroyed", fault->refused_call);
        return;
    }
    iq_str_printf(text, ", got %s (%u) from %s", iq_status_name(IQ_API_CUDART, fault->refused_code), fault->refused_code, fault->refused_call);
}

void iq_soft_nested_cause(struct iq_str *text, const struct iq_soft_fault *fault)
{
    if (fault->kind == IQ_SOFT_FAULT_CHILD_RACE)
        iq_str_puts(text, "a kernel that is launched by another one begins at any time, at the latest when that ends, and device code cannot wait for it");
    else if (fault->kind == IQ_SOFT_FAULT_HANDED_DOWN)
        iq_str_puts(text, "each thread has local memory and each block shared memory of its own: what the other kernel finds at that address is its own, or a fault");
    else if (!fault->refused_code)
        iq_str_puts(text, "a GPU takes it all the same, until the handle is used again");
    else
        iq_str_puts(text, "nothing was done, and only cudaGetLastError in device code, by this thread, tells");
}

const char *iq_soft_nested_fix(const struct iq_soft_fault *fault)
{
    if (fault->kind == IQ_SOFT_FAULT_CHILD_RACE)
        return fault->is_write ? "write it before the launch, or in a kernel that is launched behind the other one (the same stream, cudaStreamTailLaunch)" :
                                 "read it in a kernel that is launched behind the other one (the same stream, cudaStreamTailLaunch), or on the host";
    if (fault->kind == IQ_SOFT_FAULT_HANDED_DOWN)
        return "pass global memory: from cudaMalloc or a __device__ variable, or from malloc in the kernel";
    switch (fault->refused) {
    case IQ_SOFT_REFUSED_SHAPE: return "check the numbers of blocks and threads that the kernel computes, 0 included";
    case IQ_SOFT_REFUSED_SHARED: return "ask for less, or let the host allow more first (cudaFuncSetAttribute)";
    case IQ_SOFT_REFUSED_RESOURCES: return "launch from fewer threads or levels, or larger kernels; the host raises limits with cudaDeviceSetLimit";
    case IQ_SOFT_REFUSED_MEMORY: return "raise cudaLimitMallocHeapSize on the host before the first kernel";
    case IQ_SOFT_REFUSED_FLAGS: return "pass that flag";
    case IQ_SOFT_REFUSED_HANDLE: return "make the stream or event in the same kernel, or use the default stream";
    case IQ_SOFT_REFUSED_DEAD: return "destroy it after its last use";
    case IQ_SOFT_REFUSED_SPACE: return "use global memory on both sides, or a loop";
    default: return "check the pointers and sizes that the kernel computes";
    }
}

void iq_soft_launched(struct iq_str *text, const struct iq_soft_place *place)
{
    unsigned levels = 0;
    for (const struct iq_soft_place *at = place; at; at = at->launched)
        levels++;
    iq_str_printf(text, "launched by kernel %s, block (%u,%u,%u), thread (%u,%u,%u), at ", place->kernel ? place->kernel : "?", place->block[0], place->block[1],
                  place->block[2], place->thread[0], place->thread[1], place->thread[2]);
    if (place->file)
        iq_str_printf(text, "%s:%u", iq_base_name(place->file), place->line);
    else
        iq_str_printf(text, "PTX line %u", place->ptx_line);
    if (levels > 1)
        iq_str_printf(text, ", %u levels below the host's launch", levels);
}
