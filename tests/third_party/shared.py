"""Arrays of pyopencl in shared memory: queues free it, and numpy's own arrays take its place."""
import numpy as np, pyopencl as cl, pyopencl.array as arrays, pyopencl.tools as tools

context = cl.create_some_context(interactive=False)
for _ in range(20):
    queue = cl.CommandQueue(context)
    allocator = tools.SVMAllocator(context, queue=queue)
    left = arrays.arange(queue, 2000, dtype=np.float32, allocator=allocator)
    right = arrays.to_device(queue, np.arange(2000), allocator=allocator) + 4000
    again = arrays.to_device(queue, np.arange(2000), allocator=allocator) + 4000
    np.testing.assert_allclose((left + right).get(), np.arange(2000) * 2 + 4000)
    np.testing.assert_allclose(again.get(), np.arange(2000) + 4000)
