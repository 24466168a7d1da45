// link: softdev
/* Tensor copies against what the manual says of their maps: each byte of a box is placed here once
 * more.  With a real driver: cc -Isrc -Iapi -Ibuild/gen -Itests/unit, -l:libcuda.so.1. */
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "../ptx/say.h"
#include "iq_cuda_protos.h"
#include "test.h"

#define OK(call) CHECK_INT((call), 0)

enum { SHARED = 16384, TENSOR = 1 << 16, UNTOUCHED = 0xee, RANK = 5 };

static CUcontext context;
static CUdeviceptr tensor, out;
static uint8_t bytes[TENSOR], before[TENSOR], got[TENSOR + 16], want[TENSOR];

static void start(void)
{
    CUdevice device;
    if (context)
        return;
    OK(cuInit(0));
    OK(cuDeviceGet(&device, 0));
    OK(cuCtxCreate_v2(&context, 0, device));
    OK(cuMemAlloc_v2(&tensor, TENSOR));
    OK(cuMemAlloc_v2(&out, sizeof got));
}

static unsigned seed = 3;
static unsigned next(void) { return (seed = seed * 1664525u + 1013904223u) >> 9; }

/* ---- one box of a tensor ---- */

struct box {
    CUtensorMapDataType type;
    unsigned size, rank; /* bytes of an element; interleaved: of a slice of channels */
    cuuint64_t dims[RANK], strides[RANK];
    cuuint32_t box[RANK], steps[RANK];
    int at[RANK];
    unsigned swizzle, fill, interleave;
    bool im2col;
    int lower[3], upper[3], offset[3];
    unsigned channels, pixels;
};

static CUtensorMap map __attribute__((aligned(128)));

static void encode_map(const struct box *b)
{
    CUtensorMapSwizzle swizzle = (CUtensorMapSwizzle)b->swizzle;
    CUtensorMapFloatOOBfill fill = (CUtensorMapFloatOOBfill)b->fill;
    void *address = (void *)(uintptr_t)tensor;
    if (b->im2col)
        OK(cuTensorMapEncodeIm2col(&map, b->type, b->rank, address, b->dims, b->strides, b->lower,
                                   b->upper, b->channels, b->pixels, b->steps, 0, swizzle, 0,
                                   fill));
    else
        OK(cuTensorMapEncodeTiled(&map, b->type, b->rank, address, b->dims, b->strides, b->box,
                                  b->steps, (CUtensorMapInterleave)b->interleave, swizzle, 0,
                                  fill));
}

/* Of an interleaved tensor the first dimension counts pixels, of which each has a slice, and the
 * last but one counts slices, of which a box has one, whatever it says: so it was on an H200. */
static unsigned elements(const struct box *b, unsigned k)
{
    if (b->interleave)
        return k + 2 == b->rank ? 1 : (b->box[k] + b->steps[k] - 1) / b->steps[k];
    return b->im2col ? k ? k == 1 ? b->pixels : 1 : b->channels
                     : (b->box[k] + (k ? b->steps[k] - 1 : 0)) / (k ? b->steps[k] : 1);
}

static unsigned row_bytes(const struct box *b) { return elements(b, 0) * b->size; }

static unsigned box_bytes(const struct box *b)
{
    unsigned all = row_bytes(b);
    for (unsigned k = 1; k < b->rank; k++)
        all *= elements(b, k);
    return all;
}

/* Place of byte [in] of row [row] in shared memory. */
static unsigned place(const struct box *b, unsigned row, unsigned in)
{
    unsigned span = b->swizzle ? 16u << b->swizzle : 0,
             pitch = row_bytes(b) > span ? row_bytes(b) : span, at = row * pitch + in;
    return b->swizzle ? at ^ ((at >> 7 & ((1u << b->swizzle) - 1)) << 4) : at;
}

/* Coordinates of row [row], without the first. */
static void find_row(const struct box *b, unsigned row, int64_t *at)
{
    for (unsigned k = 1; k < b->rank && !b->im2col; k++) {
        at[k] = b->at[k] + (int64_t)(row % elements(b, k) * b->steps[k]);
        row /= elements(b, k);
    }
    if (!b->im2col)
        return;
    for (unsigned k = 1; k < b->rank; k++)
        at[k] = b->at[k];
    for (unsigned pixel = 0; pixel < row; pixel++)
        for (unsigned k = 1; k < b->rank; k++) {
            at[k] += b->steps[k];
            if (k + 1 == b->rank || at[k] < (int64_t)b->dims[k] + b->upper[k - 1])
                break;
            at[k] = b->lower[k - 1];
        }
    for (unsigned k = 1; k + 1 < b->rank; k++)
        at[k] += b->offset[k - 1];
}

