# Nothing wrong; enough of everything that frames are read often.
import ctypes
import threading

cuda = ctypes.CDLL("libcuda.so.1")
context = ctypes.c_void_p()


def recurse(depth, address):
    if depth:
        return recurse(depth - 1, address)
    return cuda.cuMemsetD8_v2(address, 1, ctypes.c_size_t(64))


def work():
    assert cuda.cuCtxSetCurrent(context) == 0
    for depth in range(0, 200, 7):
        address = ctypes.c_uint64()
        assert cuda.cuMemAlloc_v2(ctypes.byref(address), ctypes.c_size_t(64)) == 0
        assert recurse(depth, address) == 0
        assert all(code == 0 for code in (cuda.cuMemsetD8_v2(address, i, ctypes.c_size_t(i)) for i in range(1, 60)))
        assert cuda.cuMemFree_v2(address) == 0


assert cuda.cuInit(0) == 0
assert cuda.cuDevicePrimaryCtxRetain(ctypes.byref(context), 0) == 0
threads = [threading.Thread(target=work) for _ in range(4)]
for thread in threads:
    thread.start()
work()
for thread in threads:
    thread.join()
