/* Does a call cost more, and does memory stay bounded, when there is very much of everything?
 * scale KIND COUNT PARTS: makes COUNT objects that all stay, or COUNT calls, in PARTS parts. Prints
 * processor nanoseconds of a call in the first part and in the last one, resident KiB before and
 * after, the number of calls, and the time of day at its end.  Run plain and under inquest by
 * bench/scale.py, over the software driver. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "check.h"

static double seconds(clockid_t clock)
{
    struct timespec t;
    clock_gettime(clock, &t);
    return (double)t.tv_sec + (double)t.tv_nsec / 1e9;
}

static long resident_kib(void)
{
    long all = 0, pages = 0;
    FILE *file = fopen("/proc/self/statm", "r");
    if (!file || fscanf(file, "%ld %ld", &all, &pages) != 2)
        pages = 0;
    if (file)
        fclose(file);
    return pages * 4;
}

static unsigned long seed = 1;
static unsigned long pick(unsigned long below)
{
    seed = seed * 6364136223846793005u + 1442695040888963407u;
    return (seed >> 33) % below;
}

static CUdeviceptr block;
static CUdeviceptr *blocks;
static CUstream stream, *streams;
static CUevent event, *events;
static char *host;

/* Each returns how many calls it made; [i] counts from 0. */

/* Work comes in bursts: what wakes the device's thread is not to be measured. */
enum { BURST = 64 };

/* What a program does all the time, with objects that come and go. */
static unsigned calls(unsigned long i)
{
    CUdeviceptr memory;
    CUevent own;
    DO(cuMemsetD8Async(block + pick(4000) * 16, 0, 16, stream));
    DO(cuMemcpyHtoDAsync(block + i % 64 * 64, host, 64, stream));
    DO(cuEventRecord(event, stream));
    cuStreamQuery(stream); /* mostly not ready */
    if (i % BURST)
        return 4;
    DO(cuEventCreate(&own, 0));
    DO(cuMemAlloc(&memory, 256 + pick(16) * 256));
    DO(cuMemsetD8Async(memory, 1, 256, stream));
    DO(cuEventRecord(own, stream));
    DO(cuStreamSynchronize(stream));
    DO(cuMemFree(memory));
    DO(cuEventDestroy(own));
    return 11;
}

/* An allocation more, and a fill somewhere in those that are there. */
static unsigned memory(unsigned long i)
{
    DO(cuMemAlloc(&blocks[i], 256));
    if (i % BURST)
        return 1;
    for (int k = 0; k < BURST; k++)
        DO(cuMemsetD8Async(blocks[pick(i + 1)], 0, 64, stream));
    DO(cuStreamSynchronize(stream));
    return 2 + BURST;
}

/* A stream and an event more, and work on some of those that are there. */
static unsigned order(unsigned long i)
{
    DO(cuStreamCreate(&streams[i], CU_STREAM_NON_BLOCKING));
    DO(cuEventCreate(&events[i], 0));
    if (i % BURST)
        return 2;
    for (int k = 0; k < BURST; k++) {
        unsigned long at = pick(i + 1), other = pick(i + 1);
        DO(cuMemsetD8Async(block + at % 4096 * 16, 0, 16, streams[at]));
        DO(cuEventRecord(events[at], streams[at]));
        DO(cuStreamWaitEvent(streams[other], events[at], 0));
    }
    DO(cuCtxSynchronize());
    return 3 + 3 * BURST;
}

/* A module more, with a kernel that is looked up and launched. */
static unsigned modules(unsigned long i)
{
    static const char text[] =
        ".version 7.0\n.target sm_50\n.address_size 64\n.visible .entry add%lu(.param .u64 x)\n"
        "{\n .reg .b64 d<2>; ld.param.u64 d0, [x]; st.global.u32 [d0], %%tid.x; ret;\n}\n";
    static CUfunction function[64];
    char ptx[400], name[40];
    CUmodule module;
    void *params[] = { &block };
    snprintf(ptx, sizeof ptx, text, i);
    snprintf(name, sizeof name, "add%lu", i);
    DO(cuModuleLoadData(&module, ptx));
    DO(cuModuleGetFunction(&function[i % 64], module, name));
    DO(cuLaunchKernel(function[pick(i < 64 ? i + 1 : 64)], 1, 1, 1, 1, 1, 1, 0, stream, params,
                      NULL));
    if (i % 64)
        return 3;
    DO(cuStreamSynchronize(stream));
    return 4;
}

