/* A surface is accessed outside of its array, and is to trap there. */
// nvcc: -rdc=true
// soft only: the context of a GPU is lost
#include <cuda_runtime.h>

static __global__ void write(cudaSurfaceObject_t to, int x) { surf1Dwrite(1.f, to, 4 * x, cudaBoundaryModeTrap); }

int main(void)
{
    cudaArray_t array;
    cudaSurfaceObject_t surface;
    cudaChannelFormatDesc format = cudaCreateChannelDesc<float>();
    cudaMallocArray(&array, &format, 64, 0, cudaArraySurfaceLoadStore);
    cudaResourceDesc of = {};
    of.resType = cudaResourceTypeArray;
    of.res.array.array = array;
    cudaCreateSurfaceObject(&surface, &of);
    write<<<1, 1>>>(surface, 63);
    write<<<1, 1>>>(surface, 64); // expect: kernel-trap says=kernel_write, says=used_a_surface_outside_its_array says=at_byte_256_of_row_0
    return cudaDeviceSynchronize() == cudaSuccess;
}
