// link: softdev
/* Kernels that launch kernels, by the functions of NVIDIA's device runtime. */
#include "soft_world.h"

/* launch(function, grid, block, stream, pointer, value): what a compiler makes of <<<>>>; its
 * result is the error that is left. */
#define RUNTIME                                                                                                                                                                    \
    ".version 8.0\n.target sm_90\n.address_size 64\n"                                                                                                                              \
    ".extern .func (.param .b64 r) __cudaCDP2GetParameterBufferV2(.param .b64 f, .param .align 4 .b8 g[12], .param .align 4 .b8 b[12], .param .b32 s);\n"                          \
    ".extern .func (.param .b32 r) __cudaCDP2LaunchDeviceV2(.param .b64 b, .param .b64 s);\n"                                                                                      \
    ".extern .func (.param .b32 r) __cudaCDP2GetLastError();\n"                                                                                                                    \
    ".extern .func (.param .b32 r) __cudaCDP2StreamCreateWithFlags(.param .b64 s, .param .b32 f);\n"                                                                               \
    ".extern .func (.param .b32 r) __cudaCDP2MemsetAsync(.param .b64 p, .param .b32 v, .param .b64 n, .param .b64 s);\n"                                                           \
    ".extern .func (.param .b64 r) cudaGetParameterBuffer(.param .b64 a, .param .b64 s);\n"                                                                                        \
    ".extern .func (.param .b64 r) cudaGetParameterBufferV2(.param .b64 f, .param .b32 g, .param .b32 b, .param .b32 s, .param .b32 z);\n"                                         \
    ".extern .func (.param .b32 r) __cudaCDP2Memset2DAsync(.param .b64 p, .param .b64 i, .param .b32 v, .param .b64 w, .param .b64 h, .param .b64 s);\n"                           \
    ".extern .func (.param .b64 r) __cudaCDP2GetErrorString(.param .b32 c);\n"                                                                                                     \
    ".extern .func (.param .b32 r) __cudaCDP2Malloc(.param .b64 p, .param .b64 n);\n"                                                                                              \
    ".extern .func (.param .b32 r) __cudaCDP2Free(.param .b64 p);\n"                                                                                                               \
    ".func (.param .b32 e) launch(.param .b64 f, .param .b32 block, .param .b64 stream, .param .b64 p, .param .b32 v) {\n"                                                         \
    " .reg .b64 d<6>; .reg .b32 r<6>; .reg .pred q;\n"                                                                                                                             \
    " ld.param.b64 d0, [f]; ld.param.b32 r0, [block]; ld.param.b64 d1, [stream]; ld.param.b64 d2, [p]; ld.param.b32 r1, [v];\n"                                                    \
    " { .param .b64 a; .param .align 4 .b8 g[12]; .param .align 4 .b8 b[12]; .param .b32 s; .param .b64 o;\n"                                                                      \
    "  st.param.b64 [a], d0; st.param.b32 [g], 1; st.param.b32 [g+4], 1; st.param.b32 [g+8], 1; st.param.b32 [b], r0; st.param.b32 [b+4], 1;\n"                                    \
    "  st.param.b32 [b+8], 1; st.param.b32 [s], 0; call (o), __cudaCDP2GetParameterBufferV2, (a, g, b, s); ld.param.b64 d3, [o]; }\n"                                              \
    " setp.eq.u64 q, d3, 0; @q bra out; st.u64 [d3], d2; st.u32 [d3+8], r1;\n"                                                                                                     \
    " { .param .b64 a; .param .b64 s; .param .b32 o; st.param.b64 [a], d3; st.param.b64 [s], d1; call (o), __cudaCDP2LaunchDeviceV2, (a, s); }\n"                                  \
    "out: { .param .b32 o; call (o), __cudaCDP2GetLastError, (); ld.param.b32 r2, [o]; } st.param.b32 [e], r2; ret; }\n" /* appends v to the list at p, whose first word counts */ \
    ".visible .entry append(.param .u64 p, .param .u32 v) { .reg .b64 d<4>; .reg .b32 r<4>; ld.param.u64 d0, [p]; ld.param.u32 r0, [v];\n"                                         \
    " atom.global.add.u32 r1, [d0], 1; mul.wide.u32 d1, r1, 4; add.s64 d2, d0, d1; st.global.u32 [d2+4], r0; ret; }\n"
