/* Neither is too large; both are. */
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
    fold<<<1, 256, 20 << 10>>>(a); // expect: launch-shared-memory api=cudaLaunchKernel result=1 arg=sharedMem says=20480_bytes_of_dynamic_shared_memory_and_32768_of_static says=default_limit_of_49152
    return cudaGetLastError() != cudaErrorInvalidValue;
}
