"""RMM's pools on a real GPU: inquest --device real --python-pools yes --kernel-checks bounds python3 rmm_pools.py pool|arena right|overrun|freed"""
import sys
import cupy
import rmm
from rmm.allocators.cupy import rmm_cupy_allocator

fill = cupy.RawKernel(r"""
extern "C" __global__ void fill(float *to, int count)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < count)
        to[i] = 1;
}""", "fill")


def make():
    return cupy.zeros(512, dtype=cupy.float32)  # created


def use(array, count):
    fill((4,), (256,), (array, cupy.int32(count)))  # launched


kind, what = sys.argv[1:]
upstream = rmm.mr.CudaMemoryResource()
rmm.mr.set_current_device_resource(rmm.mr.PoolMemoryResource(upstream, initial_pool_size=1 << 24) if kind == "pool" else rmm.mr.ArenaMemoryResource(upstream, arena_size=1 << 26))
cupy.cuda.set_allocator(rmm_cupy_allocator)
one, two = make(), make()
for array in one, two:
    use(array, 512)
buffers = [rmm.DeviceBuffer(size=1000 * i) for i in range(1, 50)]
del buffers
if what == "overrun":
    use(one, 513)
if what == "freed":
    pointer = cupy.ndarray(512, cupy.float32, cupy.cuda.MemoryPointer(cupy.cuda.UnownedMemory(two.data.ptr, 2048, None), 0))
    del two, array
    use(pointer, 512)
print(float(one.sum()))
