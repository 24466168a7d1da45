// Source of features.ptx: language features that need more than arithmetic.
#include <cstdio>
#include <cassert>
#include <cuda_fp16.h>
__device__ int lock_word;
__constant__ int table[4] = {3, 1, 4, 1};
__device__ int plus1(int x) { return x + 1; }
__device__ int twice(int x) { return 2 * x; }
typedef int (*op)(int);
__device__ op ops[2] = {plus1, twice};

struct Base { __device__ virtual int f(int x) { return x; } };
struct Derived : Base { int k; __device__ Derived(int k_) : k(k_) {} __device__ int f(int x) override { return x * k; } };

extern "C" __global__ void indirect(int *out)
{
    out[threadIdx.x] = ops[threadIdx.x & 1](threadIdx.x) + table[threadIdx.x & 3];
}

extern "C" __global__ void virtual_call(int *out)
{
    Base b;
    Derived d(7);
    Base *p = threadIdx.x % 3 ? &b : &d;
    out[threadIdx.x] = p->f(threadIdx.x);
}

__device__ __noinline__ int fibonacci(int n) { return n < 2 ? n : fibonacci(n - 1) + fibonacci(n - 2); }
extern "C" __global__ void recursion(int *out) { out[threadIdx.x] = fibonacci(threadIdx.x % 12); }

extern "C" __global__ void spin_lock(int *counter)
{
    bool done = false;
    while (!done)
        if (atomicCAS(&lock_word, 0, 1) == 0) {
            (*counter)++;
            __threadfence();
            atomicExch(&lock_word, 0);
            done = true;
        }
}

extern "C" __global__ void print(int n)
{
    if ((int)threadIdx.x < n)
        printf("thread %d of %s: %5.2f %llx %c%%\n", threadIdx.x, "block", threadIdx.x * 0.5, 0x123456789abcull, 'x');
}

extern "C" __global__ void check(int limit) { assert((int)threadIdx.x < limit); }

extern "C" __global__ void local_array(int *out, int n)
{
    int a[16];
    for (int i = 0; i < 16; i++)
        a[i] = i * threadIdx.x;
    out[threadIdx.x] = a[n & 15] + a[(n + 3) & 15];
}

extern "C" __global__ void device_heap(int **out)
{
    int *p = (int *)malloc(16);
    p[0] = threadIdx.x;
    out[threadIdx.x] = p;
    if (threadIdx.x & 1)
        free(p);
}

extern "C" __global__ void switches(int *out)
{
    int t = threadIdx.x, r;
    switch (t % 9) {
    case 0: r = 5; break;
    case 1: r = t * 3; break;
    case 2: r = t - 7; break;
    case 3: r = t ^ 21; break;
    case 4: r = -t; break;
    case 5: r = t << 2; break;
    case 6: r = t / 3; break;
    default: r = 99;
    }
    out[t] = r;
}

extern "C" __global__ void mathematics(float *out, double *dout, float x, double y)
{
    float t = x + threadIdx.x * 0.37f;
    double d = y + threadIdx.x * 0.37;
    out[threadIdx.x] = sinf(t) + expf(-t) + logf(t + 1) + powf(t, 1.3f) + sqrtf(t) + t / 3.0f + __sinf(t) + erff(t) + tanhf(t) + cbrtf(t) + fmodf(t, 0.7f);
    dout[threadIdx.x] = sin(d) + exp(-d) + log(d + 1) + pow(d, 1.3) + sqrt(d) + d / 3.0 + erf(d) + tanh(d) + cbrt(d) + fmod(d, 0.7) + tgamma(d + 1);
}

extern "C" __global__ void halves(const __half *a, const __half *b, __half *c, __half2 *d)
{
    int t = threadIdx.x;
    c[t] = __hadd(__hmul(a[t], b[t]), __float2half(0.5f));
    d[t] = __hfma2(__half2half2(a[t]), __half2half2(b[t]), __half2half2(c[t]));
}

struct Big { int a[5]; double d; char c; };
extern "C" __global__ void struct_param(Big b, int *out, short s) { out[threadIdx.x] = b.a[threadIdx.x % 5] + (int)b.d + b.c + s; }

extern "C" __global__ void bits(unsigned *out, unsigned long long *wide, unsigned x)
{
    unsigned t = threadIdx.x + x;
    out[threadIdx.x] = __popc(t) + __clz(t) + __brev(t) + __ffs(t) + __byte_perm(t, x, 0x3210) + __funnelshift_l(t, x, 5) + __usad(t, x, 3) + __umulhi(t, x * 977);
    wide[threadIdx.x] = __umul64hi(t * 0x9e3779b97f4a7c15ull, ~0ull / 3) + __popcll(t) + __clzll(t) + t / (x | 1ull) + t % (x | 1ull);
}

extern "C" __global__ void votes(unsigned *out, int x)
{
    unsigned all = 0xffffffff;
    int t = threadIdx.x;
    unsigned r = __ballot_sync(all, t & 1);
    if (t < 8)
        r += __ballot_sync(0xff, t > x) + __activemask();
    r ^= __match_any_sync(all, t / 4);
    int p;
    r += __match_all_sync(all, x, &p) + p;
    r += __all_sync(all, t >= 0) + __any_sync(all, t == 5);
    r += __syncthreads_count(t & 1) + __syncthreads_or(t == 3) + __syncthreads_and(t >= 0);
    out[t] = r + __shfl_up_sync(all, t, 3) + __shfl_down_sync(all, t, 2, 16) + __shfl_sync(all, t, 5, 8);
}

extern "C" __global__ void histogram(const unsigned char *in, unsigned *out, int n)
{
    __shared__ unsigned bins[256];
    for (int i = threadIdx.x; i < 256; i += blockDim.x)
        bins[i] = 0;
    __syncthreads();
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
        atomicAdd(&bins[in[i]], 1);
    __syncthreads();
    for (int i = threadIdx.x; i < 256; i += blockDim.x)
        atomicAdd(&out[i], bins[i]);
}

extern "C" __global__ void atomics(int *i, unsigned long long *u, float *f, double *d)
{
    int t = threadIdx.x;
    atomicMin(i, -t);
    atomicMax(i + 1, t);
    atomicOr(i + 2, 1 << t);
    atomicAdd(u, t);
    atomicAdd(f, 0.5f * t);
    atomicAdd(d, 0.25 * t);
    atomicInc((unsigned *)i + 3, 9);
    atomicDec((unsigned *)i + 4, 9);
    atomicXor(i + 5, t);
    atomicAnd(i + 6, ~t);
    atomicExch(i + 7, 42);
}
