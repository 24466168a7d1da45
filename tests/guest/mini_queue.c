/* The mini driver's streams: work is done when somebody waits, in the order in which it was given.  A kernel 0xbad fails, after
 * which nothing more is done and every wait answers 700, as real drivers do.  While a stream captures its work is only counted. */
#include <stdint.h>
#include <stdlib.h>

#define PUBLIC __attribute__((visibility("default")))
enum { WORK = 4096, BAD = 0xbad };

static struct { uint32_t *word, value; uintptr_t kernel; } queue[WORK];
static int queued, captured, failed, beside;
static void *capturing, *launched;

static int add(void *stream, uintptr_t kernel, uint32_t *word, uint32_t value)
{
    if (failed)
        return 700;
    if (stream && stream == capturing) {
        captured++;
        return 0;
    }
    queue[queued].kernel = kernel;
    queue[queued].word = word;
    queue[queued++].value = value;
    return 0;
}

static int run(void)
{
    for (int i = 0; i < queued && !failed; i++) {
        failed = queue[i].kernel == BAD;
        if (queue[i].word)
            *queue[i].word = queue[i].value;
    }
    queued = 0;
    return failed ? 700 : 0;
}

PUBLIC int cuLaunchKernel(void *f, unsigned gx, unsigned gy, unsigned gz, unsigned bx, unsigned by, unsigned bz, unsigned shared, void *stream,
                          void **params, void **extra)
{
    (void)gx, (void)gy, (void)gz, (void)bx, (void)by, (void)bz, (void)shared, (void)params, (void)extra;
    launched = stream;
    return add(stream, (uintptr_t)f, NULL, 0);
}

PUBLIC int cuStreamWriteValue32_v2(void *stream, unsigned long long address, uint32_t value, unsigned flags)
{
    (void)flags;
    beside += stream != launched;
    return add(stream, 0, (uint32_t *)(uintptr_t)address, value);
}

PUBLIC int cuMemHostRegister_v2(void *at, size_t size, unsigned flags) { (void)at, (void)size, (void)flags; return 0; }
PUBLIC int cuMemHostGetDevicePointer_v2(unsigned long long *address, void *at, unsigned flags)
{
    (void)flags;
    *address = (uintptr_t)at;
    return 0;
}

PUBLIC int cuStreamSynchronize(void *stream) { (void)stream; return run(); }
PUBLIC int cuCtxSynchronize(void) { return run(); }
PUBLIC int cuStreamBeginCapture_v2(void *stream, int mode) { (void)mode; capturing = stream; captured = 0; return 0; }
PUBLIC int cuStreamIsCapturing(void *stream, int *status) { *status = stream && stream == capturing; return 0; }
PUBLIC int cuStreamEndCapture(void *stream, void **graph)
{
    (void)stream;
    capturing = NULL;
    *graph = malloc(16);
    return 0;
}
PUBLIC int cuGraphLaunch(void *graph, void *stream) { return add(stream, (uintptr_t)graph, NULL, 0); }
/* All work is done, and nobody has waited for it. */
PUBLIC int mini_driver_run(void);
PUBLIC int mini_driver_run(void) { return run(); }

/* How many words were written by another stream than the one launched into. */
PUBLIC int mini_driver_beside(void);
PUBLIC int mini_driver_beside(void) { return beside; }

/* How many things the last capture holds. */
PUBLIC int mini_driver_captured(void);
PUBLIC int mini_driver_captured(void) { return captured; }
