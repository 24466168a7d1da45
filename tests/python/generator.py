# A generator that is resumed at another line each time, from two places.
import ctypes

cuda = ctypes.CDLL("libcuda.so.1")
context = ctypes.c_void_p()
address = ctypes.c_uint64()


def stages():
    yield cuda.cuMemsetD8_v2(address, 1, ctypes.c_size_t(10))
    yield cuda.cuMemsetD8_v2(address, 2, ctypes.c_size_t(20))
    yield cuda.cuMemsetD8_v2(address, 3, ctypes.c_size_t(40))  # expect: range-overflow function=stages
    yield cuda.cuMemsetD8_v2(address, 4, ctypes.c_size_t(20))


def first(generator):
    return next(generator)


def rest(generator):
    return list(generator)  # via: 1


assert cuda.cuInit(0) == 0
assert cuda.cuDevicePrimaryCtxRetain(ctypes.byref(context), 0) == 0
assert cuda.cuCtxSetCurrent(context) == 0
assert cuda.cuMemAlloc_v2(ctypes.byref(address), ctypes.c_size_t(32)) == 0  # site: created
generator = stages()
assert first(generator) == 0
rest(generator)  # via: 2
assert cuda.cuMemFree_v2(address) == 0
