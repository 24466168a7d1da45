__global__ void fold(int *a)
{
    __shared__ int part[8192];
    extern __shared__ int rest[];
    part[threadIdx.x] = a[threadIdx.x];
    rest[threadIdx.x] = 1;
    __syncthreads();
    a[threadIdx.x] = part[threadIdx.x ^ 1] + rest[threadIdx.x ^ 1];
}

int main()
{
    int *a;
    if (cudaMalloc(&a, 1024) || cudaMemset(a, 0, 1024))
        return 1;
    fold<<<1, 256, 16 << 10>>>(a);
    if (cudaGetLastError() || cudaFuncSetAttribute(fold, cudaFuncAttributeMaxDynamicSharedMemorySize, 40 << 10))
        return 1;
    fold<<<1, 256, 40 << 10>>>(a);
    return cudaDeviceSynchronize() || cudaFree(a);
}
