// Host and kernel talk through mapped memory while the kernel runs; a counter shows how far it is; a host function says that results are there.
#include <atomic>
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

__global__ void wait_for(int *go, int *data)
{
    while (!atomicAdd(go, 0))
        ;
    __threadfence_system();
    data[0] += 1;
}

__global__ void produce(volatile int *flag, int *data)
{
    *data = 42;
    __threadfence_system();
    *flag = 1;
}

__global__ void count(int *done)
{
    for (int i = 0; i < 3; i++)
        __nanosleep(1000000);
    atomicAdd(done, 1);
}

__global__ void square(int *data) { data[threadIdx.x] *= data[threadIdx.x]; }

int main()
{
    enum { N = 256 };
    Box *box;
    int *flag, *data, *done, *go, *many, *device, bad = 0;
    std::atomic<int> told{0};
    cudaMallocHost((void **)&box, sizeof *box);
    cudaMallocHost((void **)&flag, 3 * sizeof *flag);
    cudaHostAlloc((void **)&data, sizeof *data, cudaHostAllocMapped);
    cudaHostAlloc((void **)&many, N * sizeof *many, cudaHostAllocMapped);
    cudaMalloc(&device, N * sizeof *device);
    done = flag + 1;
    go = flag + 2;
    flag[0] = *done = *go = 0;
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
    produce<<<1, 1>>>(flag, data);
    while (!*(volatile int *)flag)
        ;
    bad += *data != 42;
    cudaDeviceSynchronize();
    wait_for<<<1, 1>>>(go, data);
    *(volatile int *)go = 1;
    cudaDeviceSynchronize();
    bad += *data != 43;
    count<<<8, 32>>>(done);
    while (*(volatile int *)done < 8 * 32)
        sched_yield();
    cudaDeviceSynchronize();
    for (int turn = 0; turn < 3; turn++) {
        for (int i = 0; i < N; i++)
            many[i] = i;
        square<<<1, N>>>(many);
        cudaMemcpyAsync(device, many, N * sizeof *many, cudaMemcpyHostToDevice);
        cudaMemcpyAsync(many, device, N * sizeof *many, cudaMemcpyDeviceToHost);
        cudaLaunchHostFunc(0, [](void *p) { ++*(std::atomic<int> *)p; }, &told);
        while (told != turn + 1)
            sched_yield();
        for (int i = 0; i < N; i++)
            bad += many[i] != i * i;
        cudaDeviceSynchronize();
    }
    cudaFreeHost(box);
    cudaFreeHost(flag);
    cudaFreeHost(data);
    cudaFreeHost(many);
    cudaFree(device);
    return bad;
}
