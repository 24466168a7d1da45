__global__ void empty() { }

int main()
{
    int n = 0;
    empty<<<1, n>>>(); // expect: launch-dimensions api=cudaLaunchKernel result=1 arg=blockDim
    return cudaGetLastError() == cudaSuccess;
}
