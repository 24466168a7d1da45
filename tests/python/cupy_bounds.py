# A kernel runs past an array, which CuPy's pool rounds up to 512 bytes.
# needs: cupy
import cupy

fill = cupy.RawKernel(r"""
extern "C" __global__ void fill(float *to, int count)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < count)
        to[i] = 1;
}""", "fill")


def make():
    return cupy.zeros(100, dtype=cupy.float32)  # site: created


def use(array, count):
    fill((1,), (128,), (array, cupy.int32(count)))  # expect: kernel-out-of-bounds function=use size=400


one = make()
use(one, 101)  # via: 1
print(float(one.sum()))
