/* Prints results that the manual leaves open, bit for bit, so that a real device and the software device can be compared:
 * approximations, sums of mma, places of wmma fragments, weights and levels of textures.  One line for each result:
 * name, index, words.
 *   cc -Iapi tests/ptx/table.c -l:libcuda.so.1 -lm -o table; ./table tests/ptx/textures.ptx > one.txt
 * tests/ptx/compare_tables.py says where two tables differ. */
#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "abi/cuda_abi.h"
#include "say.h"

extern CUresult cuInit(unsigned flags);
extern CUresult cuDeviceGet(CUdevice *device, int ordinal);
extern CUresult cuCtxCreate_v2(CUcontext *context, unsigned flags, CUdevice device);
extern CUresult cuCtxSynchronize(void);
extern CUresult cuModuleLoadData(CUmodule *module, const void *image);
extern CUresult cuModuleUnload(CUmodule module);
extern CUresult cuModuleGetFunction(CUfunction *function, CUmodule module, const char *name);
extern CUresult cuMemAlloc_v2(CUdeviceptr *address, size_t size);
extern CUresult cuMemsetD8_v2(CUdeviceptr address, unsigned char value, size_t count);
extern CUresult cuMemcpyHtoD_v2(CUdeviceptr to, const void *from, size_t size);
extern CUresult cuMemcpyDtoH_v2(void *to, CUdeviceptr from, size_t size);
extern CUresult cuMemcpy3D_v2(const CUDA_MEMCPY3D *copy);
extern CUresult cuArray3DCreate_v2(CUarray *array, const CUDA_ARRAY3D_DESCRIPTOR *desc);
extern CUresult cuArrayDestroy(CUarray array);
extern CUresult cuMipmappedArrayCreate(CUmipmappedArray *array, const CUDA_ARRAY3D_DESCRIPTOR *desc, unsigned levels);
extern CUresult cuMipmappedArrayGetLevel(CUarray *level, CUmipmappedArray array, unsigned index);
extern CUresult cuMipmappedArrayDestroy(CUmipmappedArray array);
extern CUresult cuTexObjectCreate(CUtexObject *, const CUDA_RESOURCE_DESC *, const CUDA_TEXTURE_DESC *, const CUDA_RESOURCE_VIEW_DESC *);
extern CUresult cuTexObjectDestroy(CUtexObject texture);
extern CUresult cuLaunchKernel(CUfunction, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned, CUstream, void **, void **);

enum { BYTES = 1 << 16 };
static CUdeviceptr in_at, out_at;
static unsigned char in[BYTES], out[BYTES];
static unsigned seed = 1;

static unsigned next(void) { return (seed = seed * 1664525u + 1013904223u) >> 8; }

static void must(CUresult e, const char *what)
{
    if (e) {
        fprintf(stderr, "%s: error %d\n", what, (int)e);
        exit(1);
    }
}

static void begin(void)
{
    used = 0;
    say(".version 8.4\n.target sm_90\n.address_size 64\n.visible .entry k(.param .u64 in, .param .u64 out) {\n"
        ".reg .b64 p<4>, da<9>, db<9>, dc<9>, dd<9>; .reg .b32 t, a<9>, b<9>, c<9>, d<9>; .reg .b16 h<4>;\n"
        "ld.param.u64 p0, [in]; ld.param.u64 p1, [out]; mov.u32 t, %%tid.x;\n");
}

/* Runs the text on [threads] threads and prints `words` words of each. */
static void run(const char *name, unsigned threads, unsigned words)
{
    CUmodule module;
    CUfunction function;
    void *args[] = { &in_at, &out_at };
    say("ret; }\n");
    CUresult e = cuModuleLoadData(&module, written);
    if (e) {
        printf("%s 0: not loaded\n", name);
        return;
    }
    must(cuModuleGetFunction(&function, module, "k"), name);
    must(cuMemcpyHtoD_v2(in_at, in, BYTES), name);
    must(cuMemsetD8_v2(out_at, 0, BYTES), name);
    must(cuLaunchKernel(function, 1, 1, 1, threads, 1, 1, 0, NULL, args, NULL), name);
    must(cuMemcpyDtoH_v2(out, out_at, BYTES), name);
    must(cuModuleUnload(module), name);
    for (unsigned t = 0; t < threads; t++) {
        printf("%s %u:", name, t);
        for (unsigned k = 0; k < words; k++) {
            unsigned w;
            memcpy(&w, out + (t * words + k) * 4, 4);
            printf(" %08x", w);
        }
        putchar('\n');
    }
}

