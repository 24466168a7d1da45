// nvcc: -arch=sm_90 -lineinfo
// soft only: on a GPU all that is known is that the kernel failed

/* A kernel without clusters: an index below 0 is no block of anything. */
__global__ void left(int *out)
{
    __shared__ int values[64];
    values[threadIdx.x] = threadIdx.x;
    __syncthreads();
    int at = (int)threadIdx.x - 1 - out[0];
    out[threadIdx.x] = values[at]; // site: kernel
}

int main()
{
    int *d;
    cudaMalloc(&d, 256);
    cudaMemset(d, 0, 256);
    left<<<1, 64>>>(d); // expect: kernel-shared-out-of-bounds says=4_bytes_before_variable_values
    return cudaDeviceSynchronize() == cudaSuccess;
}
