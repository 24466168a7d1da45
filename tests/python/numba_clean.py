# What programs do with Numba's arrays.
# needs: numba
import numpy
from numba import cuda


@cuda.jit(lineinfo=True)
def fill(to):
    i = cuda.grid(1)
    if i < to.size:
        to[i] = 1


class View:
    """Somebody else's array at the address of one."""
    def __init__(self, array):
        self.__cuda_array_interface__ = {**array.__cuda_array_interface__}


stream = cuda.stream()
for n in range(100, 130):
    array = cuda.to_device(numpy.arange(n, dtype=numpy.float32), stream=stream)
    fill[2, 128, stream](array)
    scratch = cuda.device_array(n, dtype=numpy.float32)
    fill[2, 128, stream](cuda.as_cuda_array(View(scratch)))
    del scratch     # while the kernel may still run: it is freed when the queue of those is full
    assert (array.copy_to_host(stream=stream)[:5] == 1).all() or not stream.synchronize()
own = numpy.ones(50, numpy.float32)
fill[1, 64](own)
managed = cuda.managed_array(10, dtype=numpy.float32)
fill[1, 32](managed)
cuda.synchronize()
del managed
