# Machine code that Triton has made by ptxas: the software device runs the PTX that it was made of.
# needs: triton
import os
import tempfile

os.environ["TRITON_CACHE_DIR"] = tempfile.mkdtemp()
import torch
import triton
import triton.language as tl


@triton.jit
def multiply(a, b, c, count: tl.constexpr, side: tl.constexpr):
    rows, columns = tl.arange(0, side), tl.arange(0, side)
    depth = tl.arange(0, 32)
    total = tl.zeros((side, side), dtype=tl.float32)
    for k in range(0, count, 32):
        x = tl.load(a + rows[:, None] * count + (k + depth)[None, :])
        y = tl.load(b + (k + depth)[:, None] * side + columns[None, :])
        total += tl.dot(x, y)
    tl.store(c + rows[:, None] * side + columns[None, :], total)


def on_device(host):
    tensor = torch.empty(host.shape, dtype=host.dtype, device="cuda")
    tensor.copy_(host)
    return tensor


torch.manual_seed(1)
a, b = torch.randn(64, 128).half(), torch.randn(128, 64).half()
c = on_device(torch.zeros(64, 64))
multiply[(1,)](on_device(a), on_device(b), c, 128, 64)
assert torch.allclose(c.cpu(), a.float() @ b.float(), atol=1e-3)