/* Offset of element [column] of a row in the tensor; -1: outside. */
static int64_t offset_of(const struct box *b, const int64_t *at, unsigned column)
{
    int64_t first = b->at[0] + (int64_t)column * (b->interleave ? b->steps[0] : 1),
            sum = first * b->size;
    if (first < 0 || first >= (int64_t)b->dims[0])
        return -1;
    for (unsigned k = 1; k < b->rank; k++) {
        if (at[k] < 0 || at[k] >= (int64_t)b->dims[k])
            return -1;
        sum += at[k] * (int64_t)b->strides[k - 1];
    }
    return sum;
}

static unsigned rows_of(const struct box *b) { return box_bytes(b) / row_bytes(b); }

static void list(const char *prefix, unsigned n)
{
    say("{");
    for (unsigned k = 0; k < n; k++)
        say("%s%s%u", k ? "," : "", prefix, k);
    say("}");
}

static void begin_text(void)
{
    used = 0;
    say(".version 8.3\n.target sm_90a\n.address_size 64\n"
        ".visible .entry k(.param .align 128 .b8 tensor[128], .param .u64 out, .param .u32 bytes,\n"
        " .param .u32 x0, .param .u32 x1, .param .u32 x2, .param .u32 x3, .param .u32 x4,\n"
        " .param .u32 y0, .param .u32 y1, .param .u32 y2) {\n"
        ".shared .align 1024 .b8 s[%d]; .shared .align 128 .b8 copy[128]; .shared .align 8 .b64 bar;\n"
        ".reg .b32 c<5>, t<8>, v, a, m, n; .reg .b16 o<3>; .reg .b64 p<8>, map; .reg .pred q, l, done;\n"
        "mov.b64 map, tensor; cvta.param.u64 map, map; ld.param.u64 p1, [out]; ld.param.u32 n, [bytes];\n"
        "ld.param.u32 c0, [x0]; ld.param.u32 c1, [x1]; ld.param.u32 c2, [x2]; ld.param.u32 c3, [x3];\n"
        "ld.param.u32 c4, [x4]; ld.param.u32 t4, [y0]; ld.param.u32 t5, [y1]; ld.param.u32 t6, [y2];\n"
        "cvt.u16.u32 o0, t4; cvt.u16.u32 o1, t5; cvt.u16.u32 o2, t6;\n"
        "mov.u32 t0, %%tid.x; mov.u32 a, s; mov.u32 m, bar; setp.ne.u32 q, t0, 0; mov.u32 v, 0xeeeeeeee;\n"
        "shl.b32 t1, t0, 2;\n",
        SHARED);
}

/* Every word of shared memory. */
static void loop_text(const char *label, const char *what)
{
    say("mov.u32 t2, t1;\n%s: add.u32 t3, a, t2; cvt.u64.u32 p2, t2; add.u64 p2, p1, p2;\n%s\n"
        "add.u32 t2, t2, 128; setp.lt.u32 l, t2, %d; @l bra %s;\n",
        label, what, SHARED, label);
}

static const char wait_text[] =
    "WAIT: mbarrier.try_wait.parity.shared.b64 done, [m], 0; @done bra READY;\n"
    "add.u32 t7, t7, 1; setp.lt.u32 l, t7, 100000; @l bra WAIT;\n"
    "READY: selp.u32 t7, 1, 0, done; @!q st.global.u32 [p3], t7;\n";

static void load_box_text(const struct box *b, const char *replace)
{
    begin_text();
    say("add.u64 p3, p1, %d; mov.u32 t7, 0;\n", TENSOR);
    loop_text("FILL", "st.shared.u32 [t3], v;");
    say("%s", replace);
    say("@q bra ISSUED; mbarrier.init.shared.b64 [m], 1; fence.proxy.async;\n"
        "mbarrier.arrive.expect_tx.shared.b64 _, [m], n;\n"
        "cp.async.bulk.tensor.%ud.shared::cluster.global%s.mbarrier::complete_tx::bytes [a], [map, ",
        b->rank, b->im2col ? ".im2col" : ".tile");
    list("c", b->rank);
    say("], [m]");
    if (b->im2col) {
        say(", ");
        list("o", b->rank - 2);
    }
    say(";\nISSUED: bar.sync 0;\n%s bar.sync 0;\n", wait_text);
    loop_text("READ", "ld.shared.u32 v, [t3]; st.global.u32 [p2], v;");
    say("ret; }\n");
}

