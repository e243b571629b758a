"""Holds a button, speaks, and recognizes what the page then plays, with the engines of this machine.

    heard.py VERBIO MICROPHONE.wav DATA FOLDER

VERBIO is the program, DATA a data folder with the model whisper-base; the microphone hears the recording. What the page
schedules for the loudspeaker is put together, kept in FOLDER, recognized by `verbio transcribe`, and compared with the
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
# Notes what a page gives to its loudspeaker and for which moment, and puts it together. A recorder in the page would lose sound on
# a machine that is busy with other tests.
CAPTURE = """
globalThis.captured = [];
const start = AudioBufferSourceNode.prototype.start;
AudioBufferSourceNode.prototype.start = function (when = 0, ...rest) {
  globalThis.captured.push({ at: Math.max(when, this.context.currentTime), buffer: this.buffer, context: this.context });
  return start.call(this, when, ...rest);
};
globalThis.isHeard = () => captured.length > 0 && captured.every(({ at, buffer, context }) => context.currentTime > at + buffer.duration);
globalThis.capturedSamples = () => {
  const { sampleRate } = captured[0].buffer;
  const first = Math.min(...captured.map(({ at }) => at));
  const end = Math.max(...captured.map(({ at, buffer }) => at + buffer.duration));
  const sound = new Float32Array(Math.ceil((end - first + 1) * sampleRate));
  for (const { at, buffer } of captured) {
    const place = Math.round((at - first) * sampleRate);
    buffer.getChannelData(0).forEach((value, index) => { sound[place + index] += value; });
  }
  const bytes = new Uint8Array(Int16Array.from(sound, (value) => Math.max(-1, Math.min(1, value)) * 32767).buffer);
  let text = "";
  for (let at = 0; at < bytes.length; at += 8192) text += String.fromCharCode(...bytes.subarray(at, at + 8192));
  return btoa(text);
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


def conversation(address):
    """Speaks, and returns whether the button let go, what the page showed, the rate in Hz and the samples that it played."""
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
        isReleased = button.get_attribute("aria-pressed") == "false"
        page.locator(".head button", has_text="End").click()
        until(page, "document.querySelector('.status').textContent.includes('Ended')", 120)
        # The voice is heard to its end.
        page.wait_for_timeout(2_000)
        until(page, "isHeard()", 90)
        shown = page.locator(".half:not(.facing) .line .meant").all_inner_texts()
        rate = page.evaluate("captured[0].buffer.sampleRate")
        samples = array.array("h", base64.b64decode(page.evaluate("capturedSamples()")))
        browser.close()
    return isReleased, shown, int(rate), samples


def heard_in(rate, samples, store, environment):
    """What `verbio transcribe` recognizes in samples, and its last words if there is nothing."""
    with wave.open(f"{FOLDER}/heard.wav", "wb") as file:
        file.setparams((1, 2, rate, 0, "NONE", ""))
        file.writeframes(samples.tobytes())
    recognized = subprocess.run(
        [VERBIO, "transcribe", f"{FOLDER}/heard.wav", "--from", "es", "--stt", "whisper", "--json", "--store", f"{store}/other"],
        capture_output=True, text=True, env=environment, cwd=FOLDER, check=False)
    events = map(json.loads, filter(lambda line: line.startswith("{"), recognized.stdout.splitlines()))
    return " ".join(event["text"] for event in events if event.get("event") == "utterance.recognized"), recognized.stderr[-300:]


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
    # On a machine that is busy with other tests, pieces come so late that the voice has gaps. Words that are wrong stay wrong.
    for _ in range(3):
        isReleased, shown, rate, samples = conversation(address)
        heard, told = heard_in(rate, samples, store, environment)
        share = shared(words(" ".join(shown)), words(heard))
        if share >= 0.5:
            break
    server.terminate()
    server.wait()
    check("the button is released", isReleased)
    check("something is shown and heard", bool(shown) and any(abs(sample) > 1_000 for sample in samples), str(shown))
    check("what is heard is the translation that is shown", share >= 0.5, f"{share:.2f} of the words, {shown} heard as {heard!r} {told if not heard else ''}")
    check("nothing is heard twice", len(words(heard)) <= 1.4 * len(words(" ".join(shown))), f"{len(words(heard))} words")

print(f"{len(failures)} checks failed")
sys.exit(1 if failures else 0)
