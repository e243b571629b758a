"""Opens the console in headless Firefox, talks into it, and looks at what comes of it: a smoke test.

    firefox.py ADDRESS

Firefox is driven by Marionette, the protocol that is part of it, so nothing has to be installed besides firefox-esr. Its
microphone hears a tone. Prints one line for each check and ends with code 1 if one fails.
"""

import json
import shutil
import socket
import subprocess
import sys
import tempfile
import time

ADDRESS = sys.argv[1]
PREFERENCES = {
    "marionette.port": 0,
    "media.navigator.streams.fake": True,
    "media.navigator.permission.disabled": True,
    "media.autoplay.default": 0,
    "intl.accept_languages": "en",
    "intl.locale.requested": "en-US",
    "datareporting.policy.dataSubmissionEnabled": False,
    "browser.shell.checkDefaultBrowser": False,
}


class Marionette:
    """Messages are `LENGTH:[type, number, name, parameters]`."""

    def __init__(self, port):
        self.socket = socket.create_connection(("127.0.0.1", port), timeout=90)
        self.number = 0
        self.buffer = b""
        self.receive()
        self.send("WebDriver:NewSession", {})

    def receive(self):
        while b":" not in self.buffer:
            self.buffer += self.socket.recv(65536)
        length, rest = self.buffer.split(b":", 1)
        while len(rest) < int(length):
            rest += self.socket.recv(65536)
        self.buffer = rest[int(length):]
        return json.loads(rest[: int(length)])

    def send(self, name, parameters):
        self.number += 1
        text = json.dumps([0, self.number, name, parameters]).encode()
        self.socket.sendall(str(len(text)).encode() + b":" + text)
        _, _, error, result = self.receive()
        if error:
            raise RuntimeError(f"{name}: {error['message']}")
        return result

    def evaluate(self, expression):
        return self.send("WebDriver:ExecuteScript", {"script": f"return {expression};", "args": [], "sandbox": None})["value"]

    def until(self, expression, seconds=60):
        deadline = time.monotonic() + seconds
        while not self.evaluate(expression):
            if time.monotonic() > deadline:
                raise TimeoutError(expression)
            time.sleep(0.1)

    def click(self, selector):
        found = self.send("WebDriver:FindElement", {"using": "css selector", "value": selector})
        self.send("WebDriver:ElementClick", {"id": next(iter(found["value"].values()))})


failures = []


def check(name, holds, more=""):
    print(("ok      " if holds else "FAILED  ") + name + (f": {more}" if more and not holds else ""), flush=True)
    if not holds:
        failures.append(name)


def smoke(firefox):
    firefox.send("WebDriver:Navigate", {"url": ADDRESS})
    firefox.until("document.querySelectorAll('#tabs a').length === 5")
    check("Firefox shows the tabs", True)
    firefox.evaluate("window.addEventListener('error', (event) => document.body.dataset.error = event.message)")
    for view in ["files", "history", "phrases", "settings", "talk"]:
        firefox.evaluate(f"void (location.hash = '#{view}')")
        firefox.until(f"document.querySelector('#tabs a[aria-current]').hash === '#{view}'")
        firefox.until("document.querySelector('main h1') !== null")
    check("Firefox shows each view", True)
    firefox.click(".half:not(.facing) .mic.user")
    firefox.until("document.querySelector('.status').textContent.includes('Connected')")
    check("Firefox opens the microphone and a live session", True)
    firefox.until("document.querySelector('.status').textContent.includes('Everything is saved')")
    time.sleep(4)
    firefox.click(".half:not(.facing) .mic.user")
    firefox.click(".head .row > button:last-child")
    firefox.until("document.querySelector('.status').textContent.includes('Ended')")
    check("the conversation ends", True)
    firefox.evaluate("void (location.hash = '#history')")
    firefox.until("document.querySelector('.list button.title') !== null")
    check("the conversation is in the history", True)
    check("no script has failed", firefox.evaluate("document.body.dataset.error ?? ''") == "")


with tempfile.TemporaryDirectory() as folder:
    with open(f"{folder}/user.js", "w", encoding="utf-8") as file:
        for name, value in PREFERENCES.items():
            file.write(f"user_pref({json.dumps(name)}, {json.dumps(value)});\n")
    program = shutil.which("firefox-esr") or shutil.which("firefox")
    process = subprocess.Popen(
        [program, "--headless", "--marionette", "--no-remote", "--profile", folder], stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL, env={"PATH": "/usr/bin:/bin", "HOME": folder, "MOZ_HEADLESS": "1"})
    try:
        deadline = time.monotonic() + 90
        port = None
        while port is None:
            if time.monotonic() > deadline or process.poll() is not None:
                raise TimeoutError("Firefox does not start")
            try:
                port = int(open(f"{folder}/MarionetteActivePort", encoding="utf-8").read())
            except (OSError, ValueError):
                time.sleep(0.2)
        smoke(Marionette(port))
    finally:
        process.kill()
        process.wait()

print(f"{len(failures)} checks failed")
sys.exit(1 if failures else 0)
