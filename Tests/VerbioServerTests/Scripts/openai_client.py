"""Calls a server with OpenAI's own package and checks what it reads: openai_client.py URL RECORDING."""

import asyncio
import shutil
import sys

import openai

url, recording = sys.argv[1], sys.argv[2]
client = openai.OpenAI(base_url=url, api_key="unused", max_retries=0)


def check(condition, what):
    if not condition:
        sys.exit(f"not as expected: {what}")


ids = [model.id for model in client.models.list()]
check("whisper-1" in ids, f"models {ids}")
check(client.models.retrieve("whisper-1").id == "whisper-1", "a model by its name")
try:
    client.models.retrieve("gpt-9")
    sys.exit("an unknown model was found")
except openai.NotFoundError as error:
    check(error.code == "model.unknown" and error.param == "model", f"the error {error.body}")

plain = client.audio.transcriptions.create(model="whisper-1", file=open(recording, "rb"), language="en")
check(plain.text, "an empty transcript")
check(plain.usage.type == "duration", "no usage")

for form in ("text", "srt", "vtt"):
    text = client.audio.transcriptions.create(
        model="whisper-1", file=open(recording, "rb"), language="en", response_format=form)
    check(isinstance(text, str) and text, f"{form}: {text!r}")

verbose = client.audio.transcriptions.create(
    model="whisper-1", file=open(recording, "rb"), language="en", response_format="verbose_json",
    timestamp_granularities=["word", "segment"])
check(verbose.text == plain.text and verbose.segments and verbose.words is not None, "the verbose transcript")

stream = client.audio.transcriptions.create(
    model="whisper-1", file=open(recording, "rb"), language="en", stream=True)
events = list(stream)
deltas = "".join(event.delta for event in events if event.type == "transcript.text.delta")
check(events[-1].type == "transcript.text.done" and events[-1].text == plain.text == deltas, f"events {events}")

# The engines of a run are known after it; their names have slashes.
engines = [model for model in client.models.list() if "/" in model.id]
check(engines, "no engines among the models")
for engine in engines:
    check(client.models.retrieve(engine.id) == engine, f"the model {engine.id}")

english = client.audio.translations.create(
    model="whisper-1", file=open(recording, "rb"), extra_body={"language": "fr"})
check(english.text, "an empty translation")

speech = client.audio.speech.create(model="tts-1", voice="alloy", input="Hello there.", response_format="wav")
check(speech.content[:4] == b"RIFF", "no WAV")
with client.audio.speech.with_streaming_response.create(
        model="tts-1", voice="nova", input="Hello there.", response_format="opus") as answer:
    check(b"".join(answer.iter_bytes())[:4] == b"OggS", "no Ogg")

try:
    client.audio.transcriptions.create(model="whisper-1", file=open(recording, "rb"), language="xx")
    sys.exit("an unknown language was accepted")
except openai.BadRequestError as error:
    check(error.code == "language.unknown" and error.param == "language", f"the error {error.body}")

try:
    speech = client.audio.speech.create(model="tts-1", voice="alloy", input="Hello", response_format="aac")
    check(speech.content[0] == 0xFF and speech.content[1] & 0xF6 == 0xF0, "no AAC")
except openai.BadRequestError as error:
    check(not shutil.which("ffmpeg") and error.param == "response_format", f"the error {error.body}")


async def together():
    many = openai.AsyncOpenAI(base_url=url, api_key="unused", max_retries=5)
    calls = [many.audio.transcriptions.create(model="whisper-1", file=open(recording, "rb"), language="en")
             for _ in range(6)]
    for one in await asyncio.gather(*calls):
        check(one.text == plain.text, "a transcript of many")


asyncio.run(together())
