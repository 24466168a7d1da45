// nvcc: -arch=sm_75
/* Places of shared memory that threads write and read for themselves, and others behind a barrier. */
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

__global__ void words(int *out)
{
    __shared__ int s[128 * EACH];
    int t = threadIdx.x, sum = own(s + t * EACH);
    __syncthreads();
    sum += s[(t + 70) % 128 * EACH + 2];
    __syncthreads();
    s[(t + 3) % 128 * EACH + 2] = sum;
    __syncthreads();
    out[t] = sum + own(s + (t + 40) % 128 * EACH);
}

/* Lanes of a warp that meet. */
__global__ void lanes(int *out)
{
    __shared__ int s[128 * EACH];
    int t = threadIdx.x, sum = own(s + t * EACH);
    __syncwarp();
    sum += s[(t ^ 1) * EACH + 2];
    __syncwarp();
    s[(t ^ 2) * EACH + 2] = sum;
    sum += s[(t ^ 2) * EACH + 2];
    __syncwarp();
    out[t] = sum + own(s + (t ^ 5) * EACH);
}

__global__ void bytes_and_words(int *out)
{
    __shared__ struct { long long wide[2]; unsigned char narrow[8]; } s[128];
    int t = threadIdx.x, other = (t + 64) % 128;
    s[t].wide[0] = s[t].wide[1] = t;
    for (int k = 0; k < 8; k++)
        s[t].narrow[k] = (unsigned char)t;
    s[t].wide[1] += s[t].wide[0] + s[t].narrow[t & 7]++;
    __syncthreads();
    ((unsigned char *)&s[other].wide[1])[6] = 77;
    __syncthreads();
    out[t] = (int)(s[t].wide[1] >> 32);
}

int main()
{
    int *out;
    cudaMalloc(&out, 1024);
    words<<<1, 128>>>(out);
    lanes<<<1, 128>>>(out);
    bytes_and_words<<<1, 128>>>(out);
    return cudaDeviceSynchronize() || cudaFree(out);
}
