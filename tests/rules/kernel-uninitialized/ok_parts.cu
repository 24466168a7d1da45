/* Parts of words that nothing has written and that nobody wants: padding that is copied, bits that are shifted or masked away, the
 * other half of a pair, what an asynchronous copy brings along or leaves out. */
// nvcc: -arch=sm_80
#include <cuda_fp16.h>
#include <cuda_pipeline.h>
#include <cuda_runtime.h>

struct item { unsigned char kind; unsigned flags : 3, level : 4; long long value; };

__global__ void make(item *p)
{
    p[threadIdx.x].kind = 3;
    p[threadIdx.x].value = 7;
}

__global__ void copy(longlong2 *to, const longlong2 *from) { to[threadIdx.x] = from[threadIdx.x]; }
__global__ void staged(item *to, const item *from)
{
    __shared__ item s[32];
    __pipeline_memcpy_async(&s[threadIdx.x], &from[threadIdx.x], sizeof(item));
    __pipeline_commit();
    __pipeline_wait_prior(0);
    __syncthreads();
    to[threadIdx.x] = s[31 - threadIdx.x];
}

/* The kind is the low byte of the first word: three of its upper bits, all of it times two, and twice that from the top down. */
__global__ void pick(unsigned *to, const uint4 *from)
{
    unsigned word = from[threadIdx.x].x;
    to[3 * threadIdx.x] = word >> 5 & 7;
    to[3 * threadIdx.x + 1] = (word * 2 + 5) & 0xff;
    to[3 * threadIdx.x + 2] = word << 24 | 0x123456;
}

__global__ void low_half(__half *to, const __half2 *from) { to[threadIdx.x] = __low2half(__hfma2(from[threadIdx.x], from[threadIdx.x], from[threadIdx.x])); }
__global__ void halves(__half *p) { p[2 * threadIdx.x] = __float2half(1); }

int main(void)
{
    item *a, *b;
    unsigned *to;
    __half *h;
    cudaMalloc(&a, 32 * sizeof *a);
    cudaMalloc(&b, 32 * sizeof *b);
    cudaMalloc(&to, 512);
    cudaMalloc(&h, 128);
    make<<<1, 32>>>(a);
    copy<<<1, 32>>>((longlong2 *)b, (const longlong2 *)a);
    staged<<<1, 32>>>(b, a);
    cudaFree(b);
    cudaMalloc(&b, 32 * sizeof *b);
    make<<<1, 32>>>(b);
    pick<<<1, 32>>>(to, (const uint4 *)b);
    halves<<<1, 32>>>(h);
    low_half<<<1, 32>>>((__half *)to, (const __half2 *)h);
    return cudaDeviceSynchronize();
}
