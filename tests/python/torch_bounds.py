# A kernel runs past a tensor, in a segment of PyTorch's allocator; the size is the one that PyTorch rounds to.
# needs: torch
import torch

fill = torch.cuda._compile_kernel(r"""
extern "C" __global__ void fill(float *to, int count)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < count)
        to[i] = 1;
}""", "fill")


def make():
    return torch.empty(100, device="cuda")  # site: created


def use(tensor, count):
    fill((1, 1, 1), (256, 1, 1), (tensor, count))  # expect: kernel-out-of-bounds function=use size=512


one = make()
use(one, 129)  # via: 1
print(float(one[0]))
