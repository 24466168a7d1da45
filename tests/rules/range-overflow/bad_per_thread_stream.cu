// nvcc: -default-stream per-thread
int main()
{
    static char host[4096];
    char *device;
    cudaMalloc(&device, 1024); // site: created
    cudaMemcpyAsync(device, host, 4096, cudaMemcpyHostToDevice, 0); // expect: range-overflow arg=count api=cudaMemcpyAsync result=1
    cudaFree(device);
    return 0;
}
