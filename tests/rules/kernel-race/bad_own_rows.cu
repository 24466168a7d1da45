// nvcc: -arch=sm_75
/* Each thread has a row of its own, as programs ported from loops do; one of them goes a step too far. */
__global__ void one_more(int *a)
{
    int *row = a + 20 * (blockIdx.x * blockDim.x + threadIdx.x);
    for (int k = 0; k <= 20; k++)
        row[k] = 3 * row[k] + 1;
}

/* The last block begins one column of its rows too early: blocks only, and one word in a line that lanes share. */
__global__ void blocks_meet(double *a)
{
    double *row = a + 3 * (blockIdx.x * blockDim.x + threadIdx.x);
    for (int k = 0; k < 3; k++)
        row[k] = threadIdx.x;
    if (!threadIdx.x && blockIdx.x)
        row[-1] = 77;
}

__global__ void bytes(unsigned char *a)
{
    unsigned char *row = a + 5 * (blockIdx.x * blockDim.x + threadIdx.x);
    for (int k = 0; k < 5; k++)
        row[k] += k + 1;
    if (threadIdx.x == 63 && blockIdx.x != gridDim.x - 1)
        row[5] = 200;
}

/* Written before the barrier, read behind it by the next block: a line whose lanes are of two times. */
__global__ void after_barrier(int *a, int *out)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    a[7 * i] = i;
    __syncthreads();
    a[7 * i + 3] = i;
    out[i] = a[7 * ((i + blockDim.x) % (gridDim.x * blockDim.x))];
}

int main()
{
    enum { N = 1 << 18 };
    int *a, *out;
    cudaMalloc(&a, N);
    cudaMalloc(&out, N);
    cudaMemset(a, 0, N);
    one_more<<<8, 64>>>(a); // expect-soft: kernel-race severity=warning object=device-memory
    blocks_meet<<<8, 64>>>((double *)a); // expect-soft: kernel-race severity=warning object=device-memory
    bytes<<<8, 64>>>((unsigned char *)a); // expect-soft: kernel-race severity=warning object=device-memory
    after_barrier<<<8, 64>>>(a, out); // expect-soft: kernel-race severity=warning object=device-memory
    return cudaDeviceSynchronize() || (cudaFree(a) | cudaFree(out));
}
