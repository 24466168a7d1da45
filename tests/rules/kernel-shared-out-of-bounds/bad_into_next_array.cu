/* An index one too large writes into the array after its own: that is one mistake, not also a race there. */
__global__ void shifted(int *out, int shift)
{
    __shared__ int own[64];
    __shared__ int next[64];
    next[threadIdx.x] = 1;
    own[threadIdx.x + shift] = threadIdx.x; // site: kernel
    __syncthreads();
    out[threadIdx.x] = own[threadIdx.x] + next[threadIdx.x];
}

int main()
{
    int *out;
    cudaMalloc(&out, 64 * sizeof(int));
    cudaMemset(out, 0, 64 * sizeof(int));
    shifted<<<1, 64>>>(out, 1); // expect: kernel-shared-out-of-bounds says=after_the_end_of_variable says=declare_the_array_larger
    cudaDeviceSynchronize();
    cudaFree(out);
    return 0;
}
