# An array is used on a second stream and gone before that use is over: the pool gives its memory to the first stream again.
# needs: cupy
import cupy

first, second = cupy.cuda.Stream(non_blocking=True), cupy.cuda.Stream(non_blocking=True)
ready = cupy.cuda.Event(disable_timing=True)
with first:
    array = cupy.empty(1 << 14, dtype=cupy.float32)  # site: related
    array.fill(0)
    ready.record(first)
second.wait_event(ready)
with second:
    total = array + 1  # site: related
with first:
    del array  # site: related
    other = cupy.empty(1 << 14, dtype=cupy.float32)  # site: created
    other.fill(2)  # expect: stream-race function=<module> size=65536
cupy.cuda.runtime.deviceSynchronize()
