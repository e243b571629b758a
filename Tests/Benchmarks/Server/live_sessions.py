"""What many live sessions at once cost: the latency that the server adds, and its CPU.

    python3 Tests/Benchmarks/Server/live_sessions.py .build/release/verbio [SESSIONS …]

Each session sends a recording at the speed of speech to engines that answer at once. The latency of an utterance is the time
from the sending of the piece of sound that ends it to the arrival of its translation. Which piece that is depends on the
samples alone, so a session by itself finds it out first. Client and servers share the machine.

The peer (`aiohttp` with `webrtcvad`, PyPI's `webrtcvad-wheels`) only detects speech in the same sound and answers with an event
for each second. It is measured if it is installed.
"""

import asyncio
import json
import os
import re
import subprocess
import sys
import tempfile
import time

PEER = """
import json, sys
import webrtcvad
from aiohttp import web
async def live(request):
    socket = web.WebSocketResponse()
    await socket.prepare(request)
    detector, rest, heard, voiced = webrtcvad.Vad(2), b"", 0, 0
    async for message in socket:
        if message.type != 2:
            continue
        rest += message.data
        while len(rest) >= 640:
            voiced += detector.is_speech(rest[:640], 16000)
            rest, heard = rest[640:], heard + 1
            if heard % 50 == 0:
                await socket.send_str(json.dumps({"event": "heard", "seconds": heard / 50, "voiced": voiced / 50}))
    return socket
app = web.Application()
app.router.add_get("/api/live", live)
web.run_app(app, host="127.0.0.1", port=int(sys.argv[1]), print=None, access_log=None)
"""

PIECE = 0.1
LENGTH = 60
SPREAD = 10
HERE = os.path.dirname(os.path.abspath(__file__))
SAMPLE = os.path.join(HERE, "../../../Samples/welcome.wav")


def sound():
    """The recording again and again, as 16 bits at 16 kHz."""
    command = ["ffmpeg", "-v", "error", "-stream_loop", "-1", "-i", SAMPLE, "-t", str(LENGTH), "-ac", "1", "-ar", "16000", "-f", "s16le", "-"]
    data = subprocess.run(command, check=True, capture_output=True).stdout
    size = int(PIECE * 16_000) * 2
    return [data[start : start + size] for start in range(0, len(data), size)]


def cpu(pid):
    """Seconds of CPU that a process has used."""
    fields = open(f"/proc/{pid}/stat").read().rsplit(")", 1)[1].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def memory(pid):
    """Megabytes."""
    return int(re.search(r"VmRSS:\s+(\d+)", open(f"/proc/{pid}/status").read()).group(1)) / 1024


def frame(data, operation):
    """A frame of a client (RFC 6455). The mask of zeros changes nothing, so that Python need not compute it."""
    size = len(data)
    head = bytes([0x80 | operation, 0x80 | size]) if size < 126 else bytes([0x80 | operation, 0x80 | 126]) + size.to_bytes(2, "big")
    return head + bytes(4) + data


class Session:
    """One client: what it sent when, and which utterances were translated when."""

    def __init__(self):
        self.sent = []
        self.translated = {}
        self.isEnded = False

    async def run(self, port, pieces, delay):
        await asyncio.sleep(delay)
        reader, writer = await asyncio.open_connection("127.0.0.1", port)
        writer.write((
            "GET /api/live?from=en&to=es&raw=s16le:16000:1 HTTP/1.1\r\nHost: 127.0.0.1\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
            "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n\r\n").encode())
        head = await reader.readuntil(b"\r\n\r\n")
        if b" 101 " not in head:
            sys.exit(head.decode() + (await reader.read(500)).decode())
        listening = asyncio.create_task(self.listen(reader))
        begun = time.perf_counter()
        for number, piece in enumerate(pieces):
            await asyncio.sleep(max(0, begun + (number + 1) * PIECE - time.perf_counter()))
            self.sent.append(time.perf_counter())
            writer.write(frame(piece, 2))
            await writer.drain()
        writer.write(frame(b'{"type":"end"}', 1))
        await asyncio.wait([listening], timeout=20)
        listening.cancel()
        writer.close()

    async def listen(self, reader):
        while True:
            try:
                head = await reader.readexactly(2)
                size = head[1] & 0x7F
                if size == 126:
                    size = int.from_bytes(await reader.readexactly(2), "big")
                elif size == 127:
                    size = int.from_bytes(await reader.readexactly(8), "big")
                data = await reader.readexactly(size)
            except asyncio.IncompleteReadError:
                return
            now = time.perf_counter()
            operation = head[0] & 0x0F
            if operation == 8:
                return
            if operation == 1 and b'"utterance.translated"' in data:
                self.translated.setdefault(json.loads(data)["utterance"], now)
            if operation == 1 and b'"conversation.finished"' in data:
                self.isEnded = True


