"""Speaks while the server is killed, and while it is stopped, and started again: restart.py VERBIO MICROPHONE.wav FOLDER

VERBIO is the program; the microphone hears the recording. Prints one line for each check and ends with code 1 if one fails.
"""

import os
import re
import signal
import subprocess
import sys
import time

from playwright.sync_api import sync_playwright

VERBIO, MICROPHONE, FOLDER = map(os.path.abspath, sys.argv[1:4])
# The seconds that the microphone has given.
HEARD = """
globalThis.heard = 0;
globalThis.AudioWorkletNode = class extends AudioWorkletNode {
  constructor(context, ...more) {
    super(context, ...more);
    this.port.addEventListener("message", ({ data }) => { globalThis.heard += data.length / context.sampleRate; });
  }
};
"""
failures = []


def check(name, holds, more=""):
    print(f"{'ok' if holds else 'FAILED'} {name} {'' if holds else more}", flush=True)
    if not holds:
        failures.append(name)


def start(port):
    engine = "sim:instant"
    environment = dict(
        os.environ, XDG_DATA_HOME=FOLDER, VERBIO_PROVIDERS_STT=engine, VERBIO_PROVIDERS_MT=engine, VERBIO_PROVIDERS_TTS=engine)
    server = subprocess.Popen([VERBIO, "serve", "--port", str(port)], env=environment, stderr=subprocess.PIPE, text=True)
    for line in server.stderr:
        if found := re.search(r"listening on http://127\.0\.0\.1:(\d+)", line):
            return server, int(found.group(1))
    sys.exit("the server ended")


def until(page, script):
    deadline = time.monotonic() + 90
    while not page.evaluate(script):
        if time.monotonic() > deadline:
            raise TimeoutError(script)
        page.wait_for_timeout(50)


def lines(page):
    return page.locator(".half:not(.facing) .line:has(.meant:not(:empty))")


def status(page, words):
    until(page, f"document.querySelector('.status').textContent.includes('{words}')")


server, port = start(0)
address = f"http://127.0.0.1:{port}"
with sync_playwright() as playwright:
    browser = playwright.chromium.launch(
        executable_path="/usr/bin/chromium",
        args=["--no-sandbox", "--use-fake-ui-for-media-stream", "--use-fake-device-for-media-stream",
              f"--use-file-for-fake-audio-capture={MICROPHONE}"])
    context = browser.new_context(viewport={"width": 1000, "height": 900}, locale="en", permissions=["microphone"])
    context.set_default_timeout(90_000)
    context.add_init_script(HEARD)
    page = context.new_page()
    errors = []
    page.on("pageerror", lambda error: errors.append(str(error)))
    for name, how in [("killed", signal.SIGKILL), ("stopped", signal.SIGTERM)]:
        page.goto(address)
        page.locator(".mic.user").last.click()
        lines(page).first.wait_for()
        count = lines(page).count()
        server.send_signal(how)
        server.wait()
        # What is said meanwhile is kept in the page.
        page.wait_for_timeout(3_000)
        server, _ = start(port)
        status(page, "Connected")
        until(page, f"document.querySelectorAll('.half:not(.facing) .line:has(.meant:not(:empty))').length > {count + 1}")
        page.locator(".mic.user").last.click()
        status(page, "Everything is saved")
        heard = page.evaluate("globalThis.heard")
        page.locator(".head button", has_text="End").click()
        status(page, "Ended")
        listed = page.request.get(f"{address}/api/conversations?limit=9").json()["conversations"]
        record = page.request.get(f"{address}/api/conversations/{listed[0]['id']}").json()
        stored = record["source"]["seconds"]
        check(f"a server that is {name} and started again goes on with the conversation",
              listed[0]["state"] == "complete" and len(listed) == (1 if name == "killed" else 2), str(listed))
        check(f"all seconds are stored when it is {name}", heard > 6 and abs(heard - stored) < 1.5, f"{heard} {stored}")
        shown = [text.strip() for text in lines(page).locator(".said").all_inner_texts()]
        said = [one["source"]["text"] for one in record["utterances"] if one.get("source")]
        check(f"no utterance is missing or there twice when it is {name}", shown == said, f"{shown} {said}")
    check("no script has failed", not errors, str(errors))
    browser.close()
server.terminate()
server.wait()
sys.exit(1 if failures else 0)
