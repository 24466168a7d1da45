__global__ void poke(char *p) { *p = 1; }

int main()
{
    int *d;
    cudaMalloc(&d, 64);
    poke<<<1, 1>>>((char *)0x10); // site: related
    cudaGetLastError();
    cudaDeviceSynchronize(); // expect: earlier-fault api=cudaDeviceSynchronize result=700
    cudaFree(d);
    return 0;
}
