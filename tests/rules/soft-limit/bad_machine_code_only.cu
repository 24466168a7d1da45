// nvcc: -gencode arch=compute_90,code=sm_90
// soft only: a GPU of compute capability 9.0 runs it
#include <cstdio>

__global__ void fill(int *to) { to[threadIdx.x] = 1; }

/* Nothing is checked, so that zeros would pass for a result. */
int main()
{
    int *memory, host[32] = { 0 };
    cudaMalloc(&memory, sizeof host);
    cudaMemset(memory, 0, sizeof host);
    fill<<<1, 32>>>(memory); // expect: soft-limit severity=warning says=a_limit_of_the_software_device,_not_a_mistake_of_the_program
    cudaMemcpy(host, memory, sizeof host, cudaMemcpyDeviceToHost);
    cudaFree(memory);
    return 0;
}
