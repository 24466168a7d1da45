# What programs do with CuPy and its pools, on threads that began before it was imported as well.
# needs: cupy
import concurrent.futures

threads = concurrent.futures.ThreadPoolExecutor(3)
list(threads.map(int, "123"))

import cupy
import numpy


def work(seed):
    with cupy.cuda.Stream(non_blocking=True) as stream:
        for i in range(4):
            one = cupy.arange(1000 + seed + i, dtype=cupy.float32)
            two = cupy.concatenate([one[::2], (one * 2 + 1)[1:]])
            assert abs(float(two.sum()) - float(cupy.asnumpy(two).sum(dtype=numpy.float64))) < 1e3
            sums = cupy.cumsum(one.astype(cupy.int64))
            assert int(cupy.sort(sums)[::-1].copy()[0]) == int(sums[-1])
        stream.synchronize()


work(0)
list(threads.map(work, range(6)))
square = cupy.arange(600.).reshape(20, 30)
assert float((square.T.copy() ** 2).sum()) == 71820100
some = cupy.zeros((33, 17))
some[3:5, ::2] = 4
assert some[some > 1].shape == (18,) and int(cupy.argmax(some)) == 51
cupy.get_default_memory_pool().free_all_blocks()

pool = cupy.cuda.MemoryPool()
with cupy.cuda.using_allocator(pool.malloc):
    assert cupy.cuda.get_allocator() == pool.malloc
    ones = cupy.ones(77)
    more = ones + 1
assert pool.used_bytes() == 2048
del ones, more
pool.free_all_blocks()
assert pool.total_bytes() == 0
for allocator in cupy.cuda.MemoryPool(cupy.cuda.malloc_managed).malloc, cupy.cuda.malloc_async, cupy.cuda.MemoryAsyncPool().malloc, None:
    cupy.cuda.set_allocator(allocator)
    assert allocator is None or cupy.cuda.get_allocator() == allocator
    assert int(cupy.arange(50).sum()) == 1225
