// nvcc: -arch=sm_90
__global__ void __cluster_dims__(4, 1, 1) fill(int *out) { out[blockIdx.x] = 1; }

int main()
{
    int *d;
    cudaMalloc(&d, 64);
    fill<<<8, 1>>>(d);
    fill<<<6, 1>>>(d); // expect: launch-dimensions result=912 arg=gridDim
    return cudaGetLastError() == cudaSuccess;
}
