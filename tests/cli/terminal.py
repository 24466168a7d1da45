#!/usr/bin/env python3
"""Runs a command on a terminal of some width and prints what it wrote, with the length of the longest line: terminal.py WIDTH COMMAND..."""
import fcntl
import os
import pty
import struct
import sys
import termios

pid, terminal = pty.fork()
if not pid:
    fcntl.ioctl(0, termios.TIOCSWINSZ, struct.pack("HHHH", 40, int(sys.argv[1]), 0, 0))
    os.execvp(sys.argv[2], sys.argv[2:])
text = b""
try:
    while piece := os.read(terminal, 9999):
        text += piece
except OSError:
    pass
lines = [line.rstrip("\r") for line in text.decode().split("\n")]
print("\n".join(lines))
print("longest", max(len(line) for line in lines))
