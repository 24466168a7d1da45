/* Memory that one thread has given back is another's next: the heap of kernels orders the two. */
__global__ void use(int *out)
{
    int *p = (int *)malloc(16 * sizeof *p), sum = 0;
    if (!p)
        return;
    for (int i = 0; i < 16; i++)
        p[i] = threadIdx.x + i;
    for (int i = 0; i < 16; i++)
        sum += p[i];
    free(p);
    out[blockIdx.x * blockDim.x + threadIdx.x] = sum;
}

int main()
{
    int *d, host[256];
    cudaMalloc(&d, sizeof host);
    use<<<4, 64>>>(d);
    cudaMemcpy(host, d, sizeof host, cudaMemcpyDeviceToHost);
    for (int i = 0; i < 256; i++)
        if (host[i] != i % 64 * 16 + 120)
            return 1;
    return cudaFree(d);
}
