/* Words of which a part has been written, and what is computed from them is stored: a shift is no copy, whatever the compiler makes of * 2. */
#include <cuda_runtime.h>

__global__ void twice(int *to, const int *from) { to[threadIdx.x] = from[threadIdx.x] * 2; }
__global__ void twice_long(long long *to, const long long *from) { to[threadIdx.x] = from[threadIdx.x] * 2; }
__global__ void twice_short(short *to, const short *from) { to[threadIdx.x] = from[threadIdx.x] * 2; }
__global__ void thrice(int *to, const int *from) { to[threadIdx.x] = from[threadIdx.x] * 3; }
__global__ void quarter(int *to, const int *from) { to[threadIdx.x] = from[threadIdx.x] / 4; }
__global__ void field(unsigned *to, const unsigned *from) { to[threadIdx.x] = from[threadIdx.x] >> 5 & 0x1fff; }
__global__ void second(long long *to, const longlong2 *from) { to[threadIdx.x] = from[threadIdx.x].y * 4; }
__global__ void low_bytes(unsigned char *to, unsigned step) { to[threadIdx.x * step] = 1; }

template <class T> static T *partly(void)
{
    T *p;
    cudaMalloc(&p, 32 * sizeof(T));
    low_bytes<<<1, 32>>>((unsigned char *)p, sizeof(T));
    return p;
}

int main(void)
{
    int *to;
    longlong2 *pairs;
    cudaMalloc(&to, 512);
    twice<<<1, 32>>>(to, partly<int>()); // expect-soft: kernel-uninitialized severity=warning arg=from object=device-memory
    thrice<<<1, 32>>>(to, partly<int>()); // expect-soft: kernel-uninitialized severity=warning arg=from object=device-memory
    twice_long<<<1, 32>>>((long long *)to, partly<long long>()); // expect-soft: kernel-uninitialized severity=warning arg=from object=device-memory
    twice_short<<<1, 32>>>((short *)to, partly<short>()); // expect-soft: kernel-uninitialized severity=warning arg=from object=device-memory
    quarter<<<1, 32>>>(to, partly<int>()); // expect-soft: kernel-uninitialized severity=warning arg=from object=device-memory
    field<<<1, 32>>>((unsigned *)to, partly<unsigned>()); // expect-soft: kernel-uninitialized severity=warning arg=from object=device-memory
    cudaMalloc(&pairs, 32 * sizeof *pairs);
    cudaMemset2D(pairs, sizeof *pairs, 0, 12, 32);
    second<<<1, 32>>>((long long *)to, pairs); // expect-soft: kernel-uninitialized severity=warning arg=from object=device-memory
    return cudaDeviceSynchronize();
}
