// link: softdev
/* Every form of every instruction, bit for bit as a real GPU computes it: tests/ptx/forms.txt has a
 * template per line and the hash of all its results as a GPU gave them.  Runs on any CUDA driver
 * (tests/ptx/README.md):
 *   forms [FILE]            compare with the hashes of FILE
 *   forms --write FILE      print FILE with the hashes of this device
 *   forms --dump TO FILE    write down all results;  forms --against FROM FILE: where this device's
 *   differ from them, and by how much */
#include <stdarg.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "abi/cuda_abi.h"

extern CUresult cuInit(unsigned flags);
extern CUresult cuDeviceGet(CUdevice *device, int ordinal);
extern CUresult cuCtxCreate_v2(CUcontext *context, unsigned flags, CUdevice device);
extern CUresult cuModuleLoadData(CUmodule *module, const void *image);
extern CUresult cuModuleUnload(CUmodule module);
extern CUresult cuModuleGetFunction(CUfunction *function, CUmodule module, const char *name);
extern CUresult cuMemAlloc_v2(CUdeviceptr *address, size_t size);
extern CUresult cuMemcpyHtoD_v2(CUdeviceptr to, const void *from, size_t size);
extern CUresult cuMemcpyDtoH_v2(void *to, CUdeviceptr from, size_t size);
extern CUresult cuLaunchKernel(CUfunction, unsigned, unsigned, unsigned, unsigned, unsigned,
                               unsigned, unsigned, CUstream, void **, void **);

/* A kernel runs one form on THREADS sets of operands; a module has up to TOGETHER kernels. */
enum { THREADS = 512, BLOCK = 128, IN = 24, OUT = 8, TOGETHER = 48, SCRATCH = 64, FORM = 1600 };
static const char in_names[] = "abcdefghABCDEFGHIJKLMNOP", out_names[] = "xyzwvuts";
static uint64_t in[IN][THREADS], out[OUT][THREADS], before[OUT][THREADS];
static CUdeviceptr in_at, out_at, scratch_at;
static struct form {
    char signature[40], body[FORM];
} forms[TOGETHER];
static unsigned pending, differing, differing_here, told_of_each, refused, tried;
static FILE *dump, *against;
static uint64_t hash;
static uint64_t worst; /* units in the last place */

static void must(CUresult e, const char *what)
{
    if (e) {
        fprintf(stderr, "%s: error %d\n", what, (int)e);
        exit(1);
    }
}

/* --- operands: small numbers, edges of integers and of floating point, numbers near one, anything
 * --- */

static uint64_t next(void)
{
    static uint64_t s = 88172645463325252ull;
    s ^= s << 13;
    s ^= s >> 7;
    return s ^= s << 17;
}

static uint64_t edge(void)
{
    static const uint64_t edges[] = { 0,
                                      1,
                                      0x7f,
                                      0x80,
                                      0xff,
                                      0x7fff,
                                      0x8000,
                                      0xffff,
                                      0x7fffffff,
                                      0x80000000,
                                      0x80000001,
                                      0xffffffff,
                                      ~0ull,
                                      1ull << 63,
                                      ~0ull >> 1,
                                      0x3f800000,
                                      0xbf800000,
                                      0x3f000000,
                                      0x7f800000,
                                      0xff800000,
                                      0x7fc00000,
                                      0x7f800001,
                                      0xffc12345,
                                      1,
                                      0x80000001,
                                      0x007fffff,
                                      0x00800000,
                                      0x7f7fffff,
                                      0x4b000000,
                                      0x4b800001,
                                      0x4f000000,
                                      0x5f000000,
                                      0x3ff0000000000000,
                                      0xbff0000000000000,
                                      0x7ff0000000000000,
                                      0xfff0000000000000,
                                      0x7ff8000000000000,
                                      0x7ff0000000000001,
                                      0xfff8123456789abc,
                                      0x8000000000000001,
                                      0x000fffffffffffff,
                                      0x0010000000000000,
                                      0x7fefffffffffffff,
                                      0x4330000000000000,
                                      0x3fe0000000000000,
                                      0x3c003c00,
                                      0xbc003800,
                                      0x7c00fc00,
                                      0x7e007c01,
                                      0x00010400,
                                      0x83ff8001,
                                      0x7bfffbff,
                                      0x3f803f80,
                                      0xbf803f00,
                                      0x7f80ff80,
                                      0x7fc17f81,
                                      0x00010080,
                                      0x807f8001,
                                      0x7f7fff7f,
                                      0x40490fdb,
                                      0xc2c80000,
                                      0x42fe0000,
                                      0xc3150000,
                                      0x0123456789abcdef,
                                      0xfedcba9876543210 };
    return edges[next() % (sizeof edges / sizeof *edges)];
}

