// nvcc: -arch=sm_75
/* __syncthreads() is no barrier of the grid, cooperative launch or not. */
__global__ void turn(float *a, float *b, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        a[i] = i;
    __syncthreads();
    if (i < n)
        b[i] = a[n - 1 - i];
}

int main()
{
    int n = 1000;
    float *a, *b;
    cudaMalloc(&a, 4000);
    cudaMalloc(&b, 4000);
    cudaMemset(a, 0, 4000);
    void *args[] = { &a, &b, &n };
    cudaLaunchCooperativeKernel((const void *)turn, dim3(4), dim3(256), args, 0, 0); // expect: kernel-race severity=warning object=device-memory says=this_grid().sync() gpu-says=split_the_work_into_two_kernels
    cudaDeviceSynchronize();
    return 0;
}
