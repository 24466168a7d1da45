# Threads that are inside the library at the same time; each has frames of its own.
import ctypes
import threading

cuda = ctypes.CDLL("libcuda.so.1")
context = ctypes.c_void_p()
barrier = threading.Barrier(3)


def start():
    assert cuda.cuDevicePrimaryCtxRetain(ctypes.byref(context), 0) == 0


def fill(address, count):
    return cuda.cuMemsetD8_v2(address, 7, ctypes.c_size_t(count))  # expect: range-overflow function=fill


def use(address):
    return cuda.cuMemsetD8_v2(address, 7, ctypes.c_size_t(16))


def good():
    work(32)


def bad():
    work(65)  # via: 2


def work(count):
    assert cuda.cuCtxSetCurrent(context) == 0
    address = ctypes.c_uint64()
    assert cuda.cuMemAlloc_v2(ctypes.byref(address), ctypes.c_size_t(64)) == 0  # site: created
    barrier.wait()
    for _ in range(20):
        assert use(address) == 0
    fill(address, count)  # via: 1
    assert cuda.cuMemFree_v2(address) == 0


assert cuda.cuInit(0) == 0
start()
threads = [threading.Thread(target=target) for target in (good, bad, good)]
for thread in threads:
    thread.start()
for thread in threads:
    thread.join()
