__global__ void empty() { }

int main()
{
    cudaStream_t s;
    cudaStreamCreate(&s); // site: created
    cudaStreamDestroy(s); // site: destroyed
    empty<<<1, 1, 0, s>>>(); // expect: destroyed-handle object=stream api=cudaLaunchKernel contained=1
    cudaGetLastError();
    return 0;
}