static uint64_t operand(void)
{
    uint64_t r = next();
    switch (next() & 7) {
    case 0: return next() % 40;
    case 1:
    case 2: return edge();
    /* singles and bf16 near one */
    case 3: return (r & 0x80ffffff80ffffff) | 0x3f0000003f000000;
    /* doubles near one */
    case 4: return (r & 0x800fffffffffffff) | (uint64_t)(1013 + next() % 20) << 52;
    /* halves near one */
    case 5: return (r & 0x87ff87ff87ff87ff) | 0x3800380038003800;
    default: return r;
    }
}

/* --- kernels --- */

static char text[TOGETHER * (FORM + 6000)];
static size_t used;

__attribute__((format(printf, 1, 2))) static void say(const char *format, ...)
{
    va_list list;
    va_start(list, format);
    used += (size_t)vsnprintf(text + used, sizeof text - used, format, list);
    va_end(list);
}

static unsigned outputs(const struct form *f)
{
    return (unsigned)strlen(strchr(f->signature, '>') + 1);
}

static void write_kernel(unsigned index, const struct form *f)
{
    say(".visible .entry k%u(.param .u64 in, .param .u64 out, .param .u64 scratch) {\n.reg .b64 P_<3>, T_, m, l<8>; .reg .b32 t_, n, i, r<24>; "
        ".reg .b16 h<8>; .reg .pred p, q; .shared .align 16 .b8 S_[%u];\n"
        "mov.u32 i, %%ctaid.x; mov.u32 t_, %%tid.x; mov.u32 n, S_; mad.lo.u32 n, t_, %u, n; mad.lo.u32 t_, i, %u, t_; mov.u32 i, %%laneid;\n"
        "ld.param.u64 P_0, [in]; ld.param.u64 P_1, [out]; ld.param.u64 m, [scratch]; cvta.to.global.u64 P_0, P_0; cvta.to.global.u64 P_1, P_1; "
        "cvta.to.global.u64 m, m; mad.wide.u32 P_0, t_, 8, P_0; mad.wide.u32 P_1, t_, 8, P_1; mad.wide.u32 m, t_, %u, m;\n",
        index, BLOCK * SCRATCH, SCRATCH, BLOCK, SCRATCH);
    const char *s = f->signature;
    for (unsigned k = 0; *s != '>'; s++, k++) {
        char name = in_names[k];
        int bits = *s == 'h' ? 16 : *s == 'w' ? 32 : 64;
        say(".reg .b%d %c; ld.global.b%d %c, [P_0+%u];\n", bits, name, bits, name, k * THREADS * 8);
    }
    s++;
    for (unsigned k = 0; s[k]; k++)
        if (s[k] == 'p')
            say(".reg .pred %c; setp.eq.u32 %c, t_, -1;\n", out_names[k], out_names[k]);
        else
            say(".reg .b%d %c; mov.b%d %c, 0;\n",
                s[k] == 'h'   ? 16
                : s[k] == 'w' ? 32
                              : 64,
                out_names[k],
                s[k] == 'h'   ? 16
                : s[k] == 'w' ? 32
                              : 64,
                out_names[k]);
    say("%s\n", f->body);
    for (unsigned k = 0; s[k]; k++) {
        const char *how = s[k] == 'p'   ? "selp.u64 T_, 1, 0, "
                          : s[k] == 'h' ? "cvt.u64.u16 T_, "
                          : s[k] == 'w' ? "cvt.u64.u32 T_, "
                                        : "mov.b64 T_, ";
        say("%s%c; st.global.b64 [P_1+%u], T_;\n", how, out_names[k], k * THREADS * 8);
    }
    say("ret; }\n");
}

static bool load(CUmodule *module, unsigned from, unsigned to)
{
    used = 0;
    say(".version 8.6\n.target sm_90a\n.address_size 64\n");
    for (unsigned k = from; k < to; k++)
        write_kernel(k, &forms[k]);
    return !cuModuleLoadData(module, text);
}

