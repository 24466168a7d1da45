// link: ptx
/* Instructions of sm_100 on memory in bulk: zeros, and four rows of a tensor.  No GPU was asked:
 * the manual is what the results are compared with. */
#include "ptx/tensor_map.h"
#include "ptx_run.h"

enum { ROWS = 8, COLUMNS = 16, PICKED = 4, WORDS = 64 };

static struct run r;
static struct iq_ptx_diag diag;

static int load(const char *target, const char *version, const char *body)
{
    static char text[4096];
    int size = snprintf(
        text, sizeof text,
        ".version %s\n.target %s\n.address_size 64\n"
        ".visible .entry k(.param .u64 tensor, .param .u64 out, .param .u32 x,\n"
        " .param .u32 y0, .param .u32 y1, .param .u32 y2, .param .u32 y3) {\n"
        ".shared .align 128 .b8 s[256]; .shared .align 8 .b64 bar;\n"
        ".reg .b64 map, o, n; .reg .b32 a, b, t, v, c, r<4>; .reg .pred q, done;\n"
        "ld.param.u64 map, [tensor]; ld.param.u64 o, [out]; ld.param.u32 c, [x]; mov.u32 a, s; mov.u32 b, bar;\n"
        "ld.param.u32 r0, [y0]; ld.param.u32 r1, [y1]; ld.param.u32 r2, [y2]; ld.param.u32 r3, [y3];\n"
        "mov.u32 t, %%tid.x; setp.ne.u32 q, t, 0; shl.b32 t, t, 2; cvt.u64.u32 n, t; add.u64 o, o, n; add.u32 t, a, t;\n"
        "%s\nret; }\n",
        version, target, body);
    iq_ptx_diag_finish(&diag);
    diag = (struct iq_ptx_diag){ 0 };
    return run_load_text(&r, text, (size_t)size, &diag);
}

static void launch(const struct iq_ptx_tensor_map *map, const uint32_t *out, int x, const int *rows,
                   bool right)
{
    ARG(&r, const void *, map);
    ARG(&r, const void *, out);
    ARG(&r, int, x);
    for (int k = 0; k < PICKED; k++)
        ARG(&r, int, rows[k]);
    CHECK_INT(run_kernel(&r, "k", 1, WORDS, 0), right);
}

static const int no_rows[PICKED];

/* ---- zeros ---- */

static const char zeros[] = "mov.u32 v, 0x5a5a5a5a; st.shared.u32 [t], v; bar.sync 0;\n"
                            "@!q st.bulk.weak.shared::cta [a+16], %s, 0;\n"
                            "bar.sync 0; ld.shared.u32 v, [t]; st.global.u32 [o], v;";

static int load_zeros(const char *target, const char *version, const char *size)
{
    char body[512];
    snprintf(body, sizeof body, zeros, size);
    return load(target, version, body);
}

TEST(zeros_where_asked)
{
    CHECK_INT(load_zeros("sm_100", "8.6", "104"), 0);
    uint32_t *out = run_array(&r, WORDS * 4);
    launch(NULL, out, 0, no_rows, true);
    for (uint32_t k = 0; k < WORDS; k++)
        CHECK_INT(out[k], k >= 4 && k < 30 ? 0 : 0x5a5a5a5a);
    run_finish(&r);
}

TEST(zeros_outside)
{
    CHECK_INT(load_zeros("sm_100", "8.6", "256"), 0); /* more than there are from there on */
    uint32_t *out = run_array(&r, WORDS * 4);
    launch(NULL, out, 0, no_rows, false);
    CHECK_INT(r.fault.kind, IQ_PTX_FAULT_SHARED_RANGE);
    run_finish(&r);
    CHECK_INT(load_zeros("sm_100", "8.6", "12"), 0);
    out = run_array(&r, WORDS * 4);
    launch(NULL, out, 0, no_rows, false);
    CHECK_INT(r.fault.kind, IQ_PTX_FAULT_MISALIGNED);
    run_finish(&r);
}

static void refused(const char *why)
{
    char *said = iq_ptx_diag_format(&diag, "test");
    CHECK(said && strstr(said, why));
    free(said);
    iq_ptx_diag_finish(&diag);
}

TEST(zeros_refused)
{
    CHECK(load_zeros("sm_90", "8.6", "64"));
    refused("Feature 'st.bulk' requires .target sm_100 or higher");
    CHECK(load_zeros("sm_100", "8.5", "64"));
    refused("requires PTX ISA .version 8.6 or later");
    CHECK(load("sm_100", "8.6", "st.bulk.shared::cta [a], 64, 1;"));
    refused("Initial value of 0 expected");
}

/* ---- four rows ---- */

