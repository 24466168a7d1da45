/* Nanoseconds that core adds to one intercepted call (enter and leave, no driver behind it), and per address look-up with
 * a million live allocations.  Usage: call_cost [threads].  Prints "name nanoseconds", medians of batches; of the calls named
 * -cold singly, each after the first-level caches were filled with other data, as a real driver's work between calls does.
 * Build: the libraries of build/obj, see bench/call_cost.py. */
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>

#include "core/core.h"
#include "core/range.h"
#include "iq_entries.h"

enum { BATCHES = 41, CALLS = 20000, LIVE = 1000000, LOOKUPS = 200000 };

static double now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
    return (double)t.tv_sec * 1e9 + (double)t.tv_nsec;
}

static int compare(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return x < y ? -1 : x > y;
}

__attribute__((noinline)) static void one(const struct iq_entry *entry, const uint64_t *args)
{
    struct iq_call call;
    iq_call_enter(&call, entry, args, IQ_SITE);
    iq_call_leave(&call, 0);
}

static const struct iq_entry *find(enum iq_api api, const char *symbol)
{
    const struct iq_entry *entry = iq_entry_find(api, symbol);
    if (!entry) {
        fprintf(stderr, "no entry %s\n", symbol);
        exit(1);
    }
    return entry;
}

static void measure(const char *name, enum iq_api api, const char *symbol, const uint64_t *args)
{
    const struct iq_entry *entry = find(api, symbol);
    double cost[BATCHES];
    for (int batch = 0; batch < BATCHES; batch++) {
        double start = now();
        for (int i = 0; i < CALLS; i++)
            one(entry, args);
        cost[batch] = (now() - start) / CALLS;
    }
    qsort(cost, BATCHES, sizeof *cost, compare);
    printf("%s %.1f\n", name, cost[BATCHES / 2]);
}

/* What a driver leaves behind: its own data in the caches. */
static void disturb(void)
{
    static char other[192 << 10];
    for (size_t i = 0; i < sizeof other; i += 64)
        other[i]++;
    __asm__ volatile("" ::: "memory");
}

static double empty_cost;

static void measure_cold(const char *name, enum iq_api api, const char *symbol, const uint64_t *args)
{
    enum { COLD = 4001 };
    static double cost[COLD];
    const struct iq_entry *entry = symbol ? find(api, symbol) : NULL;
    struct timespec t[2];
    for (int i = 0; i < COLD; i++) {
        disturb();
        clock_gettime(CLOCK_MONOTONIC, &t[0]);
        if (entry)
            one(entry, args);
        clock_gettime(CLOCK_MONOTONIC, &t[1]);
        cost[i] = (double)(t[1].tv_sec - t[0].tv_sec) * 1e9 + (double)(t[1].tv_nsec - t[0].tv_nsec);
    }
    qsort(cost, COLD, sizeof *cost, compare);
    if (!entry)
        empty_cost = cost[COLD / 2];
    else
        printf("%s-cold %.1f\n", name, cost[COLD / 2] - empty_cost);
}

static void *look_up(void *user)
{
    struct iq_range range;
    uint64_t seed = (uintptr_t)user | 1, found = 0;
    double start = now();
    for (int i = 0; i < LOOKUPS; i++) {
        seed = seed * 6364136223846793005u + 1442695040888963407u;
        found += iq_range_find(0x7f0000000000 + (seed >> 33) % LIVE * 512 + 17, &range);
    }
    double cost = (now() - start) / LOOKUPS;
    if (found != LOOKUPS)
        fprintf(stderr, "look-ups failed: %llu\n", (unsigned long long)found);
    *(double *)user = cost;
    return NULL;
}

static void measure_lookups(int threads)
{
    static double cost[64];
    static pthread_t thread[64];
    for (uint64_t i = 0; i < LIVE; i++) {
        struct iq_range range = { .base = 0x7f0000000000 + i * 512, .size = 40, .created.number = i + 1, .kind = IQ_KIND_DEVICE_MEMORY };
        iq_range_add(&range);
    }
    double total = 0;
    for (int i = 0; i < threads; i++)
        pthread_create(&thread[i], NULL, look_up, &cost[i]);
    for (int i = 0; i < threads; i++) {
        pthread_join(thread[i], NULL);
        total += cost[i];
    }
    printf("lookup-1M-live %.1f\n", total / threads);
}

int main(int argc, char **argv)
{
    static char pinned[4096];
    static uint32_t one3[3] = { 1, 1, 1 };
    static int kernel;
    struct iq_config config;
    int threads = argc > 1 ? atoi(argv[1]) : 1;
    iq_config_parse(&config, environ);     /* e.g. INQUEST_NO_RULES */
    iq_core_init(&config);
    uint64_t device = 0x7e0000000000, stream = (uint64_t)(uintptr_t)malloc(64), event = (uint64_t)(uintptr_t)malloc(64);
    uint64_t host = (uint64_t)(uintptr_t)pinned;
    uint64_t *outs[] = { &device, &host, &stream, &event };
    one(find(IQ_API_CUDART, "cudaMalloc"), (uint64_t[]){ (uintptr_t)outs[0], 4096 });
    one(find(IQ_API_CUDART, "cudaMallocHost"), (uint64_t[]){ (uintptr_t)outs[1], 4096 });
    one(find(IQ_API_CUDART, "cudaStreamCreate"), (uint64_t[]){ (uintptr_t)outs[2] });
    one(find(IQ_API_CUDART, "cudaEventCreate"), (uint64_t[]){ (uintptr_t)outs[3] });
    iq_core_register_function(&kernel, "kernel");
    const struct { const char *name, *symbol; uint64_t args[6]; } calls[] = {
        { "launch", "cudaLaunchKernel", { (uintptr_t)&kernel, (uintptr_t)one3, (uintptr_t)one3, 0, 0, stream } },
        { "memcpyAsync", "cudaMemcpyAsync", { device, host, 256, 1, stream } },
        { "eventRecord", "cudaEventRecord", { event, stream } },
        { "eventQuery", "cudaEventQuery", { event } },
        { "streamQuery", "cudaStreamQuery", { stream } },
        { "getDevice", "cudaGetDevice", { (uintptr_t)outs[1] } },
        { "getLastError", "cudaGetLastError", { 0 } },
    };
    for (size_t i = 0; i < sizeof calls / sizeof *calls; i++)
        measure(calls[i].name, IQ_API_CUDART, calls[i].symbol, calls[i].args);
    measure_cold("nothing", IQ_API_CUDART, NULL, NULL);
    for (size_t i = 0; i < sizeof calls / sizeof *calls; i++)
        measure_cold(calls[i].name, IQ_API_CUDART, calls[i].symbol, calls[i].args);
    measure_lookups(threads > 64 ? 64 : threads < 1 ? 1 : threads);
    return 0;
}
