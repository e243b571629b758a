"""
Verbio's local worker: a process that keeps models loaded and answers one request after another.

It reads its standard input and knows nothing of conversations. A request is a line of JSON; if it has "bytes", as many raw bytes follow
(mono 16 kHz Float32, little endian). An answer is a line of JSON with the request's "id", and "ok" or "error". The first line it
writes is {"ready": true, ...} or {"ready": false, "error": ...}.
"""
import argparse
import json
import os
import resource
import select
import sys
import threading

MOST_BYTES = 64 << 20
MOST_LINE = 1 << 20


def end_with_parent():
    """Ends the process at once when the other end of standard input is closed, also in the middle of a request."""
    watch = select.poll()
    watch.register(0, select.POLLRDHUP)
    watch.poll()
    os._exit(0)


def protocol_output():
    """Libraries print to standard output; from here on that goes to standard error, and only answers go out."""
    output = os.fdopen(os.dup(1), "wb", buffering=0)
    os.dup2(2, 1)
    return output


def failure(error):
    return f"{type(error).__name__}: {error}"


def serve(engines, requests, answer):
    while line := requests.readline(MOST_LINE):
        request = {}
        try:
            request = json.loads(line)
            count = int(request.get("bytes", 0))
            if not 0 <= count <= MOST_BYTES:
                raise ValueError("too many bytes")
            audio = requests.read(count)
            if len(audio) < count:
                return
            answer({"id": request["id"], "ok": True, **engines[request["op"]](request, audio)})
        except Exception as error:
            answer({"id": request.get("id"), "ok": False, "error": failure(error)})


def whisper_engine(options):
    import numpy

    whisper = Whisper(options.whisper, options.device, options.threads)
    recognize = lambda request, audio: whisper.recognize(numpy.frombuffer(audio, "<f4"), request)
    return {"recognize": recognize}, {"languages": whisper.languages}


def translation_engine(options):
    translator = Translator(options.translator, options.device, options.threads)
    return {"translate": lambda request, audio: translator.translate(request)}, {}


def main(arguments):
    parser = argparse.ArgumentParser()
    parser.add_argument("--whisper", help="folder of a model for speech to text")
    parser.add_argument("--translator", help="folder of a model for translation")
    parser.add_argument("--device", default="cpu")
    parser.add_argument("--threads", type=int, default=1)
    parser.add_argument("--memory", type=int, help="bytes that may be allocated")
    options = parser.parse_args(arguments)
    threading.Thread(target=end_with_parent, daemon=True).start()
    output = protocol_output()
    answer = lambda value: output.write(json.dumps(value, ensure_ascii=False).encode("utf8", "replace") + b"\n")
    try:
        if options.memory:
            resource.setrlimit(resource.RLIMIT_DATA, (options.memory, options.memory))
        engines, facts = whisper_engine(options) if options.whisper else translation_engine(options)
    except Exception as error:
        answer({"ready": False, "error": failure(error)})
        return
    answer({"ready": True, **facts})
    serve(engines, sys.stdin.buffer, answer)


main(sys.argv[1:])