#define LAUNCH(function, block, stream, v)                                                                                 \
    " mov.u64 f, " function                                                                                                \
    "; { .param .b64 a; .param .b32 b; .param .b64 s; .param .b64 p; .param .b32 v; .param .b32 o; st.param.b64 [a], f;\n" \
    "  st.param.b32 [b], " block "; st.param.b64 [s], " stream                                                             \
    "; st.param.b64 [p], list; st.param.b32 [v], " v "; call (o), launch, (a, b, s, p, v);\n"                              \
    "  ld.param.b32 e, [o]; }\n"
#define PARENT(name, body)                                                                                                          \
    ".visible .entry " name                                                                                                         \
    "(.param .u64 out, .param .u32 n) { .reg .b64 list, f, st, t; .reg .b32 e, x, y; .reg .pred q; .local .align 8 .b8 room[16];\n" \
    " ld.param.u64 list, [out]; ld.param.u32 x, [n];\n" body " ret; }\n"

#define OLD_BUFFER(bytes)                                                                          \
    "{ .param .b64 a; .param .b64 s; .param .b64 o; st.param.b64 [a], 8; st.param.b64 [s], " bytes \
    "; call (o), cudaGetParameterBuffer, (a, s); ld.param.b64 t, [o]; }\n"

static const char *const pieces[] = {
    RUNTIME,
    PARENT("order", LAUNCH("append", "1", "3", "90") LAUNCH("append", "1", "0", "1")
                        LAUNCH("append", "1", "0", "2") LAUNCH("append", "1", "3", "91")
                            LAUNCH("append", "1", "0", "3")),
    PARENT("bad", LAUNCH("append", "2000", "0", "1") "st.global.u32 [list+256], e;\n" LAUNCH(
                      "append", "1", "4096", "1") "st.global.u32 [list+260], e;\n"),
    /* itself, one level deeper, until n is 0 or the device refuses */
    PARENT(
        "deep",
        "atom.global.add.u32 y, [list], 1; setp.eq.u32 q, x, 0; @q bra end; sub.u32 x, x, 1;\n" LAUNCH(
            "deep", "1", "0", "x") "end:\n"),
    PARENT(
        "streams",
        "mov.u64 t, room; cvta.local.u64 t, t; { .param .b64 a; .param .b32 f; .param .b32 o; st.param.b64 [a], t; st.param.b32 [f], 1;\n"
        " call (o), __cudaCDP2StreamCreateWithFlags, (a, f); } ld.local.u64 st, [room];\n" LAUNCH(
            "append", "1", "st", "5") LAUNCH("append", "1", "st", "6")),
    PARENT("local", "mov.u64 t, room; cvta.local.u64 list, t;\n" LAUNCH("none", "1", "0", "1")),
    ".visible .entry none(.param .u64 p, .param .u32 v) { ret; }\n",
    PARENT(
        "wipe",
        "{ .param .b64 p; .param .b32 v; .param .b64 n; .param .b64 s; .param .b32 o; st.param.b64 [p], list; st.param.b32 [v], 17; st.param.b64 [n], 8;\n"
        " st.param.b64 [s], 0; call (o), __cudaCDP2MemsetAsync, (p, v, n, s); }\n"),
    /* a child that goes wrong at line 3 of its source */
    ".visible .entry wrong(.param .u64 p, .param .u32 v) { .reg .b64 d; .reg .b32 r;\n.loc 1 3 0\n mov.u64 d, 64; ld.global.u32 r, [d]; st.global.u32 [d], r; ret; }\n",
    ".visible .entry blame(.param .u64 out, .param .u32 n) { .reg .b64 list, f; .reg .b32 e;\n ld.param.u64 list, [out];\n.loc 1 12 0\n" LAUNCH(
        "wrong", "1", "0", "1") " ret; }\n",
    /* a buffer of the older form, launched by the newer one */
    PARENT(
        "mixed",
        OLD_BUFFER(
            "16") "{ .param .b64 a; .param .b64 s; .param .b32 o; st.param.b64 [a], t; st.param.b64 [s], 0;\n"
                  " call (o), __cudaCDP2LaunchDeviceV2, (a, s); ld.param.b32 e, [o]; } st.global.u32 [list], e;\n"),
    /* most of the heap */
    PARENT("keeps", OLD_BUFFER("5000000") "st.global.u64 [list], t;\n"),
    /* dimensions of four bytes, with the next arguments behind them */
    PARENT(
        "narrow",
        "mov.u64 f, none; { .param .b64 a; .param .b32 g; .param .b32 b; .param .b32 s; .param .b32 z; .param .b64 o; st.param.b64 [a], f; st.param.b32 [g], 1;\n"
        " st.param.b32 [b], 1; st.param.b32 [s], 1; st.param.b32 [z], 1; call (o), cudaGetParameterBufferV2, (a, g, b, s, z); ld.param.b64 t, [o]; } st.global.u64 [list], t;\n"
        " { .param .b32 o; call (o), __cudaCDP2GetLastError, (); ld.param.b32 e, [o]; } st.global.u32 [list+8], e;\n"),
    /* nine rows, apart by so much that all would be in one place */
    PARENT(
        "wrap",
        "{ .param .b64 p; .param .b64 i; .param .b32 v; .param .b64 w; .param .b64 h; .param .b64 s; .param .b32 o; st.param.b64 [p], list;\n"
        " st.param.b64 [i], 0x2000000000000000; st.param.b32 [v], 17; st.param.b64 [w], 4; st.param.b64 [h], 9; st.param.b64 [s], 0;\n"
        " call (o), __cudaCDP2Memset2DAsync, (p, i, v, w, h, s); ld.param.b32 e, [o]; } st.global.u32 [list+16], e;\n"),
    /* the text of one code, before those of others and after */
    PARENT(
        "names",
        "mov.u32 y, 0;\nagain: { .param .b32 c; .param .b64 o; st.param.b32 [c], y; call (o), __cudaCDP2GetErrorString, (c); ld.param.b64 st, [o]; }\n"
        " setp.eq.u32 q, y, 2; @q st.global.u64 [list], st; add.u32 y, y, 1; setp.lt.u32 q, y, 60; @q bra again;\n"
        " { .param .b32 c; .param .b64 o; st.param.b32 [c], 2; call (o), __cudaCDP2GetErrorString, (c); ld.param.b64 st, [o]; } st.global.u64 [list+8], st;\n"
        " { .param .b32 c; .param .b64 o; st.param.b32 [c], 46; call (o), __cudaCDP2GetErrorString, (c); ld.param.b64 st, [o]; } st.global.u64 [list+16], st;\n"
        " { .param .b32 c; .param .b64 o; st.param.b32 [c], 46; call (o), __cudaCDP2GetErrorString, (c); ld.param.b64 st, [o]; } st.global.u64 [list+24], st;\n"),
    /* one store, before it gives the memory back and after */
    PARENT(
        "freed",
        "mov.u64 t, room; cvta.local.u64 t, t; { .param .b64 a; .param .b64 n; .param .b32 o; st.param.b64 [a], t; st.param.b64 [n], 64;\n"
        " call (o), __cudaCDP2Malloc, (a, n); } ld.local.u64 st, [room]; mov.u32 y, 0;\nagain: st.u32 [st], y; setp.ne.u32 q, y, 0; @q bra end; mov.u32 y, 1;\n"
        " { .param .b64 a; .param .b32 o; st.param.b64 [a], st; call (o), __cudaCDP2Free, (a); } bra again;\nend:\n"),
    ".file 1 \"nest.cu\"\n"
};