/* ---- approximations ---- */

static void approximation(const char *instruction, unsigned bytes, double low, double high)
{
    static const double special[] = { 0, -0.0, 1, -1, INFINITY, -INFINITY, NAN, 1e-40, -1e-40, 1e38, 65504, 0.5, 2, 1e-308, 1e300, 3 };
    for (unsigned k = 0; k < 256; k++) {
        double v = k < 16 ? special[k] : low + (high - low) * (double)(next() % 100000) / 100000;
        float f = (float)v;
        unsigned u = k * 257 & 0xffff;
        memcpy(in + k * 8, bytes == 8 ? (void *)&v : bytes == 4 ? (void *)&f : (void *)&u, bytes == 2 ? 4 : bytes);
    }
    const char *reg = bytes == 8 ? "da" : bytes == 4 ? "a" : "h";
    begin();
    say("mad.wide.u32 p2, t, 8, p0; mad.wide.u32 p3, t, 8, p1; ld.global.b%u %s0, [p2];\n%s %s1, %s0;\nst.global.b%u [p3], %s1;\n", 8 * bytes, reg,
        instruction, reg, reg, 8 * bytes, reg);
    run(instruction, 256, 2);
}

static void approximations(void)
{
    static const char *const all[] = { "ex2.approx", "ex2.approx.ftz", "lg2.approx", "lg2.approx.ftz", "sin.approx", "sin.approx.ftz", "cos.approx",
        "rcp.approx", "rcp.approx.ftz", "rsqrt.approx", "rsqrt.approx.ftz", "sqrt.approx", "sqrt.approx.ftz", "tanh.approx" };
    char name[60];
    for (size_t k = 0; k < sizeof all / sizeof all[0]; k++) {
        snprintf(name, sizeof name, "%s.f32", all[k]);
        approximation(name, 4, k == 4 || k == 5 || k == 6 ? -8 : k < 2 ? -140 : k == 13 ? -4 : 1e-3, k == 4 || k == 5 || k == 6 ? 8 : k < 2 ? 140 : k == 13 ? 4 : 1000);
    }
    approximation("rcp.approx.ftz.f64", 8, 0.01, 100);
    approximation("rsqrt.approx.ftz.f64", 8, 0.01, 100);
    approximation("tanh.approx.f16", 2, 0, 1);
    approximation("ex2.approx.f16", 2, 0, 1);
    approximation("tanh.approx.bf16", 2, 0, 1);
    approximation("ex2.approx.ftz.bf16", 2, 0, 1);
}

/* ---- matrices ---- */

static void vector(const char *prefix, int n)
{
    say("{");
    for (int k = 0; k < n; k++)
        say("%s%s%d", k ? ", " : "", prefix, k);
    say("}");
}

/* Random bits that are moderate numbers in the type of a and b; c and d by the first letter. */
static unsigned operand(const char *type)
{
    unsigned r = next() << 12 ^ next();
    float f = (float)((int)(r % 20001) - 10000) / 1111.0f;
    unsigned u;
    memcpy(&u, &f, 4);
    if (!strcmp(type, "f16"))
        return (r & 0x80008000u) | 0x30003000u | (r & 0x0fff0fffu);
    if (!strcmp(type, "bf16"))
        return (r & 0x80008000u) | 0x3e003e00u | (r & 0x01ff01ffu);
    if (!strcmp(type, "e4m3") || !strcmp(type, "e5m2"))
        return r & 0xbfbfbfbfu;
    return !strcmp(type, "tf32") || !strcmp(type, "f32") ? u : r;
}

