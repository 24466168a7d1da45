// nvcc: -arch=sm_75
/* Arrays of which a GPU can watch only a part: every second thread meets its neighbour, in each block. */
__global__ void halves(unsigned short *a)
{
    a[(blockIdx.x * blockDim.x + threadIdx.x) / 2] = threadIdx.x;
}

__global__ void words(int *a, const int *in)
{
    a[(blockIdx.x * blockDim.x + threadIdx.x) & ~1] = in[0] + threadIdx.x;
}

/* All in its own place, and so is what each thread reads. */
__global__ void apart(int *a)
{
    a[blockIdx.x * blockDim.x + threadIdx.x] += 3;
}

int main(void)
{
    const size_t bytes = 64 << 20;
    int *a, *in;
    cudaMalloc(&a, bytes);
    cudaMalloc(&in, sizeof *in);
    cudaMemset(a, 0, bytes);
    cudaMemset(in, 0, sizeof *in);
    apart<<<8, 64>>>(a);
    halves<<<8, 64>>>((unsigned short *)a); // expect-soft: kernel-race severity=warning object=device-memory
    words<<<8, 64>>>(a, in); // expect-soft: kernel-race severity=warning object=device-memory
    return cudaDeviceSynchronize() || (cudaFree(a) | cudaFree(in));
}
