/* How the allocators of frameworks give memory of one stream to another, each with a way to leave out what keeps that safe. */
#include "cuda_runtime.h"

enum { BLOCKS = 8, BLOCK = 1 << 16, ROUNDS = 24 };

struct block { char *at; cudaStream_t home, user; cudaEvent_t over; int busy, waits; };

static struct block blocks[BLOCKS];
static cudaStream_t s[2];

static void begin(void)
{
    char *base;
    cudaMalloc((void **)&base, BLOCKS * BLOCK);
    for (int i = 0; i < 2; i++)
        cudaStreamCreateWithFlags(&s[i], cudaStreamNonBlocking);
    for (int i = 0; i < BLOCKS; i++) {
        blocks[i].at = base + i * BLOCK;
        cudaEventCreateWithFlags(&blocks[i].over, cudaEventDisableTiming);
    }
}
