// nvcc: -arch=sm_90 -lineinfo
// soft only: on a GPU all that is known is that the kernel failed

/* A kernel without clusters: an index of many megabytes is no block of anything, either. */
__global__ void far(int *out, int step)
{
    __shared__ int values[64];
    values[threadIdx.x] = threadIdx.x;
    __syncthreads();
    out[threadIdx.x] = values[threadIdx.x + step]; // site: kernel
}

int main()
{
    int *d;
    cudaMalloc(&d, 256);
    far<<<1, 64>>>(d, 1 << 22); // expect: kernel-shared-out-of-bounds says=bytes_past_the_end_of_variable_values
    return cudaDeviceSynchronize() == cudaSuccess;
}
