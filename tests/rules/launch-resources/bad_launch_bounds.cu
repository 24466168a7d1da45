__global__ void __launch_bounds__(256) fill(int *a)
{
    a[blockIdx.x * blockDim.x + threadIdx.x] = 1;
}

int main()
{
    int *a;
    if (cudaMalloc(&a, 4096))
        return 1;
    fill<<<1, 512>>>(a); // expect: launch-resources arg=blockDim says=a_block_of_512_threads_is_larger_than_the_256_that_the_kernel_was_compiled_for unsaid=register_file unsaid=maxrregcount
    return !cudaGetLastError();
}
