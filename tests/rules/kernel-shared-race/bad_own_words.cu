// nvcc: -arch=sm_75
/* Places of shared memory that threads write and read for themselves, but for one that somebody else gets at. */
#include <cuda_runtime.h>

enum { EACH = 5 };

__device__ int own(int *mine)
{
    int sum = 0;
    for (int k = 0; k < EACH; k++)
        mine[k] = k;
    for (int k = 0; k < EACH; k++)
        sum += mine[k] += mine[(k + 1) % EACH];
    return sum;
}

/* Written and read by its thread, then written by another warp. */
__global__ void written_after(int *out)
{
    __shared__ int s[128 * EACH];
    int t = threadIdx.x, sum = own(s + t * EACH);
    if (t == 70)
        s[3 * EACH + 2] = 1000 + sum;
    __syncthreads();
    out[t] = sum + s[t * EACH + 2];
}

/* Read by two other threads of one warp, then written by its own. */
__global__ void read_before(int *out)
{
    __shared__ int s[128 * EACH];
    int t = threadIdx.x, sum = own(s + t * EACH);
    __syncthreads();
    if (t == 3 || t == 4)
        sum += s[40 * EACH + 2];
    s[t * EACH + 2] = sum + 1;
    out[t] = sum;
}

/* Once more after the thread's own write of the same round. */
__global__ void read_again(int *out)
{
    __shared__ int s[128 * EACH];
    int t = threadIdx.x, sum = own(s + t * EACH);
    __syncthreads();
    s[t * EACH + 1] = sum;
    sum += s[t * EACH + 1];
    if (t == 90)
        sum += s[7 * EACH + 1];
    out[t] = sum;
}

/* A byte of a word that is used as a whole. */
__global__ void byte_of_word(int *out)
{
    __shared__ struct { long long wide[2]; unsigned char narrow[8]; } s[128];
    int t = threadIdx.x;
    s[t].wide[0] = s[t].wide[1] = t;
    for (int k = 0; k < 8; k++)
        s[t].narrow[k] = (unsigned char)t;
    s[t].wide[1] += s[t].wide[0] + s[t].narrow[t & 7]++;
    if (t == 64)
        ((unsigned char *)&s[5].wide[1])[6] = 77;
    __syncthreads();
    out[t] = (int)(s[t].wide[1] >> 32);
}

int main()
{
    int *out;
    cudaMalloc(&out, 1024);
    written_after<<<1, 128>>>(out); // expect-soft: kernel-shared-race severity=warning says=belong_to_one_block
    read_before<<<1, 128>>>(out); // expect-soft: kernel-shared-race severity=warning says=belong_to_one_block gpu-says=both_threads
    read_again<<<1, 128>>>(out); // expect-soft: kernel-shared-race severity=warning says=belong_to_one_block
    byte_of_word<<<1, 128>>>(out); // expect-soft: kernel-shared-race severity=warning
    return cudaDeviceSynchronize() || cudaFree(out);
}
