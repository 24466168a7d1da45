// unseen on a GPU: surfaces are not checked there
__global__ void put(cudaSurfaceObject_t surface) { surf2Dwrite(make_uchar4(1, 2, 3, 4), surface, threadIdx.x, 0); } // site: kernel

/* The x of a surface counts bytes: an element's number is no place. */
int main()
{
    cudaArray_t array;
    cudaSurfaceObject_t surface;
    cudaResourceDesc from = {};
    cudaChannelFormatDesc format = cudaCreateChannelDesc<uchar4>();
    cudaMallocArray(&array, &format, 16, 4, cudaArraySurfaceLoadStore);
    from.resType = cudaResourceTypeArray;
    from.res.array.array = array;
    cudaCreateSurfaceObject(&surface, &from);
    put<<<1, 16>>>(surface);    // expect-soft: kernel-misaligned says=accessed_a_surface_between_two_of_its_elements says=x_=_1_of_the_surface
    return !cudaDeviceSynchronize(); // expect-real: earlier-fault
}
