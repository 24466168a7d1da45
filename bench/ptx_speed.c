/* Speed of the PTX interpreter: lane instructions per second of one core, and the time against a scalar C loop that does
 * the same work, both measured in this run.  Usage: ptx_speed [kernels.ptx]; best of five. */
#define main iq_test_main /* the harness brings one */
int iq_test_main(int argc, char **argv);
#include "../tests/unit/ptx_run.h"
#undef main

#include <math.h>
#include <time.h>

static struct run r;

static double now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t); /* other processes on the machine do not count */
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

struct work { const char *kernel; uint32_t grid, block, shared; void (*scalar)(void); };

enum { SAXPY_N = 4 << 20, MAT_N = 256, BODIES = 2048, COLLATZ_N = 200000 };
static float *x, *y, *a, *b, *c, *p, *f;
static unsigned *steps;

__attribute__((noinline)) static void scalar_saxpy(void)
{
    for (int i = 0; i < SAXPY_N; i++)
        y[i] = fmaf(x[i], 2.5f, y[i]);
}

__attribute__((noinline)) static void scalar_matmul(void)
{
    for (int i = 0; i < MAT_N; i++)
        for (int j = 0; j < MAT_N; j++) {
            float sum = 0;
            for (int k = 0; k < MAT_N; k++)
                sum += a[i * MAT_N + k] * b[k * MAT_N + j];
            c[i * MAT_N + j] = sum;
        }
}

__attribute__((noinline)) static void scalar_nbody(void)
{
    for (int i = 0; i < BODIES; i++) {
        float acc[3] = {0, 0, 0};
        for (int j = 0; j < BODIES; j++) {
            float dx = p[4 * j] - p[4 * i], dy = p[4 * j + 1] - p[4 * i + 1], dz = p[4 * j + 2] - p[4 * i + 2];
            float d2 = dx * dx + dy * dy + dz * dz + 1e-4f, inv = 1 / sqrtf(d2), s = p[4 * j + 3] * inv * inv * inv;
            acc[0] += dx * s;
            acc[1] += dy * s;
            acc[2] += dz * s;
        }
        memcpy(f + 4 * i, acc, sizeof acc);
    }
}

__attribute__((noinline)) static void scalar_collatz(void)
{
    for (unsigned i = 0; i < COLLATZ_N; i++) {
        unsigned count = 0;
        for (unsigned long long v = i + 1; v != 1; count++)
            v = v & 1 ? 3 * v + 1 : v / 2;
        steps[i] = count;
    }
}

static void arguments(const char *kernel)
{
    if (!strcmp(kernel, "saxpy")) {
        ARG(&r, int, SAXPY_N); ARG(&r, float, 2.5f); ARG(&r, float *, x); ARG(&r, float *, y);
    } else if (!strcmp(kernel, "nbody")) {
        ARG(&r, float *, p); ARG(&r, float *, f); ARG(&r, int, BODIES);
    } else if (!strcmp(kernel, "collatz")) {
        ARG(&r, unsigned *, steps); ARG(&r, int, COLLATZ_N);
    } else {
        ARG(&r, float *, a); ARG(&r, float *, b); ARG(&r, float *, c); ARG(&r, int, MAT_N);
    }
}

static double timed(const struct work *w)
{
    double best = 1e9;
    for (int k = 0; k < 5; k++) {
        arguments(w->kernel);
        double start = now();
        if (!run_kernel(&r, w->kernel, w->grid, w->block, w->shared)) {
            fprintf(stderr, "%s: %s\n", w->kernel, r.fault.message);
            exit(1);
        }
        best = fmin(best, now() - start);
    }
    return best;
}

static void measure(const struct work *w)
{
    double scalar = 1e9;
    r.count = true;
    arguments(w->kernel);
    run_kernel(&r, w->kernel, w->grid, w->block, w->shared);
    uint64_t lanes = r.stats.lane_instructions, warps = r.stats.warp_instructions;
    r.count = false;
    double best = timed(w);
    for (int k = 0; k < 5; k++) {
        double start = now();
        w->scalar();
        scalar = fmin(scalar, now() - start);
    }
    printf("%-13s %8.2f ms %8.2f G lane-inst/s %6.1f ns/warp-inst   scalar C %8.2f ms   ratio %.1f\n", w->kernel, best * 1e3,
           (double)lanes / best * 1e-9, best / (double)warps * 1e9, scalar * 1e3, best / scalar);
}

static float *floats(uint32_t n)
{
    float *v = run_array(&r, n * sizeof *v);
    for (uint32_t i = 0; i < n; i++)
        v[i] = (float)((i * 2654435761u >> 8) & 0xffff) / 65536.0f;
    return v;
}

int main(int argc, char **argv)
{
    static const struct work works[] = {
        {"saxpy", SAXPY_N / 256, 256, 0, scalar_saxpy},
        {"matmul", MAT_N / 32 | (MAT_N / 8) << 16, 32 | 8 << 16, 0, scalar_matmul},
        {"matmul_tiled", MAT_N / 16 | (MAT_N / 16) << 16, 16 | 16 << 16, 0, scalar_matmul},
        {"nbody", BODIES / 128, 128, 0, scalar_nbody},
        {"collatz", (COLLATZ_N + 127) / 128, 128, 0, scalar_collatz},
    };
    (void)iq_test_last;
    run_load(&r, argc > 1 ? argv[1] : ptx_file("kernels.ptx"));
    x = floats(SAXPY_N);
    y = floats(SAXPY_N);
    a = floats(MAT_N * MAT_N);
    b = floats(MAT_N * MAT_N);
    c = floats(MAT_N * MAT_N);
    p = floats(4 * BODIES);
    f = floats(4 * BODIES);
    steps = run_array(&r, COLLATZ_N * sizeof *steps);
    for (size_t i = 0; i < sizeof works / sizeof *works; i++)
        measure(&works[i]);
    run_finish(&r);
    return 0;
}