static void mix(uint64_t v)
{
    hash = (hash ^ v) * 0x9e3779b97f4a7c15;
    hash ^= hash >> 29;
}

static uint64_t apart(uint64_t a, uint64_t b, char kind)
{
    uint64_t top = kind == 'h' ? 0x8000 : kind == 'w' ? 0x80000000 : 1ull << 63;
    uint64_t x = a & top ? top - (a & (top - 1)) : top + a,
             y = b & top ? top - (b & (top - 1)) : top + b;
    return x < y ? y - x : x - y;
}

/* Tells of the places where this form's results are furthest from those of the other device. */
static void compare(const struct form *f)
{
    enum { SHOWN = 4 };
    struct {
        uint64_t far;
        unsigned t, k;
    } most[SHOWN] = { { 0 } };
    const char *kind = strchr(f->signature, '>') + 1;
    unsigned wrong = 0;
    for (unsigned t = 0; t < THREADS; t++)
        for (unsigned k = 0; k < outputs(f); k++) {
            uint64_t far = apart(out[k][t], before[k][t], kind[k]);
            unsigned at = SHOWN;
            if (out[k][t] == before[k][t])
                continue;
            wrong++;
            for (; at > 0 && most[at - 1].far < far; at--)
                if (at < SHOWN)
                    most[at] = most[at - 1];
            if (at < SHOWN) {
                most[at].far = far;
                most[at].t = t;
                most[at].k = k;
            }
        }
    worst = most[0].far > worst ? most[0].far : worst;
    if (!wrong)
        return;
    differing++;
    if (differing_here++ >= told_of_each)
        return;
    printf("%s: %u differ, %llu ulp:", f->body, wrong, (unsigned long long)most[0].far);
    for (unsigned n = 0; n < SHOWN && n < wrong; n++) {
        printf(" [%u]", most[n].t);
        for (unsigned j = 0; f->signature[j] != '>' && j < 3; j++)
            printf("%s%llx", j ? "," : "", (unsigned long long)in[j][most[n].t]);
        printf("=%c:%llx(%llx)", out_names[most[n].k],
               (unsigned long long)out[most[n].k][most[n].t],
               (unsigned long long)before[most[n].k][most[n].t]);
    }
    printf("\n");
}

static void judge(CUmodule module, unsigned index)
{
    const struct form *f = &forms[index];
    void *args[] = { &in_at, &out_at, &scratch_at };
    char name[16];
    CUfunction function;
    snprintf(name, sizeof name, "k%u", index);
    tried++;
    must(cuModuleGetFunction(&function, module, name), f->body);
    must(cuLaunchKernel(function, THREADS / BLOCK, 1, 1, BLOCK, 1, 1, 0, NULL, args, NULL),
         f->body);
    must(cuMemcpyDtoH_v2(out, out_at, sizeof out[0] * outputs(f)), f->body);
    for (unsigned k = 0; k < outputs(f); k++)
        for (unsigned t = 0; t < THREADS; t++)
            mix(out[k][t]);
    if (dump)
        fwrite(out, sizeof out[0], outputs(f), dump);
    if (against && fread(before, sizeof before[0], outputs(f), against) == outputs(f))
        compare(f);
}

static void run(unsigned from, unsigned to)
{
    CUmodule module;
    if (from == to)
        return;
    if (load(&module, from, to)) {
        for (unsigned k = from; k < to; k++)
            judge(module, k);
        must(cuModuleUnload(module), "unload");
    } else if (to - from > 1) {
        run(from, (from + to) / 2);
        run((from + to) / 2, to);
    } else {
        printf("refused: %s\n", forms[from].body);
        refused++;
        mix(0xdead);
        memset(out, 0, sizeof out);
        if (dump)
            fwrite(out, sizeof out[0], outputs(&forms[from]), dump);
        if (against && fread(before, sizeof before[0], outputs(&forms[from]), against))
            differing++;
    }
}

static void flush(void)
{
    run(0, pending);
    pending = 0;
}

