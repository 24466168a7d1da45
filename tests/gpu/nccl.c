/* The real NCCL in one process: nccl good|count|order|aborted|destroyed.  Needs two GPUs.  A job that does not fit together is ended by
 * ncclCommAbort after three seconds, so that the program always ends.  Built with NCCL's own header: see nccl.sh. */
#include <cuda_runtime.h>
#include <nccl.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

enum { COUNT = 1 << 20, RANKS = 2 };

static ncclComm_t comms[RANKS];
static cudaStream_t streams[RANKS];
static float *values[RANKS], *others[RANKS];

#define CHECK(call)                                                            \
    do {                                                                       \
        int status = (int)(call);                                              \
        if (status) {                                                          \
            printf("%s: %d\n", #call, status);                                 \
            return 1;                                                          \
        }                                                                      \
    } while (0)

static int make(void)
{
    CHECK(ncclCommInitAll(comms, RANKS, NULL));
    for (int i = 0; i < RANKS; i++) {
        CHECK(cudaSetDevice(i));
        CHECK(cudaStreamCreate(&streams[i]));
        CHECK(cudaMalloc((void **)&values[i], COUNT * sizeof(float)));
        CHECK(cudaMalloc((void **)&others[i], COUNT * sizeof(float)));
        CHECK(cudaMemsetAsync(values[i], 0, COUNT * sizeof(float), streams[i]));
        CHECK(cudaMemsetAsync(others[i], 0, COUNT * sizeof(float), streams[i]));
    }
    return 0;
}

static int sum_all(void)
{
    CHECK(ncclGroupStart());
    for (int i = 0; i < RANKS; i++)
        CHECK(ncclAllReduce(values[i], others[i], COUNT, ncclFloat32, ncclSum, comms[i], streams[i])); // site: the call of the others
    CHECK(ncclGroupEnd());
    return 0;
}

/* Rank 1 sums up half of what rank 0 does. */
static void sum_differently(void)
{
    ncclGroupStart();
    for (int i = 0; i < RANKS; i++)
        ncclAllReduce(values[i], others[i], i ? COUNT / 2 : COUNT, ncclFloat32, ncclSum, comms[i], streams[i]); // differs: count
    ncclGroupEnd();
}

/* Rank 1 makes two collectives in the other order. */
static void order_differently(void)
{
    for (int step = 0; step < 2; step++) {
        ncclGroupStart();
        for (int i = 0; i < RANKS; i++)
            if (step == i)
                ncclAllReduce(values[i], others[i], COUNT, ncclFloat32, ncclSum, comms[i], streams[i]);
            else
                ncclBroadcast(values[i], values[i], COUNT, ncclFloat32, 0, comms[i], streams[i]); // differs: order
        ncclGroupEnd();
    }
}

/* Waits until the streams are done; 1: three seconds were not enough, and the communicators are aborted. */
static int settle(void)
{
    for (int wait = 0; wait < 3000; wait++) {
        int busy = 0;
        for (int i = 0; i < RANKS; i++)
            busy |= cudaStreamQuery(streams[i]) == cudaErrorNotReady;
        if (!busy)
            return 0;
        usleep(1000);
    }
    for (int i = 0; i < RANKS; i++)
        ncclCommAbort(comms[i]);
    return 1;
}

static int end(int is_aborted)
{
    for (int i = 0; i < RANKS; i++) {
        cudaSetDevice(i);
        cudaStreamSynchronize(streams[i]);
        cudaFree(values[i]);
        cudaFree(others[i]);
        cudaStreamDestroy(streams[i]);
        if (!is_aborted)
            ncclCommDestroy(comms[i]);
    }
    printf("%s\n", is_aborted ? "aborted" : "ended");
    return 0;
}

int main(int argc, char **argv)
{
    const char *what = argc > 1 ? argv[1] : "good";
    int is_aborted = 0;
    if (make() || sum_all())
        return 1;
    if (!strcmp(what, "count"))
        sum_differently();
    else if (!strcmp(what, "order"))
        order_differently();
    is_aborted = settle();
    if (!strcmp(what, "aborted")) {
        for (int i = 0; i < RANKS; i++)
            CHECK(ncclCommAbort(comms[i])); // site: destroyed
        is_aborted = 1;
        ncclAllReduce(values[0], others[0], COUNT, ncclFloat32, ncclSum, comms[0], streams[0]); // expect: destroyed-handle
    } else if (!strcmp(what, "destroyed")) {
        for (int i = 0; i < RANKS; i++)
            CHECK(ncclCommDestroy(comms[i])); // site: destroyed
        is_aborted = 1;
        ncclCommDestroy(comms[1]); // expect: double-destroy
    }
    return end(is_aborted);
}
