"""Loaded into gdb by `inquest --gdb': where --stop stops the program, its own frame is selected, and the finding is printed.

inquest-why prints the finding, with the object's history, again."""
import os
import re
import subprocess

import gdb

PREFIX = os.path.realpath(os.path.join(os.path.dirname(os.path.abspath(__file__)), "../../.."))
LIBRARIES = os.path.join(PREFIX, "lib/inquest") + "/"
DRIVER = re.compile(r"^lib(cuda|cudart|inquest-cudart|OpenCL|pocl|vulkan)\b")
MOST_FRAMES = 200
# Functions that nvcc writes between a launch and the runtime; the last one is called by the kernel's own stand-in on the host.
LAUNCHERS = re.compile(r"^(__cudaLaunchKernel|(__wrapper)?__device_stub_|cudaLaunchKernel)")


def library_of(frame):
    """The file that [frame]'s code is of; "": the program itself, or nothing known."""
    return os.path.realpath(gdb.solib_name(frame.pc()) or "/")


def is_ours(frame):
    return library_of(frame).startswith(LIBRARIES)


def program_frame():
    """The innermost frame above those of inquest and of the driver; None: none of inquest's is there."""
    frame, found = gdb.newest_frame(), None
    for _ in range(MOST_FRAMES):
        if frame is None:
            break
        if is_ours(frame):
            found = frame.older()
        frame = frame.older()
    while found is not None and DRIVER.match(os.path.basename(library_of(found))):
        found = found.older()
    return launch_of(found)


def launch_of(frame):
    """The frame whose source has the launch that [frame] belongs to; [frame] itself if it belongs to none."""
    above, stub = frame, False
    while above is not None and LAUNCHERS.match(above.name() or ""):
        stub = stub or "__device_stub_" in above.name()
        above = above.older()
    if above is not None and stub:
        above = above.older()
    return above or frame


def report():
    """What inquest has found so far; the run's own folder has it."""
    session = os.environ.get("INQUEST_SESSION")
    if not session:
        return "inquest-why: gdb was not started by inquest --gdb\n"
    ours = ("INQUEST_", "LD_")
    environment = {name: value for name, value in os.environ.items() if not name.startswith(ours)}
    done = subprocess.run([os.path.join(PREFIX, "bin/inquest"), "report", "--quiet", "--source=.", "-o", "-", session],
                          env=environment, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                          universal_newlines=True, check=False)
    return done.stdout or "inquest-why: nothing was found so far\n"


def print_python_stack():
    try:
        text = gdb.execute("py-bt", to_string=True)
    except gdb.error:       # no such command, or no Python in the program
        return
    gdb.write(text)


class Why(gdb.Command):
    """Print what inquest has found, and what became of the object: inquest-why"""

    def __init__(self):
        super().__init__("inquest-why", gdb.COMMAND_STACK)

    def invoke(self, argument, from_tty):
        gdb.write(report())
        print_python_stack()


def is_raised_by_us():
    """Does the stack begin with the C library's raise, called by inquest?"""
    frame, raised = gdb.newest_frame(), False
    for _ in range(8):
        if frame is None or is_ours(frame):
            break
        raised = raised or "raise" in (frame.name() or "") or "pthread_kill" in (frame.name() or "")
        frame = frame.older()
    return raised and frame is not None and is_ours(frame)


def on_stop(event):
    """gdb tells of SIGTRAP as of any stop that is neither a breakpoint's nor another signal's."""
    other_signal = isinstance(event, gdb.SignalEvent) and event.stop_signal != "SIGTRAP"
    if isinstance(event, gdb.BreakpointEvent) or other_signal or not is_raised_by_us():
        return
    frame = program_frame()
    if frame is None:
        return
    gdb.write(report())
    frame.select()
    gdb.execute("frame")


Why()
gdb.events.stop.connect(on_stop)