static void store_box_text(const struct box *b, const char *reduction)
{
    begin_text();
    loop_text("FILL", "ld.global.u32 v, [p2]; st.shared.u32 [t3], v;");
    say("fence.proxy.async; bar.sync 0; @q bra DONE;\n"
        "cp%s.async.bulk.tensor.%ud.global.shared::cta%s%s.bulk_group [map, ",
        *reduction ? ".reduce" : "", b->rank, reduction, b->im2col ? ".im2col_no_offs" : ".tile");
    list("c", b->rank);
    say("], [a];\ncp.async.bulk.commit_group; cp.async.bulk.wait_group 0;\nDONE: ret; }\n");
}

static void run_for(const struct box *b, CUresult expected)
{
    CUmodule module;
    CUfunction f;
    unsigned n = box_bytes(b);
    void *args[] = { &map,
                     &out,
                     &n,
                     (void *)&b->at[0],
                     (void *)&b->at[1],
                     (void *)&b->at[2],
                     (void *)&b->at[3],
                     (void *)&b->at[4],
                     (void *)&b->offset[0],
                     (void *)&b->offset[1],
                     (void *)&b->offset[2] };
    const char *dump = getenv("PTX_DUMP");
    if (dump) {
        static int number;
        char path[600];
        snprintf(path, sizeof path, "%s/tensor%d.ptx", dump, number++);
        FILE *file = fopen(path, "w");
        fputs(written, file);
        fclose(file);
    }
    CUresult e = cuModuleLoadData(&module, written);
    e = e ? e : cuModuleGetFunction(&f, module, "k");
    e = e ? e : cuLaunchKernel(f, 1, 1, 1, 32, 1, 1, 0, NULL, args, NULL);
    e = e ? e : cuCtxSynchronize();
    CHECK_INT(e, expected);
    if (!e) {
        OK(cuModuleUnload(module));
        return;
    }
    cuCtxDestroy_v2(context); /* a fault is its end */
    context = NULL;
    start();
}

static void run(const struct box *b) { run_for(b, CUDA_SUCCESS); }

static void fill_tensor(void)
{
    for (unsigned k = 0; k < TENSOR; k++)
        before[k] = bytes[k] = (uint8_t)next();
    OK(cuMemcpyHtoD_v2(tensor, bytes, sizeof bytes));
}

static void tell(const struct box *b, const char *what, unsigned wrong)
{
    if (wrong)
        fprintf(stderr, "%s of rank %u, type %d, swizzle %u, im2col %d: %u bytes wrong\n", what,
                b->rank, (int)b->type, b->swizzle, b->im2col, wrong);
    CHECK_INT(wrong, 0);
}

static void compare(const struct box *b, const char *what, const uint8_t *a, unsigned n)
{
    unsigned wrong = 0;
    for (unsigned k = 0; k < n; k++)
        wrong += a[k] != want[k];
    tell(b, what, wrong);
}

static void fill_outside(const struct box *b, uint8_t *to)
{
    memset(to, 0, b->size);
    for (unsigned k = 0; b->fill && k < b->size; k += 2) { /* a NaN of any type */
        to[k] = 0xf7;
        to[k + 1] = 0x7f;
    }
}

/* To ten bits of fraction, the even one of two. */
static void round_tf32(uint8_t *element)
{
    uint32_t u;
    memcpy(&u, element, 4);
    if ((u & 0x7fffffff) > 0x7f800000)
        u = 0x7fffffff;
    else if ((u & 0x7fffffff) < 0x7f800000)
        u += 0xfff + (u >> 13 & 1);
    u &= ~0x1fffu;
    memcpy(element, &u, 4);
}

static void expect_load(const struct box *b)
{
    memset(want, UNTOUCHED, SHARED);
    for (unsigned row = 0; row < rows_of(b); row++) {
        int64_t at[RANK] = { 0 };
        find_row(b, row, at);
        for (unsigned column = 0; column < elements(b, 0); column++) {
            uint8_t element[32];
            int64_t from = offset_of(b, at, column);
            if (from >= 0)
                memcpy(element, bytes + from, b->size);
            else
                fill_outside(b, element);
            if (from >= 0 && b->type == CU_TENSOR_MAP_DATA_TYPE_TFLOAT32)
                round_tf32(element);
            for (unsigned e = 0; e < b->size; e++)
                want[place(b, row, column * b->size + e)] = element[e];
        }
    }
}

