# Functions that call each other; the wrong call stands in the innermost, the object was made in another one.
import ctypes

cuda = ctypes.CDLL("libcuda.so.1")


def check(code, allowed=0):
    assert code in (0, allowed), code


def start():
    context = ctypes.c_void_p()
    check(cuda.cuInit(0))
    check(cuda.cuDevicePrimaryCtxRetain(ctypes.byref(context), 0))
    check(cuda.cuCtxSetCurrent(context))


def allocate(size):
    address = ctypes.c_uint64()
    check(cuda.cuMemAlloc_v2(ctypes.byref(address),  # site: created
                             ctypes.c_size_t(size)))
    return address


def upload(address, count):
    data = (ctypes.c_char * count)()
    check(cuda.cuMemcpyHtoD_v2(address, data, ctypes.c_size_t(count)), 1)  # expect: range-overflow function=upload


def step(address):
    for count in (64, 200):
        upload(address,  # via: 1
               count)


def main():
    start()
    address = allocate(100)
    step(address)  # via: 2
    check(cuda.cuMemFree_v2(address))


main()  # via: 3
