#include "rules/faults/kernel_nested.h"

#include "call/status.h"
#include "model/names.h"
#include "rules/faults/kernel_race.h"

#define COMPUTED "check the pointers and sizes that the kernel computes"
static const struct refusal {
    enum iq_rule_id rule;
    const char *fix;
} refusals[] = {
    [IQ_SOFT_REFUSED_SHAPE] = { IQ_RULE_LAUNCH_DIMENSIONS,
                                "check the numbers of blocks and threads that the kernel computes, 0 included" },
    [IQ_SOFT_REFUSED_SHARED] = { IQ_RULE_LAUNCH_SHARED_MEMORY,
                                 "request less, or let the host raise the limit first (cudaFuncSetAttribute)" },
    [IQ_SOFT_REFUSED_RESOURCES] = { IQ_RULE_LAUNCH_RESOURCES,
                                    "launch from fewer threads or levels, or launch larger kernels; the host can raise limits with cudaDeviceSetLimit" },
    [IQ_SOFT_REFUSED_FUNCTION] = { IQ_RULE_SYMBOL_NOT_FOUND, COMPUTED },
    [IQ_SOFT_REFUSED_MEMORY] = { IQ_RULE_OUT_OF_MEMORY,
                                 "raise cudaLimitMallocHeapSize on the host before the first kernel" },
    [IQ_SOFT_REFUSED_FLAGS] = { IQ_RULE_BAD_FLAGS, "pass that flag" },
    [IQ_SOFT_REFUSED_HANDLE] = { IQ_RULE_UNKNOWN_HANDLE,
                                 "create the stream or event in the same kernel, or use the default stream" },
    [IQ_SOFT_REFUSED_DEAD] = { IQ_RULE_DESTROYED_HANDLE, "destroy it after its last use" },
    [IQ_SOFT_REFUSED_SPACE] = { IQ_RULE_WRONG_SPACE,
                                "use global memory for both source and destination, or copy in a loop" },
    [IQ_SOFT_REFUSED_POINTER] = { IQ_RULE_UNKNOWN_POINTER, COMPUTED },
    [IQ_SOFT_REFUSED_RANGE] = { IQ_RULE_RANGE_OVERFLOW, COMPUTED },
    [IQ_SOFT_REFUSED_PITCH] = { IQ_RULE_PITCH_TOO_SMALL, COMPUTED },
    [IQ_SOFT_REFUSED_KIND] = { IQ_RULE_WRONG_KIND, COMPUTED },
};

static const struct refusal *refusal_of(const struct iq_soft_fault *fault)
{
    static const struct refusal other = { IQ_RULE_FAILED_CALL, COMPUTED };
    return (size_t)fault->refused < sizeof refusals / sizeof *refusals ? &refusals[fault->refused]
                                                                       : &other;
}

bool iq_soft_is_nested(const struct iq_soft_fault *fault)
{
    return fault->kind == IQ_SOFT_FAULT_CHILD_RACE || fault->kind == IQ_SOFT_FAULT_REFUSED ||
           fault->kind == IQ_SOFT_FAULT_HANDED_DOWN;
}

enum iq_rule_id iq_soft_nested_rule(const struct iq_soft_fault *fault)
{
    if (fault->kind == IQ_SOFT_FAULT_HANDED_DOWN)
        return IQ_RULE_WRONG_SPACE;
    if (fault->kind == IQ_SOFT_FAULT_CHILD_RACE)
        return IQ_RULE_KERNEL_RACE;
    return refusal_of(fault)->rule;
}

void iq_soft_nested_message(struct iq_str *text, const struct iq_soft_fault *fault)
{
    if (fault->kind == IQ_SOFT_FAULT_CHILD_RACE) {
        iq_str_printf(text, ", %s %u byte%s at 0x%llx that kernel %s, which it launched, %s at ",
                      fault->is_write ? "wrote" : "read", fault->size, fault->size == 1 ? "" : "s",
                      (unsigned long long)fault->address, fault->text,
                      fault->other_is_write ? "writes" : "reads");
        iq_soft_put_line(text, fault->other_file, fault->other_line, fault->other_ptx_line);
        iq_str_puts(text, "; nothing orders the two");
        return;
    }
    if (fault->kind == IQ_SOFT_FAULT_HANDED_DOWN) {
        iq_str_puts(text, ", launched a kernel with a pointer that is not valid in that kernel");
        return;
    }
    if (!fault->refused_code) {
        iq_str_printf(text, ", passed %s an object that has been destroyed", fault->refused_call);
        return;
    }
    iq_str_printf(text, ", got %s (%u) from %s", iq_status_name(IQ_API_CUDART, fault->refused_code),
                  fault->refused_code, fault->refused_call);
}

void iq_soft_nested_cause(struct iq_str *text, const struct iq_soft_fault *fault)
{
    if (fault->kind == IQ_SOFT_FAULT_CHILD_RACE)
        iq_str_puts(
            text,
            "a kernel launched by another kernel may start at any time until that kernel has ended, and device code cannot wait for it");
    else if (fault->kind == IQ_SOFT_FAULT_HANDED_DOWN)
        iq_str_puts(
            text,
            "local memory belongs to one thread and shared memory to one block: at that address the other kernel finds its own memory, or faults");
    else if (!fault->refused_code)
        iq_str_puts(text, "a GPU accepts it until the handle is reused");
    else
        iq_str_puts(
            text,
            "the call did nothing, and only cudaGetLastError, called in device code by this thread, reports it");
}

const char *iq_soft_nested_fix(const struct iq_soft_fault *fault)
{
    if (fault->kind == IQ_SOFT_FAULT_CHILD_RACE)
        return fault->is_write
                   ? "write it before the launch, or in a kernel that is launched after the other one (same stream, cudaStreamTailLaunch)"
                   : "read it in a kernel that is launched after the other one (same stream, cudaStreamTailLaunch), or on the host";
    if (fault->kind == IQ_SOFT_FAULT_HANDED_DOWN)
        return "pass global memory: from cudaMalloc, a __device__ variable, or malloc in the kernel";
    return refusal_of(fault)->fix;
}

void iq_soft_launched(struct iq_str *text, const struct iq_soft_place *place)
{
    unsigned levels = 0;
    for (const struct iq_soft_place *at = place; at; at = at->launched)
        levels++;
    iq_str_printf(text, "launched by kernel %s, block (%u,%u,%u), thread (%u,%u,%u)",
                  place->kernel ? place->kernel : "?", place->block[0], place->block[1],
                  place->block[2], place->thread[0], place->thread[1], place->thread[2]);
    if (!place->file) {
        iq_str_puts(text, ", at ");
        iq_soft_put_line(text, NULL, 0, place->ptx_line);
    }
    if (levels > 1)
        iq_str_printf(text, ", %u levels below the host's launch", levels);
}