static void load_box(const struct box *b, const char *replace)
{
    uint32_t complete;
    start();
    fill_tensor();
    encode_map(b);
    OK(cuMemsetD8_v2(out, 0, sizeof got));
    load_box_text(b, replace);
    run(b);
    OK(cuMemcpyDtoH_v2(got, out, sizeof got));
    expect_load(b);
    compare(b, "load", got, SHARED);
    memcpy(&complete, got + TENSOR, sizeof complete);
    CHECK_INT(complete, 1);
}

static void store_box(const struct box *b)
{
    start();
    fill_tensor();
    encode_map(b);
    for (unsigned k = 0; k < SHARED; k++)
        got[k] = (uint8_t)next();
    OK(cuMemcpyHtoD_v2(out, got, SHARED));
    memcpy(want, bytes, sizeof want);
    for (unsigned row = 0; row < rows_of(b); row++) {
        int64_t at[RANK] = { 0 };
        find_row(b, row, at);
        for (unsigned column = 0; column < elements(b, 0); column++) {
            int64_t to = offset_of(b, at, column);
            for (unsigned e = 0; e < b->size && to >= 0; e++)
                want[to + e] = got[place(b, row, column * b->size + e)];
        }
    }
    store_box_text(b, "");
    run(b);
    OK(cuMemcpyDtoH_v2(bytes, tensor, sizeof bytes));
    compare(b, "store", bytes, TENSOR);
}

/* ---- boxes ---- */

static struct box tile(CUtensorMapDataType type, unsigned size, unsigned rank)
{
    struct box b = { .type = type,
                     .size = size,
                     .rank = rank,
                     .dims = { 64 / size, 6, 5, 4, 3 },
                     .strides = { 80, 496, 2496, 9984 },
                     .box = { 32 / size, 4, 3, 2, 2 },
                     .steps = { 1, 1, 1, 1, 1 } };
    return b;
}

static struct box pixels(unsigned rank)
{
    struct box b = { .type = CU_TENSOR_MAP_DATA_TYPE_FLOAT16,
                     .size = 2,
                     .rank = rank,
                     .dims = { 24, 7, rank > 3 ? 5 : 3, rank > 4 ? 4 : 3, 3 },
                     .strides = { 48, 336, 1680, 6720 },
                     .steps = { 1, 1, 1, 1, 1 },
                     .im2col = true,
                     .channels = 16,
                     .pixels = 24 };
    return b;
}

TEST(boxes_of_all_ranks)
{
    for (unsigned rank = 1; rank <= RANK; rank++)
        for (int shift = 0; shift < 4; shift++) {
            struct box b = tile(CU_TENSOR_MAP_DATA_TYPE_UINT16, 2, rank);
            for (unsigned k = 0; k < rank; k++)
                b.at[k] = shift == 1 ? -2 : shift == 2 ? (int)b.dims[k] - 1 : shift == 3 ? 1 : 0;
            b.at[0] = shift == 1 ? -8 : shift == 2 ? 24 : shift == 3 ? 8 : 0; /* 16 bytes each */
            load_box(&b, "");
            if (shift != 1) /* no store may begin in front of the tensor */
                store_box(&b);
        }
}

TEST(outside_of_the_tensor)
{
    static const int far[] = { -1000, 1000, INT32_MIN, INT32_MAX };
    for (int k = 0; k < 4; k++) {
        struct box b = tile(CU_TENSOR_MAP_DATA_TYPE_UINT16, 2, 2);
        b.at[k & 1] = far[k];
        load_box(&b, "");
        if (far[k] > 0)
            store_box(&b);
    }
}

static void refuse(const struct box *b, bool stores)
{
    start();
    encode_map(b);
    if (stores)
        store_box_text(b, "");
    else
        load_box_text(b, "");
    run_for(b, CUDA_ERROR_ILLEGAL_INSTRUCTION);
}

/* As on an H100: the first coordinate is a multiple of 16 bytes, and no store begins in front of
 * the tensor. */
