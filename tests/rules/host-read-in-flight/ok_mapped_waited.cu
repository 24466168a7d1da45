// All ways to wait for a kernel that writes to pinned memory: host functions with work after them,
// other threads, events, synchronous calls, a free, a graph.
#include <atomic>
#include <cstdio>
#include <cuda_runtime.h>
#include <sched.h>
#include <thread>
__global__ void fill(int *p, int v)
{
    for (int i = 0; i < 3; i++)
        __nanosleep(1000000);
    p[threadIdx.x] = v;
}
__global__ void slow(int *p, int v)
{
    for (int i = 0; i < 50; i++)
        __nanosleep(1000000);
    p[threadIdx.x] = v;
}
int main()
{
    int *a, *b, bad = 0;
    std::atomic<int> told{ 0 };
    cudaStream_t s, t;
    cudaStreamCreateWithFlags(&s, cudaStreamNonBlocking);
    cudaStreamCreateWithFlags(&t, cudaStreamNonBlocking);
    cudaMallocHost(&a, 4096);
    cudaMallocHost(&b, 4096);
    fill<<<1, 64, 0, s>>>(a, 5);
    cudaLaunchHostFunc(
        s, [](void *p) { ++*(std::atomic<int> *)p; }, &told);
    slow<<<1, 64, 0, s>>>(b, 6);
    while (!told)
        sched_yield();
    for (int i = 0; i < 64; i++)
        bad += a[i] != 5;
    cudaStreamSynchronize(s);
    std::atomic<int> over{ 0 };
    fill<<<1, 64, 0, t>>>(a, 7);
    std::thread w([&] {
        cudaStreamSynchronize(t);
        over = 1;
    });
    while (!over)
        sched_yield();
    for (int i = 0; i < 64; i++)
        bad += a[i] != 7;
    w.join();
    cudaEvent_t e;
    cudaEventCreateWithFlags(&e, cudaEventDisableTiming);
    fill<<<1, 64, 0, s>>>(a, 8);
    cudaEventRecord(e, s);
    cudaStreamWaitEvent(t, e, 0);
    fill<<<1, 64, 0, t>>>(b, 9);
    cudaStreamSynchronize(t);
    for (int i = 0; i < 64; i++)
        bad += a[i] != 8 || b[i] != 9;
    int *d;
    cudaMalloc(&d, 4096);
    cudaStream_t l;
    cudaStreamCreate(&l);
    fill<<<1, 64, 0, l>>>(a, 10);
    int x;
    cudaMemcpy(d, &x, 4, cudaMemcpyHostToDevice);
    for (int i = 0; i < 64; i++)
        bad += a[i] != 10;
    fill<<<1, 64, 0, l>>>(a, 11);
    cudaFree(d);
    for (int i = 0; i < 64; i++)
        bad += a[i] != 11;
    cudaGraph_t g;
    cudaGraphExec_t x2;
    cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal);
    fill<<<1, 64, 0, s>>>(a, 12);
    cudaStreamEndCapture(s, &g);
    cudaGraphInstantiate(&x2, g, 0);
    cudaGraphLaunch(x2, s);
    cudaStreamSynchronize(s);
    bad += a[3] != 12;
    printf("%d\n", bad);
    return bad;
}
