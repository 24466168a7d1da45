/* A statement that leaves its array, and races inside of it, too: the race is told as well. */
// options: --no-rules=kernel-shared-out-of-bounds
__global__ void both(int *out, int shift)
{
    __shared__ int own[64];
    __shared__ int next[64];
    next[threadIdx.x] = 1;
    __syncthreads();
    own[threadIdx.x / 2 * 2 + shift] = threadIdx.x; // site: kernel
    __syncthreads();
    out[threadIdx.x] = own[threadIdx.x] + next[threadIdx.x];
}

int main()
{
    int *out;
    cudaMalloc(&out, 64 * sizeof(int));
    cudaMemset(out, 0, 64 * sizeof(int));
    both<<<1, 64>>>(out, 2); // expect: kernel-shared-race severity=warning says=of_shared_variable
    cudaDeviceSynchronize();
    cudaFree(out);
    return 0;
}
