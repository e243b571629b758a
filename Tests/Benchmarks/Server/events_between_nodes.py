"""How soon the events of a job that one server does reach a client of another one, without Redis and with it.

    python3 Tests/Benchmarks/Server/events_between_nodes.py .build/release/verbio [JOBS]

Starts a PostgreSQL that notes when each transaction was committed, a Redis, and two servers, of which one does JOBS (12) jobs with
engines of realistic speed. Clients of the other one read `GET /api/jobs/ID/events`. The figure is the time from the commit of an
event to its arrival at its client, on one clock. One process of Python reads all streams, so its own work is part of it.
"""

import asyncio
import glob
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
import time

HERE = os.path.dirname(os.path.abspath(__file__))
SAMPLE = os.path.join(HERE, "../../../Samples/welcome.wav")
BINARIES = sorted(glob.glob("/usr/lib/postgresql/*/bin"))[-1]
REDIS_PORT = 26379


def as_user(command, **more):
    """PostgreSQL does not run as root."""
    user = ["setpriv", "--reuid=postgres", "--regid=postgres", "--clear-groups"] if os.getuid() == 0 else []
    return subprocess.run(user + command, check=True, cwd="/", stdout=subprocess.DEVNULL, **more)


def query(folder, sql, database="verbio"):
    run = ["psql", "-qAtX", "-h", folder, "-U", "admin", "-d", database, "-c", sql]
    return subprocess.run(run, check=True, capture_output=True, text=True).stdout.splitlines()


def start_database(folder):
    if os.getuid() == 0:
        shutil.chown(folder, "postgres")
    as_user([f"{BINARIES}/initdb", "-D", f"{folder}/data", "-U", "admin", "-A", "trust", "-E", "UTF8", "--locale=C.UTF-8"])
    options = f"-k {folder} -c listen_addresses= -c track_commit_timestamp=on"
    as_user([f"{BINARIES}/pg_ctl", "-D", f"{folder}/data", "start", "-w", "-l", f"{folder}/log", "-o", options])
    query(folder, "CREATE ROLE verbio LOGIN", "postgres")
    query(folder, "CREATE DATABASE verbio OWNER verbio", "postgres")


def start_server(verbio, folder, name, redis, concurrent):
    """The process and its port."""
    settings = {
        "VERBIO_STORE_PATH": f"postgresql://verbio@/verbio?host={folder}",
        "VERBIO_STORE_COORDINATION": f"redis://127.0.0.1:{REDIS_PORT}" if redis else "",
        "VERBIO_JOBS_CONCURRENT": str(concurrent),
        "XDG_DATA_HOME": f"{folder}/{name}",
        "VERBIO_SERVE_PEPPER_FILE": f"{folder}/pepper",
        **{f"VERBIO_PROVIDERS_{stage}": "sim:realistic" for stage in ("STT", "MT", "TTS")},
    }
    server = subprocess.Popen(
        [verbio, "serve", "--port", "0"], stderr=subprocess.PIPE, text=True, env={**os.environ, **settings})
    while not (found := re.search(r"http://127.0.0.1:(\d+)", line := server.stderr.readline())):
        if not line:
            sys.exit("the server did not start")
    return server, int(found.group(1))


async def request(port, head, body=b""):
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    writer.write(f"{head} HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: {len(body)}\r\n\r\n".encode() + body)
    status = await reader.readuntil(b"\r\n\r\n")
    if not re.match(rb"HTTP/1.1 20[02]", status):
        sys.exit(status.decode() + (await reader.read(500)).decode())
    return reader, writer, status


async def follow(port, sound):
    """The conversation of a job, and when each of its events came."""
    reader, writer, head = await request(port, "POST /api/jobs?from=en&to=es", sound)
    size = int(re.search(rb"content-length: (\d+)", head, re.I).group(1))
    job = json.loads(await reader.readexactly(size))
    writer.close()
    reader, writer, _ = await request(port, f"GET /api/jobs/{job['id']}/events")
    arrivals = {}
    while line := await reader.readline():
        if found := re.match(rb"id: 1-(\d+)", line):
            arrivals[int(found.group(1))] = time.time()
        if line.startswith(b"event: job"):
            break
    writer.close()
    return job["conversations"][0]["conversation"], arrivals


async def measure(verbio, folder, redis, count):
    servers = []
    try:
        # The first one does the jobs, the second one has the clients.
        for name, concurrent in (("one", 4), ("other", 0)):
            server, port = start_server(verbio, folder, name, redis, concurrent)
            servers.append(server)
        late = await lateness(port, folder, count)
    finally:
        for server in servers:
            server.terminate()
            server.wait()
    print(
        f"{'with' if redis else 'without'} Redis, {count} jobs, {len(late)} events: p50 {late[len(late) // 2]:.1f} ms, "
        f"p99 {late[len(late) * 99 // 100]:.1f} ms, at most {late[-1]:.1f} ms", flush=True)


async def lateness(port, folder, count):
    """Milliseconds between the commit of each event and its arrival, in order."""
    with open(SAMPLE, "rb") as file:
        sound = file.read()
    late = []
    for conversation, arrivals in await asyncio.gather(*(follow(port, sound) for _ in range(count))):
        rows = query(
            folder, "SELECT position, extract(epoch FROM pg_xact_commit_timestamp(xmin)) FROM event "
            f"WHERE conversation = '{conversation}'")
        commits = {int(row.split("|")[0]): float(row.split("|")[1]) for row in rows}
        if commits.keys() != arrivals.keys():
            sys.exit(f"{len(commits)} events are stored, and {len(arrivals)} came")
        late += [(arrivals[position] - commit) * 1_000 for position, commit in commits.items()]
    return sorted(late)


def main():
    verbio, count = sys.argv[1], int(sys.argv[2]) if len(sys.argv) > 2 else 12
    # The path of a socket has at most 107 bytes.
    folder = tempfile.mkdtemp(prefix="verbio-events-", dir="/tmp")
    os.chmod(folder, 0o755)
    redis = subprocess.Popen(
        ["redis-server", "--port", str(REDIS_PORT), "--bind", "127.0.0.1", "--save", "", "--dir", folder],
        stdout=subprocess.DEVNULL)
    try:
        start_database(folder)
        for is_on in (False, True):
            asyncio.run(measure(verbio, folder, is_on, count))
    finally:
        redis.kill()
        redis.wait()
        as_user([f"{BINARIES}/pg_ctl", "-D", f"{folder}/data", "stop", "-m", "immediate"])
        shutil.rmtree(folder)


main()
