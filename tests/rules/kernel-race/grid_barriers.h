/* Barriers of the whole grid as programs write them by hand. */
#ifndef IQ_GRID_BARRIERS_H
#define IQ_GRID_BARRIERS_H

/* Counts up for ever; the fences as CUDA's guide has them. */
static __device__ void meet_count(unsigned *count, unsigned round)
{
    __syncthreads();
    if (!threadIdx.x) {
        __threadfence();
        atomicAdd(count, 1);
        while (*(volatile unsigned *)count < (round + 1) * gridDim.x)
            ;
        __threadfence();
    }
    __syncthreads();
}

/* Asks by atomic operations that add nothing. */
static __device__ void meet_atomics(unsigned *count, unsigned round)
{
    __threadfence();
    __syncthreads();
    if (!threadIdx.x) {
        atomicAdd(count, 1);
        while (atomicAdd(count, 0) < (round + 1) * gridDim.x)
            ;
    }
    __syncthreads();
}

/* The last one to come turns the word that the others look at. */
static __device__ void meet_sense(unsigned *count, unsigned round)
{
    volatile unsigned *sense = count + 1;
    __syncthreads();
    if (!threadIdx.x) {
        __threadfence();
        if (atomicAdd(count, 1) == gridDim.x - 1) {
            *count = 0;
            __threadfence();
            *sense = round + 1;
        }
        while (*sense != round + 1)
            ;
        __threadfence();
    }
    __syncthreads();
}

/* A flag of each block; the first block waits for all of them and answers each. */
static __device__ void meet_flags(unsigned *flags, unsigned round)
{
    volatile unsigned *in = flags, *out = flags + gridDim.x;
    __syncthreads();
    if (!threadIdx.x) {
        __threadfence();
        in[blockIdx.x] = round + 1;
    }
    if (!blockIdx.x) {
        if (threadIdx.x < gridDim.x)
            while (in[threadIdx.x] != round + 1)
                ;
        __syncthreads();
        __threadfence();
        if (threadIdx.x < gridDim.x)
            out[threadIdx.x] = round + 1;
    }
    if (!threadIdx.x)
        while (out[blockIdx.x] != round + 1)
            ;
    __threadfence();
    __syncthreads();
}
#endif
