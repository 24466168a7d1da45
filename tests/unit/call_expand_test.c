// link: checker_bare -lzstd -llz4
/* Structs become arguments. */
#include "call/expand.h"
#include "call/plan.h"
#include "call/thread.h"
#include "call/walk.h"
#include "iq_entries.h"
#include "test.h"

static struct iq_call call_of(uint32_t id, const uint64_t *args)
{
    struct iq_call call = { .entry = &iq_entries[id],
                            .plan = iq_plan_of(&iq_entries[id]),
                            .args = args };
    return call;
}

TEST(structs_become_arguments)
{
    struct {
        uint64_t x, y;
        uint32_t type, pad;
        uint64_t host, device, array, pitch;
    } sides[2] = { { 4, 1, 1, 0, 0x10000, 0, 0, 100 }, { 0, 2, 2, 0, 0, 0x20000, 0, 256 } };
    uint64_t copy[16], values[IQ_THREAD_ARGS], args[] = { (uint64_t)(uintptr_t)copy, 0x77 };
    memcpy(copy, sides, sizeof sides);
    copy[14] = 50;
    copy[15] = 3;
    struct iq_call call = call_of(IQ_ID_cuMemcpy2DAsync_v2, args);
    static struct iq_entry entry; /* longer rows are remembered by its address */
    entry = *call.entry;          /* the rows linked here have no shapes */
    entry.shape = &iq_shape_memcpy2d;
    call.entry = &entry;
    iq_expand(&call, values);
    CHECK(call.entry != &entry && call.args == values);
    CHECK_STR(call.entry->name, "cuMemcpy2DAsync");
    int from = iq_entry_arg(call.entry, IQ_ROLE_READ), to = -1;
    CHECK_STR(call.entry->args[from].name, "pCopy->srcHost");
    CHECK_INT(iq_expand_own(&call, from), 0);
    CHECK_INT(iq_expand_own(&call, 1), 1);
    CHECK_INT(values[from], 0x10000 + 100 + 4);
    CHECK_INT(iq_walk_size(&call, from), 2 * 100 + 50);
    for (int i = 0; i < call.entry->arg_count; i++)
        if (call.entry->args[i].role == IQ_ROLE_WRITE && values[i])
            to = i;
    CHECK_STR(call.entry->args[to].name, "pCopy->dstDevice");
    CHECK_INT(values[to], 0x20000 + 2 * 256);
    CHECK_INT(iq_walk_size(&call, to), 2 * 256 + 50);
    CHECK_INT(values[1], 0x77);
    const struct iq_entry *again = call.entry;
    call = call_of(IQ_ID_cuMemcpy2DAsync_v2, args);
    call.entry = &entry;
    iq_expand(&call, values);
    CHECK(call.entry == again);
    args[0] = 8; /* not readable: left alone */
    call = call_of(IQ_ID_cuMemcpy2DAsync_v2, args);
    call.entry = &entry;
    iq_expand(&call, values);
    CHECK(call.entry == &entry && call.args == args);
}

TEST(boxes_become_rectangles)
{
    /* srcArray, srcPos, srcPtr, dstArray, dstPos, dstPtr, extent, kind */
    uint64_t box[20] = { 0, 0, 0,       1,   0x10000, 64, 64, 8, 0, 3,
                         0, 0, 0x20000, 128, 64,      10, 32, 4, 2, 2 };
    uint64_t values[IQ_THREAD_ARGS], args[] = { (uint64_t)(uintptr_t)box };
    struct iq_call call = call_of(IQ_ID_cudaMemcpy3D, args);
    static struct iq_entry entry;
    entry = *call.entry;
    entry.shape = &iq_shape_rt_memcpy3d;
    call.entry = &entry;
    iq_expand(&call, values);
    int from = iq_entry_arg(call.entry, IQ_ROLE_READ), to = iq_entry_arg(call.entry, IQ_ROLE_WRITE);
    CHECK_INT(values[from], 0x10000 + 8 * 64);
    CHECK_INT(iq_walk_size(&call, from), (8 + 3) * 64 + 32);
    CHECK_INT(values[to], 0x20000 + 3);
    CHECK_INT(iq_walk_size(&call, to), (10 + 3) * 128 + 32);
    CHECK_INT(iq_walk_space(&call, from), IQ_SPACE_DEVICE);
    CHECK_INT(iq_walk_space(&call, to), IQ_SPACE_HOST);
}