static void product(const char *instruction, const char *ab, const char *cd, int na, int nb, int nc, int nd)
{
    bool wide = !strcmp(ab, "f64");
    const char *const names[] = { wide ? "da" : "a", wide ? "db" : "b", wide ? "dc" : "c", wide ? "dd" : "d" };
    int n[] = { na, nb, nc }, total = na + nb + nc, step = wide ? 8 : 4;
    for (int t = 0; t < 32; t++)
        for (int f = 0, at = 0; f < 3; f++)
            for (int k = 0; k < n[f]; k++, at++) {
                double v = (double)((int)(next() % 20001) - 10000) / 1111;
                unsigned u = operand(f == 2 ? cd : ab);
                memcpy(in + (t * total + at) * step, wide ? (void *)&v : (void *)&u, (size_t)step);
            }
    begin();
    say("mad.wide.u32 p2, t, %d, p0; mad.wide.u32 p3, t, %d, p1;\n", total * step, nd * step);
    for (int f = 0, at = 0; f < 3; f++)
        for (int k = 0; k < n[f]; k++, at++)
            say("ld.global.b%d %s%d, [p2+%d];\n", 8 * step, names[f], k, at * step);
    say("%s ", instruction);
    vector(names[3], nd);
    for (int f = 0; f < 3; f++) {
        say(", ");
        vector(names[f], n[f]);
    }
    say(";\n");
    for (int k = 0; k < nd; k++)
        say("st.global.b%d [p3+%d], %s%d;\n", 8 * step, k * step, names[3], k);
    run(instruction, 32, (unsigned)(nd * step / 4));
}

static void products(void)
{
    product("mma.sync.aligned.m16n8k8.row.col.f32.f16.f16.f32", "f16", "f32", 2, 1, 4, 4);
    product("mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32", "f16", "f32", 4, 2, 4, 4);
    product("mma.sync.aligned.m16n8k16.row.col.f16.f16.f16.f16", "f16", "f16", 4, 2, 2, 2);
    product("mma.sync.aligned.m8n8k4.row.col.f32.f16.f16.f32", "f16", "f32", 2, 2, 8, 8);
    product("mma.sync.aligned.m16n8k8.row.col.f32.bf16.bf16.f32", "bf16", "f32", 2, 1, 4, 4);
    product("mma.sync.aligned.m16n8k16.row.col.f32.bf16.bf16.f32", "bf16", "f32", 4, 2, 4, 4);
    product("mma.sync.aligned.m16n8k4.row.col.f32.tf32.tf32.f32", "tf32", "f32", 2, 1, 4, 4);
    product("mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32", "tf32", "f32", 4, 2, 4, 4);
    product("mma.sync.aligned.m16n8k32.row.col.f32.e4m3.e4m3.f32", "e4m3", "f32", 4, 2, 4, 4);
    product("mma.sync.aligned.m16n8k32.row.col.f32.e5m2.e5m2.f32", "e5m2", "f32", 4, 2, 4, 4);
    product("mma.sync.aligned.m8n8k4.row.col.f64.f64.f64.f64", "f64", "f64", 1, 1, 2, 2);
    product("mma.sync.aligned.m16n8k16.row.col.f64.f64.f64.f64", "f64", "f64", 8, 4, 4, 4);
    product("mma.sync.aligned.m16n8k32.row.col.satfinite.s32.s8.u8.s32", "s8", "s32", 4, 2, 4, 4);
}

/* Which elements a lane gets: the matrix holds its own indices. */
static void fragment(const char *load, unsigned element, int stride, int registers)
{
    bool wide = element == 8;
    for (unsigned k = 0; k < BYTES / element; k++) {
        double d = k;
        memcpy(in + k * element, wide ? (void *)&d : (void *)&k, element);
    }
    begin();
    say("mad.wide.u32 p3, t, %d, p1;\n%s ", registers * (wide ? 8 : 4), load);
    vector(wide ? "da" : "a", registers);
    say(", [p0], %d;\n", stride);
    for (int k = 0; k < registers; k++)
        say("st.global.b%d [p3+%d], %s%d;\n", wide ? 64 : 32, k * (wide ? 8 : 4), wide ? "da" : "a", k);
    run(load, 32, (unsigned)(registers * (wide ? 2 : 1)));
}

static void fragments(void)
{
    static const struct { const char *name; unsigned element; int a, b, c; } kinds[] = { { "f16", 2, 8, 8, 4 }, { "bf16", 2, 4, 4, 0 }, { "s8", 1, 2, 2, 0 } };
    char name[100];
    for (int k = 0; k < 3; k++)
        for (int order = 0; order < 2; order++) {
            const char *o = order ? "col" : "row";
            snprintf(name, sizeof name, "wmma.load.a.sync.aligned.%s.m16n16k16.global.%s", o, kinds[k].name);
            fragment(name, kinds[k].element, 16, kinds[k].a);
            snprintf(name, sizeof name, "wmma.load.b.sync.aligned.%s.m16n16k16.global.%s", o, kinds[k].name);
            fragment(name, kinds[k].element, 16, kinds[k].b);
        }
    fragment("wmma.load.c.sync.aligned.row.m16n16k16.global.f16", 2, 16, 4);
    fragment("wmma.load.c.sync.aligned.row.m16n16k16.global.f32", 4, 16, 8);
    fragment("wmma.load.c.sync.aligned.row.m32n8k16.global.f32", 4, 8, 8);
    fragment("wmma.load.c.sync.aligned.row.m8n32k16.global.s32", 4, 32, 8);
    fragment("wmma.load.a.sync.aligned.row.m16n16k8.global.tf32", 4, 8, 4);
    fragment("wmma.load.b.sync.aligned.col.m16n16k8.global.tf32", 4, 8, 4);
    fragment("wmma.load.c.sync.aligned.row.m8n8k4.global.f64", 8, 8, 2);
}