TEST(corners_that_are_refused)
{
    static const int between[] = { 1, -2, 31 };
    for (unsigned k = 0; k < sizeof between / sizeof *between; k++)
        for (unsigned stores = 0; stores < 2; stores++) {
            struct box b = tile(CU_TENSOR_MAP_DATA_TYPE_UINT16, 2, 2), p = pixels(4);
            b.at[0] = p.at[0] = between[k];
            refuse(&b, stores);
            refuse(&p, stores);
        }
    for (unsigned k = 0; k < 3; k++) {
        struct box b = tile(CU_TENSOR_MAP_DATA_TYPE_UINT16, 2, 3);
        b.at[k] = -8;
        refuse(&b, true);
    }
}

TEST(types)
{
    static const unsigned sizes[] = { 1, 2, 4, 4, 8, 8, 2, 4, 8, 2 };
    for (unsigned k = 0; k < sizeof sizes / sizeof *sizes; k++)
        for (unsigned fill = 0; fill <= (k >= 6); fill++) {
            struct box b = tile((CUtensorMapDataType)k, sizes[k], 2);
            b.fill = fill;
            b.at[0] = 48 / (int)b.size;
            b.at[1] = 3;
            load_box(&b, "");
            store_box(&b);
        }
}

TEST(rounded_to_tf32)
{
    for (unsigned fill = 0; fill < 2; fill++) {
        struct box b = tile(CU_TENSOR_MAP_DATA_TYPE_TFLOAT32, 4, 3);
        b.fill = fill;
        b.at[0] = 12;
        load_box(&b, "");
    }
}

TEST(swizzles)
{
    for (unsigned y = 1; y < 4; y++)
        for (unsigned width = 16; width <= 16u << y; width *= 2) {
            struct box b = tile(CU_TENSOR_MAP_DATA_TYPE_UINT8, 1, 3);
            b.dims[0] = b.strides[0] = 128;
            b.strides[1] = 128 * 6;
            b.box[0] = width;
            b.box[1] = 6;
            b.swizzle = y;
            load_box(&b, "");
            store_box(&b);
        }
}

TEST(interleaved_tensors)
{
    for (unsigned rank = 3; rank <= RANK; rank++)
        for (unsigned wide = 0; wide < 2; wide++)
            for (unsigned variant = 0; variant < 5; variant++) {
                struct box b = { .type = wide ? CU_TENSOR_MAP_DATA_TYPE_UINT32
                                              : CU_TENSOR_MAP_DATA_TYPE_FLOAT16,
                                 .size = wide ? 32 : 16,
                                 .rank = rank,
                                 .dims = { 7, 6, 5, 4, 3 },
                                 .strides = { 256, 1536, 7680, 15360 },
                                 .box = { 8, 4, 2, 4, 2 },
                                 .steps = { 1, 1, 1, 1, 1 },
                                 .swizzle = wide && variant != 4,
                                 .fill = !wide && variant == 3,
                                 .interleave = 1 + wide };
                b.at[0] = variant == 1 ? 2 : 0;
                b.at[1] = variant == 1 ? 3 : 0;
                b.at[rank - 2] = (int)variant;
                b.at[rank - 1] = variant == 3;
                b.steps[0] = variant == 2 ? 2 : 1;
                b.steps[1] = variant == 2 && rank > 3 ? 3 : 1;
                load_box(&b, "");
                store_box(&b);
                b.at[0] = -1;
                load_box(&b, "");
            }
}

TEST(steps_between_elements)
{
    struct box b = tile(CU_TENSOR_MAP_DATA_TYPE_UINT32, 4, 3);
    b.box[1] = 5;
    b.steps[1] = 2;
    b.steps[2] = 3;
    load_box(&b, "");
    store_box(&b);
}

TEST(pixels_of_a_column)
{
    for (unsigned rank = 3; rank <= RANK; rank++)
        for (int k = 0; k < 4; k++) {
            struct box b = pixels(rank);
            for (unsigned d = 0; d + 2 < rank; d++) {
                b.lower[d] = k & 1 ? -1 : 0;
                b.upper[d] = k & 2 ? -2 : 0;
                b.at[1 + d] = b.lower[d];
                b.offset[d] = k & 2 ? 1 : 0;
                b.steps[1 + d] = k == 3 ? 2 : 1;
            }
            b.at[0] = k == 1 ? 16 : 0;
            load_box(&b, "");
        }
}

