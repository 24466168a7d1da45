__global__ void put(cudaSurfaceObject_t surface) { surf2Dwrite(make_uchar4(1, 2, 3, 4), surface, threadIdx.x * 4, 0); }
__global__ void put_bytes(cudaSurfaceObject_t surface) { surf2Dwrite((unsigned char)1, surface, threadIdx.x, 0); }

/* In bytes of elements, and of elements of one byte. */
int main()
{
    for (int bits = 8; bits <= 32; bits *= 4) {
        cudaArray_t array;
        cudaSurfaceObject_t surface;
        cudaResourceDesc from = {};
        cudaChannelFormatDesc format = bits == 8 ? cudaCreateChannelDesc<unsigned char>() : cudaCreateChannelDesc<uchar4>();
        cudaMallocArray(&array, &format, 16, 4, cudaArraySurfaceLoadStore);
        from.resType = cudaResourceTypeArray;
        from.res.array.array = array;
        cudaCreateSurfaceObject(&surface, &from);
        if (bits == 8)
            put_bytes<<<1, 16>>>(surface);
        else
            put<<<1, 16>>>(surface);
        if (cudaDeviceSynchronize() || cudaDestroySurfaceObject(surface) || cudaFreeArray(array))
            return 1;
    }
    return 0;
}
