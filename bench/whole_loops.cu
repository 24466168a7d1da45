// Loops whose cost is that of their calls, for bench/whole.py.  Usage: whole_loops start|launches|graph COUNT
// start: allocates COUNT times and ends, for the cost of the start.
// launches: empty kernels, a wait every thousand.  graph: replays of a graph of twenty empty kernels, a wait after each hundred.
// Prints the milliseconds of the loop, without start-up.
#include <cuda_runtime.h>

#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <cstring>

__global__ void empty(int *p) { if (p == (int *)1) *p = 0; }

static void check(cudaError_t result)
{
    if (result != cudaSuccess) {
        fprintf(stderr, "%s\n", cudaGetErrorString(result));
        exit(1);
    }
}

static void launches(long count, cudaStream_t stream, int *memory)
{
    for (long i = 1; i <= count; i++) {
        empty<<<1, 32, 0, stream>>>(memory);
        check(cudaGetLastError());
        if (i % 1000 == 0)
            check(cudaStreamSynchronize(stream));
    }
}

static void replay(long count, cudaStream_t stream, cudaGraphExec_t exec)
{
    for (long i = 1; i <= count; i++) {
        check(cudaGraphLaunch(exec, stream));
        if (i % 100 == 0)
            check(cudaStreamSynchronize(stream));
    }
}

int main(int argc, char **argv)
{
    if (argc != 3)
        return 2;
    if (!strcmp(argv[1], "start")) {
        for (long i = 0, count = atol(argv[2]); i < count; i++) {
            void *block;
            check(cudaMalloc(&block, 4096));
            check(cudaFree(block));
        }
        return 0;
    }
    bool is_graph = !strcmp(argv[1], "graph");
    long count = atol(argv[2]);
    cudaStream_t stream;
    cudaGraph_t graph;
    cudaGraphExec_t exec;
    int *memory;
    check(cudaStreamCreate(&stream));
    check(cudaMalloc(&memory, 4096));
    launches(1000, stream, memory);
    check(cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal));
    for (int i = 0; i < 20; i++)
        empty<<<1, 32, 0, stream>>>(memory);
    check(cudaStreamEndCapture(stream, &graph));
    check(cudaGraphInstantiateWithFlags(&exec, graph, 0));
    replay(100, stream, exec);
    auto start = std::chrono::steady_clock::now();
    if (is_graph)
        replay(count, stream, exec);
    else
        launches(count, stream, memory);
    check(cudaStreamSynchronize(stream));
    printf("ms %.3f\n", std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - start).count());
    check(cudaGraphExecDestroy(exec));
    check(cudaGraphDestroy(graph));
    check(cudaFree(memory));
    check(cudaStreamDestroy(stream));
    return 0;
}
