// link: base
/* What the source of an OpenCL program says about the parameters of a kernel. */
#include <string.h>

#include "../../src/api_opencl/source.c"
#include "../../src/api_opencl/source_struct.c"
#include "test.h"

static const char source[] =
    "// kernel void not_me(global int *a) { }\n"
    "#define N 4\n"
    "float helper(float x) { return x; }\n"
    "__kernel __attribute__((reqd_work_group_size(8, 1, 1)))\n"
    "void scale(__global float *restrict out, global const float4 *in, __constant int *table,\n"
    "           local uint *scratch, const uint count, float3 v, sampler_t s, read_only image2d_t image, my_t odd)\n"
    "{\n"
    "    if (table[0] == 1 && in[0].x == 2) out[get_global_id(0)].x += helper(in[1].y);\n"
    "}\n"
    "kernel void copy(global int *a, global int *b, global int *c) { b[a[0]] = a[1]; *c = 1; }\n"
    "kernel void nothing(void) { }\n"
    "kernel void many(global int *p, int q";

static int find(const char *name, struct iq_cl_param *params)
{
    return iq_cl_source_params(source, sizeof source - 1, name, params, 16);
}

TEST(kinds)
{
    static const uint8_t kinds[] = { IQ_CL_ARG_MEMORY,  IQ_CL_ARG_MEMORY, IQ_CL_ARG_MEMORY,
                                     IQ_CL_ARG_LOCAL,   IQ_CL_ARG_VALUE,  IQ_CL_ARG_VALUE,
                                     IQ_CL_ARG_SAMPLER, IQ_CL_ARG_IMAGE,  IQ_CL_ARG_UNKNOWN };
    struct iq_cl_param params[16];
    CHECK(find("scale", params) == 9);
    for (int i = 0; i < 9; i++)
        CHECK(params[i].kind == kinds[i]);
    CHECK(params[0].name_bytes == 3 && !memcmp(params[0].name, "out", 3));
    CHECK(params[1].type_bytes == 6 && !memcmp(params[1].type, "float4", 6));
    CHECK(params[4].bytes == 4 && params[5].bytes == 16);
    CHECK(params[2].constant && !params[1].constant);
}

TEST(access)
{
    struct iq_cl_param params[16];
    CHECK(find("scale", params) == 9);
    CHECK(params[0].access == IQ_CL_ACCESS_WRITE && params[1].access == IQ_CL_ACCESS_READ &&
          params[2].access == IQ_CL_ACCESS_READ);
    CHECK(find("copy", params) == 3);
    CHECK(params[0].access == IQ_CL_ACCESS_UNKNOWN && params[1].access == IQ_CL_ACCESS_WRITE &&
          params[2].access == IQ_CL_ACCESS_WRITE);
}

TEST(first_elements)
{
    static const struct {
        const char *source;
        bool reads, writes;
    } cases[] = {
        { "kernel void k(global int *a, int n) { int i = get_global_id(0); if (i < n) a[i] = 1; }",
          false, true },
        { "kernel void k(global int *a, int n) { const size_t i = (size_t)get_global_id(0); if (i >= n) return; a[i] += 1; }",
          false, true },
        { "kernel void k(global int *a, global int *b) { b[get_global_id(0)] = a[get_global_id(0)]; }",
          true, false },
        { "kernel void k(global int *a) { int i = get_global_id(0); if (i > 7) a[i] = 1; }", false,
          false },
        { "kernel void k(global int *a) { int i = get_global_id(0); if (i % 2) a[i] = 1; }", false,
          false },
        { "kernel void k(global int *a, global int *b) { int i = get_global_id(0); if (b[i]) a[i] = 1; }",
          false, false },
        { "kernel void k(global int *a, int at) { int i = get_global_id(0) + at; a[i] = 1; }",
          false, false },
        { "kernel void k(global int *a, int at) { if (at) a[get_global_id(0)] = 1; }", false,
          false },
    };
    struct iq_cl_param params[4];
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        CHECK(iq_cl_source_params(cases[i].source, strlen(cases[i].source), "k", params, 4) > 0);
        CHECK(params[0].reads_first == cases[i].reads && params[0].writes_first == cases[i].writes);
    }
}

