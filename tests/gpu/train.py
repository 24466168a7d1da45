"""A PyTorch training loop: a dozen linear layers, AdamW.  Prints the milliseconds per step and the final loss;
the loss must not depend on who watches.  Usage: train.py [STEPS [--mark N]]
--mark: sends SIGUSR1 before and after step N, for bench/process_steps.py."""
import os, signal, sys, time
import torch

steps = int(sys.argv[1]) if len(sys.argv) > 1 else 300
marked = int(sys.argv[3]) if sys.argv[2:3] == ["--mark"] else None


def mark():
    if done == marked:
        os.kill(os.getpid(), signal.SIGUSR1)


torch.manual_seed(0)
layers = [m for _ in range(12) for m in (torch.nn.Linear(256, 256), torch.nn.ReLU())]
model = torch.nn.Sequential(*layers, torch.nn.Linear(256, 10)).cuda()
optimizer = torch.optim.AdamW(model.parameters(), lr=1e-3)
loader = torch.utils.data.DataLoader(torch.utils.data.TensorDataset(torch.randn(4096, 256), torch.randint(0, 10, (4096,))),
                                     batch_size=128, pin_memory=True)
times, done, loss = [], 0, None
while done < steps:
    for x, y in loader:
        mark()
        start = time.perf_counter()
        x, y = x.cuda(non_blocking=True), y.cuda(non_blocking=True)
        optimizer.zero_grad()
        loss = torch.nn.functional.cross_entropy(model(x), y)
        loss.backward()
        optimizer.step()
        torch.cuda.synchronize()
        mark()
        times.append(time.perf_counter() - start)
        done += 1
        if done == steps:
            break
times = sorted(times[len(times) // 4:])
print(f"ms_per_step {1e3 * times[len(times) // 2]:.4f} loss {loss.item():.9f}")
