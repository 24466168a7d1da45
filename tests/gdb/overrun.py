# The copy is longer than its target: the finding names upload.
import ctypes

cuda = ctypes.CDLL("libcuda.so.1")


def upload(address, count):
    return cuda.cuMemcpyHtoD_v2(address, (ctypes.c_char * count)(), ctypes.c_size_t(count))


context, address = ctypes.c_void_p(), ctypes.c_uint64()
cuda.cuInit(0)
cuda.cuDevicePrimaryCtxRetain(ctypes.byref(context), 0)
cuda.cuCtxSetCurrent(context)
cuda.cuMemAlloc_v2(ctypes.byref(address), ctypes.c_size_t(64))
upload(address, 128)
print("over")
