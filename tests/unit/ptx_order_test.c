// link: ptx
/* The order in which blocks and warps take turns. */
#include "ptx_run.h"

enum { BLOCKS = 12, WARPS = 5 };

/* order[block][warp] = how many warps had begun before. */
static const char text[] =
    ".version 7.0\n.target sm_75\n.address_size 64\n"
    ".visible .entry k(.param .u64 order, .param .u64 count) { .reg .pred p; .reg .b32 r<9>; .reg .b64 d<5>;\n"
    " mov.u32 r0, %tid.x; and.b32 r1, r0, 31; setp.ne.u32 p, r1, 0; @p bra out; ld.param.u64 d0, [order]; ld.param.u64 d1, [count];\n"
    " shr.u32 r2, r0, 5; mov.u32 r3, %ctaid.x; mad.lo.u32 r4, r3, 5, r2; mul.wide.u32 d2, r4, 4; add.s64 d3, d0, d2;\n"
    " atom.global.add.u32 r5, [d1], 1; st.global.u32 [d3], r5;\nout: ret; }\n";

static void run_in_order(uint64_t shuffle, uint32_t *order)
{
    static struct run r;
    struct iq_ptx_launch *launch;
    if (run_load_text(&r, text, sizeof text - 1, NULL))
        exit(1);
    uint32_t *to = run_array(&r, BLOCKS * WARPS * 4), *count = run_array(&r, 4);
    uint64_t params[] = { (uint64_t)(uintptr_t)to, (uint64_t)(uintptr_t)count };
    struct iq_ptx_launch_desc desc = { .image = r.image,
                                       .kernel = iq_ptx_module_kernel(r.module, "k"),
                                       .grid = { BLOCKS, 1, 1 },
                                       .block = { WARPS * 32, 1, 1 },
                                       .params = params,
                                       .env = &r.env,
                                       .shuffle = shuffle };
    CHECK_INT(iq_ptx_launch_create(&desc, &launch), 0);
    struct iq_ptx_block *block = iq_ptx_block_create(launch);
    for (uint64_t k = 0; k < BLOCKS; k++)
        CHECK_INT(iq_ptx_block_run(block, iq_ptx_launch_block_at(launch, k), 1), IQ_PTX_RUN_DONE);
    memcpy(order, to, BLOCKS * WARPS * 4);
    iq_ptx_block_destroy(block);
    iq_ptx_launch_destroy(launch);
    run_finish(&r);
}

TEST(natural_order)
{
    uint32_t order[BLOCKS * WARPS];
    run_in_order(0, order);
    for (uint32_t k = 0; k < BLOCKS * WARPS; k++)
        CHECK_INT(order[k], k);
}

TEST(shuffled_order)
{
    uint32_t first[BLOCKS * WARPS], again[BLOCKS * WARPS], other[BLOCKS * WARPS], seen = 0,
                                                                                  moved = 0;
    run_in_order(7, first);
    run_in_order(7, again);
    run_in_order(8, other);
    CHECK(!memcmp(first, again, sizeof first));
    CHECK(memcmp(first, other, sizeof first) != 0);
    for (uint32_t k = 0; k < BLOCKS * WARPS; k++) {
        moved += first[k] != k;
        for (uint32_t j = 0; j < BLOCKS * WARPS; j++)
            seen += first[j] == k;
    }
    CHECK_INT(seen, BLOCKS * WARPS); /* each turn was taken once */
    CHECK(moved > BLOCKS * WARPS / 2);
}
