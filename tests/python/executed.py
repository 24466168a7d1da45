# Code made at run time: the same bytes of code stand for other lines each time.
import ctypes

cuda = ctypes.CDLL("libcuda.so.1")
context = ctypes.c_void_p()
address = ctypes.c_uint64()
assert cuda.cuInit(0) == 0
assert cuda.cuDevicePrimaryCtxRetain(ctypes.byref(context), 0) == 0
assert cuda.cuCtxSetCurrent(context) == 0
assert cuda.cuMemAlloc_v2(ctypes.byref(address), ctypes.c_size_t(32)) == 0
text = "\n" * 6 + "def fill(size):\n    cuda.cuMemsetD8_v2(address, 0, ctypes.c_size_t(size))\n"


def run(name, size):
    scope = dict(globals())
    exec(compile(text, name, "exec"), scope)
    scope["fill"](size)  # via: 1


for number in range(8):
    run("<small>", 16)
run("<made ü>", 48)  # via: 2
# expect-at: range-overflow file=<made_ü> line=8 function=fill
for number in range(8):
    run("<small>", 16)
assert cuda.cuMemFree_v2(address) == 0
