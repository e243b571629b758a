"""
Verbio's local worker: a process that keeps models loaded and answers one request after another.

It reads its standard input and knows nothing of conversations. A request is a line of JSON; if it has "bytes", as many raw bytes follow
(Float32, little endian: mono at 16 kHz, or stereo at 48 kHz for the background). An answer is a line of JSON with the request's "id", and "ok" or "error". The first line it
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
    # Of the libraries only Python itself has a class of errors for it.
    is_memory = isinstance(error, MemoryError) or "alloc" in str(error)
    return {"error": f"{type(error).__name__}: {error}", "out_of_memory": is_memory}


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
            answer({"id": request.get("id"), "ok": False, **failure(error)})


def chosen_device(wanted):
    """A GPU only if CTranslate2 finds one. CTranslate2 itself is never given "auto", because the kind of numbers depends on it."""
    if wanted != "auto":
        return wanted
    return "cuda" if ctranslate2.get_cuda_device_count() > 0 else "cpu"


def numbers(device):
    """Eight-bit numbers halve the time and the memory on a processor. A GPU computes with what the model's file has."""
    return "int8" if device == "cpu" else "default"


def whisper_engine(options, computing):
    import numpy

    whisper = Whisper(options.whisper, computing)
    recognize = lambda request, audio: whisper.recognize(numpy.frombuffer(audio, "<f4"), request)
    return whisper.model, {"recognize": recognize}, {"languages": whisper.languages}


def translation_engine(options, computing):
    translator = Translator(options.translator, options.source_pieces, options.target_pieces, computing)
    return translator.translator, {"translate": lambda request, audio: translator.translate(request)}, {}


def limit_memory(count, device):
    # The driver of a GPU reserves more addresses than any sensible limit.
    if count and device == "cpu":
        resource.setrlimit(resource.RLIMIT_DATA, (count, count))


def voice_engine(options):
    voice = Piper(options.voice, options.threads)
    return {"speak": lambda request, audio: voice.speak(request)}, {"device": "cpu", "compute": "float32"}


def vector_engine(options):
    import numpy

    voices = Voices(options.voices, options.threads)
    make = lambda request, audio: voices.vectors(numpy.frombuffer(audio, "<f4"), request)
    return {"vectors": make}, {"device": "cpu", "compute": "float32"}


def background_engine(options):
    import numpy

    background = Background(options.background, options.threads)
    make = lambda request, audio: background.background(numpy.frombuffer(audio, "<f4"))
    return {"background": make}, {"device": "cpu", "compute": "float32"}


def loaded(options):
    """The engines by operation, and what is told of them."""
    # The package of onnxruntime computes on the processor only.
    device = "cpu" if options.voice or options.voices or options.background else chosen_device(options.device)
    limit_memory(options.memory, device)
    if options.voice:
        return voice_engine(options)
    if options.voices:
        return vector_engine(options)
    if options.background:
        return background_engine(options)
    computing = {"device": device, "compute_type": numbers(device), "intra_threads": options.threads, "inter_threads": 1}
    if not (options.whisper or options.translator):
        return {}, {"device": device, "compute": numbers(device)}
    model, engines, facts = whisper_engine(options, computing) if options.whisper else translation_engine(options, computing)
    # What it really uses: a processor may lack some kinds of numbers.
    return engines, {"device": model.device, "compute": model.compute_type, **facts}


def main(arguments):
    parser = argparse.ArgumentParser()
    parser.add_argument("--whisper", help="folder of a model for speech to text")
    parser.add_argument("--translator", help="folder of a model for translation")
    parser.add_argument("--source-pieces", help="its SentencePiece model of the language translated from")
    parser.add_argument("--target-pieces", help="its SentencePiece model of the language translated into")
    parser.add_argument("--voice", help="file of a Piper voice; its description is beside it")
    parser.add_argument("--voices", help="file of the network that tells voices apart")
    parser.add_argument("--background", help="index of the networks that take speech out of sound")
    parser.add_argument("--device", default="cpu")
    parser.add_argument("--threads", type=int, default=1)
    parser.add_argument("--memory", type=int, help="bytes that may be allocated")
    options = parser.parse_args(arguments)
    threading.Thread(target=end_with_parent, daemon=True).start()
    output = protocol_output()
    answer = lambda value: output.write(json.dumps(value, ensure_ascii=False).encode("utf8", "replace") + b"\n")
    try:
        engines, facts = loaded(options)
    except Exception as error:
        answer({"ready": False, **failure(error)})
        return
    answer({"ready": True, **facts})
    serve(engines, sys.stdin.buffer, answer)


main(sys.argv[1:])
