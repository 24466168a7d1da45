/* Calls of the device runtime: arguments out of local memory, one lane at a time. */
#include "ptx/exec_runtime.h"

#include <string.h>

#include "ptx/footprint.h"
#include "ptx/race.h"
#include "ptx/shadow.h"

const char *iq_ptx_runtime_name(enum iq_ptx_runtime function)
{
    static const struct {
        enum iq_ptx_runtime code;
        const char *name;
    } names[] = {
#define RUNTIME(name, code) { IQ_PTX_RUNTIME_##code, "cuda" #name },
#include "ptx/system.def"
    };
    if (function <= IQ_PTX_RUNTIME_LAUNCH_DEVICE_V2)
        return "a launch";
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (names[i].code == function)
            return names[i].name;
    return "?";
}

uint64_t iq_ptx_runtime_argument(const struct iq_ptx_runtime_call *call, uint32_t k)
{
    uint64_t value = 0;
    if (k < call->count)
        memcpy(&value, call->arguments[k], call->sizes[k] < 8 ? call->sizes[k] : 8);
    return value;
}

static bool move(const struct iq_ptx_runtime_call *call, uint64_t address, unsigned char *bytes,
                 uint32_t size, bool write)
{
    uint32_t step = address % 8 == 0 && size % 8 == 0   ? 8
                    : address % 4 == 0 && size % 4 == 0 ? 4
                                                        : 1;
    for (uint32_t at = 0; at < size; at += step) {
        void *to = iq_ptx_memory_at(call->warp, call->insn, address + at, step, call->lane,
                                    write ? ACCESS_WRITE : 0);
        if (!to)
            return false;
        write ? memcpy(to, bytes + at, step) : memcpy(bytes + at, to, step);
    }
    return true;
}

bool iq_ptx_runtime_write(const struct iq_ptx_runtime_call *call, uint64_t address,
                          const void *bytes, uint32_t size)
{
    unsigned char copy[512];
    if (size > sizeof copy)
        return false;
    memcpy(copy, bytes, size);
    return move(call, address, copy, size, true);
}

bool iq_ptx_runtime_read(const struct iq_ptx_runtime_call *call, uint64_t address, void *bytes,
                         uint32_t size)
{
    return move(call, address, bytes, size, false);
}

bool iq_ptx_runtime_do(struct iq_warp *w, const struct iq_ptx_insn *i, enum iq_ptx_runtime function,
                       const struct iq_ptx_program_call *site, uint32_t lane, uint64_t *result)
{
    struct iq_ptx_block *b = w->block;
    const uint8_t *local = w->local + (size_t)b->local_stride * lane + w->frame->sp;
    struct iq_ptx_runtime_call call = { .function = function,
                                        .block_index = b->index,
                                        .thread_index = w->index * IQ_PTX_LANES + lane,
                                        .warp = w,
                                        .insn = i,
                                        .lane = lane };
    if (!b->env->runtime) {
        iq_ptx_fault_raise(w, i, lane, IQ_PTX_FAULT_UNSUPPORTED, "there is no device runtime here");
        return false;
    }
    iq_ptx_fault_place(b, w, i, lane, &call.place);
    for (; call.count < site->args && call.count < IQ_PTX_RUNTIME_ARGUMENTS; call.count++) {
        const uint32_t *place = site->places + 2 * (site->results + call.count);
        call.arguments[call.count] = local + place[0];
        call.sizes[call.count] = place[1];
    }
    if (b->spans &&
        (function == IQ_PTX_RUNTIME_LAUNCH_DEVICE || function == IQ_PTX_RUNTIME_LAUNCH_DEVICE_V2))
        call.launches = iq_ptx_footprint_launch(b);
    if (function == IQ_PTX_RUNTIME_FREE)
        iq_ptx_forget_ranges(b);
    if (!b->env->runtime(b->env->ctx, &call))
        return false;
    if (call.fresh)
        iq_ptx_race_forget(w, call.fresh, call.fresh_bytes);
    *result = call.result;
    return true;
}
