"""Runs in a Python program that imports CuPy or Numba (python_pools.c): tells the guest which blocks their memory pools hand out.

Nothing of a framework is changed but for what stands under "CuPy" and "Numba"; what it returns stays the same.  Frames of this file are
hidden in reports, as those of the import machinery are, whose kind of file name it is compiled with.
"""
import ctypes
import sys

_guest = ctypes.PyDLL(None)
_ADDRESS = ctypes.c_void_p
_alloc = _guest.inquest_guest_pool_alloc
_alloc.argtypes, _alloc.restype = [ctypes.c_char_p, _ADDRESS, _ADDRESS, _ADDRESS, ctypes.c_size_t], None
_free = _guest.inquest_guest_pool_free
_keep = _guest.inquest_guest_pool_keep
for _function in (_free, _keep):
    _function.argtypes, _function.restype = [ctypes.c_char_p, _ADDRESS, _ADDRESS], None


# ---- CuPy ----

def _watch_cupy(memory, alloc=_alloc, free=_free):
    """Each thread has memory hooks of its own.  So that no block is missed, the allocator adds ours to the thread that calls it; those
    who ask for the allocator get the one that they set."""
    from cupy.cuda import memory_hook
    plain = [getattr(memory, name, None) for name in ("_malloc", "malloc_async", "malloc_managed", "malloc_system")]

    class Hook(memory_hook.MemoryHook):
        name = "inquest"

        def malloc_postprocess(self, *, size, mem_ptr, **_):
            if mem_ptr:
                alloc(b"MemoryPool.malloc", None, None, mem_ptr, size)

        def free_preprocess(self, *, mem_ptr, **_):
            free(b"PooledMemory.free", None, mem_ptr)

    class Watched:
        def __init__(self, real):
            self.real = real

        def __call__(self, size, hooks_of_thread=memory_hook.get_memory_hooks, hook=Hook()):
            hooks_of_thread().setdefault(hook.name, hook)
            return self.real(size)

    def wrap(allocator):
        return allocator if allocator is None or allocator in plain else Watched(allocator)

    def unwrap(allocator):
        return allocator.real if isinstance(allocator, Watched) else allocator

    def replace(getter, setter):
        get, put = getattr(memory, getter), getattr(memory, setter)
        setattr(memory, getter, lambda: unwrap(get()))
        setattr(memory, setter, lambda allocator=None: put(wrap(allocator)))

    replace("get_allocator", "set_allocator")
    replace("_get_thread_local_allocator", "_set_thread_local_allocator")


# ---- Numba ----

def _watch_numba(driver, keep=_keep):
    """Memory of arrays that are gone is kept for a while before it is freed."""
    pending = driver._PendingDeallocs
    add = pending.add_item

    def add_item(self, dtor, handle, *rest, **named):
        if getattr(dtor, "__name__", "") == "cuMemFree":
            keep(b"DeviceNDArray.__del__", None, int(handle))
        return add(self, dtor, handle, *rest, **named)

    pending.add_item = add_item


# ---- imports ----

class _Finder:
    """Watches a module as soon as it has been executed, before anybody can use it."""
    watch = {"cupy.cuda.memory": _watch_cupy, "numba.cuda.cudadrv.driver": _watch_numba}

    def find_spec(self, name, path=None, target=None):
        watch = self.watch.pop(name, None)
        if not watch:
            return None
        found = (finder.find_spec(name, path, target) for finder in sys.meta_path if finder is not self)
        spec = next(filter(None, found), None)
        if spec and hasattr(spec.loader, "exec_module"):
            spec.loader.exec_module = self.watching(spec.loader.exec_module, watch)
        return spec

    @staticmethod
    def watching(execute, watch):
        def exec_module(module):
            execute(module)
            try:
                watch(module)
            except (AttributeError, ImportError) as problem:
                print(f"inquest: the memory pools of {module.__name__} are not known: {problem}", file=sys.stderr)
        return exec_module


# Blocks that were handed out before would be taken for free memory.
for _name in set(_Finder.watch) & set(sys.modules):
    del _Finder.watch[_name]
sys.meta_path.insert(0, _Finder())
