// link: ptx
/* Language features of CUDA C++ as nvcc compiles them: calls, printf, assert, locks, warps,
 * mathematics, local memory. */
#include <math.h>

#include "ptx_run.h"

static struct run r;

/* PTX_FEATURES: another compilation of features.cu (-G, another architecture) to run instead. */
static void start(void)
{
    const char *other = getenv("PTX_FEATURES");
    run_load(&r, other ? other : ptx_file("features.ptx"));
}

TEST(indirect_calls)
{
    start();
    int *out = run_array(&r, 64 * 4);
    static const int table[] = { 3, 1, 4, 1 };
    ARG(&r, int *, out);
    CHECK(run_kernel(&r, "indirect", 1, 64, 0));
    for (int t = 0; t < 64; t++)
        CHECK_INT(out[t], (t & 1 ? 2 * t : t + 1) + table[t & 3]);
    run_finish(&r);
}

TEST(virtual_calls)
{
    start();
    int *out = run_array(&r, 64 * 4);
    ARG(&r, int *, out);
    CHECK(run_kernel(&r, "virtual_call", 1, 64, 0));
    for (int t = 0; t < 64; t++)
        CHECK_INT(out[t], t % 3 ? t : 7 * t);
    run_finish(&r);
}

TEST(recursion)
{
    static const int fib[] = { 0, 1, 1, 2, 3, 5, 8, 13, 21, 34, 55, 89 };
    start();
    int *out = run_array(&r, 64 * 4);
    ARG(&r, int *, out);
    CHECK(run_kernel(&r, "recursion", 1, 64, 0));
    for (int t = 0; t < 64; t++)
        CHECK_INT(out[t], fib[t % 12]);
    run_finish(&r);
}

TEST(spin_lock_in_one_warp)
{
    start();
    int *counter = run_array(&r, 4);
    ARG(&r, int *, counter);
    CHECK(run_kernel(&r, "spin_lock", 2, 96, 0));
    CHECK_INT(*counter, 192);
    run_finish(&r);
}

static size_t said_size;
static char said[256];
static void on_say(void *ctx, const char *text, size_t size)
{
    (void)ctx;
    memcpy(said, text, said_size = size < sizeof said - 1 ? size : sizeof said - 1);
    said[said_size] = 0;
}

/* What printf makes of [format] and of bytes that a compiler laid out; all of it is what an H100
 * printed. */
static const char *say(const char *format, const void *bytes, size_t size)
{
    char text[2048];
    int n = snprintf(
        text, sizeof text,
        ".version 8.0\n.target sm_90\n.address_size 64\n.extern .func (.param .b32 r) vprintf(.param .b64 f, .param .b64 a);\n"
        ".visible .entry k(.param .u64 f, .param .u64 a) { .reg .b64 d<2>; ld.param.u64 d0, [f]; ld.param.u64 d1, [a];\n"
        "{ .param .b64 x; .param .b64 y; .param .b32 z; st.param.b64 [x], d0; st.param.b64 [y], d1; call (z), vprintf, (x, y); } ret; }\n");
    struct run one = { .module = NULL };
    iq_ptx_parse(text, (size_t)n, NULL, &one.module, NULL);
    one.image = iq_ptx_image_create(one.module, NULL);
    one.env = (struct iq_ptx_env){ .ctx = &one, .resolve = run_resolve, .print = on_say };
    char *f = run_array(&one, 128), *a = run_array(&one, 128);
    snprintf(f, 128, "%s", format);
    memcpy(a, bytes, size);
    ARG(&one, char *, f);
    ARG(&one, char *, a);
    CHECK(run_kernel(&one, "k", 1, 1, 0));
    run_finish(&one);
    return said;
}

TEST(printf_is_that_of_a_driver)
{
    static const struct {
        int hh, h;
        long long l, ll;
    } sizes = { 300, 70000, 5000000000, 6000000000 };
    static const struct {
        int width, value, next;
    } star = { 8, 42, 7 };
    static const struct {
        void *p, *q;
    } pointers = { (void *)0x1234, NULL };
    CHECK_STR(say("[%hhd] [%hd] [%ld]", &sizes, sizeof sizes), "[44] [-3584] [6000000000]");
    CHECK_STR(say("[%hu]", (int[]){ 70000 }, 4), "[4464]");
    CHECK_STR(say("[%*d] [%d]", &star, sizeof star), "[      42] [7]");
    CHECK_STR(say("[%20p] [%p]", &pointers, sizeof pointers), "[              0x1234] [(nil)]");
    CHECK_STR(say("[%y] [%d]", (int[]){ 1, 7 }, 8), "[%y] [1]");
    CHECK_STR(say("%d%", (int[]){ 3 }, 4), "3%");
    CHECK_STR(say("[%Lf]", (double[]){ 1.5 }, 8), "[%Lf]");
    CHECK_STR(say("[%n]", (long[]){ 0 }, 8), "[%n]");
}

