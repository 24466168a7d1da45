// link: ptx
/* Kernels of tests/ptx/cluster.cu: blocks of a cluster and what they do to each other. */
#include "ptx_run.h"

static struct run r;

static void *begin(size_t bytes)
{
    run_load(&r, ptx_file("cluster_90.ptx"));
    return run_array(&r, bytes);
}

TEST(where_a_block_stands)
{
    unsigned *out = begin(24 * 64);
    ARG(&r, void *, out);
    CHECK(run_kernel(&r, "ids", 4 | 6 << 16, 64, 0));
    for (unsigned y = 0; y < 6; y++)
        for (unsigned x = 0; x < 4; x++) {
            unsigned rank = x % 2 + y % 3 * 2;
            const unsigned want[16] = { x % 2, y % 3, 0, 2, 3, 1, rank, 6,
                                        x / 2, y / 3, 0, 2, 2, 1, 1,    rank * 64 | 384 << 16 };
            for (unsigned k = 0; k < 16; k++)
                CHECK_INT(out[16 * (x + 4 * y) + k], want[k]);
        }
    run_finish(&r);
}

TEST(histogram_over_a_cluster)
{
    enum { N = 3000, BINS = 256 };
    unsigned *bins = begin(BINS * 4), want[BINS] = { 0 };
    int *in = run_array(&r, N * 4);
    for (int i = 0; i < N; i++)
        want[in[i] = (i * 7919 + i * i) % BINS]++;
    ARG(&r, void *, bins);
    ARG(&r, int, BINS);
    ARG(&r, int, BINS / 4);
    ARG(&r, void *, in);
    ARG(&r, int, N);
    CHECK(run_kernel(&r, "histogram", 8, 128, BINS / 4 * 4));
    for (int i = 0; i < BINS; i++)
        CHECK_INT(bins[i], want[i]);
    run_finish(&r);
}

TEST(arrive_and_wait_apart)
{
    int *out = begin(8 * 64 * 4);
    ARG(&r, void *, out);
    CHECK(run_kernel(&r, "ring", 8, 64, 0));
    for (int b = 0; b < 8; b++)
        for (int t = 0; t < 64; t++)
            CHECK_INT(out[b * 64 + t], (b / 4 * 4 + (b + 1) % 4) * 1000 + 63 - t + t * 7);
    run_finish(&r);
}

TEST(stores_to_all_blocks)
{
    int *out = begin(8 * 32 * 4);
    ARG(&r, void *, out);
    CHECK(run_kernel(&r, "scatter", 4 | 2 << 16, 32, 0));
    for (int b = 0; b < 8; b++)
        for (int t = 0; t < 32; t++)
            CHECK_INT(out[b * 32 + t], 600 + 4 * ((b % 2 + b / 4 * 2) * 10000 + t));
    run_finish(&r);
}

TEST(flags_in_other_blocks)
{
    int *out = begin(16 * 4);
    ARG(&r, void *, out);
    CHECK(run_kernel(&r, "chain", 16, 32, 0));
    for (int b = 0, v = 1; b < 16; b++, v = b % 8 ? v * 3 : 1)
        CHECK_INT(out[b], v);
    run_finish(&r);
}

/* Own: shared, of the block, of the cluster, rank.  Other: of the cluster only, rank.  Back
 * again. */
TEST(kinds_of_addresses)
{
    unsigned *out = begin(6 * 4);
    ARG(&r, void *, out);
    CHECK(run_kernel(&r, "addresses", 6, 32, 0));
    for (int b = 0; b < 6; b++)
        CHECK_INT(out[b], 0x727);
    run_finish(&r);
}

TEST(arrivals_at_the_barrier_of_another_block)
{
    int *out = begin(8 * 4);
    ARG(&r, void *, out);
    CHECK(run_kernel(&r, "remote_barrier", 8, 32, 0));
    for (int i = 0; i < 8; i++)
        CHECK_INT(out[i], 10 + i % 4);
    run_finish(&r);
}

