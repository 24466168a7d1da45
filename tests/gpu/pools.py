"""PyTorch's allocator on a real GPU: inquest --device real --python-pools yes python3 pools.py clean|race|race_own|shortage
clean: training with workers, mixed precision, graphs in private pools and several streams, without a finding; race: a tensor that another stream
still uses goes back, by a kernel compiled here, by one of PyTorch's own; shortage: more memory than there is."""
import sys
import torch


def model_of(width):
    return torch.nn.Sequential(*(m for _ in range(4) for m in (torch.nn.Linear(width, width), torch.nn.ReLU())), torch.nn.Linear(width, 10)).cuda()


def train():
    data = torch.utils.data.TensorDataset(torch.randn(2048, 256), torch.randint(0, 10, (2048,)))
    loader = torch.utils.data.DataLoader(data, batch_size=128, num_workers=2, pin_memory=True, shuffle=True)
    model = model_of(256)
    optimizer = torch.optim.AdamW(model.parameters())
    for _ in range(2):
        for x, y in loader:
            optimizer.zero_grad()
            with torch.autocast("cuda", dtype=torch.bfloat16):
                loss = torch.nn.functional.cross_entropy(model(x.cuda(non_blocking=True)), y.cuda(non_blocking=True))
            loss.backward()
            optimizer.step()
    return loss.item()


def graphs():
    model, x = model_of(256), torch.randn(128, 256, device="cuda")
    side = torch.cuda.Stream()
    side.wait_stream(torch.cuda.current_stream())
    with torch.cuda.stream(side):
        for _ in range(3):
            model(x).square().mean().backward()
    torch.cuda.current_stream().wait_stream(side)
    pool, captured = torch.cuda.graph_pool_handle(), []
    for _ in range(3):
        graph = torch.cuda.CUDAGraph()
        with torch.cuda.graph(graph, pool=pool):
            out = model(x).relu()
        captured.append((graph, out))
    for _ in range(5):
        x.copy_(torch.randn(128, 256))
        for graph, out in captured:
            graph.replay()
            out.clone()
    graphed = torch.cuda.make_graphed_callables(model_of(256), (x,))
    for _ in range(5):
        graphed(x).sum().backward()
    torch.cuda.synchronize()


def streams():
    side = [torch.cuda.Stream() for _ in range(3)]
    for step in range(200):
        stream, data = side[step % 3], torch.randn(1 << 18, device="cuda")
        stream.wait_stream(torch.cuda.current_stream())
        with torch.cuda.stream(stream):
            data.mul_(2)
        data.record_stream(stream)
        del data
    torch.cuda.synchronize()
    torch.cuda.empty_cache()


def clean():
    train()
    graphs()
    streams()
    print("ended")


FILL = r"""
extern "C" __global__ void fill(float *to, int count)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < count)
        to[i] = 1;
}"""


def race_with(fill):
    side = torch.cuda.Stream()
    data = torch.empty(1000, device="cuda")
    with torch.cuda.stream(side):
        torch.cuda._sleep(200_000_000)
        fill(data)  # the late use
    del data  # record_stream is missing
    other = torch.empty(1000, device="cuda")
    fill(other)  # the same memory
    torch.cuda.synchronize()


def race():
    kernel = torch.cuda._compile_kernel(FILL, "fill")
    race_with(lambda tensor: kernel((4, 1, 1), (256, 1, 1), (tensor, 1000)))


def race_own():
    race_with(lambda tensor: tensor.fill_(3))


def shortage():
    kept = [torch.empty(64 << 20, device="cuda") for _ in range(3)]  # 768 MiB
    spare = torch.empty(128 << 20, device="cuda")
    del spare
    try:
        torch.empty(1 << 40, device="cuda")
    except torch.cuda.OutOfMemoryError:
        print("no memory", len(kept))


{"clean": clean, "race": race, "race_own": race_own, "shortage": shortage}[sys.argv[1]]()
