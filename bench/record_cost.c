/* A loop that does nothing but make calls: record_cost launches|copies|records|steps COUNT.  Run by
 * bench/record_cost.py, over the software driver.  Prints the nanoseconds of processor time that a
 * call takes the thread that makes it.  "steps": launches, a copy, a record, a query and an error
 * query in turns, as a training loop makes them. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "check.h"

enum { BYTES = 64, WAIT = 512 };

static CUstream stream;
static CUevent event;
static CUfunction function;
static CUdeviceptr memory;
static void *host;

static void launch(void)
{
    void *arguments[] = { &memory };
    DO(cuLaunchKernel(function, 1, 1, 1, 1, 1, 1, 0, stream, arguments, NULL));
}

static void copy(void) { DO(cuMemcpyHtoDAsync(memory, host, BYTES, stream)); }

static void record(void) { DO(cuEventRecord(event, stream)); }

static void step(void)
{
    CUcontext current;
    launch();
    copy();
    record();
    DO(cuCtxGetCurrent(&current));
}

static const struct kind {
    const char *name;
    void (*make)(void);
    int calls;
} kinds[] = {
    { "launches", launch, 1 }, { "copies", copy, 1 }, { "records", record, 1 }, { "steps", step, 4 }
};

static double now_ns(void)
{
    struct timespec t;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
    return (double)t.tv_sec * 1e9 + (double)t.tv_nsec;
}

static void begin(void)
{
    static const char ptx[] =
        ".version 7.0\n.target sm_50\n.address_size 64\n.visible .entry nothing(.param .u64 p)\n{\n ret;\n}\n";
    CUdevice device;
    CUcontext context;
    CUmodule module;
    DO(cuInit(0));
    DO(cuDeviceGet(&device, 0));
    DO(cuDevicePrimaryCtxRetain(&context, device));
    DO(cuCtxSetCurrent(context));
    DO(cuModuleLoadData(&module, ptx));
    DO(cuModuleGetFunction(&function, module, "nothing"));
    DO(cuStreamCreate(&stream, CU_STREAM_NON_BLOCKING));
    DO(cuEventCreate(&event, CU_EVENT_DISABLE_TIMING));
    DO(cuMemAlloc(&memory, BYTES));
    DO(cuMemAllocHost(&host, BYTES));
    memset(host, 0, BYTES);
}

int main(int argc, char **argv)
{
    long count = argc == 3 ? atol(argv[2]) : 0;
    for (size_t k = 0; count > 0 && k < sizeof kinds / sizeof *kinds; k++) {
        if (strcmp(argv[1], kinds[k].name) != 0)
            continue;
        double spent = 0;
        begin();
        for (long made = 0; made < count; made += WAIT) {
            double start = now_ns();
            for (int i = 0; i < WAIT; i++)
                kinds[k].make();
            spent += now_ns() - start;
            DO(cuStreamSynchronize(stream)); /* not counted: the work itself */
        }
        printf("ns %.1f\n", spent / (double)((count + WAIT - 1) / WAIT * WAIT * kinds[k].calls));
        return 0;
    }
    fprintf(stderr, "usage: record_cost launches|copies|records|steps COUNT\n");
    return 2;
}
