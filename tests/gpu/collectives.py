"""Two ranks of torch.distributed over the real NCCL: torchrun --nproc-per-node 2 collectives.py good|count|order|missing
Each ends by itself: what does not fit together is aborted after four seconds, and `missing` by PyTorch's own watchdog after twelve."""
import datetime, os, sys, time
import torch
import torch.distributed as dist

COUNT = 1 << 20


def zeros(count):
    return torch.zeros(count).cuda()


def good(rank, ranks):
    model = torch.nn.parallel.DistributedDataParallel(torch.nn.Sequential(torch.nn.Linear(256, 256), torch.nn.ReLU(), torch.nn.Linear(256, 10)).cuda())
    optimizer = torch.optim.SGD(model.parameters(), lr=1e-3)
    for _ in range(20):
        optimizer.zero_grad()
        model(torch.randn(64, 256, device="cuda")).square().mean().backward()
        optimizer.step()
    values = torch.full((COUNT,), float(rank + 1), device="cuda")
    work = dist.all_reduce(values, async_op=True)
    work.wait()
    parts = torch.empty(ranks * COUNT, device="cuda")
    dist.all_gather_into_tensor(parts, values)
    dist.reduce_scatter_tensor(values, parts)
    dist.all_to_all_single(parts, parts.clone())
    dist.broadcast(values, 0)
    messages = [dist.P2POp(dist.isend, values, 1 - rank), dist.P2POp(dist.irecv, torch.empty_like(values), 1 - rank)]
    for request in dist.batch_isend_irecv(messages):
        request.wait()
    group = dist.new_group([0, 1])
    dist.all_reduce(values, group=group)
    dist.barrier()
    torch.cuda.synchronize()
    assert values[0].item() == 2 * ranks * 3, values[0]


def count(rank, ranks):
    values = zeros(COUNT // 2 if rank else COUNT)
    dist.all_reduce(values)  # differs: count
    give_up()


def order(rank, ranks):
    values = zeros(COUNT)
    if rank == 0:
        dist.all_reduce(values)
    dist.broadcast(values, 0)  # differs: order
    if rank == 1:
        dist.all_reduce(values)
    give_up()


def missing(rank, ranks):
    if rank == 1:
        os._exit(0)  # an early return
    dist.all_reduce(zeros(COUNT))  # differs: missing
    torch.cuda.synchronize()  # hangs: missing


def give_up():
    """Ends a job whose collectives do not fit together."""
    end = time.monotonic() + 4
    while not torch.cuda.current_stream().query() and time.monotonic() < end:
        time.sleep(0.01)
    time.sleep(max(0, end - time.monotonic()))
    dist.distributed_c10d._abort_process_group()
    print("aborted", flush=True)
    os._exit(3)


def main():
    rank = int(os.environ["LOCAL_RANK"])
    torch.cuda.set_device(rank)
    dist.init_process_group("nccl", timeout=datetime.timedelta(seconds=12))
    dist.all_reduce(zeros(16))
    torch.cuda.synchronize()
    {"good": good, "count": count, "order": order, "missing": missing}[sys.argv[1]](rank, dist.get_world_size())
    dist.destroy_process_group()
    print("ended", flush=True)


if __name__ == "__main__":
    main()
