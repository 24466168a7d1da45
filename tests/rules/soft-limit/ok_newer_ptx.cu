// nvcc: -gencode arch=compute_100,code=[sm_100,compute_100]
// soft only: PTX for a newer device than this one
/* PTX for a device that is newer runs on the software device, as far as it is known. */
__global__ void fill(int *to) { to[threadIdx.x] = 1; }

int main()
{
    int *memory, host[32] = { 0 };
    cudaMalloc(&memory, sizeof host);
    fill<<<1, 32>>>(memory);
    cudaMemcpy(host, memory, sizeof host, cudaMemcpyDeviceToHost);
    cudaFree(memory);
    return host[31] != 1;
}
