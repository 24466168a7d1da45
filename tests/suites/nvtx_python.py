"""Ranges of Python's nvtx package around one mistake."""
import ctypes

import nvtx

cuda = ctypes.CDLL("libcuda.so.1")
device = ctypes.c_int()


def ask():
    cuda.cuDeviceGet(ctypes.byref(device), 99)


cuda.cuInit(0)
with nvtx.annotate("forward"):
    ask()
with nvtx.annotate("outer", domain="of our own"), nvtx.annotate("inner", domain="of our own"):
    ask()
started = nvtx.start_range("of the process")
ask()
nvtx.end_range(started)
ask()
