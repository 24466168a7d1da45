# The host reads an array that is gone.
# needs: cupy
import ctypes

import cupy

array = cupy.zeros(64, dtype=cupy.float32)  # site: created
address = array.data.ptr
host = (ctypes.c_float * 64)()
cupy.cuda.runtime.memcpy(ctypes.addressof(host), address, 256, 2)
del array  # site: destroyed
cupy.cuda.runtime.memcpy(ctypes.addressof(host), address, 256, 2)  # expect: use-after-free function=<module> size=256
