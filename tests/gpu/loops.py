"""Loops of Python libraries for bench/whole.py, which print the milliseconds of the loop without start-up.
Usage: loops.py loader|compiled|cupy|jax COUNT
loader: a training loop of PyTorch whose data comes from two workers; compiled: one of torch.compile; cupy, jax: small array operations."""
import sys, time


def loader(count):
    import torch
    data = torch.utils.data.TensorDataset(torch.randn(4096, 256), torch.randint(0, 10, (4096,)))
    batches = torch.utils.data.DataLoader(data, batch_size=128, num_workers=2, pin_memory=True, persistent_workers=True)
    return train(torch, torch.nn.Linear, batches, count)


def compiled(count):
    import torch
    data = [(torch.randn(128, 256).pin_memory(), torch.randint(0, 10, (128,)).pin_memory()) for _ in range(32)]
    return train(torch, torch.nn.Linear, data, count, torch.compile)


def train(torch, layer, batches, count, change=lambda model: model):
    model = change(torch.nn.Sequential(*(m for _ in range(6) for m in (layer(256, 256), torch.nn.ReLU())), layer(256, 10)).cuda())
    optimizer = torch.optim.SGD(model.parameters(), lr=1e-3)
    done, start = -20, 0
    while True:
        for x, y in batches:
            if done == 0:
                torch.cuda.synchronize()
                start = time.perf_counter()
            optimizer.zero_grad()
            torch.nn.functional.cross_entropy(model(x.cuda(non_blocking=True)), y.cuda(non_blocking=True)).backward()
            optimizer.step()
            done += 1
            if done == count:
                torch.cuda.synchronize()
                return time.perf_counter() - start


def cupy(count):
    import cupy
    x = cupy.arange(4096, dtype=cupy.float32)

    def steps(number):
        y = x
        for i in range(number):
            y = cupy.sqrt(y * y + x)
            if i % 100 == 0:
                cupy.cuda.get_current_stream().synchronize()
        cupy.cuda.get_current_stream().synchronize()

    return timed(steps, count)


def jax(count):
    import jax as library
    x = library.numpy.arange(4096, dtype=library.numpy.float32)
    step = library.jit(lambda y: library.numpy.sqrt(y * y + x))

    def steps(number):
        y = x
        for i in range(number):
            y = step(y)
            if i % 100 == 0:
                y.block_until_ready()
        y.block_until_ready()

    return timed(steps, count)


def timed(steps, count):
    steps(200)
    start = time.perf_counter()
    steps(count)
    return time.perf_counter() - start


if __name__ == "__main__":
    print(f"ms {1e3 * {'loader': loader, 'compiled': compiled, 'cupy': cupy, 'jax': jax}[sys.argv[1]](int(sys.argv[2])):.3f}")
