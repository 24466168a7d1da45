__global__ void fold(int *a)
{
    extern __shared__ int rest[];
    rest[threadIdx.x] = 1;
    __syncthreads();
    a[threadIdx.x] = rest[threadIdx.x ^ 1];
}

int main()
{
    int *a;
    if (cudaMalloc(&a, 1024) || cudaFuncSetAttribute(fold, cudaFuncAttributeMaxDynamicSharedMemorySize, 64 << 10))
        return 1;
    fold<<<1, 256, 72 << 10>>>(a); // expect: launch-shared-memory result=1 arg=sharedMem says=exceed_the_65536_bytes_that_the_program_allowed_this_kernel unsaid=default
    return cudaGetLastError() != cudaErrorInvalidValue;
}
