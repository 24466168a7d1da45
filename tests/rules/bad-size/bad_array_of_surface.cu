// soft only: the context of a GPU is lost
// nvcc: -arch=compute_75 -lineinfo
#include <cuda_runtime.h>

__global__ void put(cudaSurfaceObject_t surface) { surf2Dwrite(1.0f, surface, threadIdx.x * 4, 0); }

/* One root: the array is missing, so is the surface, and the kernel has nothing to write to. */
int main()
{
    cudaArray_t array = nullptr;
    cudaSurfaceObject_t surface = 0;
    cudaChannelFormatDesc format = cudaCreateChannelDesc<float>();
    cudaResourceDesc resource = {};
    cudaMallocArray(&array, &format, 200000, 16, cudaArraySurfaceLoadStore); // expect: bad-size says=width_of_cudaMallocArray
    resource.resType = cudaResourceTypeArray;
    resource.res.array.array = array;
    cudaCreateSurfaceObject(&surface, &resource); // site: related
    put<<<1, 32>>>(surface); // site: related
    cudaDeviceSynchronize();
    return 0;
}
