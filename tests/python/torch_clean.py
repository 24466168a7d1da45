# What programs do with PyTorch's allocator: blocks of all sizes, streams, pinned memory, workers, graphs.  PyTorch's own kernels are
# machine code, which the software device does not run.
# needs: torch
import torch
import torch.utils.data

fill = torch.cuda._compile_kernel(r"""
extern "C" __global__ void fill(float *to, int count)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < count)
        to[i] = 1;
}""", "fill")

side = torch.cuda.Stream()


class Numbers(torch.utils.data.Dataset):
    def __len__(self):
        return 16

    def __getitem__(self, index):
        return torch.full((100,), float(index))


def train():
    loader = torch.utils.data.DataLoader(Numbers(), batch_size=4, num_workers=2, pin_memory=True)
    total = 0
    for batch in loader:
        there = batch.to("cuda", non_blocking=True)
        kept = torch.empty_like(there)
        kept.copy_(there)
        total += float(kept.cpu().sum())
    assert total == 12000


def streams():
    for size in 1, 100, 1000, 1 << 20, 3 << 20:
        data = torch.empty(size, device="cuda")
        with torch.cuda.stream(side):
            side.wait_stream(torch.cuda.current_stream())
            fill(((size + 255) // 256, 1, 1), (256, 1, 1), (data, size))
        data.record_stream(side)
        del data
        other = torch.zeros(size, device="cuda")
        fill(((size + 255) // 256, 1, 1), (256, 1, 1), (other, size))
        assert float(other[-1]) == 1
    torch.cuda.synchronize()
    torch.cuda.empty_cache()


def graph():
    still = torch.zeros(256, device="cuda")
    captured = torch.cuda.CUDAGraph()
    with torch.cuda.graph(captured):
        inner = torch.empty(256, device="cuda")
        fill((1, 1, 1), (256, 1, 1), (inner, 256))
        still.copy_(inner)
    for _ in range(3):
        captured.replay()
    assert float(still[7]) == 1


if __name__ == "__main__":
    train()
    streams()
    graph()
    del side
