__global__ void mark(int *a, int n)
{
    if (blockIdx.y < n && !blockIdx.y)
        *a = 1;
}

int main()
{
    int *a, rows = 100000;
    if (cudaMalloc(&a, 4))
        return 1;
    mark<<<dim3(1, rows), 1>>>(a, rows); // expect: launch-dimensions result=1 arg=gridDim says=grid's_y_dimension_is_100000 says=or_let_x,_which_may_be_up_to_2147483647
    return cudaGetLastError() != cudaErrorInvalidValue;
}
