"""The CUDA driver API, as far as the tests need it."""
import ctypes
import threading

cuda = ctypes.CDLL("libcuda.so.1")
PTX = b""".version 7.0
.target sm_70
.address_size 64
.visible .entry fill(.param .u64 p, .param .u32 n)
{ .reg .u64 %a; .reg .u32 %i, %n; .reg .u64 %o; .reg .pred %q;
  ld.param.u64 %a, [p]; ld.param.u32 %n, [n]; mov.u32 %i, %tid.x;
  setp.ge.u32 %q, %i, %n; @%q bra DONE;
  mul.wide.u32 %o, %i, 4; add.u64 %a, %a, %o; st.global.u32 [%a], %i;
DONE: ret; }
"""


def start():
    context = ctypes.c_void_p()
    cuda.cuInit(0)
    cuda.cuDevicePrimaryCtxRetain(ctypes.byref(context), 0)
    cuda.cuCtxSetCurrent(context)


def allocate(size):
    pointer = ctypes.c_uint64()
    assert cuda.cuMemAlloc_v2(ctypes.byref(pointer), ctypes.c_size_t(size)) == 0
    return pointer


def free(pointer):
    return cuda.cuMemFree_v2(pointer)


def clear(pointer, size):
    return cuda.cuMemsetD8_v2(pointer, ctypes.c_ubyte(0), ctypes.c_size_t(size))


def launch_fill(pointer, count):
    module, function = ctypes.c_void_p(), ctypes.c_void_p()
    assert cuda.cuModuleLoadData(ctypes.byref(module), PTX) == 0
    assert cuda.cuModuleGetFunction(ctypes.byref(function), module, b"fill") == 0
    number = ctypes.c_uint32(count)
    arguments = (ctypes.c_void_p * 2)(ctypes.addressof(pointer), ctypes.addressof(number))
    return cuda.cuLaunchKernel(function, 1, 1, 1, 32, 1, 1, 0, None, arguments, None)


def synchronize():
    return cuda.cuCtxSynchronize()


released = threading.Event()
_wait = ctypes.CFUNCTYPE(None, ctypes.c_void_p)(lambda _: released.wait(60))


def hold():
    """What is enqueued from now on waits until [released] is set."""
    assert cuda.cuLaunchHostFunc(None, _wait, None) == 0
