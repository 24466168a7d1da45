/* Nanoseconds that core adds to one intercepted call (enter and leave, no driver behind it), and
 * per address look-up with a million live allocations beside the cost of one cache miss.  What ten
 * million calls that make and end objects leave behind.  Usage: call_cost [threads|lines].  Prints
 * "name nanoseconds", medians of batches; of the calls named -cold singly, each after the
 * first-level caches were filled with other data, as a real driver's work between calls does.
 * call_cost lines: makes some calls of each kind with a store to call_cost_marker before (its
 * number) and after (0), and one to call_cost_driver where the real call would be, and prints their
 * names: for call_cost.py, which counts what happens between. Build: the libraries of build/obj,
 * see bench/call_cost.py. */
#include <pthread.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <time.h>
#include <unistd.h>

#include "call/core.h"
#include "call/covered.h"
#include "call/query.h"
#include "iq_entries.h"
#include "model/range.h"
#include "process/peek.h"
#include "wrap/patch.h"

enum { BATCHES = 41, CALLS = 20000, MARKED = 40, LIVE = 1000000, LOOKUPS = 200000 };

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

volatile int call_cost_marker, call_cost_driver;

__attribute__((noinline)) static void one(const struct iq_entry *entry, const uint64_t *args)
{
    struct iq_call call;
    iq_call_enter(&call, entry, args, IQ_SITE);
    call_cost_driver = 1;
    iq_call_leave(&call, 0);
}

static const struct iq_entry *find(enum iq_api_id api, const char *symbol)
{
    const struct iq_entry *entry = iq_entry_find(api, symbol);
    if (!entry) {
        fprintf(stderr, "no entry %s\n", symbol);
        exit(1);
    }
    return entry;
}

static bool lines;     /* count, do not time */
static bool recording; /* INQUEST_RECORD is set */

/* Queries go through the thunk that a patched entry point jumps to. */
static struct iq_patch query;
typedef int ask_fn(uint64_t, uint64_t, uint64_t);
static ask_fn *ask;
void iq_patch_first(struct iq_patch *patch) { (void)patch; }
void iq_patch_count(struct iq_patch *patch) { (void)patch; }

/* What the driver would do, or the runtime, which asks the driver once more. */
__attribute__((noinline)) static int answer(uint64_t a, uint64_t b, uint64_t c)
{
    (void)a, (void)b, (void)c;
    call_cost_driver = 1;
    return 0;
}
__attribute__((noinline)) static int ask_driver(uint64_t a, uint64_t b, uint64_t c)
{
    static const struct iq_entry *entry;
    if (!entry)
        entry = iq_entry_find(IQ_API_CUDA, "cuCtxGetDevice");
    (void)a, (void)b, (void)c;
    call_cost_driver = 1;
    if (iq_call_is_plainly_covered(entry, IQ_SITE.sp, false)) /* as a wrapper asks first */
        return 0;
    printf("not nested\n");
    exit(1);
}
/* What did not pass, as the first question about a handle. */
static int by_wrapper(uint64_t a, uint64_t b, uint64_t c)
{
    one(query.entry, (uint64_t[IQ_TARGET_ARGS]){ a, b, c });
    return 0;
}

/* Some calls of kind [number]; the last one counts.  [moving]: one of [args], which is another one
 * each time; or NULL. */
static int kinds;
static void mark(const char *name, const struct iq_entry *entry, const uint64_t *args,
                 uint64_t *moving)
{
    kinds++;
    for (int i = 0; i < MARKED; i++) {
        if (moving)
            *moving += 8;
        call_cost_marker = kinds;
        one(entry, args);
        call_cost_marker = 0;
    }
    printf("%s\n", name);
}

/* The same, each after a call of another kind that does not count. */
struct made {
    const struct iq_entry *entry;
    uint64_t args[4];
};
static void mark_after(const char *name, struct made before, struct made call)
{
    kinds++;
    for (int i = 0; i < MARKED; i++) {
        one(before.entry, before.args);
        call_cost_marker = kinds;
        one(call.entry, call.args);
        call_cost_marker = 0;
    }
    printf("%s\n", name);
}

static void host_function(void *user) { (void)user; }

/* The calls around the kernels of XLA: events in turns, a second stream that waits, a function of
 * the host, and the context made current again. */
