/* Speed of the PTX interpreter on bench/kernels.ptx, by processor time: without checks, with bounds
 * only, with shadow bits, with races, with all, on one core and on all; and of a scalar C loop that
 * does the same work.
 * Usage: ptx_speed KERNELS.ptx|PATTERNS.ptx [small|large [KERNEL]].  Prints per kernel: name, lane
 * instructions, and milliseconds (the best of ROUNDS, in which the modes take turns): C, none,
 * bounds, shadow, races, all; bounds and all on all cores by the clock on the wall.  Built by
 * bench/soft_speed.py.
 * ptx_speed KERNELS.ptx small|large KERNEL none|bounds|all COUNT only runs the kernel COUNT times,
 * for who counts instructions (bench/soft_count.py); prints nothing but lane instructions. */
#define main iq_test_main /* the harness brings one */
int iq_test_main(int argc, char **argv);
#include "../tests/unit/ptx_run.h"
#undef main

#include <math.h>
#include <pthread.h>
#include <time.h>
#include <unistd.h>

static struct run r;
static int n, mat, bodies, starts, rows, turns;
enum { ROUNDS = 7, NONZERO = 16 };
enum mode { BOUNDS = 0, SHADOW = 1, RACES = 2, NONE = 4, MODES };

static double now(clockid_t clock)
{
    struct timespec t;
    clock_gettime(clock, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static float *x, *y, *a, *b, *c, *p, *f, *value;
static unsigned *steps, *counts;
static int *row, *column, *sums;
static unsigned char *bytes;

__attribute__((noinline)) static void c_saxpy(void)
{
    for (int i = 0; i < n; i++)
        y[i] = fmaf(x[i], 2.5f, y[i]);
}

__attribute__((noinline)) static void c_matmul(void)
{
    for (int i = 0; i < mat; i++)
        for (int j = 0; j < mat; j++) {
            float sum = 0;
            for (int k = 0; k < mat; k++)
                sum += a[i * mat + k] * b[k * mat + j];
            c[i * mat + j] = sum;
        }
}

__attribute__((noinline)) static void c_nbody(void)
{
    for (int i = 0; i < bodies; i++) {
        float acc[3] = { 0, 0, 0 };
        for (int j = 0; j < bodies; j++) {
            float dx = p[4 * j] - p[4 * i], dy = p[4 * j + 1] - p[4 * i + 1],
                  dz = p[4 * j + 2] - p[4 * i + 2];
            float d2 = dx * dx + dy * dy + dz * dz + 1e-4f, inv = 1 / sqrtf(d2),
                  s = p[4 * j + 3] * inv * inv * inv;
            acc[0] += dx * s;
            acc[1] += dy * s;
            acc[2] += dz * s;
        }
        memcpy(f + 4 * i, acc, sizeof acc);
    }
}

__attribute__((noinline)) static void c_reduce(void)
{
    float sum = 0;
    for (int i = 0; i < n; i++)
        sum += x[i];
    y[0] = sum;
}

__attribute__((noinline)) static void c_histogram(void)
{
    for (int i = 0; i < n; i++)
        counts[bytes[i]]++;
}

__attribute__((noinline)) static void c_scan(void)
{
    for (int i = 0; i < n / 4; i++)
        sums[i] = row[i % rows] + (i % 256 ? sums[i - 1] : 0);
}

__attribute__((noinline)) static void c_collatz(void)
{
    for (unsigned i = 0; i < (unsigned)starts; i++) {
        unsigned count = 0;
        for (unsigned long long v = i + 1; v != 1; count++)
            v = v & 1 ? 3 * v + 1 : v / 2;
        steps[i] = count;
    }
}

__attribute__((noinline)) static void c_spmv(void)
{
    for (int i = 0; i < rows; i++) {
        float sum = 0;
        for (int k = row[i]; k < row[i + 1]; k++)
            sum += value[k] * x[column[k]];
        y[i] = sum;
    }
}

static bool is_pattern(void) { return !iq_ptx_module_kernel(r.module, "saxpy"); }

static void arguments(const char *kernel)
{
    if (is_pattern()) {
        if (strstr(kernel, "tile"))
            ARG(&r, float *, x);
        ARG(&r, float *, y);
        ARG(&r, int, !strcmp(kernel, "own_rows") ? 4 : turns);
    } else if (!strcmp(kernel, "saxpy")) {
        ARG(&r, int, n);
        ARG(&r, float, 2.5f);
        ARG(&r, float *, x);
        ARG(&r, float *, y);
    } else if (!strcmp(kernel, "nbody")) {
        ARG(&r, float *, p);
        ARG(&r, float *, f);
        ARG(&r, int, bodies);
    } else if (!strcmp(kernel, "reduce")) {
        ARG(&r, float *, x);
        ARG(&r, float *, y);
        ARG(&r, int, n);
    } else if (!strcmp(kernel, "histogram")) {
        ARG(&r, unsigned char *, bytes);
        ARG(&r, unsigned *, counts);
        ARG(&r, int, n);
    } else if (!strcmp(kernel, "scan")) {
        ARG(&r, float *, x);
        ARG(&r, int *, sums);
    } else if (!strcmp(kernel, "collatz")) {
        ARG(&r, unsigned *, steps);
        ARG(&r, int, starts);
    } else if (!strcmp(kernel, "spmv")) {
        ARG(&r, int *, row);
        ARG(&r, int *, column);
        ARG(&r, float *, value);
        ARG(&r, float *, x);
        ARG(&r, float *, y);
        ARG(&r, int, rows);
    } else {
        ARG(&r, float *, a);
        ARG(&r, float *, b);
        ARG(&r, float *, c);
        ARG(&r, int, mat);
    }
}

/* ---- one launch, on one thread or many ---- */

static enum mode mode;
static struct iq_ptx_range memory; /* all arrays */
static uint64_t shadow;            /* bits of all memory below the highest array, all set */

static bool resolve(void *ctx, uint64_t addr, uint32_t size, bool write, struct iq_ptx_range *range)
{
    if (!run_resolve(ctx, addr, size, write, range))
        return false;
    if (mode & SHADOW)
        range->shadow = shadow - (r.arrays[0].begin >> 3);
    return true;
}

/* Arguments point to the arrays that they are for. */
static int belongs(void *ctx, uint64_t pointer, const struct iq_ptx_range *range)
{
    struct iq_ptx_range other;
    return pointer - range->begin < range->end - range->begin ? 1
           : run_resolve(ctx, pointer, 1, false, &other)      ? -1
                                                              : 0;
}

static void ignore_race(void *ctx, const struct iq_ptx_conflict *conflict)
{
    (void)ctx;
    fprintf(stderr, "a race at %llx\n", (unsigned long long)conflict->now.address);
    exit(1);
}

static struct iq_ptx_launch *launch;
static uint64_t next_block, progress;

static void *work(void *unused)
{
    struct iq_ptx_block *block = iq_ptx_block_create(launch);
    uint64_t count = iq_ptx_launch_block_count(launch);
    for (uint64_t k; block && (k = __atomic_fetch_add(&next_block, 1, __ATOMIC_RELAXED)) < count;)
        iq_ptx_block_run(block, k, 1);
    iq_ptx_block_destroy(block);
    return unused;
}

static double run_once(const char *kernel, uint32_t grid, uint32_t block, long threads,
                       clockid_t clock)
{
    pthread_t helpers[256];
    struct iq_ptx_env env = r.env;
    env.resolve = resolve;
    env.race = ignore_race;
    env.belongs = belongs;
    env.watch_races = env.watch_shared_races = mode & RACES;
    env.unchecked = &memory;
    env.unchecked_count = mode == NONE;
    arguments(kernel);
    struct iq_ptx_launch_desc desc = { .image = r.image,
                                       .kernel = iq_ptx_module_kernel(r.module, kernel),
                                       .grid = { grid & 0xffff, grid >> 16 ? grid >> 16 : 1, 1 },
                                       .block = { block & 0xffff, block >> 16 ? block >> 16 : 1,
                                                  1 },
                                       .params = r.params,
                                       .env = &env,
                                       .count_steps = r.count,
                                       .progress = &progress };
    r.param_size = 0;
    if (iq_ptx_launch_create(&desc, &launch))
        exit(1);
    next_block = 0;
    double start = now(clock);
    for (long k = 1; k < threads; k++)
        pthread_create(&helpers[k], NULL, work, NULL);
    work(NULL);
    for (long k = 1; k < threads; k++)
        pthread_join(helpers[k], NULL);
    double took = now(clock) - start;
    iq_ptx_launch_stats(launch, &r.stats);
    if (iq_ptx_launch_fault(launch)) {
        fprintf(stderr, "%s: %s\n", kernel, iq_ptx_launch_fault(launch)->message);
        exit(1);
    }
    iq_ptx_launch_destroy(launch);
    return took * 1e3;
}

static const char *only; /* the kernel asked for */
static int repeats = -1; /* run it so often, and measure nothing */
static enum mode repeated;

static double least(double one, double other) { return one < other ? one : other; }

static void repeat(const char *kernel, uint32_t grid, uint32_t block)
{
    r.count = true;
    mode = BOUNDS;
    run_once(kernel, grid, block, 1, CLOCK_MONOTONIC);
    printf("%llu\n", (unsigned long long)r.stats.lane_instructions);
    r.count = false;
    mode = repeated;
    for (int k = 0; k < repeats; k++)
        run_once(kernel, grid, block, 1, CLOCK_MONOTONIC);
}

static void measure(const char *kernel, uint32_t grid, uint32_t block, void (*scalar)(void))
{
    long cores = sysconf(_SC_NPROCESSORS_ONLN);
    if (only && strcmp(only, kernel))
        return;
    if (repeats >= 0) {
        repeat(kernel, grid, block);
        return;
    }
    double native = 1e9, best[MODES], wide[MODES];
    cores = cores > 256 ? 256 : cores;
    r.count = true;
    mode = BOUNDS;
    run_once(kernel, grid, block, 1, CLOCK_THREAD_CPUTIME_ID);
    r.count = false;
    unsigned long long lanes = r.stats.lane_instructions;
    for (int k = 0; k < MODES; k++)
        best[k] = wide[k] = 1e9;
    for (int k = 0; k < ROUNDS; k++) {
        double start = now(CLOCK_THREAD_CPUTIME_ID);
        if (scalar)
            scalar();
        native = least(native, (now(CLOCK_THREAD_CPUTIME_ID) - start) * 1e3);
        for (mode = BOUNDS; mode < MODES; mode++) {
            best[mode] =
                least(best[mode], run_once(kernel, grid, block, 1, CLOCK_THREAD_CPUTIME_ID));
            if (mode == BOUNDS || mode == (SHADOW | RACES))
                wide[mode] =
                    least(wide[mode], run_once(kernel, grid, block, cores, CLOCK_MONOTONIC));
        }
    }
    printf("%s %llu %.4f %.4f %.4f %.4f %.4f %.4f %.4f %.4f\n", kernel, lanes, native, best[NONE],
           best[BOUNDS], best[SHADOW], best[RACES], best[SHADOW | RACES], wide[BOUNDS],
           wide[SHADOW | RACES]);
    fflush(stdout);
}

static void *place(char **at, size_t size)
{
    void *from = *at;
    *at += (size + 4096) & ~(size_t)255;
    r.arrays[r.array_count].begin = (uint64_t)(uintptr_t)from;
    r.arrays[r.array_count++].end = (uint64_t)(uintptr_t)from + size;
    return from;
}

static void fill(float *to, int count)
{
    for (int i = 0; i < count; i++)
        to[i] = (float)((uint32_t)i * 2654435761u >> 8 & 0xffff) / 65536.0f;
}

static void set_up(bool small)
{
    size_t room = (size_t)256 << 20;
    char *at = aligned_alloc(room, room);
    memset(at, 0, room);
    memory = (struct iq_ptx_range){ .begin = (uint64_t)(uintptr_t)at,
                                    .end = (uint64_t)(uintptr_t)at + room,
                                    .writable = true };
    turns = small ? 8 : 64;
    n = small ? 1 << 15 : 4 << 20;
    mat = small ? 32 : 256;
    bodies = small ? 128 : 2048;
    starts = small ? 2048 : 200 * 1024;
    rows = small ? 1 << 10 : 1 << 16;
    r.array_count = 0;
    shadow = (uint64_t)(uintptr_t)malloc(room / 8 + 64);
    memset((void *)(uintptr_t)shadow, 255, room / 8 + 64);
    size_t square = (size_t)mat * (size_t)mat * 4, all = (size_t)n * 4,
           entries = (size_t)rows * NONZERO * 4;
    x = place(&at, all);
    y = place(&at, all);
    a = place(&at, square);
    b = place(&at, square);
    c = place(&at, square);
    p = place(&at, (size_t)bodies * 16);
    f = place(&at, (size_t)bodies * 16);
    steps = place(&at, (size_t)starts * 4);
    counts = place(&at, 1024);
    sums = place(&at, all);
    row = place(&at, (size_t)(rows + 1) * 4);
    column = place(&at, entries);
    value = place(&at, entries);
    bytes = place(&at, (size_t)n);
    fill(x, n);
    fill(y, n);
    fill(a, mat * mat);
    fill(b, mat * mat);
    fill(p, 4 * bodies);
    fill(value, rows * NONZERO);
    for (int i = 0; i <= rows; i++)
        row[i] = i * NONZERO;
    for (int i = 0; i < rows * NONZERO; i++)
        column[i] = (int)((uint32_t)i * 2654435761u % (uint32_t)rows);
    for (int i = 0; i < n; i++)
        bytes[i] = (unsigned char)((uint32_t)i * 2654435761u >> 13);
}

int main(int argc, char **argv)
{
    (void)iq_test_last;
    if (argc < 2)
        return 2;
    run_load(&r, argv[1]);
    set_up(argc > 2 && !strcmp(argv[2], "small"));
    only = argc > 3 ? argv[3] : NULL;
    if (argc > 5) {
        repeats = atoi(argv[5]);
        repeated = !strcmp(argv[4], "none")  ? NONE
                   : !strcmp(argv[4], "all") ? SHADOW | RACES
                                             : BOUNDS;
    }
    if (is_pattern()) {
        static const char *const patterns[] = { "region_words", "region_mixed",   "own_rows",
                                                "scattered",    "global_atomics", "shared_floats" };
        for (size_t k = 0; k < sizeof patterns / sizeof *patterns; k++)
            measure(patterns[k], 64, 128, NULL);
        measure("padded_tile", 64, 32 | 8 << 16, NULL);
        measure("async_tiles", 64, 32 | 8 << 16, NULL);
        return 0;
    }
    measure("saxpy", (uint32_t)(n / 256), 256, c_saxpy);
    measure("matmul", (uint32_t)(mat / 32 | (mat / 8) << 16), 32 | 8 << 16, c_matmul);
    measure("matmul_tiled", (uint32_t)(mat / 16 | (mat / 16) << 16), 16 | 16 << 16, c_matmul);
    measure("nbody", (uint32_t)(bodies / 128), 128, c_nbody);
    measure("reduce", (uint32_t)(n / 16384), 256, c_reduce);
    measure("histogram", (uint32_t)(n / 65536 ? n / 65536 : 1), 256, c_histogram);
    measure("scan", (uint32_t)(n / 4 / 256), 256, c_scan);
    measure("collatz", (uint32_t)(starts / 128), 128, c_collatz);
    measure("spmv", (uint32_t)(rows / 256), 256, c_spmv);
    return 0;
}
