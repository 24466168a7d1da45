// Host and kernels have bytes of their own, in one page and one allocation, written and read at the same time; both read a table.
#include <cstdio>
#include <cstring>
#include <cuda_runtime.h>

struct Pair { char host, device; };

__global__ void mine(Pair *p, const int *table, int n)
{
    for (int i = threadIdx.x; i < n; i += blockDim.x)
        p[i].device = (char)table[i % 16];
}

int main()
{
    enum { N = 6000 };
    Pair *p;
    int *table, bad = 0;
    char text[64];
    cudaStream_t stream;
    cudaStreamCreate(&stream);
    cudaMallocManaged(&p, N * sizeof *p + 64);
    cudaMallocManaged(&table, 4096);
    for (int i = 0; i < 1024; i++)
        table[i] = i % 16;
    memset((void *)p, 0, N * sizeof *p);
    char *note = (char *)(p + N);
    strcpy(note, "the host's own");
    for (int turn = 0; turn < 3; turn++) {
        mine<<<1, 64, 0, stream>>>(p, table, N);
        for (int i = 0; i < N; i++)
            p[i].host = (char)(p[i].host + 1);
        for (int i = 0; i < 1024; i++)
            bad += table[i] != i % 16;
        snprintf(text, sizeof text, "%s %zu", note, strlen(note));
    }
    cudaStreamSynchronize(stream);
    for (int i = 0; i < N; i++)
        bad += p[i].host != 3 || p[i].device != i % 16;
    printf("%d %s\n", bad, text);
    cudaFree(p);
    cudaFree(table);
    return bad != 0;
}
