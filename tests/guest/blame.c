/* Launches of which one fails, over the mini driver: blame WAY, where WAY says which launches.  Prints what the calls answered. */
#include <dlfcn.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int (*launch)(void *, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned, void *, void **, void **);
static int (*make_stream)(void **, unsigned), (*wait_for_all)(void), (*begin)(void *, int), (*end)(void *, void **), (*launch_graph)(void *, void *);
enum { GOOD = 0x600d, BAD = 0xbad };

/* The grid tells the launches apart. */
static int kernel(int which, unsigned grid, void *stream) { return launch((void *)(uintptr_t)which, grid, 1, 1, 1, 1, 1, 0, stream, NULL, NULL); }

/* A question to the driver itself. */
static int (*mini(const char *name))(void) { return (int (*)(void))dlsym(dlopen(getenv("MINI_DRIVER"), RTLD_NOW | RTLD_NOLOAD), name); }

int main(int argc, char **argv)
{
    void *driver = dlopen("libcuda.so.1", RTLD_NOW), *a, *b, *graph;
    int (*init)(unsigned) = (int (*)(unsigned))dlsym(driver, "cuInit"), answers = 0;
    launch = (int (*)(void *, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned, void *, void **, void **))dlsym(driver, "cuLaunchKernel");
    make_stream = (int (*)(void **, unsigned))dlsym(driver, "cuStreamCreate");
    wait_for_all = (int (*)(void))dlsym(driver, "cuCtxSynchronize");
    begin = (int (*)(void *, int))dlsym(driver, "cuStreamBeginCapture_v2");
    end = (int (*)(void *, void **))dlsym(driver, "cuStreamEndCapture");
    launch_graph = (int (*)(void *, void *))dlsym(driver, "cuGraphLaunch");
    const char *way = argc > 1 ? argv[1] : "";
    init(0);
    unsigned flags = strcmp(way, "blocking") ? 1 : 0;    /* 1: does not wait for the default stream, nor that for it */
    make_stream(&a, flags);
    make_stream(&b, flags);
    if (!strcmp(way, "many"))
        for (unsigned i = 1; i <= 1500; i++)
            answers |= kernel(i == 77 ? BAD : GOOD, i, a);
    if (!strcmp(way, "streams") || !strcmp(way, "blocking")) {
        answers |= kernel(GOOD, 1, a) | kernel(GOOD, 2, b) | kernel(BAD, 3, a) | kernel(GOOD, 4, a) | kernel(GOOD, 5, NULL);
    }
    if (!strcmp(way, "ordered")) {      /* what waits for an event behind the one that fails has not begun */
        int (*make_event)(void **, unsigned) = (int (*)(void **, unsigned))dlsym(driver, "cuEventCreate");
        int (*record)(void *, void *) = (int (*)(void *, void *))dlsym(driver, "cuEventRecord");
        int (*wait)(void *, void *, unsigned) = (int (*)(void *, void *, unsigned))dlsym(driver, "cuStreamWaitEvent");
        void *event;
        make_event(&event, 2);
        answers |= kernel(GOOD, 1, b) | kernel(BAD, 2, a) | record(event, a) | wait(b, event, 0) | kernel(GOOD, 3, b) | kernel(GOOD, 4, a);
    }
    if (!strcmp(way, "capture")) {
        answers |= kernel(GOOD, 1, a) | begin(a, 0) | kernel(GOOD, 2, a) | kernel(GOOD, 3, a) | end(a, &graph);
        printf("captured %d\n", mini("mini_driver_captured")());
        answers |= launch_graph((void *)(uintptr_t)GOOD, a) | kernel(GOOD, 4, a) | launch_graph((void *)(uintptr_t)BAD, a) | kernel(GOOD, 5, a);
    }
    if (!strcmp(way, "idle")) {         /* the device is done before the next launch comes */
        for (unsigned i = 1; i <= 20; i++)
            answers |= kernel(GOOD, i, a) | mini("mini_driver_run")();
        answers |= kernel(GOOD, 21, a) | kernel(BAD, 22, a) | kernel(GOOD, 23, a);
        printf("beside %d\n", mini("mini_driver_beside")());
    }
    printf("launched %d\n", answers);
    printf("done %d\n", wait_for_all());
    return 0;
}