TEST(pixels_stored)
{
    struct box b = pixels(4);
    b.at[1] = 2;
    store_box(&b);
}

/* ---- reductions ---- */

static uint32_t reduced(const char *op, bool sign, uint32_t a, uint32_t b)
{
    bool less = sign ? (int32_t)b < (int32_t)a : b < a;
    return !strcmp(op, ".add")   ? a + b
           : !strcmp(op, ".min") ? less ? b : a
           : !strcmp(op, ".max") ? less ? a : b
           : !strcmp(op, ".inc") ? a >= b ? 0 : a + 1
           : !strcmp(op, ".dec") ? !a || a > b ? b : a - 1
           : !strcmp(op, ".and") ? a & b
           : !strcmp(op, ".or")  ? a | b
                                 : a ^ b;
}

TEST(reductions)
{
    static const char *const ops[] = {
        ".add", ".min", ".max", ".inc", ".dec", ".and", ".or", ".xor"
    };
    start();
    for (int sign = 0; sign < 2; sign++)
        for (unsigned o = 0; o < (sign ? 3 : 8); o++) {
            struct box b =
                tile(sign ? CU_TENSOR_MAP_DATA_TYPE_INT32 : CU_TENSOR_MAP_DATA_TYPE_UINT32, 4, 2);
            b.at[0] = 12;
            fill_tensor();
            encode_map(&b);
            for (unsigned k = 0; k < SHARED; k++)
                got[k] = (uint8_t)next();
            OK(cuMemcpyHtoD_v2(out, got, SHARED));
            memcpy(want, bytes, sizeof want);
            for (unsigned row = 0; row < rows_of(&b); row++)
                for (unsigned column = 0; column < elements(&b, 0); column++) {
                    int64_t at[RANK] = { 0 };
                    uint32_t x, y;
                    find_row(&b, row, at);
                    int64_t to = offset_of(&b, at, column);
                    if (to < 0)
                        continue;
                    memcpy(&x, want + to, 4);
                    memcpy(&y, got + place(&b, row, column * 4), 4);
                    x = reduced(ops[o], sign, x, y);
                    memcpy(want + to, &x, 4);
                }
            store_box_text(&b, ops[o]);
            run(&b);
            OK(cuMemcpyDtoH_v2(bytes, tensor, sizeof bytes));
            compare(&b, ops[o], bytes, TENSOR);
        }
}

/* ---- maps that a kernel changes ---- */

/* A copy of the map in shared memory is changed, copied over that in global memory behind the
 * words, and used. */
TEST(replaced_members)
{
    struct box b = tile(CU_TENSOR_MAP_DATA_TYPE_UINT16, 2, 3), is = b;
    char text[2048];
    is.type = CU_TENSOR_MAP_DATA_TYPE_UINT32;
    is.size = 4;
    is.dims[0] = 9;
    is.dims[1] = 5;
    is.strides[0] = 112;
    is.strides[1] = 672;
    is.box[0] = 8;
    is.box[1] = 5;
    is.steps[1] = 2;
    is.swizzle = 2;
    start();
    fill_tensor();
    encode_map(&b);
    OK(cuMemsetD8_v2(out, 0, sizeof got));
    snprintf(
        text, sizeof text,
        "mov.u32 t4, copy; add.u32 t5, t4, t1; cvt.u64.u32 p4, t1; add.u64 p4, map, p4;\n"
        "ld.b32 v, [p4]; st.shared.b32 [t5], v; bar.sync 0; @q bra REPLACED;\n"
        "tensormap.replace.tile.global_address.shared::cta.b1024.b64 [t4], %llu;\n"
        "tensormap.replace.tile.rank.shared::cta.b1024.b32 [t4], 2;\n"
        "tensormap.replace.tile.elemtype.shared::cta.b1024.b32 [t4], 2;\n"
        "tensormap.replace.tile.global_dim.shared::cta.b1024.b32 [t4], 0, 9;\n"
        "tensormap.replace.tile.global_dim.shared::cta.b1024.b32 [t4], 1, 5;\n"
        "tensormap.replace.tile.global_stride.shared::cta.b1024.b64 [t4], 0, 112;\n"
        "tensormap.replace.tile.global_stride.shared::cta.b1024.b64 [t4], 1, 672;\n"
        "tensormap.replace.tile.box_dim.shared::cta.b1024.b32 [t4], 0, 8;\n"
        "tensormap.replace.tile.box_dim.shared::cta.b1024.b32 [t4], 1, 5;\n"
        "tensormap.replace.tile.element_stride.shared::cta.b1024.b32 [t4], 1, 2;\n"
        "tensormap.replace.tile.swizzle_mode.shared::cta.b1024.b32 [t4], 2;\n"
        "REPLACED: bar.warp.sync 0xffffffff; add.u64 p5, p1, %d;\n"
        "tensormap.cp_fenceproxy.global.shared::cta.tensormap::generic.release.gpu.sync.aligned [p5], [t4], 128;\n"
        "mov.b64 map, p5; fence.proxy.tensormap::generic.acquire.gpu [map], 128;\n",
        (unsigned long long)tensor, SHARED);
    load_box_text(&is, text);
    run(&is);
    OK(cuMemcpyDtoH_v2(got, out, sizeof got));
    expect_load(&is);
    compare(&is, "load", got, SHARED);
}

