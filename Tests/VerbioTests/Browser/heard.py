"""Holds a button, speaks, and recognizes what the page then plays, with the engines of this machine.

    heard.py VERBIO MICROPHONE.wav DATA FOLDER

VERBIO is the program, DATA a data folder with the model whisper-base; the microphone hears the recording. What the page
plays is captured on its way to the loudspeaker, kept in FOLDER, recognized by `verbio transcribe`, and compared with the
translation that the page shows. Prints one line for each check and ends with code 1 if one fails.
"""

import array
import base64
import difflib
import json
import os
import re
import subprocess
import sys
import tempfile
import unicodedata
import wave

from playwright.sync_api import sync_playwright

VERBIO, MICROPHONE, DATA, FOLDER = map(os.path.abspath, sys.argv[1:5])
# Puts a recorder between the sources of a page and its loudspeaker.
CAPTURE = """
globalThis.captured = { rate: 0, blocks: [] };
const connect = AudioNode.prototype.connect;
const recorders = new WeakMap();
AudioNode.prototype.connect = function (target, ...rest) {
  if (this instanceof AudioBufferSourceNode && target instanceof AudioDestinationNode) {
    const context = this.context;
    if (!recorders.has(context)) {
      const recorder = context.createScriptProcessor(4096, 1, 1);
      recorder.onaudioprocess = ({ inputBuffer }) => globalThis.captured.blocks.push(new Float32Array(inputBuffer.getChannelData(0)));
      connect.call(recorder, context.destination);
      recorders.set(context, recorder);
      globalThis.captured.rate = context.sampleRate;
    }
    connect.call(this, recorders.get(context));
  }
  return connect.call(this, target, ...rest);
};
globalThis.capturedSamples = () => {
  let loud = "";
  for (const block of globalThis.captured.blocks) {
    const samples = Int16Array.from(block, (value) => Math.max(-1, Math.min(1, value)) * 32767);
    loud += String.fromCharCode(...new Uint8Array(samples.buffer));
  }
  return btoa(loud);
};
"""
failures = []


def check(name, holds, more=""):
    print(("ok      " if holds else "FAILED  ") + name + (f": {more}" if more else ""), flush=True)
    if not holds:
        failures.append(name)


def until(page, script, seconds):
    for _ in range(seconds * 10):
        if page.evaluate(script):
            return
        page.wait_for_timeout(100)
    raise TimeoutError(script)


def words(text):
    plain = unicodedata.normalize("NFD", text.lower())
    return re.findall(r"\w+", "".join(letter for letter in plain if not unicodedata.combining(letter)))


def alike(one, other):
    """A small model hears `soma` where a synthesizer says `asoma`."""
    return difflib.SequenceMatcher(None, one, other).ratio() >= 0.75


def shared(one, other):
    """How many words of a text are in another one, in the same order, as a share of it."""
    lengths = [0] * (len(other) + 1)
    for word in one:
        before = 0
        for place, candidate in enumerate(other, 1):
            before, lengths[place] = lengths[place], before + 1 if alike(word, candidate) else max(lengths[place], lengths[place - 1])
    return lengths[-1] / max(1, len(one))


with tempfile.TemporaryDirectory() as store:
    environment = {**os.environ, "XDG_DATA_HOME": DATA}
    errors = open(f"{store}/log.txt", "w+", encoding="utf-8")
    server = subprocess.Popen([VERBIO, "serve", "--port", "0", "--store", f"{store}/store"], stderr=errors, env=environment)
    address = None
    while address is None:
        if server.poll() is not None:
            sys.exit("the server ended: " + open(errors.name, encoding="utf-8").read())
        address = re.search(r"http://[\d.:]+", open(errors.name, encoding="utf-8").read())
    address = address.group()
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path="/usr/bin/chromium",
            args=["--no-sandbox", "--use-fake-ui-for-media-stream", "--use-fake-device-for-media-stream",
                  f"--use-file-for-fake-audio-capture={os.path.abspath(MICROPHONE)}"])
        context = browser.new_context(locale="en", permissions=["microphone"])
        context.add_init_script(CAPTURE)
        page = context.new_page()
        page.goto(address)
        button = page.locator(".mic.user").last
        box = button.bounding_box()
        page.mouse.move(box["x"] + box["width"] / 2, box["y"] + 40)
        page.mouse.down()
        page.wait_for_timeout(14_000)
        page.mouse.up()
        check("the button is released", button.get_attribute("aria-pressed") == "false")
        page.locator(".head button", has_text="End").click()
        until(page, "document.querySelector('.status').textContent.includes('Ended')", 120)
        # The voice is heard to its end.
        page.wait_for_timeout(2_000)
        until(page, "(() => { const last = captured.blocks.slice(-12); return last.length === 12 && last.every((block) => block.every((value) => Math.abs(value) < 0.002)); })()", 90)
        shown = page.locator(".half:not(.facing) .line .meant").all_inner_texts()
        rate = page.evaluate("captured.rate")
        samples = array.array("h", base64.b64decode(page.evaluate("capturedSamples()")))
        browser.close()
    server.terminate()
    server.wait()
    check("something is shown and heard", bool(shown) and any(abs(sample) > 1_000 for sample in samples), str(shown))
    with wave.open(f"{FOLDER}/heard.wav", "wb") as file:
        file.setparams((1, 2, int(rate), 0, "NONE", ""))
        file.writeframes(samples.tobytes())
    recognized = subprocess.run(
        [VERBIO, "transcribe", f"{FOLDER}/heard.wav", "--from", "es", "--stt", "whisper", "--json", "--store", f"{store}/other"],
        capture_output=True, text=True, env=environment, cwd=FOLDER, check=False)
    heard = " ".join(
        event["text"] for event in map(json.loads, filter(lambda line: line.startswith("{"), recognized.stdout.splitlines()))
        if event.get("event") == "utterance.recognized")
    share = shared(words(" ".join(shown)), words(heard))
    check("what is heard is the translation that is shown", share >= 0.5, f"{share:.2f} of the words, {shown} heard as {heard!r} {recognized.stderr[-300:] if not heard else ''}")
    check("nothing is heard twice", len(words(heard)) <= 1.4 * len(words(" ".join(shown))), f"{len(words(heard))} words")

print(f"{len(failures)} checks failed")
sys.exit(1 if failures else 0)
