__global__ void mark(int *a, int n)
{
    if (blockIdx.x < n && !blockIdx.x)
        *a = 1;
}

int main()
{
    int *a, rows = 100000;
    if (cudaMalloc(&a, 4))
        return 1;
    mark<<<rows, 1>>>(a, rows);
    return cudaGetLastError() || cudaDeviceSynchronize() || cudaFree(a);
}
