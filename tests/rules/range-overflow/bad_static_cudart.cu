int main()
{
    int host[100] = { 0 }, *device;
    cudaMalloc(&device, 10 * sizeof(int)); // site: created
    cudaMemcpy(device, host, sizeof host, cudaMemcpyHostToDevice); // expect: range-overflow arg=count object=device-memory api=cudaMemcpy entry=cuMemcpyHtoD_v2 result=1
    cudaFree(device);
    return 0;
}
