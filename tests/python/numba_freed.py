# A kernel uses an array by its address when it is gone; Numba keeps the memory and frees it later.
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


array = cuda.to_device(numpy.zeros(64, dtype=numpy.float32))  # site: created
view = cuda.as_cuda_array(View(array))
fill[1, 64](view)
del array  # site: destroyed
fill[1, 64](view)  # expect: kernel-use-after-free function=<module> size=256
cuda.synchronize()