static CUdeviceptr words;
static CUmodule module;
static unsigned out[1024]; /* what the last kernel left in words */

static void begin(void)
{
    char text[16384] = "";
    for (size_t i = 0; i < sizeof pieces / sizeof *pieces; i++)
        strcat(text, pieces[i]);
    world();
    OK(cuModuleLoadData(&module, text));
    OK(cuMemAlloc_v2(&words, 4096));
    OK(cuMemsetD8_v2(words, 0, 4096));
}

static CUresult run(const char *name, unsigned n, unsigned threads)
{
    CUfunction function;
    void *args[] = { &words, &n };
    OK(cuModuleGetFunction(&function, module, name));
    OK(cuLaunchKernel(function, 1, 1, 1, threads, 1, 1, 0, NULL, args, NULL));
    CUresult r = cuCtxSynchronize();
    if (!r)
        OK(cuMemcpyDtoH_v2(out, words, sizeof out));
    return r;
}

APART(tail_launches_come_last)
{
    static const unsigned wanted[] = { 5, 1, 2, 3, 90, 91 };
    begin();
    OK(run("order", 0, 1));
    for (int i = 0; i < 6; i++)
        CHECK_INT(out[i], wanted[i]);
}

APART(a_kernel_is_over_when_its_children_are)
{
    begin();
    OK(run("deep", 10, 4));
    CHECK_INT(out[0], 4 * 11); /* four threads launch one thread each, and so on */
}

