// Capability probes and handled failures are not findings.
int main()
{
    int count = 0, value = 0, device = -1;
    cudaDeviceProp properties;
    cudaGetDeviceCount(&count);
    for (int i = 0; i < count; i++) {
        cudaGetDeviceProperties(&properties, i);
        cudaDeviceGetAttribute(&value, cudaDevAttrMaxThreadsPerBlock, i);
    }
    cudaGetDevice(&device);
    cudaPointerAttributes attributes;
    int local;
    cudaPointerGetAttributes(&attributes, &local);
    cudaGetLastError();
    size_t free_bytes, total;
    return cudaMemGetInfo(&free_bytes, &total) || value < 512 || free_bytes > total;
}
