#!/usr/bin/env python3
"""Runs a command whose standard output is a terminal of so many columns, and prints what it wrote.

    on_terminal.py COLUMNS COMMAND...
"""

import fcntl
import os
import pty
import struct
import subprocess
import sys
import termios


def main():
    ours, theirs = pty.openpty()
    fcntl.ioctl(theirs, termios.TIOCSWINSZ, struct.pack("HHHH", 24, int(sys.argv[1]), 0, 0))
    running = subprocess.Popen(sys.argv[2:], stdout=theirs)
    os.close(theirs)
    written = b""
    while True:
        try:
            block = os.read(ours, 65536)
        except OSError:  # the other end is closed
            break
        if not block:
            break
        written += block
    sys.stdout.buffer.write(written.replace(b"\r\n", b"\n"))
    sys.exit(running.wait())


if __name__ == "__main__":
    main()