/* ---- textures ---- */

enum { ROWS = 256 };
static CUmodule textures;

static void fill(CUarray array, size_t w, size_t h, size_t d, unsigned level)
{
    static float data[4 * 64 * 64];
    for (size_t k = 0; k < 4 * w * h * d; k++)
        data[k] = (float)((k * 2654435761u + level * 977u) >> 7 & 0xffff) / 4096.0f;
    CUDA_MEMCPY3D copy = { .srcMemoryType = CU_MEMORYTYPE_HOST, .srcHost = data, .srcPitch = w * 16, .srcHeight = h,
                           .dstMemoryType = CU_MEMORYTYPE_ARRAY, .dstArray = array, .WidthInBytes = w * 16, .Height = h, .Depth = d };
    must(cuMemcpy3D_v2(&copy), "copy");
}

static void fetch(const char *kernel, const char *name, CUtexObject texture, float low, float high)
{
    CUfunction function;
    int n = ROWS;
    float (*at)[8] = (void *)in;
    for (int i = 0; i < ROWS; i++)
        for (int k = 0; k < 8; k++)
            at[i][k] = k < 3 ? low + (high - low) * (float)(next() % 65537) / 65536.0f : k == 3 ? (float)(next() % 6) : k == 4 ? (float)(next() % 640) / 100 - 0.5f
                                                                                                                         : (float)(next() % 64) / 256;
    at[0][0] = at[0][1] = at[0][2] = 1;    /* the corner of a cube */
    at[1][0] = 1, at[1][1] = 1, at[1][2] = 0.5f;
    at[2][0] = 0.5f, at[2][1] = -1, at[2][2] = 1;
    at[3][0] = -1, at[3][1] = 0.25f, at[3][2] = 1;
    void *args[] = { &texture, &out_at, &in_at, &n };
    must(cuMemcpyHtoD_v2(in_at, in, sizeof(float) * 8 * ROWS), name);
    must(cuModuleGetFunction(&function, textures, kernel), kernel);
    must(cuLaunchKernel(function, ROWS / 32, 1, 1, 32, 1, 1, 0, NULL, args, NULL), name);
    must(cuMemcpyDtoH_v2(out, out_at, 16 * ROWS), name);
    for (int i = 0; i < ROWS; i++) {
        unsigned w[4];
        memcpy(w, out + 16 * i, 16);
        printf("%s %d: %08x %08x %08x %08x  (%a %a %a %g %g)\n", name, i, w[0], w[1], w[2], w[3], (double)at[i][0], (double)at[i][1], (double)at[i][2],
               (double)at[i][3], (double)at[i][4]);
    }
}

static CUDA_TEXTURE_DESC how(int mode, bool linear, bool normalised)
{
    CUaddress_mode m = (CUaddress_mode)mode;
    CUDA_TEXTURE_DESC desc = { .addressMode = { m, m, m }, .filterMode = linear ? CU_TR_FILTER_MODE_LINEAR : CU_TR_FILTER_MODE_POINT,
                               .mipmapFilterMode = linear ? CU_TR_FILTER_MODE_LINEAR : CU_TR_FILTER_MODE_POINT, .borderColor = { 1, 2, 3, 4 },
                               .maxMipmapLevelClamp = 9, .flags = normalised ? CU_TRSF_NORMALIZED_COORDINATES : 0 };
    return desc;
}