static void mark_steps(uint64_t stream, uint64_t event, uint64_t device)
{
    uint64_t other_stream = (uintptr_t)malloc(64), other_event = (uintptr_t)malloc(64), context;
    context = (uintptr_t)malloc(64);
    uint64_t *outs[] = { &other_stream, &other_event, &context };
    one(find(IQ_API_CUDA, "cuStreamCreate"), (uint64_t[]){ (uintptr_t)outs[0], 0 });
    one(find(IQ_API_CUDA, "cuEventCreate"), (uint64_t[]){ (uintptr_t)outs[1], 0 });
    struct made record = { find(IQ_API_CUDA, "cuEventRecord"), { event, stream } },
                other = { record.entry, { other_event, stream } },
                wait = { find(IQ_API_CUDA, "cuStreamWaitEvent"), { other_stream, event, 0 } },
                function = { find(IQ_API_CUDA, "cuLaunchHostFunc"),
                             { other_stream, (uintptr_t)host_function, 0 } };
    mark_after("eventRecord-in-turns", other, record);
    mark_after("streamWaitEvent", record, wait);
    mark_after("launchHostFunc", wait, function);
    one(find(IQ_API_CUDA, "cuDevicePrimaryCtxRetain"), (uint64_t[]){ (uintptr_t)outs[2], 0 });
    struct made current = { find(IQ_API_CUDA, "cuCtxSetCurrent"), { context } };
    mark_after("cuCtxSetCurrent", current, current);
    for (int i = 0; i < 32; i++) { /* a function of the host comes after what all of them did */
        uint64_t more = (uintptr_t)malloc(64), *out = &more;
        one(find(IQ_API_CUDA, "cuStreamCreate"), (uint64_t[]){ (uintptr_t)out, 0 });
    }
    mark_after("launchHostFunc-36-streams", wait, function);
    struct made fill = { find(IQ_API_CUDA, "cuMemsetD8Async"), { device, 0, 16, stream } },
                legacy = { fill.entry, { device, 0, 16, 0 } };
    mark_after("memsetAsync-legacy-36-streams", fill, legacy);
}