/* <a|b|c> stands for each of them in turn, $1 for what the first such group stands for now. */
static void expand(const char *signature, const char *template, char chosen[][64], unsigned groups)
{
    const char *open = strchr(template, '<'), *close = open ? strchr(open, '>') : NULL;
    char body[FORM];
    if (close) {
        for (const char *s = open + 1; s <= close;) {
            size_t n = strcspn(s, "|>");
            snprintf(chosen[groups], 64, "%.*s", (int)n, s);
            snprintf(body, sizeof body, "%.*s%.*s%s", (int)(open - template), template, (int)n, s,
                     close + 1);
            expand(signature, body, chosen, groups + 1);
            s += n + 1;
        }
        return;
    }
    struct form *f = &forms[pending];
    snprintf(f->signature, sizeof f->signature, "%s", signature);
    size_t n = 0;
    for (const char *s = template; *s && n + 64 < FORM; s++)
        if (*s == '$')
            n += (size_t)sprintf(f->body + n, "%s", chosen[*++s - '1']);
        else
            f->body[n++] = *s;
    f->body[n] = 0;
    if (++pending == TOGETHER)
        flush();
}

static void start(void)
{
    CUdevice device;
    CUcontext context;
    static unsigned char zero[THREADS * SCRATCH];
    must(cuInit(0), "cuInit");
    must(cuDeviceGet(&device, 0), "cuDeviceGet");
    must(cuCtxCreate_v2(&context, 0, device), "cuCtxCreate");
    for (unsigned k = 0; k < IN; k++)
        for (unsigned t = 0; t < THREADS; t++)
            in[k][t] = operand();
    must(cuMemAlloc_v2(&in_at, sizeof in), "memory");
    must(cuMemAlloc_v2(&out_at, sizeof out), "memory");
    must(cuMemAlloc_v2(&scratch_at, sizeof zero), "memory");
    must(cuMemcpyHtoD_v2(in_at, in, sizeof in), "copy");
    must(cuMemcpyHtoD_v2(scratch_at, zero, sizeof zero), "copy");
}

/* One line of the table: HASH SIGNATURE | TEMPLATE.  True when the hash is the expected one. */
static bool line(char *text_of, bool write)
{
    char expected[32], signature[40], chosen[16][64], got[32];
    char *bar = strstr(text_of, " | ");
    if (*text_of == '#' || !bar || sscanf(text_of, "%31s %39s", expected, signature) != 2) {
        if (write)
            printf("%s\n", text_of);
        return true;
    }
    hash = 14695981039346656037ull;
    expand(signature, bar + 3, chosen, 0);
    flush();
    snprintf(got, sizeof got, "%08llx", (unsigned long long)(hash >> 32));
    if (write)
        printf("%s %s | %s\n", *expected == '~' ? expected : got, signature, bar + 3);
    if (against)
        printf("%s\n", got);
    return write || against || dump || *expected == '-' || *expected == '~' ||
           !strcmp(expected, got);
}

int main(int argc, char **argv)
{
    static char buffer[4096], path[1024];
    const char *end = strstr(__FILE__, "unit/");
    bool write = argc > 2 && !strcmp(argv[1], "--write");
    unsigned wrong = 0;
    snprintf(path, sizeof path, "%.*sptx/forms.txt", (int)(end ? end - __FILE__ : 0), __FILE__);
    if (argc > 3 && !strcmp(argv[1], "--dump"))
        dump = fopen(argv[2], "wb");
    if (argc > 3 && !strcmp(argv[1], "--against"))
        against = fopen(argv[2], "rb");
    FILE *table = fopen(argc > 1 ? argv[argc - 1] : path, "r");
    if (!table || (argc > 3 && !dump && !against)) {
        perror(argc > 1 ? argv[argc - 1] : path);
        return 1;
    }
    start();
    while (fgets(buffer, sizeof buffer, table)) {
        buffer[strcspn(buffer, "\n")] = 0;
        worst = differing_here = 0;
        told_of_each = *buffer == '~' ? UINT32_MAX : 3;
        if (!line(buffer, write)) {
            fprintf(stderr, "not what the GPU of the table computes: %s\n", buffer);
            wrong++;
        }
        if (differing_here)
            printf("%u forms differ, by %llu units in the last place: %s\n", differing_here,
                   (unsigned long long)worst, buffer);
    }
    fclose(table);
    if (dump)
        fclose(dump);
    fprintf(write || dump ? stderr : stdout, "%u forms, %u refused, %u differ, %u lines wrong\n",
            tried, refused, differing, wrong);
    return wrong || (against && differing);
}
