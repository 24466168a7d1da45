# A kernel of Triton's without a mask writes after the end of its tensor, which is all of its segment.
# needs: triton
# env: PYTORCH_NO_CUDA_MEMORY_CACHING=1
import os
import tempfile

os.environ["TRITON_CACHE_DIR"] = tempfile.mkdtemp()
import torch
import triton
import triton.language as tl


@triton.jit
def fill(to, width: tl.constexpr):
    at = tl.program_id(0) * width + tl.arange(0, width)
    tl.store(to + at, 1.0)


data = torch.empty(1000, device="cuda")
fill[(4,)](data, 256)  # expect: kernel-out-of-bounds function=<module> size=4000
torch.cuda.synchronize()
