// link: ptx
/* Kernels as nvcc compiles them, against the same computation in C. */
#include <math.h>

#include "ptx_run.h"

#define KERNELS ptx_file("kernels.ptx")
#define GRID2(x, y) ((x) | (y) << 16)

static struct run r;

static float *floats(uint32_t n)
{
    float *a = run_array(&r, n * sizeof *a);
    for (uint32_t i = 0; i < n; i++)
        a[i] = (float)((i * 2654435761u >> 8) & 0xffff) / 65536.0f - 0.5f;
    return a;
}

TEST(vector_add)
{
    enum { N = 1000 };
    run_load(&r, KERNELS);
    float *a = floats(N), *b = floats(N), *c = run_array(&r, N * sizeof *c);
    ARG(&r, float *, a);
    ARG(&r, float *, b);
    ARG(&r, float *, c);
    ARG(&r, int, N);
    CHECK(run_kernel(&r, "vector_add", 4, 256, 0));
    for (int i = 0; i < N; i++)
        CHECK(c[i] == a[i] + b[i]);
    run_finish(&r);
}

TEST(out_of_bounds_is_found_and_placed)
{
    enum { N = 1000 };
    run_load(&r, KERNELS);
    float *a = floats(N), *b = floats(N), *c = run_array(&r, N * sizeof *c);
    ARG(&r, float *, a);
    ARG(&r, float *, b);
    ARG(&r, float *, c);
    ARG(&r, int, N + 1);
    CHECK(!run_kernel(&r, "vector_add", 4, 256, 0));
    CHECK_INT(r.fault.kind, IQ_PTX_FAULT_ILLEGAL_ADDRESS);
    CHECK_INT(r.fault.block[0], 3);
    CHECK_INT(r.fault.thread[0], 1000 - 768);
    CHECK_INT(r.fault.access_size, 4);
    CHECK(!r.fault.write);
    CHECK_STR(r.fault.kernel, "vector_add");
    run_finish(&r);
}

TEST(saxpy)
{
    enum { N = 777 };
    run_load(&r, KERNELS);
    float *x = floats(N), *y = floats(N), expect[N];
    for (int i = 0; i < N; i++)
        expect[i] = fmaf(x[i], 2.5f, y[i]);
    ARG(&r, int, N);
    ARG(&r, float, 2.5f);
    ARG(&r, float *, x);
    ARG(&r, float *, y);
    CHECK(run_kernel(&r, "saxpy", 7, 128, 0));
    CHECK(!memcmp(y, expect, sizeof expect));
    run_finish(&r);
}

static void matmul(const char *name)
{
    enum { N = 64 };
    run_load(&r, KERNELS);
    float *a = floats(N * N), *b = floats(N * N), *c = run_array(&r, N * N * sizeof *c);
    ARG(&r, float *, a);
    ARG(&r, float *, b);
    ARG(&r, float *, c);
    ARG(&r, int, N);
    CHECK(run_kernel(&r, name, GRID2(N / 16, N / 16), GRID2(16, 16), 0));
    for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++) {
            float sum = 0;
            for (int k = 0; k < N; k++)
                sum = fmaf(a[i * N + k], b[k * N + j], sum);
            CHECK(c[i * N + j] == sum);
        }
    run_finish(&r);
}

TEST(matmul_naive) { matmul("matmul"); }
TEST(matmul_tiled) { matmul("matmul_tiled"); }

TEST(stencil)
{
    enum { W = 50, H = 37 };
    run_load(&r, KERNELS);
    float *in = floats(W * H), *out = run_array(&r, W * H * sizeof *out);
    ARG(&r, float *, in);
    ARG(&r, float *, out);
    ARG(&r, int, W);
    ARG(&r, int, H);
    CHECK(run_kernel(&r, "stencil", GRID2(4, 3), GRID2(16, 16), 0));
    for (int y = 0; y < H; y++)
        for (int x = 0; x < W; x++) {
            bool inner = x && y && x < W - 1 && y < H - 1;
            const float *p = in + y * W + x;
            float v = inner ? 0.2f * (p[0] + p[-1] + p[1] + p[-W] + p[W]) : 0;
            CHECK(fabsf(out[y * W + x] - v) < 1e-6f);
        }
    run_finish(&r);
}

static void reduction(const char *name, uint32_t shared)
{
    enum { N = 5000 };
    run_load(&r, KERNELS);
    int *in = run_array(&r, N * sizeof *in), *out = run_array(&r, sizeof *out), sum = 0;
    for (int i = 0; i < N; i++)
        sum += in[i] = i * 7 % 1001 - 300;
    ARG(&r, int *, in);
    ARG(&r, int *, out);
    ARG(&r, int, N);
    CHECK(run_kernel(&r, name, 20, 256, shared));
    CHECK_INT(*out, sum);
    run_finish(&r);
}

TEST(reduce) { reduction("reduce", 1024); }
TEST(warp_reduce) { reduction("warp_reduce", 0); }

TEST(shared_memory_has_an_end)
{
    run_load(&r, KERNELS);
    int *in = run_array(&r, 1024), *out = run_array(&r, 4);
    ARG(&r, int *, in);
    ARG(&r, int *, out);
    ARG(&r, int, 256);
    CHECK(!run_kernel(&r, "reduce", 1, 256, 1000));
    CHECK_INT(r.fault.kind, IQ_PTX_FAULT_SHARED_RANGE);
    CHECK_INT(r.fault.thread[0], 250);
    CHECK(r.fault.write);
    run_finish(&r);
}

TEST(collatz)
{
    enum { N = 500 };
    run_load(&r, KERNELS);
    unsigned *steps = run_array(&r, N * sizeof *steps);
    ARG(&r, unsigned *, steps);
    ARG(&r, int, N);
    CHECK(run_kernel(&r, "collatz", 4, 128, 0));
    for (unsigned i = 0; i < N; i++) {
        unsigned count = 0;
        for (unsigned long long v = i + 1; v != 1; count++)
            v = v & 1 ? 3 * v + 1 : v / 2;
        CHECK_INT(steps[i], count);
    }
    run_finish(&r);
}

TEST(nbody)
{
    enum { N = 64 };
    run_load(&r, KERNELS);
    float *p = floats(4 * N), *f = run_array(&r, 16 * N);
    ARG(&r, float *, p);
    ARG(&r, float *, f);
    ARG(&r, int, N);
    CHECK(run_kernel(&r, "nbody", 1, N, 0));
    for (int i = 0; i < N; i++) {
        double acc = 0;
        for (int j = 0; j < N; j++) {
            double d[3], d2 = 1e-4;
            for (int k = 0; k < 3; k++) {
                d[k] = (double)p[4 * j + k] - (double)p[4 * i + k];
                d2 += d[k] * d[k];
            }
            acc += d[0] * (double)p[4 * j + 3] / (d2 * sqrt(d2));
        }
        CHECK(fabs((double)f[4 * i] - acc) < 1e-3 * (fabs(acc) + 1));
    }
    run_finish(&r);
}
