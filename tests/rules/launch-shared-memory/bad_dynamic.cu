__global__ void empty() { }

int main()
{
    empty<<<1, 1, 300000>>>(); // expect: launch-shared-memory api=cudaLaunchKernel result=1 arg=sharedMem
    return cudaGetLastError() == cudaSuccess;
}