static const char gather[] =
    "mov.u32 v, 0xeeeeeeee; st.shared.u32 [t], v; bar.sync 0; @q bra ISSUED;\n"
    "mbarrier.init.shared.b64 [b], 1; mbarrier.arrive.expect_tx.shared.b64 _, [b], 128;\n"
    "cp.async.bulk.tensor.2d.shared::cluster.global.tile::gather4.mbarrier::complete_tx::bytes [a], [map, {c, r0, r1, r2, r3}], [b];\n"
    "ISSUED: bar.sync 0;\n"
    "WAIT: mbarrier.try_wait.parity.shared.b64 done, [b], 0; @!done bra WAIT;\n"
    "ld.shared.u32 v, [t]; st.global.u32 [o], v;";
static const char scatter[] =
    "ld.global.u32 v, [o]; st.shared.u32 [t], v; fence.proxy.async; bar.sync 0; @q bra DONE;\n"
    "cp.async.bulk.tensor.2d.global.shared::cta.tile::scatter4.bulk_group [map, {c, r0, r1, r2, r3}], [a];\n"
    "cp.async.bulk.commit_group; cp.async.bulk.wait_group 0;\nDONE:";

/* Words, eight of a row at a time. */
static struct iq_ptx_tensor_map map_of(const uint32_t *tensor)
{
    return (struct iq_ptx_tensor_map){ .address = (uint64_t)(uintptr_t)tensor,
                                       .stride = { COLUMNS * 4 },
                                       .dim = { COLUMNS, ROWS },
                                       .box = { 8, 1 },
                                       .step = { 1, 1 },
                                       .rank = 1,
                                       .type = TENSOR_U32,
                                       .mark = IQ_PTX_TENSOR_MARK };
}

static uint32_t *tensor, *out;
static struct iq_ptx_tensor_map *map;

static void prepare(const char *body)
{
    CHECK_INT(load("sm_100a", "8.6", body), 0);
    tensor = run_array(&r, ROWS * COLUMNS * 4);
    out = run_array(&r, WORDS * 4);
    map = run_array(&r, sizeof *map);
    *map = map_of(tensor);
    for (uint32_t k = 0; k < ROWS * COLUMNS; k++)
        tensor[k] = 1000 + k;
    for (uint32_t k = 0; k < WORDS; k++)
        out[k] = k + 1;
}

TEST(rows_loaded)
{
    static const int rows[] = { 6, 2, 2, 7 };
    prepare(gather);
    launch(map, out, 4, rows, true);
    for (uint32_t k = 0; k < WORDS; k++)
        CHECK_INT(out[k], k < 32 ? 1000 + (uint32_t)rows[k / 8] * COLUMNS + 4 + k % 8 : 0xeeeeeeee);
    run_finish(&r);
}

TEST(rows_outside_are_zeros)
{
    static const int rows[] = { -1, 8, 3, 1000000 };
    prepare(gather);
    launch(map, out, 12, rows, true); /* the last four columns are outside, too */
    for (uint32_t k = 0; k < 32; k++)
        CHECK_INT(out[k], k / 8 == 2 && k % 8 < 4 ? 1000 + 3 * COLUMNS + 12 + k % 8 : 0);
    run_finish(&r);
}

TEST(rows_stored)
{
    static const int rows[] = { 5, 0, 8, 3 };
    prepare(scatter);
    launch(map, out, 8, rows, true);
    for (uint32_t k = 0; k < ROWS * COLUMNS; k++) {
        uint32_t want = 1000 + k, row = k / COLUMNS, column = k % COLUMNS;
        for (uint32_t p = 0; p < PICKED; p++)
            if (row == (uint32_t)rows[p] && column >= 8)
                want = p * 8 + column - 8 + 1;
        CHECK_INT(tensor[k], want);
    }
    run_finish(&r);
}

TEST(boxes_of_several_rows)
{
    prepare(gather);
    map->box[1] = 4;
    launch(map, out, 0, no_rows, false);
    CHECK_INT(r.fault.kind, IQ_PTX_FAULT_UNSUPPORTED);
    run_finish(&r);
}

TEST(rows_refused)
{
    CHECK(load("sm_90a", "8.6", gather));
    refused("Feature '.tile::gather4' not supported on .target 'sm_90'");
    CHECK(load("sm_100", "8.6", scatter));
    refused("Feature '.tile::scatter4' not supported on .target 'sm_100'");
    CHECK(load("sm_100a", "8.5", gather));
    refused("Feature '.tile::gather4' requires PTX ISA .version 8.6 or later");
    CHECK(load(
        "sm_100a", "8.6",
        "cp.async.bulk.tensor.3d.shared::cluster.global.tile::gather4.mbarrier::complete_tx::bytes [a], [map, {c, r0, r1, r2, r3}], [b];"));
}