TEST(image_elements)
{
    static const char text[] =
        "kernel void k(read_only image2d_t a, write_only image2d_t b, read_only image2d_t c)\n"
        "{ write_imageui(b, at, convert_uint4(read_imagef(a, s, at))); help(c); }";
    struct iq_cl_param params[4];
    CHECK(iq_cl_source_params(text, sizeof text - 1, "k", params, 4) == 3);
    CHECK(params[0].image == IQ_CL_IMAGE_FLOAT && params[1].image == IQ_CL_IMAGE_UINT &&
          params[2].image == IQ_CL_IMAGE_UNKNOWN);
}

TEST(edges)
{
    struct iq_cl_param params[16];
    char names[64];
    size_t length;
    CHECK(find("nothing", params) == 0);
    CHECK(find("not_me", params) == -1 && find("helper", params) == -1 &&
          find("many", params) == -1);
    CHECK(iq_cl_source_kernels(source, sizeof source - 1, names, sizeof names) == 3 &&
          !strcmp(names, "scale, copy, nothing"));
    CHECK(iq_cl_source_line(source, sizeof source - 1, 2, &length) && length == 11);
    CHECK(!iq_cl_source_line(source, sizeof source - 1, 99, &length));
    CHECK(iq_cl_type_bytes("double16", 8) == 128 && !iq_cl_type_bytes("float5", 6) &&
          !iq_cl_type_bytes("floaty", 6));
}

/* Worked out by hand, as sizeof says in C with cl_float3 and the like. */
TEST(structs)
{
    static const struct {
        const char *source;
        uint32_t bytes;
    } cases[] = {
        { "typedef struct { float a, b, c; } S; kernel void k(S s) {}", 12 },
        { "struct S { char c; double d; }; kernel void k(struct S s) {}", 16 },
        { "typedef struct tag { float3 v; float w; } S;", 32 },
        { "typedef struct { uchar b[3]; short n; } S;", 6 },
        { "typedef struct { int m[4][4]; unsigned n; unsigned char c; } S;", 72 },
        { "typedef struct { int x; } T; typedef struct { T t[2]; long l; } S;", 16 },
        { "typedef struct S { const int a; /* b; */ float4 // c\n c; } S;", 32 },
        { "typedef struct { int a[N]; } S;", 0 },
        { "typedef struct { int a : 3; } S;", 0 },
        { "typedef struct { global int *p; } S;", 0 },
        { "typedef struct { char c; int i; } __attribute__((packed)) S;", 0 },
        { "typedef struct __attribute__((packed)) { char c; int i; } S;", 0 },
        { "#pragma pack(1)\ntypedef struct { char c; int i; } S;", 0 },
        { "typedef struct {\n#ifdef X\nint a;\n#endif\nint b; } S;", 0 },
        { "#ifdef X\ntypedef struct { int a; } S;\n#else\ntypedef struct { long a; } S;\n#endif",
          0 },
        { "typedef struct S S; struct S { int a; }; kernel void k(S s) {}", 4 },
        { "struct S { S s; };", 0 },
        { "typedef struct { unknown_t a; } S;", 0 },
        { "typedef struct { int a; } *S;", 0 },
        { "typedef struct { int a", 0 },
        { "struct S", 0 },
        { "", 0 },
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        uint32_t got =
            iq_cl_struct_bytes(cases[i].source, strlen(cases[i].source), i % 2 ? "S" : "struct S");
        if (got != cases[i].bytes)
            fprintf(stderr, "%s\n", cases[i].source);
        CHECK_INT(got, cases[i].bytes);
    }
}

TEST(log)
{
    static const struct {
        const char *log;
        uint32_t line, count;
        const char *text;
    } cases[] = {
        { "warning: x\n/tmp/a.cl:12:7: error: use of undeclared identifier 'y'\nb.cl:13:1: error: z\n",
          12, 2, "use of undeclared identifier 'y'" },
        { "<kernel>:3:5: fatal error: 'x.h' file not found", 3, 1, "'x.h' file not found" },
        { "input.cl(7): error: bad", 7, 1, "bad" },
        { "error: 1 error generated", 0, 1, "1 error generated" },
        { "all is well", 0, 0, "" },
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct iq_cl_complaint found;
        CHECK(iq_cl_log_complaint(cases[i].log, strlen(cases[i].log), &found) ==
              (cases[i].count != 0));
        CHECK_INT(found.count, cases[i].count);
        CHECK_INT(found.line, cases[i].line);
        CHECK(found.length == strlen(cases[i].text) &&
              (!found.length || !memcmp(found.text, cases[i].text, found.length)));
    }
}
