// nvcc: -rdc=true -arch=sm_90 -lcudadevrt
/* Memory that a kernel allocates, device variables and parameters can be handed down. */
#include <cuda_runtime.h>

__device__ int table[4];
struct three { int of[3]; };

__global__ void sum(const int *of, three more, int *to) { *to = of[0] + of[1] + more.of[2]; }
__global__ void give_back(int *of) { free(of); }

__global__ void parent(int *to)
{
    three more = { { 4, 5, 6 } };
    int *pair = (int *)malloc(2 * sizeof *pair);
    pair[0] = 1;
    pair[1] = 2;
    sum<<<1, 1>>>(pair, more, to);
    give_back<<<1, 1>>>(pair);
    table[0] = 7;
    table[1] = 8;
    sum<<<1, 1, 0, cudaStreamTailLaunch>>>(table, more, to + 1);
}

int main()
{
    int *to, out[2];
    if (cudaMalloc(&to, sizeof out))
        return 1;
    parent<<<1, 1>>>(to);
    if (cudaMemcpy(out, to, sizeof out, cudaMemcpyDeviceToHost))
        return 1;
    cudaFree(to);
    return out[0] != 9 || out[1] != 21;
}
