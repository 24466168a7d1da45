// nvcc: -arch=sm_90 -lineinfo
// soft only: a GPU tells of no races
/* The cluster does not meet between the write of one block and the read of the other. */
__global__ void __cluster_dims__(2, 1, 1) swap(int *values, int *out)
{
    values[blockIdx.x] = blockIdx.x; // site: kernel
    __syncthreads();
    out[blockIdx.x] = values[blockIdx.x ^ 1];
}

int main()
{
    int *d;
    cudaMalloc(&d, 64);
    cudaMemset(d, 0, 64);
    swap<<<2, 1>>>(d, d + 8); // expect: kernel-race severity=warning
    return cudaDeviceSynchronize() != cudaSuccess;
}