APART(levels_do_not_end_at_24)
{
    begin();
    OK(run("deep", 60, 1));
    CHECK_INT(out[0], 61);
}

APART(launches_at_the_same_time_are_limited)
{
    begin();
    OK(cuCtxSetLimit(CU_LIMIT_DEV_RUNTIME_PENDING_LAUNCH_COUNT, 100));
    OK(run("deep", 1, 128));
    CHECK_INT(out[0], 228);
    CHECK_INT(seen_fault.refused_code, 69);
}

APART(bad_launches_leave_errors)
{
    begin();
    OK(run("bad", 0, 1));
    CHECK_INT(out[0], 0);
    CHECK_INT(out[64], 9);
    CHECK_INT(out[65], 1);
    CHECK_INT(seen_faults, 2);
    CHECK_INT(seen_fault.refused, IQ_SOFT_REFUSED_HANDLE);
}

APART(streams_of_a_kernel_keep_order)
{
    begin();
    OK(run("streams", 0, 1));
    CHECK_INT(out[0], 2);
    CHECK_INT(out[1], 5);
    CHECK_INT(out[2], 6);
}

APART(fills)
{
    begin();
    OK(run("wipe", 0, 1));
    CHECK_INT(out[0], 0x11111111);
    CHECK_INT(out[1], 0x11111111);
    CHECK_INT(out[2], 0);
}

APART(local_memory_is_not_handed_down)
{
    begin();
    OK(run("local", 0, 1));
    CHECK_INT(seen_fault.kind, IQ_SOFT_FAULT_HANDED_DOWN);
    CHECK_STR(seen_kernel, "local");
}

APART(a_fault_names_the_launch)
{
    begin();
    GIVES(700, run("blame", 0, 1));
    CHECK_STR(seen_kernel, "wrong");
    CHECK_INT(seen_fault.line, 3);
    CHECK(seen_fault.launched != NULL);
    CHECK_INT(seen_place.line, 12);
}

APART(a_buffer_of_the_older_form_has_no_kernel_yet)
{
    begin();
    OK(run("mixed", 0, 1));
    CHECK_INT(out[0], 1);
}

APART(buffers_end_with_the_kernel)
{
    begin();
    for (int i = 0; i < 2; i++) {
        OK(run("keeps", 0, 1));
        CHECK(out[0] || out[1]);
    }
}

APART(dimensions_are_read_as_far_as_they_go)
{
    begin();
    OK(run("narrow", 0, 1));
    CHECK_INT(out[0], 0);
    CHECK_INT(out[1], 0);
    CHECK_INT(out[2], 9);
}

APART(rows_do_not_wrap_around)
{
    begin();
    OK(run("wrap", 0, 1));
    CHECK_INT(out[4], 1);
    CHECK_INT(seen_fault.refused, IQ_SOFT_REFUSED_RANGE);
}

APART(texts_of_errors_stay_where_they_are)
{
    begin();
    OK(run("names", 0, 1));
    CHECK(out[0] && !memcmp(out, out + 2, 8));
    CHECK(out[4] && !memcmp(out + 4, out + 6, 8));
}

APART(freed_memory_is_noticed_where_it_was_used_before)
{
    begin();
    OK(run("freed", 0, 1)); /* the page is there */
    CHECK_INT(seen_fault.kind, IQ_SOFT_FAULT_USE_AFTER_FREE);
}
