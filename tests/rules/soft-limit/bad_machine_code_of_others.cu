// nvcc: -gencode arch=compute_80,code=sm_80 -gencode arch=compute_100,code=sm_100
// soft only: a GPU of compute capability 8.0 or 10.0 runs it
/* The program may be right for the devices that it was built for. */
__global__ void fill(int *to) { to[threadIdx.x] = 1; }

int main()
{
    int *memory;
    cudaMalloc(&memory, 32 * sizeof *memory);
    fill<<<1, 32>>>(memory); // expect: soft-limit severity=warning says=a_limit_of_the_software_device,_not_a_mistake_of_the_program says=sm_80_SASS,_sm_100_SASS
    cudaFree(memory);
    return 0;
}
