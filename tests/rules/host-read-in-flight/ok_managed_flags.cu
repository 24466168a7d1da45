// Host and kernel talk through managed memory while the kernel runs: volatile words with a fence of the system, and atomics of that scope.
#include <cuda/atomic>
#include <cuda_runtime.h>
#include <new>
#include <sched.h>

using Word = cuda::atomic<int, cuda::thread_scope_system>;

struct Box { Word request, answer; int value; };

__global__ void serve(Box *box, int turns)
{
    for (int i = 1; i <= turns; i++) {
        while (box->request.load(cuda::memory_order_acquire) != i)
            ;
        box->value *= 2;
        box->answer.store(i, cuda::memory_order_release);
    }
}

__global__ void produce(volatile int *flag, int *data)
{
    *data = 42;
    __threadfence_system();
    *flag = 1;
}

int main()
{
    Box *box;
    int *flag, *data, bad = 0;
    cudaMallocManaged((void **)&box, sizeof *box);
    cudaMallocManaged(&flag, sizeof *flag);
    cudaMallocManaged(&data, sizeof *data);
    new (&box->request) Word(0);
    new (&box->answer) Word(0);
    serve<<<1, 1>>>(box, 3);
    for (int i = 1; i <= 3; i++) {
        box->value = i;
        box->request.store(i, cuda::memory_order_release);
        while (box->answer.load(cuda::memory_order_acquire) != i)
            sched_yield();
        bad += box->value != 2 * i;
    }
    cudaDeviceSynchronize();
    *flag = 0;
    produce<<<1, 1>>>(flag, data);
    while (!*(volatile int *)flag)
        ;
    bad += *data != 42;
    cudaDeviceSynchronize();
    cudaFree(box);
    cudaFree(flag);
    cudaFree(data);
    return bad;
}
