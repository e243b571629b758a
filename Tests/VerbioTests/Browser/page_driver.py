"""What the tests of the console share: the link that can be cut, checks, and the ways in which people use the page."""

import asyncio
import contextlib
import re
import sys
import threading
import time
import urllib.parse

from axe_playwright_python.sync_playwright import Axe

ADDRESS, MICROPHONE, FOLDER = sys.argv[1:4]
# A server that demands a key, and a key of it.
CLOSED, KEY = sys.argv[4:6] if len(sys.argv) > 5 else (None, None)
PORT = urllib.parse.urlsplit(ADDRESS).port
# Everything that the page plays is kept, so that it can be looked at.
LISTEN = """
globalThis.played = [];
globalThis.told = [];
// The seconds that the microphone has given.
globalThis.heard = 0;
globalThis.AudioWorkletNode = class extends AudioWorkletNode {
  constructor(context, ...more) {
    super(context, ...more);
    this.port.addEventListener("message", ({ data }) => { globalThis.heard += data.length / context.sampleRate; });
  }
};
addEventListener("DOMContentLoaded", () => {
  new MutationObserver((changes) => {
    for (const change of changes) for (const node of change.addedNodes) globalThis.told.push(node.textContent);
  }).observe(document.getElementById("announcer"), { childList: true });
});
globalThis.stopped = 0;
const stop = AudioBufferSourceNode.prototype.stop;
AudioBufferSourceNode.prototype.stop = function (...times) {
  globalThis.stopped += 1;
  return stop.apply(this, times);
};
const start = AudioBufferSourceNode.prototype.start;
AudioBufferSourceNode.prototype.start = function (...times) {
  const samples = this.buffer.getChannelData(0);
  let peak = 0;
  for (const sample of samples) peak = Math.max(peak, Math.abs(sample));
  globalThis.played.push({ seconds: this.buffer.duration, peak, at: times[0] ?? 0 });
  return start.apply(this, times);
};
"""


class Link:
    """A way to the server that can be cut, as a network is."""

    def __init__(self):
        self.loop = asyncio.new_event_loop()
        self.is_up = True
        self.swallows = False
        self.writers = set()
        # Those of connections that stay open and carry nothing.
        self.stalled = set()
        # How many connections were made.
        self.carried = 0
        threading.Thread(target=self.loop.run_forever, daemon=True).start()
        self.port = asyncio.run_coroutine_threadsafe(self.listen(), self.loop).result()

    async def listen(self):
        server = await asyncio.start_server(self.carry, "127.0.0.1", 0)
        return server.sockets[0].getsockname()[1]

    async def carry(self, reader, writer):
        if not self.is_up:
            return writer.transport.abort()
        self.carried += 1
        if self.swallows:
            self.stalled.add(writer)
        to_reader, to_writer = await asyncio.open_connection("127.0.0.1", PORT)
        self.writers |= {writer, to_writer}

        async def copy(source, sink):
            with contextlib.suppress(ConnectionError, asyncio.IncompleteReadError):
                while data := await source.read(65536):
                    if writer in self.stalled:
                        continue
                    sink.write(data)
                    await sink.drain()
            sink.close()

        await asyncio.gather(copy(reader, to_writer), copy(to_reader, writer))
        self.writers -= {writer, to_writer}

    def cut(self):
        def abort():
            self.is_up = False
            for writer in self.writers:
                writer.transport.abort()
            self.writers.clear()

        self.loop.call_soon_threadsafe(abort)

    def swallow(self):
        """Stays open and carries nothing any more, as behind a router that has forgotten the connection."""
        self.swallows = True
        self.stalled |= self.writers

    def mend(self):
        self.swallows = False
        self.is_up = True

    def cut_stalled(self):
        """Ends the connections that carry nothing, as a router does after a long time."""
        def abort():
            for writer in self.stalled:
                writer.transport.abort()
            self.stalled.clear()

        self.loop.call_soon_threadsafe(abort)


failures = []


def check(name, holds, more=""):
    print(("ok      " if holds else "FAILED  ") + name + (f": {more}" if more and not holds else ""), flush=True)
    if not holds:
        failures.append(name)


def until(page, script, timeout):
    """Waits until an expression holds. Playwright's own wait would need `unsafe-eval`, which the page forbids."""
    deadline = time.monotonic() + timeout / 1000
    while not page.evaluate(script):
        if time.monotonic() > deadline:
            raise TimeoutError(script)
        page.wait_for_timeout(50)


def hold(page, button, seconds):
    """Holds a button. Returns where it was before, and where it was at the end."""
    box = button.bounding_box()
    page.mouse.move(box["x"] + box["width"] / 2, box["y"] + 40)
    page.mouse.down()
    page.wait_for_timeout(seconds * 1000)
    at_end = button.bounding_box()
    page.mouse.up()
    return box, at_end


def focused(page):
    """What has the focus: its element, and what it says."""
    return page.evaluate("(() => { const one = document.activeElement; return `${one.tagName} ${one.ariaLabel ?? one.textContent.trim().slice(0, 40)}`; })()")


def utterances(page):
    return page.locator(".half:not(.facing) .line:has(.meant:not(:empty))")


def settled(page, line="document.querySelector('.half:not(.facing) .line')"):
    """Waits until a line is not being worked on."""
    until(page, f"!{line}.querySelector('[aria-busy=true]') && !{line}.querySelector('.tentative') && !{line}.querySelector('.note').textContent.includes('again')", 60_000)


def correct(page, line, text):
    line.get_by_role("button", name="Correct the text").click()
    page.locator("dialog [name=source]").fill(text)
    page.locator("dialog button.main").click()


def newest(page):
    """The record of the conversation that began last."""
    identifier = page.request.get(ADDRESS + "/api/conversations?limit=1").json()["conversations"][0]["id"]
    return page.request.get(f"{ADDRESS}/api/conversations/{identifier}").json()


def end(page):
    page.locator(".head button", has_text="End").click()
    until(page, "document.querySelector('.status').textContent.includes('Ended')", 90_000)


def inspect(page, name):
    """Looks for faults of accessibility. In a conversation that goes on, a line would fade in at any moment."""
    was_reduced = page.evaluate("matchMedia('(prefers-reduced-motion: reduce)').matches")
    page.emulate_media(reduced_motion="reduce")
    until(page, "document.getAnimations().every((one) => one.playState === 'finished')", 20_000)
    faults = Axe().run(page, options={"runOnly": ["wcag2a", "wcag2aa", "wcag21aa", "wcag22aa", "best-practice"]}).response["violations"]
    page.emulate_media(reduced_motion="reduce" if was_reduced else "null")
    check(f"{name}: axe", not faults, "; ".join(f"{fault['id']} {fault['nodes'][0]['html'][:120]}" for fault in faults))


def named(page, name):
    """Looks at the accessibility tree: the parts of the page are there, and whatever can be used has a name."""
    tree = page.locator("body").aria_snapshot()
    unnamed = [line.strip() for line in tree.splitlines()
               if re.match(r"\s*- (button|link|textbox|combobox|checkbox|searchbox|region|list|navigation)( \[[^\]]*\])*:?$", line)
               and not re.match(r"\s*- list:?$", line)]
    check(f"{name}: the accessibility tree", not unnamed and all(f"- {part}" in tree for part in ("banner", "navigation", "main")), f"{unnamed} {tree[:300]}")
