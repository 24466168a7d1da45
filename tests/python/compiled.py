# A module written in C: its frames come first, then the script's.
# extension: filler
import ctypes
import filler

cuda = ctypes.CDLL("libcuda.so.1")
context = ctypes.c_void_p()
address = ctypes.c_uint64()


def fill(count):
    return filler.run(address.value, count)  # expect: range-overflow function=fill


def twice():
    for count in (16, 33):
        fill(count)  # via: 1


assert cuda.cuInit(0) == 0
assert cuda.cuDevicePrimaryCtxRetain(ctypes.byref(context), 0) == 0
assert cuda.cuCtxSetCurrent(context) == 0
assert cuda.cuMemAlloc_v2(ctypes.byref(address), ctypes.c_size_t(32)) == 0
twice()  # via: 2
assert cuda.cuMemFree_v2(address) == 0
