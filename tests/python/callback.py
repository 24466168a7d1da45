# Machine code between two parts of a script: qsort calls back into it.
import ctypes

cuda = ctypes.CDLL("libcuda.so.1")
libc = ctypes.CDLL(None)
context = ctypes.c_void_p()
address = ctypes.c_uint64()


@ctypes.CFUNCTYPE(ctypes.c_int, ctypes.c_void_p, ctypes.c_void_p)
def compare(a, b):
    cuda.cuMemsetD8_v2(address, 0, ctypes.c_size_t(33))  # expect: range-overflow function=compare
    return 0


def sort():
    values = (ctypes.c_int * 2)(2, 1)
    libc.qsort(values, 2, 4, compare)  # via: 1


assert cuda.cuInit(0) == 0
assert cuda.cuDevicePrimaryCtxRetain(ctypes.byref(context), 0) == 0
assert cuda.cuCtxSetCurrent(context) == 0
assert cuda.cuMemAlloc_v2(ctypes.byref(address), ctypes.c_size_t(32)) == 0
sort()  # via: 2
assert cuda.cuMemFree_v2(address) == 0
