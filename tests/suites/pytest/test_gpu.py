"""A suite with mistakes; the name of each test says what is to become of it under inquest."""
import os
import subprocess
import sys
import threading

import gpu
import pytest


@pytest.fixture(autouse=True)
def context():
    gpu.start()


def clear_too_much():
    """The same line in all tests."""
    gpu.clear(gpu.allocate(16), 20)


def test_passes():
    pointer = gpu.allocate(16)
    assert gpu.clear(pointer, 16) == 0
    assert gpu.free(pointer) == 0


def test_fails_silently():
    clear_too_much()


def test_fails_silently_too():
    clear_too_much()


def test_fails_on_a_thread():
    thread = threading.Thread(target=lambda: (gpu.start(), clear_too_much()))
    thread.start()
    thread.join()


def test_fails_by_itself_and_says_why():
    pointer = gpu.allocate(16)
    gpu.free(pointer)
    assert gpu.clear(pointer, 16) == 0


def test_fails_in_a_child():
    subprocess.run([sys.executable, "-c", "import gpu; gpu.start(); gpu.clear(gpu.allocate(8), 9)"], cwd=os.path.dirname(__file__), check=True)


@pytest.mark.inquest_expect("use-after-free")
def test_passes_as_expected():
    pointer = gpu.allocate(16)
    gpu.free(pointer)
    assert gpu.clear(pointer, 16) != 0


@pytest.mark.inquest_expect("use-after-free")
def test_fails_since_the_mistake_is_missing():
    gpu.free(gpu.allocate(16))


@pytest.mark.inquest_expect("use-after-free")
def test_fails_by_another_mistake():
    pointer = gpu.allocate(16)
    gpu.free(pointer)
    gpu.clear(pointer, 16)
    clear_too_much()


@pytest.mark.skip(reason="for the count")
def test_is_skipped():
    pass


@pytest.mark.xfail(strict=True)
def test_xfails():
    clear_too_much()


@pytest.fixture
def freed_twice():
    pointer = gpu.allocate(16)
    yield
    gpu.free(pointer)
    gpu.free(pointer)


def test_errors_at_teardown(freed_twice):
    pass
