"""Mistakes that are noticed in another test than the one that made them, or in none."""
import atexit

import gpu

gpu.start()
gpu.clear(gpu.allocate(24), 25)         # in no test


def test_launches_too_far():
    pointer = gpu.allocate(16)
    gpu.hold()
    assert gpu.launch_fill(pointer, 5) == 0


def test_waits():
    gpu.released.set()
    gpu.synchronize()


def test_is_not_to_blame():
    pass


def clear_at_exit():
    gpu.start()
    gpu.clear(gpu.allocate(32), 33)


atexit.register(clear_at_exit)
