__global__ void fill(cudaSurfaceObject_t surface, int rows)
{
    for (int row = 0; row < rows; row++)
        surf2Dwrite(1.f, surface, 4 * (int)threadIdx.x, row); // site: kernel
}

/* A surface whose array is freed, then one that is destroyed itself. */
int main()
{
    cudaArray_t first, second;
    cudaSurfaceObject_t of_first, of_second;
    cudaResourceDesc from = {};
    cudaChannelFormatDesc format = cudaCreateChannelDesc<float>();
    cudaMallocArray(&first, &format, 64, 64, cudaArraySurfaceLoadStore);
    cudaMallocArray(&second, &format, 64, 64, cudaArraySurfaceLoadStore);
    from.resType = cudaResourceTypeArray;
    from.res.array.array = first;
    cudaCreateSurfaceObject(&of_first, &from);
    from.res.array.array = second;
    cudaCreateSurfaceObject(&of_second, &from);
    fill<<<1, 32>>>(of_first, 64);
    fill<<<1, 32>>>(of_second, 64);
    cudaDeviceSynchronize();
    cudaFreeArray(first);
    cudaDestroySurfaceObject(of_second);
    fill<<<1, 32>>>(of_first, 0);
    fill<<<1, 32>>>(of_first, 1); // expect-soft: kernel-use-after-free arg=surface object=array state=destroyed severity=warning says=wrote_to
    cudaDeviceSynchronize();
    fill<<<1, 32>>>(of_second, 1); // expect-soft: kernel-use-after-free arg=surface object=surface state=destroyed severity=warning says=wrote_to
    return cudaDeviceSynchronize() || cudaDestroySurfaceObject(of_first) || cudaFreeArray(second);
}
