# Which lines hold the memory of a device that has no more, and what PyTorch keeps in no tensor.
# needs: torch
# env: INQUEST_SOFT_MEMORY=64M
import torch


def hold():
    return torch.empty(5 << 20, device="cuda")  # site: related


def more():
    return torch.empty(12 << 20, device="cuda")  # expect: out-of-memory function=more


kept, spare = hold(), torch.empty(4 << 20, device="cuda")
part = torch.empty(1 << 10, device="cuda")
try:
    more()  # via: 1
except torch.cuda.OutOfMemoryError:
    pass
