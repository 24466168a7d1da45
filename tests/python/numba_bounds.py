# An index that is not compared with the length, of the second array.
# needs: numba
import numpy
from numba import cuda


@cuda.jit
def scale(by, values):
    i = cuda.grid(1)
    values[i] *= by[0]


def run(values):
    scale[1, 128](by, values)           # expect: kernel-out-of-bounds function=run argument=values element=100


by = cuda.to_device(numpy.ones(1, dtype=numpy.float64))
values = cuda.to_device(numpy.ones(100, dtype=numpy.float32))
run(values)                             # via: 1
cuda.synchronize()