TEST(counted_stores_and_reductions)
{
    int *out = begin(4 * 64 * 4);
    ARG(&r, void *, out);
    CHECK(run_kernel(&r, "store_async", 4, 64, 0));
    for (int b = 0; b < 4; b++)
        for (int t = 0; t < 64; t++)
            CHECK_INT(out[b * 64 + t], (b ^ 1) * 1000 + t);
    ARG(&r, void *, out);
    CHECK(run_kernel(&r, "reduce_async", 2, 32, 0));
    for (int b = 0; b < 2; b++)
        CHECK(out[2 * b] == 5 + 496 && out[2 * b + 1] == 59);
    run_finish(&r);
}

/* To the next block; from global memory to all blocks of a mask. */
/* As above, with addresses of no state space. */
TEST(counted_stores_and_reductions_by_generic_addresses)
{
    static const char text[] =
        ".version 8.6\n.target sm_90\n.address_size 64\n"
        ".visible .entry k(.param .u64 p) .reqnctapercluster 2\n{\n"
        ".reg .b32 r<9>; .reg .b64 d<9>; .reg .pred q;\n"
        ".shared .align 8 .b64 bar; .shared .align 8 .b32 sums[34];\n"
        "mov.u32 r0, %tid.x; mov.u32 r1, %cluster_ctarank; xor.b32 r2, r1, 1;\n"
        "mov.u64 d0, bar; cvta.shared.u64 d0, d0; mov.u64 d1, sums; cvta.shared.u64 d1, d1;\n"
        "mul.wide.u32 d2, r0, 4; add.u64 d2, d2, d1; st.u32 [d2+8], r0;\n"
        "setp.ne.u32 q, r0, 0; @q bra READY;\n"
        "mbarrier.init.b64 [d0], 1; st.u32 [d1], r0;\n"
        "mbarrier.arrive.expect_tx.b64 _, [d0], 256;\n"
        "READY: barrier.cluster.arrive.aligned; barrier.cluster.wait.aligned;\n"
        "mapa.u64 d3, d0, r2; mapa.u64 d4, d1, r2; mul.wide.u32 d5, r0, 4; add.u64 d5, d4, d5;\n"
        "add.u32 r3, r0, 100; mad.lo.u32 r3, r1, 1000, r3;\n"
        "st.async.weak.cluster.mbarrier::complete_tx::bytes.u32 [d5+8], r3, [d3];\n"
        "red.async.relaxed.cluster.mbarrier::complete_tx::bytes.add.u32 [d4], r0, [d3];\n"
        "WAIT: mbarrier.test_wait.parity.b64 q, [d0], 0; @!q bra WAIT;\n"
        "ld.u32 r4, [d2+8]; ld.u32 r5, [d1]; add.u32 r4, r4, r5;\n"
        "ld.param.u64 d6, [p]; mad.lo.u32 r6, r1, 32, r0; mul.wide.u32 d7, r6, 4;\n"
        "add.u64 d6, d6, d7; st.global.u32 [d6], r4;\n"
        "barrier.cluster.arrive.aligned; barrier.cluster.wait.aligned; ret;\n}\n";
    CHECK_INT(run_load_text(&r, text, sizeof text - 1, NULL), 0);
    unsigned *out = run_array(&r, 64 * 4);
    ARG(&r, void *, out);
    CHECK(run_kernel(&r, "k", 2, 32, 0));
    for (unsigned t = 0; t < 64; t++)
        CHECK_INT(out[t], (t < 32 ? 1000 : 0) + 100 + t % 32 + 31 * 16);
    run_finish(&r);
}

