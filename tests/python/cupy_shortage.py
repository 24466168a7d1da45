# Arrays that are kept fill the device.
# needs: cupy
# env: INQUEST_SOFT_MEMORY=0.0625GiB
import cupy

kept = []


def layer():
    return cupy.zeros(1 << 20, dtype=cupy.float32)  # site: related  # expect: out-of-memory function=layer


def grow():
    for _ in range(20):
        kept.append(layer())  # via: 1


try:
    grow()  # via: 2
except cupy.cuda.memory.OutOfMemoryError:
    pass
