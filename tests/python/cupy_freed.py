# A kernel uses the address of an array that is gone.
# needs: cupy
import cupy

fill = cupy.RawKernel(r"""
extern "C" __global__ void fill(float *to, int count)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < count)
        to[i] = 1;
}""", "fill")

array = cupy.zeros(64, dtype=cupy.float32)  # site: created
address = array.data.ptr
fill((1,), (64,), (address, cupy.int32(64)))
del array  # site: destroyed
fill((1,), (64,), (address, cupy.int32(64)))  # expect: kernel-use-after-free function=<module> size=256
cupy.cuda.runtime.deviceSynchronize()
