"""Runs a module (-m NAME) or a program's text (-c TEXT), and ends with everything it started when Verbio has ended.

Its standard input is a pipe. Only Verbio holds the other end, so that it is closed however Verbio ends.
"""
import os
import runpy
import select
import signal
import sys
import threading


def end_with_parent():
    watch = select.poll()
    watch.register(0, select.POLLHUP)
    watch.poll()
    os.killpg(0, signal.SIGKILL)


threading.Thread(target=end_with_parent, daemon=True).start()
kind, what = sys.argv[1:3]
del sys.argv[1:3]
if kind == "-m":
    runpy.run_module(what, run_name="__main__", alter_sys=True)
else:
    sys.argv[0] = "-c"
    exec(compile(what, "verbio", "exec"), {"__name__": "__main__"})
