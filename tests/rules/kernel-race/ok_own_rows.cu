// nvcc: -arch=sm_75
/* Each thread has a row of its own, as programs ported from loops do. */
__global__ void rows(int *a)
{
    int *row = a + 20 * (blockIdx.x * blockDim.x + threadIdx.x);
    for (int k = 0; k < 20; k++)
        row[k] = 3 * row[k] + 1;
}

__global__ void triples(double *a)
{
    double *row = a + 3 * (blockIdx.x * blockDim.x + threadIdx.x);
    for (int k = 0; k < 3; k++)
        row[k] = threadIdx.x;
    if (threadIdx.x)
        a[2048] = 1;      /* the same value by all */
}

__global__ void bytes(unsigned char *a)
{
    unsigned char *row = a + 5 * (blockIdx.x * blockDim.x + threadIdx.x);
    for (int k = 0; k < 5; k++)
        row[k] += k + 1;
}

/* Rows of others in the block, behind a barrier; then the own one again. */
__global__ void after_barrier(int *a, int *out)
{
    int first = blockIdx.x * blockDim.x, i = first + threadIdx.x, other = first + (threadIdx.x + 33) % blockDim.x;
    a[7 * i] = i;
    a[7 * i + 5] = 1;
    __syncthreads();
    a[7 * i + 3] = i;
    out[i] = a[7 * other];
    __syncthreads();
    a[7 * i] = a[7 * other + 3];
    a[7 * other + 1] = a[7 * other + 5];
}

/* A row of words by lanes, then by each thread, then by lanes again. */
__global__ void both_ways(int *a)
{
    int *mine = a + 64 * 64 * blockIdx.x;
    for (int k = threadIdx.x; k < 64 * 64; k += 64)
        mine[k] = k;
    __syncthreads();
    for (int k = 0; k < 64; k++)
        mine[64 * threadIdx.x + k] += 1;
    __syncthreads();
    for (int k = threadIdx.x; k < 64 * 64; k += 64)
        mine[k] += 2;
}

int main()
{
    enum { N = 1 << 18 };
    int *a, *out;
    cudaMalloc(&a, N);
    cudaMalloc(&out, N);
    cudaMemset(a, 0, N);
    rows<<<8, 64>>>(a);
    triples<<<8, 64>>>((double *)a);
    bytes<<<8, 64>>>((unsigned char *)a);
    after_barrier<<<8, 64>>>(a, out);
    both_ways<<<8, 64>>>(a);
    return cudaDeviceSynchronize() || (cudaFree(a) | cudaFree(out));
}
