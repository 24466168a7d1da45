# A tensor is freed while another stream still uses it, and its memory is handed out again: record_stream is missing.
# needs: torch
import torch

fill = torch.cuda._compile_kernel(r"""
extern "C" __global__ void fill(float *to, int count)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < count)
        to[i] = 1;
}""", "fill")


def work():
    data = torch.empty(1000, device="cuda")
    with torch.cuda.stream(side):
        fill((4, 1, 1), (256, 1, 1), (data, 1000))  # site: related


def reuse():
    other = torch.empty(1000, device="cuda")
    fill((4, 1, 1), (256, 1, 1), (other, 1000))  # expect: stream-race function=reuse size=4096


side = torch.cuda.Stream()
work()
reuse()  # via: 1
torch.cuda.synchronize()
