# Mistakes of pyopencl scripts, one for each word; status 77 without numpy, pyopencl or a device.
import sys

try:
    import numpy as np
    import pyopencl as cl
    context = cl.create_some_context(interactive=False)
except Exception:
    sys.exit(77)

queue = cl.CommandQueue(context)
buffer = cl.Buffer(context, cl.mem_flags.READ_WRITE, 1 << 22)
cl.enqueue_fill_buffer(queue, buffer, np.float32(1), 0, 1 << 22)
if sys.argv[1] == 'size':
    kernel = cl.Program(context, 'kernel void scale(global float *data, float factor) { data[get_global_id(0)] *= factor; }').build().scale
    kernel.set_arg(1, np.float64(2))  # size
if sys.argv[1] == 'large':
    cl.enqueue_copy(queue, buffer, np.ones(1 << 20))  # large
if sys.argv[1] in ('early', 'waited'):
    out = np.empty(1 << 20, np.float32)
    event = cl.enqueue_copy(queue, out, buffer, is_blocking=False)
    if sys.argv[1] == 'waited':
        event.wait()
    total = out.sum()  # early
queue.finish()