/* A copy with a map that the kernel has changed so. */
static void use_changed(const char *change, CUresult expected)
{
    struct box b = tile(CU_TENSOR_MAP_DATA_TYPE_UINT16, 2, 3);
    char text[1024];
    start();
    encode_map(&b);
    snprintf(
        text, sizeof text,
        "mov.u32 t4, copy; add.u32 t5, t4, t1; cvt.u64.u32 p4, t1; add.u64 p4, map, p4;\n"
        "ld.b32 v, [p4]; st.shared.b32 [t5], v; bar.sync 0; @q bra REPLACED;\n"
        "tensormap.replace.tile.%s;\n"
        "REPLACED: bar.warp.sync 0xffffffff; add.u64 p5, p1, %d;\n"
        "tensormap.cp_fenceproxy.global.shared::cta.tensormap::generic.release.gpu.sync.aligned [p5], [t4], 128;\n"
        "mov.b64 map, p5; fence.proxy.tensormap::generic.acquire.gpu [map], 128;\n",
        change, SHARED);
    load_box_text(&b, text);
    run_for(&b, expected);
}

/* What a kernel makes of a map may be none: answers of an H100. */
TEST(maps_that_are_none)
{
    static const struct {
        const char *change;
        CUresult answer;
    } wrong[] = {
        { "box_dim.shared::cta.b1024.b32 [t4], 1, 0", CUDA_ERROR_ILLEGAL_ADDRESS },
        { "box_dim.shared::cta.b1024.b32 [t4], 2, 0", CUDA_ERROR_ILLEGAL_ADDRESS },
        { "box_dim.shared::cta.b1024.b32 [t4], 1, 256", CUDA_ERROR_ILLEGAL_ADDRESS },
        { "rank.shared::cta.b1024.b32 [t4], 0", CUDA_ERROR_ILLEGAL_INSTRUCTION },
        { "rank.shared::cta.b1024.b32 [t4], 1", CUDA_ERROR_ILLEGAL_INSTRUCTION },
        { "rank.shared::cta.b1024.b32 [t4], 7", CUDA_ERROR_ILLEGAL_INSTRUCTION },
        { "fill_mode.shared::cta.b1024.b32 [t4], 1", CUDA_ERROR_ILLEGAL_INSTRUCTION },
        { "global_address.shared::cta.b1024.b64 [t4], 4096", CUDA_ERROR_ILLEGAL_ADDRESS },
    };
    for (size_t k = 0; k < sizeof wrong / sizeof *wrong; k++)
        use_changed(wrong[k].change, wrong[k].answer);
}

/* An H100 takes sizes and steps modulo 256 and 8 without a word: nobody means that.  Narrow rows
 * were not measured. */
TEST(maps_that_wrap_around)
{
    char name[64] = "";
    start();
    OK(cuDeviceGetName(name, sizeof name, 0));
    if (!strstr(name, "inquest"))
        return;
    use_changed("box_dim.shared::cta.b1024.b32 [t4], 1, 257", CUDA_ERROR_ILLEGAL_ADDRESS);
    use_changed("box_dim.shared::cta.b1024.b32 [t4], 0, 1", CUDA_ERROR_ILLEGAL_INSTRUCTION);
    use_changed("element_stride.shared::cta.b1024.b32 [t4], 1, 0", CUDA_ERROR_ILLEGAL_ADDRESS);
    use_changed("element_stride.shared::cta.b1024.b32 [t4], 1, 9", CUDA_ERROR_ILLEGAL_ADDRESS);
}