TEST(printf_formats)
{
    start();
    ARG(&r, int, 2);
    CHECK(run_kernel(&r, "print", 1, 32, 0));
    CHECK_STR(
        r.output,
        "thread 0 of block:  0.00 123456789abc x%\nthread 1 of block:  0.50 123456789abc x%\n");
    run_finish(&r);
}

TEST(assertion)
{
    start();
    ARG(&r, int, 40);
    CHECK(!run_kernel(&r, "check", 1, 64, 0));
    CHECK_INT(r.fault.kind, IQ_PTX_FAULT_ASSERT);
    CHECK_STR(r.fault.message, "(int)threadIdx.x < limit");
    CHECK_STR(r.fault.assert_function, "void check(int)");
    CHECK_INT(r.fault.thread[0], 40);
    CHECK(r.fault.assert_line > 0);
    ARG(&r, int, 64);
    CHECK(run_kernel(&r, "check", 1, 64, 0));
    run_finish(&r);
}

TEST(local_array)
{
    start();
    int *out = run_array(&r, 64 * 4), n = 9;
    ARG(&r, int *, out);
    ARG(&r, int, n);
    CHECK(run_kernel(&r, "local_array", 1, 64, 0));
    for (int t = 0; t < 64; t++) {
        int a[16];
        for (int i = 0; i < 16; i++)
            a[i] = i * t;
        CHECK_INT(out[t], (a[n & 15] + a[(n + 3) & 15]));
    }
    run_finish(&r);
}

TEST(device_heap)
{
    start();
    int **out = run_array(&r, 8 * 16);
    ARG(&r, int **, out);
    CHECK(run_kernel(&r, "device_heap", 1, 16, 0));
    for (int t = 0; t < 16; t++)
        CHECK_INT(*out[t], t);
    run_finish(&r);
}

TEST(switches)
{
    start();
    int *out = run_array(&r, 64 * 4);
    ARG(&r, int *, out);
    CHECK(run_kernel(&r, "switches", 1, 64, 0));
    for (int t = 0; t < 64; t++) {
        int e[] = { 5, t * 3, t - 7, t ^ 21, -t, t << 2, t / 3, 99, 99 };
        CHECK_INT(out[t], e[t % 9]);
    }
    run_finish(&r);
}

TEST(mathematics)
{
    start();
    float *out = run_array(&r, 64 * 4), x = 0.3f;
    double *dout = run_array(&r, 64 * 8), y = 0.21;
    ARG(&r, float *, out);
    ARG(&r, double *, dout);
    ARG(&r, float, x);
    ARG(&r, double, y);
    CHECK(run_kernel(&r, "mathematics", 1, 64, 0));
    for (int k = 0; k < 64; k++) {
        float t = fmaf((float)k, 0.37f, x);
        double d = fma(k, 0.37, y), td = (double)t;
        double f = sin(td) + exp(-td) + log(td + 1) + pow(td, (double)1.3f) + sqrt(td) + td / 3.0 +
                   sin(td) + erf(td) + tanh(td) + cbrt(td) + fmod(td, (double)0.7f);
        double g = sin(d) + exp(-d) + log(d + 1) + pow(d, 1.3) + sqrt(d) + d / 3.0 + erf(d) +
                   tanh(d) + cbrt(d) + fmod(d, 0.7) + tgamma(d + 1);
        CHECK(fabs((double)out[k] - f) < 1e-5 * (fabs(f) + 1));
        if (!(fabs(dout[k] - g) <= 1e-13 * fabs(g)))
            fprintf(stderr, "%d: %.17g, expected %.17g\n", k, dout[k], g);
        CHECK(fabs(dout[k] - g) <= 1e-13 * fabs(g));
    }
    run_finish(&r);
}

TEST(halves)
{
    start();
    unsigned short *a = run_array(&r, 64), *b = run_array(&r, 64), *c = run_array(&r, 64);
    unsigned *d = run_array(&r, 128);
    for (int k = 0; k < 32; k++) {
        a[k] = 0x3c00;                  /* 1.0 */
        b[k] = k & 1 ? 0x4000 : 0xc200; /* 2.0, -3.0 */
    }
    ARG(&r, void *, a);
    ARG(&r, void *, b);
    ARG(&r, void *, c);
    ARG(&r, void *, d);
    CHECK(run_kernel(&r, "halves", 1, 32, 0));
    CHECK_INT(c[1], 0x4100);     /* 2.5 */
    CHECK_INT(c[0], 0xc100);     /* -2.5 */
    CHECK_INT(d[1], 0x44804480); /* 4.5 */
    CHECK_INT(d[0], 0xc580c580); /* -5.5 */
    run_finish(&r);
}