/* The same for one place in the program that is reached on six ways in turns. */
__attribute__((noinline)) static void place(const struct iq_entry *entry, const uint64_t *args)
{
    one(entry, args);
    __asm__ volatile("");
}
#define WAY(name)                                                                                  \
    __attribute__((noinline)) static void name(const struct iq_entry *entry, const uint64_t *args) \
    {                                                                                              \
        place(entry, args);                                                                        \
        __asm__ volatile("# " #name);                                                              \
    }
WAY(way_a)
WAY(way_b)
WAY(way_c)
WAY(way_d)
WAY(way_e)
WAY(way_f)
static void mark_ways(const char *name, const struct iq_entry *entry, const uint64_t *args)
{
    void (*const ways[])(const struct iq_entry *, const uint64_t *) = { way_a, way_b, way_c,
                                                                        way_d, way_e, way_f };
    kinds++;
    for (int i = 0; i < MARKED; i++) {
        call_cost_marker = kinds;
        ways[i % 6](entry, args);
        call_cost_marker = 0;
    }
    printf("%s\n", name);
}

/* The same for a query with the arguments [a] to [c]; [symbol] NULL: without inquest. */
static void mark_query(const char *name, enum iq_api_id api, const char *symbol, ask_fn *original,
                       const uint64_t *args)
{
    const struct iq_entry *entry = symbol ? find(api, symbol) : NULL;
    query = (struct iq_patch){ .original = (void *)(uintptr_t)original,
                               .wrapper = (void *)(uintptr_t)by_wrapper,
                               .entry = entry,
                               .symbol = symbol };
    query.enter = iq_patch_enter(&query);
    ask = entry ? (ask_fn *)(uintptr_t)iq_patch_thunks(&query, 1) : answer;
    kinds++;
    for (int i = 0; i < MARKED; i++) {
        call_cost_marker = kinds;
        ask(args[0], args[1], args[2]);
        call_cost_marker = 0;
    }
    printf("%s\n", name);
}

/* Calls of which nothing is to be learnt. */
static void mark_queries(uint64_t event, uint64_t stream, uint64_t kernel, uint64_t device)
{
    enum { FUNCTION = 0x600040 /* of measure_arguments */ };
    static uint64_t out[8];
    const uint64_t to = (uintptr_t)out;
    const struct {
        const char *name, *symbol;
        enum iq_api_id api;
        ask_fn *original;
        uint64_t args[3];
    } queries[] = {
        { "nothing", NULL, IQ_API_CUDART, answer, { 0 } },
        { "getDevice", "cudaGetDevice", IQ_API_CUDART, answer, { to } },
        { "getDevice-asks-driver", "cudaGetDevice", IQ_API_CUDART, ask_driver, { to } },
        { "getLastError", "cudaGetLastError", IQ_API_CUDART, answer, { 0 } },
        { "peekAtLastError", "cudaPeekAtLastError", IQ_API_CUDART, answer, { 0 } },
        { "getDeviceCount", "cudaGetDeviceCount", IQ_API_CUDART, answer, { to } },
        { "deviceGetAttribute", "cudaDeviceGetAttribute", IQ_API_CUDART, answer, { to, 1 } },
        { "funcGetAttributes", "cudaFuncGetAttributes", IQ_API_CUDART, answer, { to, kernel } },
        { "occupancy",
          "cudaOccupancyMaxActiveBlocksPerMultiprocessor",
          IQ_API_CUDART,
          answer,
          { to, kernel, 32 } },
        { "pointerGetAttributes",
          "cudaPointerGetAttributes",
          IQ_API_CUDART,
          answer,
          { to, device } },
        { "cuCtxGetCurrent", "cuCtxGetCurrent", IQ_API_CUDA, answer, { to } },
        { "cuCtxGetDevice", "cuCtxGetDevice", IQ_API_CUDA, answer, { to } },
        { "cuDeviceGetAttribute", "cuDeviceGetAttribute", IQ_API_CUDA, answer, { to, 1 } },
        { "cuPointerGetAttribute",
          "cuPointerGetAttribute",
          IQ_API_CUDA,
          answer,
          { to, 1, device } },
        { "cuPointerGetAttributes", "cuPointerGetAttributes", IQ_API_CUDA, answer, { 1, to, to } },
        { "cuFuncGetAttribute", "cuFuncGetAttribute", IQ_API_CUDA, answer, { to, 1, FUNCTION } },
        { "cuOccupancy",
          "cuOccupancyMaxActiveBlocksPerMultiprocessor",
          IQ_API_CUDA,
          answer,
          { to, FUNCTION, 32 } },
        { "cuKernelGetFunction", "cuKernelGetFunction", IQ_API_CUDA, answer, { to, FUNCTION } },
        { "eventQuery", "cudaEventQuery", IQ_API_CUDART, answer, { event } },
        { "streamQuery", "cudaStreamQuery", IQ_API_CUDART, answer, { stream } },
        { "isCapturing", "cudaStreamIsCapturing", IQ_API_CUDART, answer, { stream, to } },
    };
    out[0] = FUNCTION + 64;
    for (size_t i = 0; i < sizeof queries / sizeof *queries; i++)
        mark_query(queries[i].name, queries[i].api, queries[i].symbol, queries[i].original,
                   queries[i].args);
}

static void measure(const char *name, enum iq_api_id api, const char *symbol, const uint64_t *args)
{
    const struct iq_entry *entry = find(api, symbol);
    double cost[BATCHES];
    if (lines) {
        mark(name, entry, args, NULL);
        return;
    }
    for (int batch = 0; batch < BATCHES; batch++) {
        double start = now();
        for (int i = 0; i < CALLS; i++)
            one(entry, args);
        cost[batch] = (now() - start) / CALLS;
    }
    qsort(cost, BATCHES, sizeof *cost, compare);
    printf("%s %.1f\n", name, cost[BATCHES / 2]);
}

/* Code that fills the first-level instruction cache: a jump per line, then a return. */
static void (*make_code(void))(void)
{
    enum { BYTES = 128 << 10, LINE = 64 };
    uint8_t *code =
        mmap(NULL, BYTES, PROT_READ | PROT_WRITE | PROT_EXEC, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (code == MAP_FAILED)
        return NULL;
    for (size_t i = 0; i < BYTES; i += LINE)
        memcpy(code + i, i + LINE < BYTES ? "\xeb\x3e" : "\xc3\x90", 2);
    return (void (*)(void))(uintptr_t)code;
}

/* What a driver leaves behind: its own data and code in the caches. */
static void disturb(void)
{
    static char other[192 << 10];
    static void (*code)(void);
    if (!code)
        code = make_code();
    for (size_t i = 0; i < sizeof other; i += 64)
        other[i]++;
#if defined(__x86_64__)
    if (code)
        code();
#endif
    __asm__ volatile("" ::: "memory");
}

static double empty_cost;

/* One load that misses all caches, for comparison. */
static void measure_miss(void)
{
    enum { BYTES = 128 << 20 };
    char *memory = aligned_alloc(2 << 20, BYTES);
    uint64_t seed = 1;
    madvise(memory, BYTES, MADV_HUGEPAGE);
    for (size_t i = 0; i < BYTES; i += 64)
        memory[i] = (char)(i >> 6);
    double start = now();
    for (int i = 0; i < LOOKUPS; i++)
        seed = seed * 6364136223846793005u + 1442695040888963407u +
               (uint64_t)memory[(seed >> 33) % (BYTES / 64) * 64];
    printf("one-cache-miss %.1f%s\n", (now() - start) / LOOKUPS, seed ? "" : " ");
    free(memory);
}

static long resident_kib(void)
{
    long pages = 0, total = 0;
    FILE *file = fopen("/proc/self/statm", "r");
    if (!file || fscanf(file, "%ld %ld", &total, &pages) != 2)
        pages = 0;
    if (file)
        fclose(file);
    return pages * 4;
}

/* Ten calls of a program that makes and ends objects all the time; [i] chooses which ones. */
static void mixed(uint64_t i, uint64_t kernel, uint64_t dim, uint64_t host)
{
    uint64_t event = 0x100000000 + i % 5000 * 64, stream = 0x200000000 + i % 300 * 128,
             memory = 0x7d0000000000 + i % 7000 * 4096;
    uint64_t *e = &event, *s = &stream, *m = &memory;
    one(find(IQ_API_CUDART, "cudaStreamCreate"), (uint64_t[]){ (uintptr_t)s });
    one(find(IQ_API_CUDART, "cudaEventCreate"), (uint64_t[]){ (uintptr_t)e });
    one(find(IQ_API_CUDART, "cudaMallocAsync"), (uint64_t[]){ (uintptr_t)m, 4096, stream });
    one(find(IQ_API_CUDART, "cudaMemcpyAsync"), (uint64_t[]){ memory, host, 256, 1, stream });
    one(find(IQ_API_CUDART, "cudaLaunchKernel"), (uint64_t[]){ kernel, dim, dim, 0, 0, stream });
    one(find(IQ_API_CUDART, "cudaEventRecord"), (uint64_t[]){ event, stream });
    one(find(IQ_API_CUDART, "cudaFreeAsync"), (uint64_t[]){ memory, stream });
    one(find(IQ_API_CUDART, "cudaEventSynchronize"), (uint64_t[]){ event });
    one(find(IQ_API_CUDART, "cudaEventDestroy"), (uint64_t[]){ event });
    one(find(IQ_API_CUDART, "cudaStreamDestroy"), (uint64_t[]){ stream });
}

/* Ten million calls: what memory grows by after the first million. */
static void measure_memory(uint64_t kernel, uint64_t dim, uint64_t host)
{
    long begin = 0;
    double start = 0;
    for (uint64_t i = 0; i < 1000000; i++) {
        if (i == 100000) {
            begin = resident_kib();
            start = now();
        }
        mixed(i, kernel, dim, host);
    }
    printf("mixed-calls %.1f\n", (now() - start) / 9e6);
    printf("growth-kib-per-9M-calls %ld\n", resident_kib() - begin);
}

/* Launches of a kernel whose PTX says what it does with its three pointers: alone on its stream,
 * and beside another stream with work of its own. */
static void measure_arguments(uint64_t device, uint64_t stream, uint64_t host)
{
    static const char ptx[] =
        ".version 7.0\n.target sm_50\n.address_size 64\n.visible .entry add(.param .u64 x, .param .u64 y, .param .u64 z, .param .u32 n)\n{\n"
        " .reg .b64 d<9>; .reg .b32 r<9>; ld.param.u64 d0, [x]; ld.param.u64 d1, [y]; ld.param.u64 d2, [z]; mov.u32 r0, %tid.x;\n"
        " mul.wide.u32 d3, r0, 4; add.s64 d4, d0, d3; add.s64 d5, d1, d3; add.s64 d6, d2, d3; ld.global.u32 r1, [d4]; ld.global.u32 r2, [d5];\n"
        " add.u32 r3, r1, r2; st.global.u32 [d6], r3; ret;\n}\n";
    uint64_t module = 0x600000, function = 0x600040, other = (uint64_t)(uintptr_t)malloc(64),
             x = device, y = device + 1024, z = device + 2048;
    uint32_t n = 100;
    void *params[] = { &x, &y, &z, &n };
    one(find(IQ_API_CUDA, "cuModuleLoadData"), (uint64_t[]){ (uintptr_t)&module, (uintptr_t)ptx });
    one(find(IQ_API_CUDA, "cuModuleGetFunction"),
        (uint64_t[]){ (uintptr_t)&function, module, (uintptr_t) "add" });
    uint64_t launch[] = { function, 1, 1, 1, 32, 1, 1, 0, stream, (uintptr_t)params, 0 };
    iq_peek_trust_handler(true);
    measure("launch-3-pointers", IQ_API_CUDA, "cuLaunchKernel", launch);
    if (lines)
        mark_ways("launch-on-six-ways", find(IQ_API_CUDA, "cuLaunchKernel"), launch);
    struct {
        uint32_t grid[3], block[3], shared, unused;
        uint64_t stream, attributes, count;
    } config = { .grid = { 1, 1, 1 }, .block = { 32, 1, 1 }, .stream = stream };
    measure("launch-3-pointers-extended", IQ_API_CUDA, "cuLaunchKernelEx",
            (uint64_t[]){ (uintptr_t)&config, function, (uintptr_t)params, 0 });
    if (lines) { /* as frameworks do, which divide large blocks by themselves */
        uint64_t large = 0x7e1000000000;
        one(find(IQ_API_CUDART, "cudaMalloc"), (uint64_t[]){ (uintptr_t)&large, 4 << 20 });
        x = y = z = large;
        mark("launch-3-pointers-elsewhere", find(IQ_API_CUDA, "cuLaunchKernel"), launch, &x);
        x = device, y = device + 1024, z = device + 2048;
    }
    one(find(IQ_API_CUDART, "cudaStreamCreate"), (uint64_t[]){ (uintptr_t)&other });
    for (uint64_t i = 0; i < 64; i++)
        one(find(IQ_API_CUDART, "cudaMemcpyAsync"),
            (uint64_t[]){ device + 3072 + i * 8, host, 8, 1, other });
    measure("launch-3-pointers-2-streams", IQ_API_CUDA, "cuLaunchKernel", launch);
    iq_peek_trust_handler(recording);
}

/* Launches of a kernel that adds one of its arguments to two pointers. */
static void measure_offsets(uint64_t device, uint64_t stream)
{
    static const char ptx[] =
        ".version 7.0\n.target sm_50\n.address_size 64\n.visible .entry move(.param .u64 x, .param .u64 y, .param .u32 at)\n{\n"
        " .reg .b64 d<9>; .reg .b32 r<9>; ld.param.u64 d0, [x]; ld.param.u64 d1, [y]; ld.param.u32 r0, [at]; mul.wide.s32 d3, r0, 4;\n"
        " add.s64 d4, d0, d3; add.s64 d5, d1, d3; ld.global.u32 r1, [d4]; st.global.u32 [d5], r1; ret;\n}\n";
    uint64_t module = 0x600080, function = 0x6000c0, x = device, y = device + 2048, at = 8;
    void *params[] = { &x, &y, &at };
    one(find(IQ_API_CUDA, "cuModuleLoadData"), (uint64_t[]){ (uintptr_t)&module, (uintptr_t)ptx });
    one(find(IQ_API_CUDA, "cuModuleGetFunction"),
        (uint64_t[]){ (uintptr_t)&function, module, (uintptr_t) "move" });
    uint64_t launch[] = { function, 1, 1, 1, 32, 1, 1, 0, stream, (uintptr_t)params, 0 };
    iq_peek_trust_handler(true);
    measure("launch-offset", IQ_API_CUDA, "cuLaunchKernel", launch);
    if (lines)
        mark("launch-offset-elsewhere", find(IQ_API_CUDA, "cuLaunchKernel"), launch, &at);
    iq_peek_trust_handler(false);
}

/* Launches of a kernel with many pointers, as those of libraries are. */
static void measure_wide(uint64_t device, uint64_t stream)
{
    enum { PARAMS = 24, ROOM = 4096 };
    static char ptx[ROOM];
    uint64_t module = 0x600100, function = 0x600140, value[PARAMS];
    void *params[PARAMS];
    FILE *text = fmemopen(ptx, ROOM, "w");
    fprintf(text, ".version 7.0\n.target sm_50\n.address_size 64\n.visible .entry wide(");
    for (int i = 0; i < PARAMS; i++)
        fprintf(text, "%s.param .u64 p%d", i ? ", " : "", i);
    fprintf(text, ")\n{\n .reg .b64 d<32>; .reg .b32 r<9>;\n");
    for (int i = 0; i < PARAMS; i++)
        fprintf(text, " ld.param.u64 d%d, [p%d]; ld.global.u32 r0, [d%d];\n", i, i, i);
    fprintf(text, " ret;\n}\n");
    fclose(text);
    for (int i = 0; i < PARAMS; i++) {
        value[i] = device + (uint64_t)i * 64;
        params[i] = &value[i];
    }
    one(find(IQ_API_CUDA, "cuModuleLoadData"), (uint64_t[]){ (uintptr_t)&module, (uintptr_t)ptx });
    one(find(IQ_API_CUDA, "cuModuleGetFunction"),
        (uint64_t[]){ (uintptr_t)&function, module, (uintptr_t) "wide" });
    uint64_t launch[] = { function, 1, 1, 1, 32, 1, 1, 0, stream, (uintptr_t)params, 0 };
    iq_peek_trust_handler(true);
    measure("launch-24-pointers", IQ_API_CUDA, "cuLaunchKernel", launch);
    iq_peek_trust_handler(false);
}

static void measure_cold(const char *name, enum iq_api_id api, const char *symbol,
                         const uint64_t *args)
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

/* What no look-up can do without: a word of a table, and then the line that it leads to, as many of
 * both as a million ranges have.  The next one begins when that line is there. */
static void measure_chase(void)
{
    enum { PLACES = 1 << 20, LINES = LIVE / 5 * 6 }; /* a leaf is six lines, for five ranges */
    uint64_t *place = aligned_alloc(2 << 20, PLACES * sizeof *place), seed = 1,
             (*line)[8] = aligned_alloc(2 << 20, ((LINES * 64ul >> 21) + 1) << 21);
    madvise(place, PLACES * sizeof *place, MADV_HUGEPAGE);
    madvise(line, LINES * 64ul, MADV_HUGEPAGE);
    for (uint64_t i = 0; i < PLACES; i++)
        place[i] = i * 0x9e3779b97f4a7c15u % LINES;
    for (uint64_t i = 0; i < LINES; i++)
        line[i][0] = i;
    double start = now();
    for (int i = 0; i < LOOKUPS; i++) {
        seed = seed * 6364136223846793005u + 1442695040888963407u;
        seed += line[place[(seed >> 33) % PLACES]][0] & 1;
    }
    printf("chase-2-lines %.1f%s\n", (now() - start) / LOOKUPS, seed ? "" : " ");
    free(place);
    free(line);
}

static bool chained; /* the next look-up begins when the last one is over */

static void *look_up(void *user)
{
    struct iq_range range = { .size = 0 };
    uint64_t seed = (uintptr_t)user | 1, found = 0, mask = chained;
    double start = now();
    for (int i = 0; i < LOOKUPS; i++) {
        seed = seed * 6364136223846793005u + 1442695040888963407u;
        found += iq_range_find(0x7f0000000000 + (seed >> 33) % LIVE * 512 + 17, &range);
        seed += range.created.number & mask;
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
        struct iq_range range = { .base = 0x7f0000000000 + i * 512,
                                  .size = 40,
                                  .created.number = i + 1,
                                  .kind = IQ_KIND_DEVICE_MEMORY };
        IQ_DROP(iq_range_add(&range)); /* the figures show it */
    }
    double total = 0;
    for (int i = 0; i < threads; i++)
        pthread_create(&thread[i], NULL, look_up, &cost[i]);
    for (int i = 0; i < threads; i++) {
        pthread_join(thread[i], NULL);
        total += cost[i];
    }
    printf("lookup-1M-live %.1f\n", total / threads);
    chained = true;
    look_up(&cost[0]);
    printf("lookup-1M-live-chained %.1f\n", cost[0]);
    measure_chase();
}

/* What is recorded is read by loads that may fail, as in the guest. */
static void step_over(int number, siginfo_t *info, void *context)
{
    (void)info;
    if (!iq_peek_recover(context))
        signal(number, SIG_DFL);
}

static void install_handler(void)
{
    struct sigaction action = { .sa_sigaction = step_over, .sa_flags = SA_SIGINFO };
    recording = getenv("INQUEST_RECORD");
    if (recording && !sigaction(SIGSEGV, &action, NULL) && !sigaction(SIGBUS, &action, NULL))
        iq_peek_trust_handler(true);
}

int main(int argc, char **argv)
{
    static char pinned[4096];
    static uint32_t one3[3] = { 1, 1, 1 };
    static int kernel;
    struct iq_config config;
    int threads = argc > 1 ? atoi(argv[1]) : 1;
    lines = argc > 1 && !strcmp(argv[1], "lines");
    iq_config_parse(&config, environ); /* e.g. INQUEST_NO_RULES */
    iq_core_init(&config);
    install_handler();
    uint64_t device = 0x7e0000000000, stream = (uint64_t)(uintptr_t)malloc(64),
             event = (uint64_t)(uintptr_t)malloc(64);
    uint64_t host = (uint64_t)(uintptr_t)pinned;
    uint64_t *outs[] = { &device, &host, &stream, &event };
    one(find(IQ_API_CUDART, "cudaMalloc"), (uint64_t[]){ (uintptr_t)outs[0], 4096 });
    one(find(IQ_API_CUDART, "cudaMallocHost"), (uint64_t[]){ (uintptr_t)outs[1], 4096 });
    one(find(IQ_API_CUDART, "cudaStreamCreate"), (uint64_t[]){ (uintptr_t)outs[2] });
    one(find(IQ_API_CUDART, "cudaEventCreate"), (uint64_t[]){ (uintptr_t)outs[3] });
    iq_core_register_function(&kernel, "kernel");
    const struct {
        const char *name, *symbol;
        uint64_t args[6];
    } calls[] = {
        { "launch",
          "cudaLaunchKernel",
          { (uintptr_t)&kernel, (uintptr_t)one3, (uintptr_t)one3, 0, 0, stream } },
        { "memcpyAsync", "cudaMemcpyAsync", { device, host, 256, 1, stream } },
        { "eventRecord", "cudaEventRecord", { event, stream } },
        { "eventQuery-in-full", "cudaEventQuery", { event } },
        { "streamQuery-in-full", "cudaStreamQuery", { stream } },
        { "getDevice-in-full", "cudaGetDevice", { (uintptr_t)outs[1] } },
        { "getLastError-in-full", "cudaGetLastError", { 0 } },
    };
    for (size_t i = 0; i < sizeof calls / sizeof *calls; i++)
        measure(calls[i].name, IQ_API_CUDART, calls[i].symbol, calls[i].args);
    uint64_t moving[] = { device, host, 256, 1, stream };
    if (lines)
        mark("memcpyAsync-elsewhere", find(IQ_API_CUDART, "cudaMemcpyAsync"), moving, moving);
    measure_arguments(device, stream, host);
    measure_offsets(device, stream);
    measure_wide(device, stream);
    if (lines) {
        mark_steps(stream, event, device);
        mark_queries(event, stream, (uintptr_t)&kernel, device);
        return 0;
    }
    measure_cold("nothing", IQ_API_CUDART, NULL, NULL);
    for (size_t i = 0; i < sizeof calls / sizeof *calls; i++)
        measure_cold(calls[i].name, IQ_API_CUDART, calls[i].symbol, calls[i].args);
    measure_memory((uintptr_t)&kernel, (uintptr_t)one3, host);
    measure_miss();
    measure_lookups(threads > 64 ? 64 : threads < 1 ? 1 : threads);
    return 0;
}