async def run(port, pieces, count):
    sessions = [Session() for _ in range(count)]
    # Clients do not begin at the same moment: each has its own within the first seconds.
    await asyncio.gather(*(session.run(port, pieces, number * SPREAD / count) for number, session in enumerate(sessions)))
    return sessions


def started(command, port, **environment):
    process = subprocess.Popen(command, env={**os.environ, **environment}, stderr=subprocess.DEVNULL)
    for _ in range(300):
        try:
            asyncio.run(asyncio.wait_for(asyncio.open_connection("127.0.0.1", port), 1))
            return process
        except OSError:
            if process.poll() is not None:
                return None
            time.sleep(0.1)
    sys.exit(f"no server listens on {port}")


def share(values, part):
    return sorted(values)[min(len(values) - 1, int(len(values) * part))] * 1_000


def main():
    verbio = os.path.abspath(sys.argv[1])
    counts = [int(text) for text in sys.argv[2:]] or [1, 50, 100, 300]
    pieces = sound()
    with tempfile.TemporaryDirectory() as folder:
        engines = {f"VERBIO_PROVIDERS_{name}": "sim:instant" for name in ["STT", "MT", "TTS"]}
        server = started(
            [verbio, "serve", "--port", "8471", "--store", folder + "/store"], 8471, **engines, VERBIO_SERVE_TRANSLATIONS="1000", VERBIO_SERVE_CONNECTIONS="1000")
        peer_file = folder + "/peer.py"
        open(peer_file, "w").write(PEER)
        peer = started([sys.executable, peer_file, "8472"], 8472)
        try:
            alone = asyncio.run(run(8471, pieces, 1))[0]
            # The piece that was sent last before the translation came is the one that ended the utterance.
            deciding = {
                utterance: max(index for index, moment in enumerate(alone.sent) if moment <= arrival)
                for utterance, arrival in alone.translated.items() if arrival < alone.sent[-1]}
            print(f"{LENGTH} s of speech a session, {len(deciding)} utterances, a piece every {PIECE * 1000:.0f} ms")
            for count in counts:
                before = cpu(server.pid)
                sessions = asyncio.run(run(8471, pieces, count))
                used = (cpu(server.pid) - before) / count / LENGTH
                added, late, missing = [], [], 0
                for session in sessions:
                    for utterance, index in deciding.items():
                        if utterance in session.translated:
                            added.append(session.translated[utterance] - session.sent[index])
                        else:
                            missing += 1
                    late += [moment - session.sent[0] - index * PIECE for index, moment in enumerate(session.sent)]
                line = f"{count:4} sessions: p50 {share(added, 0.5):6.1f} ms, p99 {share(added, 0.99):6.1f} ms, at most {max(added) * 1000:6.1f} ms"
                line += f"; {used * 100:.2f} % of a core each, {memory(server.pid):.0f} MB; missing {missing}, not ended {sum(not one.isEnded for one in sessions)}"
                line += f"; the client sends p99 {share(late, 0.99):.1f} ms late"
                if peer:
                    before = cpu(peer.pid)
                    asyncio.run(run(8472, pieces, count))
                    line += f"; peer {(cpu(peer.pid) - before) / count / LENGTH * 100:.2f} %"
                print(line, flush=True)
        finally:
            for process in [server, peer]:
                if process:
                    process.kill()
                    process.wait()


main()
