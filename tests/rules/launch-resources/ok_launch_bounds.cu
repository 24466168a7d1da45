__global__ void __launch_bounds__(256) fill(int *a)
{
    a[blockIdx.x * blockDim.x + threadIdx.x] = 1;
}

int main()
{
    int *a;
    if (cudaMalloc(&a, 4096))
        return 1;
    fill<<<2, 256>>>(a);
    return cudaGetLastError() || cudaDeviceSynchronize() || cudaFree(a);
}