static void shape(const char *kernel, size_t w, size_t h, size_t d, unsigned flags)
{
    char name[100];
    CUarray array;
    CUDA_ARRAY3D_DESCRIPTOR desc = { .Width = w, .Height = h, .Depth = d, .Format = CU_AD_FORMAT_FLOAT, .NumChannels = 4, .Flags = flags };
    must(cuArray3DCreate_v2(&array, &desc), kernel);
    fill(array, w, h ? h : 1, d ? d : 1, 0);
    bool cube = flags & CUDA_ARRAY3D_CUBEMAP;
    for (int c = cube ? 8 : 0; c < 16; c += cube ? 4 : 1) {
        CUDA_RESOURCE_DESC resource = { .resType = CU_RESOURCE_TYPE_ARRAY, .res.array.hArray = array };
        CUDA_TEXTURE_DESC texture = how(c & 3, c & 4, c & 8);
        for (int seamless = 0; seamless <= cube; seamless++) {
            CUtexObject object;
            texture.flags |= seamless ? CU_TRSF_SEAMLESS_CUBEMAP : 0;
            must(cuTexObjectCreate(&object, &resource, &texture, NULL), kernel);
            snprintf(name, sizeof name, "%s.mode%d.%s.%s%s", kernel, c & 3, c & 4 ? "linear" : "point", c & 8 ? "normalised" : "texels", seamless ? ".seamless" : "");
            fetch(kernel, name, object, cube ? -1 : c & 8 ? -1.5f : -3, cube ? 1 : c & 8 ? 2.5f : (float)w + 3);
            must(cuTexObjectDestroy(object), kernel);
        }
    }
    must(cuArrayDestroy(array), kernel);
}

static void mipmaps(const char *kernel, bool linear)
{
    char name[100];
    CUmipmappedArray mipmap;
    CUtexObject object;
    CUDA_ARRAY3D_DESCRIPTOR desc = { .Width = 32, .Height = 16, .Format = CU_AD_FORMAT_FLOAT, .NumChannels = 4 };
    must(cuMipmappedArrayCreate(&mipmap, &desc, 6), kernel);
    for (unsigned k = 0; k < 6; k++) {
        CUarray level;
        must(cuMipmappedArrayGetLevel(&level, mipmap, k), kernel);
        fill(level, 32 >> k ? 32 >> k : 1, 16 >> k ? 16 >> k : 1, 1, k);
    }
    CUDA_RESOURCE_DESC resource = { .resType = CU_RESOURCE_TYPE_MIPMAPPED_ARRAY, .res.mipmap.hMipmappedArray = mipmap };
    CUDA_TEXTURE_DESC texture = how(1, linear, true);
    must(cuTexObjectCreate(&object, &resource, &texture, NULL), kernel);
    snprintf(name, sizeof name, "%s.mipmaps.%s", kernel, linear ? "linear" : "point");
    fetch(kernel, name, object, -0.5f, 1.5f);
    must(cuTexObjectDestroy(object), kernel);
    must(cuMipmappedArrayDestroy(mipmap), kernel);
}

int main(int argc, char **argv)
{
    static char module[1 << 20];
    CUdevice device;
    CUcontext context;
    FILE *file = argc > 1 ? fopen(argv[1], "rb") : NULL;
    if (!file || !fread(module, 1, sizeof module - 1, file)) {
        fprintf(stderr, "usage: table textures.ptx\n");
        return 2;
    }
    fclose(file);
    must(cuInit(0), "cuInit");
    must(cuDeviceGet(&device, 0), "cuDeviceGet");
    must(cuCtxCreate_v2(&context, 0, device), "cuCtxCreate");
    must(cuMemAlloc_v2(&in_at, BYTES), "cuMemAlloc");
    must(cuMemAlloc_v2(&out_at, BYTES), "cuMemAlloc");
    approximations();
    products();
    fragments();
    must(cuModuleLoadData(&textures, module), argv[1]);
    shape("tex1", 16, 0, 0, 0);
    shape("tex2", 16, 9, 0, 0);
    shape("tex3", 8, 6, 5, 0);
    shape("tex_a2", 16, 9, 4, CUDA_ARRAY3D_LAYERED);
    shape("tex_cube", 8, 8, 6, CUDA_ARRAY3D_CUBEMAP);
    shape("gather_x", 16, 9, 0, CUDA_ARRAY3D_TEXTURE_GATHER);
    for (int linear = 0; linear < 2; linear++) {
        mipmaps("lod2", linear);
        mipmaps("grad2", linear);
        mipmaps("tex2", linear);
    }
    must(cuCtxSynchronize(), "synchronisation");
    return 0;
}
