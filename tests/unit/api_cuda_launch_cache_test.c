// link: checker -lzstd -llz4
/* Launches whose arguments add up to addresses: known when they come again, and looked at when one
 * of the arguments is another one. */
#include "api_cuda/launch.h"
#include "base/counters.h"
#include "call/thread.h"
#include "checker_world.h"
#include "process/peek.h"

static const char ptx[] =
    ".version 7.0\n.target sm_50\n.address_size 64\n"
    ".visible .entry fill(.param .u64 x, .param .u32 at)\n{\n .reg .b64 d<9>; .reg .b32 r<9>;\n"
    " ld.param.u64 d0, [x]; ld.param.u32 r0, [at]; mul.wide.s32 d1, r0, 4; add.s64 d2, d0, d1;\n"
    " st.global.u32 [d2], r0; ret;\n}\n"
    ".visible .entry both(.param .u64 x, .param .u64 at, .param .u32 more)\n{\n"
    " .reg .b64 d<9>; .reg .b32 r<9>; ld.param.u64 d0, [x]; ld.param.u64 d1, [at];\n"
    " ld.param.u32 r0, [more]; mul.wide.s32 d2, r0, 4; shl.b64 d5, d1, 1; add.s64 d3, d0, d5; add.s64 d4, d3, d2;\n"
    " mov.u32 r1, 0; st.global.u32 [d4], r1; ret;\n}\n"
    ".visible .entry told(.param .u64 x, .param .u64 at, .param .u32 is_address)\n{\n"
    " .reg .b64 d<9>; .reg .b32 r<9>; .reg .pred p<2>; ld.param.u64 d0, [x]; ld.param.u64 d1, [at];\n"
    " ld.param.u32 r0, [is_address]; setp.eq.u32 p0, r0, 0; st.global.u32 [d0], r0; @p0 bra none;\n"
    " st.global.u32 [d1], r0;\nnone: ret;\n}\n";

enum { BYTES = 4096, TIMES = 6 };
static uint64_t fill, both, told, one = 0x5700000, two = 0x5700040, host = 0x7f2000000000, x;
static struct {
    uint32_t at, beside;
} number;
static uint64_t wide;

static void begin(void)
{
    static uint64_t next = 0x7f2100000000;
    uint64_t module = 0x5700100;
    world_call(IQ_API_CUDART, "cudaDeviceSynchronize", 0, 0);
    number.at = 0;
    wide = 0;
    x = next += 0x1000000;
    CU("cuMemAlloc_v2", 0, U(&x), (uint64_t)BYTES);
    if (fill)
        return;
    fill = 0x5700140;
    both = 0x5700180;
    CU("cuModuleLoadData", 0, U(&module), U(ptx));
    CU("cuModuleGetFunction", 0, U(&fill), module, U("fill"));
    CU("cuModuleGetFunction", 0, U(&both), module, U("both"));
    told = 0x57001c0;
    CU("cuModuleGetFunction", 0, U(&told), module, U("told"));
    CU("cuStreamCreate", 0, U(&one), 1ul);
    CU("cuStreamCreate", 0, U(&two), 1ul);
    CU("cuMemAllocHost_v2", 0, U(&host), (uint64_t)BYTES);
    iq_peek_trust_handler(true);
}

static void launch(uint64_t function)
{
    void *params[] = { &x, function == fill ? (void *)&number.at : &wide, &number.at };
    CU("cuLaunchKernel", 0, function, 1ul, 1ul, 1ul, 32ul, 1ul, 1ul, 0ul, one, U(params), 0ul);
}

/* [times] launches; returns how many of them the cache did not know. */
static uint64_t unknown(uint64_t function, int times)
{
    const uint64_t *counter = &iq_counters_own->value[IQ_COUNTER_LAUNCHES];
    uint64_t before = *counter;
    for (volatile int i = 0; i < times; i++)
        launch(function);
    return *counter - before;
}

static void copy_beside(uint64_t at) { CU("cuMemcpyHtoDAsync_v2", 0, x + at, host, 4ul, two); }

