"""How evenly the events of one job reach many listeners.

    python3 Tests/Benchmarks/Server/fan_out.py .build/release/verbio [LISTENERS …]

A recording is translated by engines that take as long as real ones, while clients listen to `GET /api/jobs/ID/events`. Each
event is stored before it is sent. The figure is the time from its first arrival at any listener to its arrival at each of them.
One process of Python reads all streams, on the same cores as the server, so its own work is part of the figure.
"""

import asyncio
import json
import os
import re
import subprocess
import sys
import tempfile
import time

HERE = os.path.dirname(os.path.abspath(__file__))
SAMPLE = os.path.join(HERE, "../../../Samples/welcome.wav")


async def request(port, head, body=b""):
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    writer.write(f"{head} HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: {len(body)}\r\n\r\n".encode() + body)
    status = await reader.readuntil(b"\r\n\r\n")
    if not re.match(rb"HTTP/1.1 20[02]", status):
        sys.exit(status.decode() + (await reader.read(500)).decode())
    return reader, writer, status


async def listen(port, job, arrivals):
    reader, writer, _ = await request(port, f"GET /api/jobs/{job}/events")
    while line := await reader.readline():
        now = time.perf_counter()
        if line.startswith(b"id: "):
            arrivals.setdefault(line, []).append(now)
        if line.startswith(b"event: job"):
            break
    writer.close()


async def measure(port, count):
    with open(SAMPLE, "rb") as file:
        sound = file.read()
    reader, writer, head = await request(port, "POST /api/jobs?from=en&to=es", sound)
    size = int(re.search(rb"content-length: (\d+)", head, re.I).group(1))
    job = json.loads(await reader.readexactly(size))["id"]
    writer.close()
    arrivals = {}
    await asyncio.gather(*(listen(port, job, arrivals) for _ in range(count)))
    # What was stored before a listener came is sent at once, and tells nothing.
    complete = [times for times in arrivals.values() if len(times) == count and max(times) - min(times) < 1]
    late = sorted(at - min(times) for times in complete for at in times)
    spread = sorted(max(times) - min(times) for times in complete)
    if not late:
        sys.exit("no event reached all listeners")
    print(f"{count} listeners, {len(complete)} events: behind the first listener p50 {late[len(late) // 2] * 1000:.2f} ms, "
          f"p99 {late[int(len(late) * 0.99)] * 1000:.2f} ms; the last one p50 {spread[len(spread) // 2] * 1000:.2f} ms", flush=True)


def main():
    verbio, counts = sys.argv[1], [int(count) for count in sys.argv[2:]] or [10, 50]
    engine = "sim:realistic"
    with tempfile.TemporaryDirectory() as folder:
        server = subprocess.Popen(
            [verbio, "serve", "--port", "0", "--store", folder], stderr=subprocess.PIPE, text=True,
            env={**os.environ, **{f"VERBIO_PROVIDERS_{stage}": engine for stage in ("STT", "MT", "TTS")}})
        while not (found := re.search(r"http://127.0.0.1:(\d+)", server.stderr.readline())):
            pass
        for count in counts:
            asyncio.run(measure(int(found.group(1)), count))
        server.terminate()
        server.wait()


main()