/* On the way that the digits of [i] name: of a million ways each has a stack of its own, also of
 * its eight innermost frames. */
__attribute__((noinline)) static void on_the_way(unsigned long i, int digits,
                                                 void (*call)(unsigned long i))
{
#define WAY(digit)                                      \
    case digit:                                         \
        on_the_way(i, digits - 1, call);                \
        __asm__ volatile("nop # " #digit ::: "memory"); \
        break;
    static const unsigned long power[] = { 1, 10, 100, 1000, 10000, 100000 };
    if (!digits) {
        call(i);
        __asm__ volatile("" ::: "memory");
        return;
    }
    switch (i / power[digits - 1] % 10) {
        WAY(0) WAY(1) WAY(2) WAY(3) WAY(4) WAY(5) WAY(6) WAY(7) WAY(8) WAY(9)
    }
#undef WAY
}
enum { DIGITS = 6 };

/* A mistake at a place of its own, with one block or with a block of its own. */
static void overflow(unsigned long i)
{
    (void)i;
    cuMemsetD8(block, 0, 1 << 20);
}
static void allocate(unsigned long i) { DO(cuMemAlloc(&blocks[i], 256)); }
static void overflow_own(unsigned long i) { cuMemsetD8(blocks[i], 0, 1 << 20); }

static unsigned findings(unsigned long i)
{
    on_the_way(i, DIGITS, overflow);
    return 1;
}

static unsigned findings_own(unsigned long i)
{
    on_the_way(i, DIGITS, allocate);
    on_the_way(i, DIGITS, overflow_own);
    return 2;
}

static const struct {
    const char *name;
    unsigned (*step)(unsigned long i);
} kinds[] = { { "calls", calls },     { "memory", memory },     { "order", order },
              { "modules", modules }, { "findings", findings }, { "findings-own", findings_own } };

static void prepare(unsigned long count)
{
    CUdevice device;
    CUcontext context;
    DO(cuInit(0));
    DO(cuDeviceGet(&device, 0));
    DO(cuDevicePrimaryCtxRetain(&context, device));
    DO(cuCtxSetCurrent(context));
    DO(cuMemAlloc(&block, 65536));
    DO(cuMemAllocHost((void **)&host, 4096));
    DO(cuStreamCreate(&stream, CU_STREAM_NON_BLOCKING));
    DO(cuEventCreate(&event, 0));
    blocks = calloc(count, sizeof *blocks);
    streams = calloc(count, sizeof *streams);
    events = calloc(count, sizeof *events);
    /* their pages are the program's own */
    memset(blocks, 1, count * sizeof *blocks);
    memset(streams, 1, count * sizeof *streams);
    memset(events, 1, count * sizeof *events);
}

int main(int argc, char **argv)
{
    unsigned long count = argc == 4 ? strtoul(argv[2], NULL, 10) : 0, i = 0,
                  parts = argc == 4 ? strtoul(argv[3], NULL, 10) : 0;
    unsigned (*step)(unsigned long i) = NULL;
    for (size_t k = 0; argc == 4 && k < sizeof kinds / sizeof *kinds; k++)
        if (!strcmp(kinds[k].name, argv[1]))
            step = kinds[k].step;
    if (!step || !parts || count < parts) {
        fprintf(stderr,
                "usage: scale calls|memory|order|modules|findings|findings-own COUNT PARTS\n");
        return 2;
    }
    double first = 0, last = 0, all = 0;
    prepare(step == calls ? 1 : count);
    long before = resident_kib();
    for (unsigned long part = 0; part < parts; part++) {
        unsigned long calls_made = 0;
        double start = seconds(CLOCK_THREAD_CPUTIME_ID);
        for (; i < count / parts * (part + 1); i++)
            calls_made += step(i);
        last = (seconds(CLOCK_THREAD_CPUTIME_ID) - start) * 1e9 / (double)calls_made;
        first = part ? first : last;
        all += (double)calls_made;
    }
    printf("first %.1f last %.1f before %ld after %ld calls %.0f end %.6f\n", first, last, before,
           resident_kib(), all, seconds(CLOCK_REALTIME));
    fflush(stdout);
    return 0;
}
