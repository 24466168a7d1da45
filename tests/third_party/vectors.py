"""A small program over pyopencl: an upload, a kernel, a download, and a reduction from its library."""
import numpy
import pyopencl
import pyopencl.array
import pyopencl.reduction

context = pyopencl.create_some_context(interactive=False)
queue = pyopencl.CommandQueue(context)
host = numpy.arange(4096, dtype=numpy.float32)
flags = pyopencl.mem_flags
source = pyopencl.Buffer(context, flags.READ_ONLY | flags.COPY_HOST_PTR, hostbuf=host)
target = pyopencl.Buffer(context, flags.WRITE_ONLY, host.nbytes)
program = pyopencl.Program(context, """
kernel void twice(global const float *x, global float *y) { int i = get_global_id(0); y[i] = 2 * x[i]; }
""").build()
program.twice(queue, host.shape, None, source, target)
result = numpy.empty_like(host)
pyopencl.enqueue_copy(queue, result, target)
assert (result == 2 * host).all()
total = pyopencl.array.sum(pyopencl.array.to_device(queue, host)).get()
assert total == host.sum()