TEST(an_offset_is_known_when_it_comes_again)
{
    begin();
    CHECK(unknown(fill, TIMES) < TIMES);
    CHECK_INT(unknown(fill, TIMES), 0);
    number.beside++; /* no part of the argument */
    CHECK_INT(unknown(fill, TIMES), 0);
    copy_beside(64);
    EXPECT_NOTHING();
    copy_beside(0);
    EXPECT("stream-race", "dstDevice");
}

TEST(another_offset_is_seen)
{
    begin();
    unknown(fill, TIMES);
    number.at = 16;
    CHECK_INT(unknown(fill, 1), 0);
    copy_beside(60);
    EXPECT_NOTHING();
    copy_beside(64);
    EXPECT("stream-race", "dstDevice");
    number.at = 0;
    world_call(IQ_API_CUDART, "cudaDeviceSynchronize", 0, 0);
    unknown(fill, 1); /* back again */
    copy_beside(64);
    EXPECT_NOTHING();
}

TEST(each_part_of_an_offset_counts)
{
    begin();
    unknown(both, TIMES);
    CHECK_INT(unknown(both, 1), 0);
    wide = 64;
    CHECK_INT(unknown(both, 1), 0);
    number.at = 32;
    CHECK_INT(unknown(both, 1), 0);
    copy_beside(64);
    EXPECT_NOTHING();
    copy_beside(256);
    EXPECT("stream-race", "dstDevice");
}

/* Where a kernel certainly goes elsewhere, that is found out each time. */
TEST(an_offset_that_leads_outside_is_not_kept)
{
    begin();
    unknown(fill, TIMES);
    CHECK_INT(iq_thread_block->outside, 0);
    number.at = BYTES;
    CHECK_INT(unknown(fill, TIMES), TIMES);
    CHECK_INT(iq_thread_block->outside, x + 4 * BYTES);
    number.at = 1;
    unknown(fill, TIMES);
    CHECK_INT(unknown(fill, 1), 0);
    CHECK_INT(iq_thread_block->outside, 0);
}

/* The numbers are the same, the memory is not. */
TEST(offsets_are_looked_at_when_memory_goes)
{
    begin();
    number.at = 512;
    unknown(fill, TIMES);
    CHECK_INT(iq_thread_block->outside, 0);
    world_call(IQ_API_CUDART, "cudaDeviceSynchronize", 0, 0);
    CU("cuMemFree_v2", 0, x);
    CU("cuMemAlloc_v2", 0, U(&x), 1024ul);
    unknown(fill, 1);
    CHECK_INT(iq_thread_block->outside, x + 2048);
    number.at = 8;
    unknown(fill, TIMES);
    copy_beside(64);
    EXPECT_NOTHING();
    copy_beside(32);
    EXPECT("stream-race", "dstDevice");
}

static uint64_t foreseen_by_the_last_one(void)
{
    const struct iq_launch_ring *ring = &iq_thread_block->launches;
    return ring->records[ring->count & ring->mask].foreseen;
}

/* What was said once about such an argument holds for launches that are known, too. */
TEST(what_a_known_launch_may_fault_of_is_foreseen)
{
    begin();
    wide = (uintptr_t)&wide;
    unknown(told, 2);
    EXPECT("launch-host-pointer", "at");
    unknown(told, TIMES);
    CHECK(foreseen_by_the_last_one());
    CHECK_INT(unknown(told, TIMES), 0);
    CHECK(foreseen_by_the_last_one());
    wide = 0;
    CHECK_INT(unknown(told, 1), 0);
    CHECK(!foreseen_by_the_last_one());
}

/* Of an argument that is an address only if another one says so, the values are looked at a few
 * times; it is known from then on, whatever number it is. */