/* clusterlaunchcontrol, of sm_100: each request is refused, and so all blocks run. */
TEST(no_block_is_cancelled)
{
    static const char text[] =
        ".version 8.6\n.target sm_100a\n.address_size 64\n"
        ".visible .entry k(.param .u64 p) .reqnctapercluster 2\n{\n"
        ".reg .b32 r<12>; .reg .b64 d<9>; .reg .b128 w; .reg .pred q;\n"
        ".shared .align 16 .b8 answer[32]; .shared .align 8 .b64 bar;\n"
        "mov.u32 r0, %tid.x; mov.u32 r1, %cluster_ctarank; mov.u64 d0, bar; mov.u64 d1, answer;\n"
        "setp.ne.u32 q, r0, 0; @q bra READY;\n"
        "mbarrier.init.shared.b64 [d0], 1; st.shared.v4.u32 [d1], {-1, -1, -1, -1};\n"
        "st.shared.v4.u32 [d1+16], {-1, -1, -1, -1};\n"
        "mbarrier.arrive.expect_tx.shared.b64 _, [d0], 32;\n"
        "READY: barrier.cluster.arrive.aligned; barrier.cluster.wait.aligned;\n"
        "@q bra WAIT; cvta.shared.u64 d2, d0; cvta.shared.u64 d3, d1;\n"
        "clusterlaunchcontrol.try_cancel.async.mbarrier::complete_tx::bytes.b128 [d3], [d2];\n"
        "setp.ne.u32 q, r1, 1; @q bra WAIT;\n"
        "clusterlaunchcontrol.try_cancel.async.shared::cta.mbarrier::complete_tx::bytes"
        ".multicast::cluster::all.b128 [d1+16], [d0];\n"
        "WAIT: mbarrier.test_wait.parity.shared.b64 q, [d0], 0; @!q bra WAIT;\n"
        "ld.shared.b128 w, [d1+16];\n"
        "clusterlaunchcontrol.query_cancel.is_canceled.pred.b128 q, w; selp.u32 r2, 7, 5, q;\n"
        "clusterlaunchcontrol.query_cancel.get_first_ctaid.v4.b32.b128 {r3, r4, r5, _}, w;\n"
        "clusterlaunchcontrol.query_cancel.get_first_ctaid::y.b32.b128 r6, w;\n"
        "ld.shared.u32 r7, [d1+12]; or.b32 r7, r7, r6;\n"
        "mov.u32 r8, %ctaid.x; mad.lo.u32 r8, r8, 32, r0; ld.param.u64 d4, [p];\n"
        "mul.wide.u32 d5, r8, 8; add.u64 d4, d4, d5; st.global.v2.u32 [d4], {r2, r7};\n"
        "barrier.cluster.arrive.aligned; barrier.cluster.wait.aligned; ret;\n}\n";
    CHECK_INT(run_load_text(&r, text, sizeof text - 1, NULL), 0);
    unsigned *out = run_array(&r, 4 * 32 * 8);
    ARG(&r, void *, out);
    CHECK(run_kernel(&r, "k", 4, 32, 0));
    for (unsigned t = 0; t < 128; t++) {
        CHECK_INT(out[2 * t], 5);
        CHECK_INT(out[2 * t + 1], 0);
    }
    run_finish(&r);
}

TEST(bulk_copies_in_a_cluster)
{
    int *out = begin(4 * 64 * 4), *in = run_array(&r, 256);
    for (int i = 0; i < 64; i++)
        in[i] = i * i;
    ARG(&r, void *, in);
    ARG(&r, void *, out);
    CHECK(run_kernel(&r, "bulk", 4, 64, 0));
    for (int b = 0; b < 4; b++)
        for (int t = 0; t < 64; t++)
            CHECK_INT(out[b * 64 + t], (b + 3) % 4 * 100 + t + (b == 2 ? 0 : t * t));
    run_finish(&r);
}

/* Threads that end count as arrived. */
TEST(threads_that_end_early)
{
    int *out = begin(256 * 4);
    ARG(&r, void *, out);
    CHECK(run_kernel(&r, "early", 4, 64, 0));
    for (int i = 0; i < 256; i++)
        CHECK_INT(out[i], i % 4 == 0);
    run_finish(&r);
}

TEST(a_launch_without_clusters)
{
    int *out = begin(3 * 4);
    ARG(&r, void *, out);
    CHECK(run_kernel(&r, "plain", 3, 64, 0));
    for (int b = 0; b < 3; b++)
        CHECK_INT(out[b], 10);
    run_finish(&r);
}
