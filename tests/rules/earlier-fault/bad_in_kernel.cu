__global__ void poke(char *p) { *p = 1; }

int main()
{
    int *d;
    cudaMalloc(&d, 64);
    poke<<<1, 1>>>((char *)0x10); // expect-soft: kernel-out-of-bounds api=cudaLaunchKernel // site-real: related
    cudaGetLastError();
    cudaDeviceSynchronize(); // site-soft: related // expect-real: earlier-fault api=cudaDeviceSynchronize result=700
    cudaFree(d);
    return 0;
}