TEST(struct_parameter)
{
    start();
    struct {
        int a[5];
        double d;
        char c;
    } big = { { 1, 2, 3, 4, 5 }, 100.7, -3 };
    int *out = run_array(&r, 32 * 4);
    run_arg(&r, &big, sizeof big);
    r.param_size = sizeof big;
    ARG(&r, int *, out);
    ARG(&r, short, -1000);
    CHECK(run_kernel(&r, "struct_param", 1, 32, 0));
    for (int t = 0; t < 32; t++)
        CHECK_INT(out[t], big.a[t % 5] + 100 - 3 - 1000);
    run_finish(&r);
}

static unsigned reverse32(unsigned x)
{
    unsigned y = 0;
    for (int k = 0; k < 32; k++)
        y |= (x >> k & 1) << (31 - k);
    return y;
}

TEST(bits)
{
    start();
    unsigned *out = run_array(&r, 64 * 4), x = 0x1234567;
    unsigned long long *wide = run_array(&r, 64 * 8);
    ARG(&r, void *, out);
    ARG(&r, void *, wide);
    ARG(&r, unsigned, x);
    CHECK(run_kernel(&r, "bits", 1, 64, 0));
    for (unsigned k = 0; k < 64; k++) {
        unsigned t = k + x, m = x * 977, sad = (t > x ? t - x : x - t) + 3;
        unsigned v = (unsigned)__builtin_popcount(t) + (unsigned)__builtin_clz(t) + reverse32(t) +
                     (unsigned)__builtin_ffs((int)t) + t + (x << 5 | t >> 27) + sad +
                     (unsigned)((unsigned long long)t * m >> 32);
        __extension__ typedef unsigned __int128 u128;
        unsigned long long p = t * 0x9e3779b97f4a7c15ull;
        unsigned long long w = (unsigned long long)((u128)p * (~0ull / 3) >> 64) +
                               (unsigned)__builtin_popcountll(t) + (unsigned)__builtin_clzll(t) +
                               t / (x | 1ull) + t % (x | 1ull);
        CHECK_INT(out[k], v);
        CHECK_INT(wide[k], w);
    }
    run_finish(&r);
}

TEST(votes)
{
    start();
    unsigned *out = run_array(&r, 32 * 4);
    ARG(&r, void *, out);
    ARG(&r, int, 3);
    CHECK(run_kernel(&r, "votes", 1, 32, 0));
    for (unsigned t = 0; t < 32; t++) {
        unsigned v = 0xaaaaaaaa;
        if (t < 8)
            v += 0xf0 + 0xff;
        v ^= 0xfu << (t & ~3u);
        v += 0xffffffff + 1;
        v += 1 + 1;
        v += 16 + 1 + 1;
        unsigned up = t < 3 ? t : t - 3, down = (t & 15) + 2 > 15 ? t : t + 2;
        CHECK_INT(out[t], v + up + down + ((t & 24) + 5));
    }
    run_finish(&r);
}

TEST(histogram)
{
    enum { N = 4000 };
    start();
    unsigned char *in = run_array(&r, N);
    unsigned *out = run_array(&r, 1024), expect[256] = { 0 };
    for (int k = 0; k < N; k++)
        expect[in[k] = (unsigned char)(k * k >> 3)]++;
    ARG(&r, void *, in);
    ARG(&r, void *, out);
    ARG(&r, int, N);
    CHECK(run_kernel(&r, "histogram", 3, 128, 0));
    CHECK(!memcmp(out, expect, sizeof expect));
    run_finish(&r);
}

TEST(atomics)
{
    start();
    int *i = run_array(&r, 64);
    unsigned long long *u = run_array(&r, 8);
    float *f = run_array(&r, 4);
    double *d = run_array(&r, 8);
    i[6] = -1;
    ARG(&r, void *, i);
    ARG(&r, void *, u);
    ARG(&r, void *, f);
    ARG(&r, void *, d);
    CHECK(run_kernel(&r, "atomics", 1, 32, 0));
    CHECK_INT(i[0], -31);
    CHECK_INT(i[1], 31);
    CHECK_INT(i[2], -1);
    CHECK_INT(i[3], 2); /* 32 increments modulo 10 */
    CHECK_INT(i[4], 8); /* 32 decrements: 9 ... 0 */
    CHECK_INT(i[5], 0);
    CHECK_INT(i[6], ~31);
    CHECK_INT(i[7], 42);
    CHECK_INT(*u, 496);
    CHECK(*f == 248.0f && *d == 124.0);
    run_finish(&r);
}
