// What it costs to leave a word behind each kernel, by different ways, for --blame.  Usage: blame_ways [ROUNDS]
// Batches of 100 launches and a wait, plain and in each way by turns (a driver refuses writes without a memory
// barrier on an H100); prints microseconds per launch, medians, and the ratio to plain.
#include <cuda.h>
#include <cuda_runtime.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <vector>

enum { BATCH = 100 };

__global__ void put(unsigned *word, unsigned value) { *(volatile unsigned *)word = value; }
__global__ void busy(int rounds, unsigned *out)
{
    unsigned x = threadIdx.x;
    for (int i = 0; i < rounds; i++)
        x = x * 1664525u + 1013904223u;
    if (x == 1)
        *out = x;
}

static CUstream stream, side;
static CUevent event;
static unsigned *word, *scratch;
static CUdeviceptr word_on_device;
static unsigned value;

static void nothing(int) {}
static void write_value(int) { cuStreamWriteValue32(stream, word_on_device, ++value, 0); }
static void batch(int)
{
    CUstreamBatchMemOpParams op = {};
    op.writeValue.operation = CU_STREAM_MEM_OP_WRITE_VALUE_32;
    op.writeValue.address = word_on_device;
    op.writeValue.value = ++value;
    cuStreamBatchMemOp(stream, 1, &op, 0);
}
/* A graph of one node, which writes; its value is another one for each launch. */
static CUgraphExec graph;
static CUgraphNode node;
static CUcontext context;
static CUstreamBatchMemOpParams in_graph;
static CUDA_BATCH_MEM_OP_NODE_PARAMS node_params()
{
    in_graph.writeValue.operation = CU_STREAM_MEM_OP_WRITE_VALUE_32;
    in_graph.writeValue.address = word_on_device;
    in_graph.writeValue.value = ++value;
    return { context, 1, &in_graph, 0 };
}
static void make_graph()
{
    CUgraph made;
    cuCtxGetCurrent(&context);
    auto params = node_params();
    cuGraphCreate(&made, 0);
    cuGraphAddBatchMemOpNode(&node, made, nullptr, 0, &params);
    cuGraphInstantiate(&graph, made, 0);
}
static void by_graph(int)
{
    auto params = node_params();
    cuGraphExecBatchMemOpNodeSetParams(graph, node, &params);
    cuGraphLaunch(graph, stream);
}
static void by_kernel(int) { put<<<1, 1, 0, stream>>>((unsigned *)word_on_device, ++value); }
static void by_fill(int) { cuMemsetD32Async(word_on_device, ++value, 1, stream); }
static void record(int) { cuEventRecord(event, stream); }
static void beside(int)
{
    cuEventRecord(event, stream);
    cuStreamWaitEvent(side, event, 0);
    cuStreamWriteValue32(side, word_on_device, ++value, 0);
}
static void every_second(int i) { if (i % 2) write_value(i); }
static void every_fourth(int i) { if (i % 4 == 3) write_value(i); }
static void every_eighth(int i) { if (i % 8 == 7) write_value(i); }

static const struct { const char *name; void (*after)(int); } ways[] = {
    { "plain", nothing }, { "cuStreamWriteValue32", write_value },
    { "cuStreamBatchMemOp", batch }, { "a node of a graph", by_graph }, { "a kernel of one thread", by_kernel },
    { "cuMemsetD32Async", by_fill }, { "cuEventRecord alone", record }, { "event, side stream writes", beside },
    { "a word every 2nd launch", every_second }, { "every 4th", every_fourth }, { "every 8th", every_eighth } };
enum { WAYS = sizeof ways / sizeof *ways };

static double run(int way, int rounds)
{
    cudaStreamSynchronize(stream);
    auto start = std::chrono::steady_clock::now();
    for (int i = 0; i < BATCH; i++) {
        busy<<<1, 128, 0, stream>>>(rounds, scratch);
        ways[way].after(i);
    }
    cudaStreamSynchronize(stream);
    return std::chrono::duration<double, std::micro>(std::chrono::steady_clock::now() - start).count() / BATCH;
}

int main(int argc, char **argv)
{
    int times = argc > 1 ? atoi(argv[1]) : 200;
    cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking);
    cudaStreamCreateWithFlags(&side, cudaStreamNonBlocking);
    cuEventCreate(&event, CU_EVENT_DISABLE_TIMING);
    cudaMalloc(&scratch, 4096);
    cudaHostAlloc((void **)&word, 4096, cudaHostAllocMapped);
    cuMemHostGetDevicePointer(&word_on_device, word, 0);
    make_graph();
    for (int rounds : { 0, 700, 1500, 3000 }) {
        std::vector<double> took[WAYS];
        for (int t = 0; t < times; t++)
            for (int way = 0; way < WAYS; way++)
                took[way].push_back(run(way, rounds));
        printf("kernel of %d rounds, error %d\n", rounds, (int)cudaGetLastError());
        double plain = 0;
        for (int way = 0; way < WAYS; way++) {
            std::sort(took[way].begin(), took[way].end());
            double median = took[way][times / 2];
            plain = way ? plain : median;
            unsigned before = value;
            ways[way].after(7);
            cudaStreamSynchronize(stream);
            cudaStreamSynchronize(side);
            printf("  %-30s %7.2f us %5.2f%s\n", ways[way].name, median, median / plain,
                   value != before && *word != value ? "  (does not write)" : "");
            value = *word = value + 1;
        }
    }
    return 0;
}
