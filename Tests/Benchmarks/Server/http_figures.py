"""What `verbio serve` costs: CPU of a small request, memory of a large upload, of idle connections and of aborted uploads.

    python3 Tests/Benchmarks/Server/http_figures.py .build/release/verbio

The peers (`fastapi` with `uvicorn`, and `aiohttp`) are measured if they are installed. One run, loopback; the client is a
loop over a socket, so that its own cost does not count: only the CPU of the server's process is read.
"""

import os
import re
import resource
import socket
import subprocess
import sys
import tempfile
import time

FASTAPI = """
from fastapi import FastAPI
import uvicorn, sys
app = FastAPI()
@app.get("/api/health")
def health(): return {"status": "ok", "version": "1", "translations": {"running": 0, "limit": 4}}
uvicorn.run(app, port=int(sys.argv[1]), log_level="error")
"""
AIOHTTP = """
from aiohttp import web
import sys
async def health(request):
    return web.json_response({"status": "ok", "version": "1", "translations": {"running": 0, "limit": 4}})
app = web.Application()
app.router.add_get("/api/health", health)
web.run_app(app, host="127.0.0.1", port=int(sys.argv[1]), print=None, access_log=None)
"""


def cpu(pid):
    """Seconds of CPU that a process has used."""
    fields = open(f"/proc/{pid}/stat").read().rsplit(")", 1)[1].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def memory(pid, name="VmRSS"):
    """Megabytes; VmHWM is the most there ever was."""
    return int(re.search(name + r":\s+(\d+)", open(f"/proc/{pid}/status").read()).group(1)) / 1024


def connect(port):
    for _ in range(300):
        try:
            return socket.create_connection(("127.0.0.1", port))
        except OSError:
            time.sleep(0.1)
    sys.exit(f"nothing listens on {port}")


def answer(connection):
    """Reads one answer with a length; returns its status."""
    data = b""
    while b"\r\n\r\n" not in data:
        piece = connection.recv(65536)
        if not piece:
            return 0
        data += piece
    head, rest = data.split(b"\r\n\r\n", 1)
    length = re.search(rb"(?i)content-length: *(\d+)", head)
    missing = int(length.group(1)) - len(rest) if length else 0
    while missing > 0:
        missing -= len(connection.recv(65536))
    return int(head.split(b" ")[1])


def health(name, pid, port, count=20_000):
    connection = connect(port)
    request = b"GET /api/health HTTP/1.1\r\nHost: localhost\r\n\r\n"
    for _ in range(2_000):
        connection.sendall(request)
        assert answer(connection) == 200
    before = cpu(pid)
    for _ in range(count):
        connection.sendall(request)
        answer(connection)
    micro = (cpu(pid) - before) / count * 1e6
    print(f"health, CPU a request: {name} {micro:.1f} us", flush=True)
    return micro


def peer(name, code, module, port):
    if subprocess.run([sys.executable, "-c", f"import {module}"], capture_output=True).returncode:
        return print(f"health: {name} is not installed")
    process = subprocess.Popen([sys.executable, "-c", code, str(port)])
    try:
        return health(name, process.pid, port)
    finally:
        process.kill()


def upload(pid, port, megabytes=100):
    """A long recording of silence, sent as fast as it is taken."""
    connection = connect(port)
    path = "/api/translate?from=en&mt=none&raw=s16le:16000:1"
    piece = bytes(1 << 20)

    def send(count):
        connection.sendall(
            f"POST {path} HTTP/1.1\r\nHost: localhost\r\nContent-Length: {count << 20}\r\n\r\n".encode())
        for _ in range(count):
            connection.sendall(piece)
        head = b""
        while b"\r\n\r\n" not in head:
            head += connection.recv(1 << 16)
        body = head.split(b"\r\n\r\n", 1)[1]
        while not body.endswith(b"0\r\n\r\n") and b"ontent-Length" not in head:
            body += connection.recv(1 << 16)
        return int(head.split(b" ")[1])

    # What is made once is not part of the growth.
    assert send(4) == 200
    before, start = memory(pid, "VmHWM"), time.time()
    status = send(megabytes)
    print(f"{megabytes} MB upload: status {status}, {time.time() - start:.1f} s, peak memory "
          f"{before:.1f} -> {memory(pid, 'VmHWM'):.1f} MB", flush=True)


def idle(pid, port, count=10_000):
    """Clients that connect and send nothing."""
    resource.setrlimit(resource.RLIMIT_NOFILE, (resource.getrlimit(resource.RLIMIT_NOFILE)[1],) * 2)
    before, clients = memory(pid), []
    for _ in range(count):
        try:
            clients.append(socket.create_connection(("127.0.0.1", port), timeout=5))
        except OSError as error:
            print("a connection was refused:", error)
            break
    start = time.time()
    honest = connect(port)
    honest.sendall(b"GET /api/health/live HTTP/1.1\r\nHost: localhost\r\n\r\n")
    status = answer(honest)
    print(f"{len(clients)} idle connections: memory {before:.1f} -> {memory(pid):.1f} MB, open descriptors "
          f"{len(os.listdir(f'/proc/{pid}/fd'))}; another client is answered {status} after "
          f"{(time.time() - start) * 1000:.0f} ms", flush=True)
    for client in clients:
        client.close()


def aborted(pid, port, count=1_000):
    """Uploads that break off in the middle."""
    def one():
        client = connect(port)
        client.sendall(b"POST /api/translate?from=en&mt=none&raw=s16le:16000:1 HTTP/1.1\r\nHost: localhost\r\n"
                       b"Content-Length: 1000000\r\n\r\n" + bytes(20_000))
        client.close()

    for _ in range(50):
        one()
    time.sleep(2)
    before = memory(pid)
    for _ in range(count):
        one()
    time.sleep(3)
    print(f"{count} aborted uploads: memory {before:.1f} -> {memory(pid):.1f} MB, open descriptors "
          f"{len(os.listdir(f'/proc/{pid}/fd'))}", flush=True)


def main():
    program, port = sys.argv[1], int(sys.argv[2]) if len(sys.argv) > 2 else 8790
    with tempfile.TemporaryDirectory() as folder:
        environment = dict(os.environ, HOME=folder, XDG_DATA_HOME=folder, XDG_CONFIG_HOME=folder)
        for stage in ["STT", "MT", "TTS"]:
            environment[f"VERBIO_PROVIDERS_{stage}"] = "sim:instant"
        process = subprocess.Popen(
            [program, "serve", "--port", str(port)], env=environment, stderr=subprocess.DEVNULL)
        try:
            ours = health("verbio", process.pid, port)
            upload(process.pid, port)
            idle(process.pid, port)
            aborted(process.pid, port)
        finally:
            process.terminate()
            process.wait()
    for name, code, module in [("FastAPI/uvicorn", FASTAPI, "fastapi, uvicorn"), ("aiohttp", AIOHTTP, "aiohttp")]:
        port += 1
        theirs = peer(name, code, module, port)
        if theirs:
            print(f"verbio is {ours / theirs:.2f} x {name}")


if __name__ == "__main__":
    main()