TEST(a_number_where_an_address_may_be_is_known)
{
    begin();
    for (int i = 0; i < 12; i++) {
        wide = 0x123456789000 + 8 * (uint64_t)i;
        unknown(told, 1);
    }
    wide = 0x223456789000;
    CHECK_INT(unknown(told, 1), 0);
    CHECK_INT(unknown(told, 1), 0);
    EXPECT_NOTHING();
    world_call(IQ_API_CUDART, "cudaDeviceSynchronize", 0, 0);
    uint64_t other = 0x7f2500000000;
    CU("cuMemAlloc_v2", 0, U(&other), 64ul);
    wide = other;
    number.at = 1;
    unknown(told, 1);
    CU("cuMemcpyHtoDAsync_v2", 0, other, host, 4ul, two); /* it is one now */
    EXPECT("stream-race", "dstDevice");
    world_call(IQ_API_CUDART, "cudaDeviceSynchronize", 0, 0);
    CU("cuMemFree_v2", 0, other);
    unknown(told, 1);
    EXPECT("launch-freed-pointer", "at");
    number.at = 0;
}

/* Kernels of libraries have many words; those of this one are its own arguments. */
enum { MANY = 20 };
static uint64_t of_many, many[MANY];

static void make_many(void)
{
    static char text[4096];
    uint64_t module = 0x5700200;
    FILE *file = fmemopen(text, sizeof text, "w");
    fprintf(file, ".version 7.0\n.target sm_50\n.address_size 64\n.visible .entry many(");
    for (int i = 0; i < MANY; i++)
        fprintf(file, "%s.param .u64 p%d", i ? ", " : "", i);
    fprintf(file, ")\n{\n .reg .b64 d<32>; .reg .b32 r<9>;\n");
    for (int i = 0; i < MANY; i++)
        fprintf(file, " ld.param.u64 d%d, [p%d]; st.global.u32 [d%d], r0;\n", i, i, i);
    fprintf(file, " ret;\n}\n");
    fclose(file);
    of_many = 0x5700240;
    CU("cuModuleLoadData", 0, U(&module), U(text));
    CU("cuModuleGetFunction", 0, U(&of_many), module, U("many"));
}

static uint64_t unknown_of_many(int times)
{
    const uint64_t *counter = &iq_counters_own->value[IQ_COUNTER_LAUNCHES];
    uint64_t before = *counter;
    void *params[MANY];
    for (int i = 0; i < MANY; i++)
        params[i] = &many[i];
    for (volatile int i = 0; i < times; i++)
        CU("cuLaunchKernel", 0, of_many, 1ul, 1ul, 1ul, 32ul, 1ul, 1ul, 0ul, one, U(params), 0ul);
    return *counter - before;
}

TEST(a_kernel_with_many_words_is_known_when_it_comes_again)
{
    begin();
    if (!of_many)
        make_many();
    for (int i = 0; i < MANY; i++)
        many[i] = x + 64 * (uint64_t)i;
    unknown_of_many(TIMES);
    CHECK_INT(unknown_of_many(TIMES), 0);
    copy_beside(64 * MANY);
    EXPECT_NOTHING();
    copy_beside(64 * (MANY - 1));
    EXPECT("stream-race", "dstDevice");
    uint64_t other = 0x7f2400000000;
    CU("cuMemAlloc_v2", 0, U(&other), 64ul);
    many[MANY - 1] = other;
    unknown_of_many(1);
    CHECK_INT(unknown_of_many(TIMES), 0);
    many[MANY - 2] = x;
    CHECK_INT(unknown_of_many(1), 0);
    world_call(IQ_API_CUDART, "cudaDeviceSynchronize", 0, 0);
    CU("cuMemFree_v2", 0, other);
    unknown_of_many(1);
    EXPECT("launch-freed-pointer", "p19");
}

/* Three of its words want the two places that there are for what was found out about them. */
TEST(words_that_drive_each_other_out_are_known)
{
    begin();
    if (!of_many)
        make_many();
    for (int i = 0; i < MANY; i++)
        many[i] = x;
    for (uint64_t at = x + 4, found = 1; found < 3; at += 4)
        if (at * 0x9e3779b97f4a7c15u >> 56 == x * 0x9e3779b97f4a7c15u >> 56)
            many[found++] = at;
    unknown_of_many(TIMES);
    CHECK_INT(unknown_of_many(TIMES), 0);
}
