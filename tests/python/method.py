# A method of a class, called by a subclass and by a function of the standard library written in C.
import ctypes
import functools

cuda = ctypes.CDLL("libcuda.so.1")


class Buffer:
    def __init__(self, size):
        self.address = ctypes.c_uint64()
        self.size = size
        assert cuda.cuMemAlloc_v2(ctypes.byref(self.address), ctypes.c_size_t(size)) == 0  # site: created

    def free(self):
        return cuda.cuMemFree_v2(self.address)  # expect: double-free function=free


class Pool(Buffer):
    def free(self):
        return super().free()  # via: 1

    @staticmethod
    def drop(total, pool):
        return total + pool.free()  # via: 2


context = ctypes.c_void_p()
assert cuda.cuInit(0) == 0
assert cuda.cuDevicePrimaryCtxRetain(ctypes.byref(context), 0) == 0
assert cuda.cuCtxSetCurrent(context) == 0
one = Pool(64)
functools.reduce(Pool.drop, [one, one], 0)  # via: 3
