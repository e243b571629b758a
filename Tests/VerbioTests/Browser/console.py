"""Uses the console as people do, in headless Chromium, and looks at what comes of it.

    console.py ADDRESS MICROPHONE.wav FOLDER [CLOSED-ADDRESS KEY]

ADDRESS is that of `verbio serve`; the microphone hears the recording again and again. Pictures and downloads go to FOLDER.
Needs the Python packages playwright and axe-playwright-python, and Debian's chromium. Prints one line for each check and ends
with code 1 if one fails.
"""

import asyncio
import contextlib
import re
import sys
import threading
import time
import urllib.parse

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import sync_playwright

ADDRESS, MICROPHONE, FOLDER = sys.argv[1:4]
# A server that demands a key, and a key of it.
CLOSED, KEY = sys.argv[4:6] if len(sys.argv) > 5 else (None, None)
PORT = urllib.parse.urlsplit(ADDRESS).port
# Everything that the page plays is kept, so that it can be looked at.
LISTEN = """
globalThis.played = [];
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
        self.writers = set()
        threading.Thread(target=self.loop.run_forever, daemon=True).start()
        self.port = asyncio.run_coroutine_threadsafe(self.listen(), self.loop).result()

    async def listen(self):
        server = await asyncio.start_server(self.carry, "127.0.0.1", 0)
        return server.sockets[0].getsockname()[1]

    async def carry(self, reader, writer):
        if not self.is_up:
            return writer.transport.abort()
        to_reader, to_writer = await asyncio.open_connection("127.0.0.1", PORT)
        self.writers |= {writer, to_writer}

        async def copy(source, sink):
            with contextlib.suppress(ConnectionError, asyncio.IncompleteReadError):
                while data := await source.read(65536):
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

    def mend(self):
        self.is_up = True


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
    box = button.bounding_box()
    page.mouse.move(box["x"] + box["width"] / 2, box["y"] + 40)
    page.mouse.down()
    page.wait_for_timeout(seconds * 1000)
    page.mouse.up()


def utterances(page):
    return page.locator(".half:not(.facing) .line:has(.meant:not(:empty))")


def end(page):
    page.locator(".head button", has_text="End").click()
    until(page, "document.querySelector('.status').textContent.includes('Ended')", 90_000)


def inspect(page, name):
    """Looks for faults of accessibility."""
    faults = Axe().run(page, options={"runOnly": ["wcag2a", "wcag2aa", "wcag21aa", "wcag22aa", "best-practice"]}).response["violations"]
    check(f"{name}: axe", not faults, "; ".join(f"{fault['id']} {fault['nodes'][0]['html'][:120]}" for fault in faults))


def talk(page):
    """Hold to talk, and listen to the translation."""
    page.goto(ADDRESS)
    hold(page, page.locator(".mic.user").last, 6)
    utterances(page).first.wait_for(timeout=90_000)
    said = utterances(page).first.locator(".said").inner_text()
    meant = utterances(page).first.locator(".meant").inner_text()
    check("holding a button translates what is said", said and meant and said != meant, f"{said!r} {meant!r}")
    until(page, "globalThis.played.length > 0", 60_000)
    played = page.evaluate("globalThis.played")
    check("the translation is heard", played[0]["peak"] > 0.01 and played[0]["seconds"] > 0, str(played[:3]))
    page.locator(".mic.other").last.click()
    page.wait_for_timeout(6_000)
    page.locator(".mic.other").last.click()
    page.locator(".half:not(.facing) .line.other").first.wait_for(timeout=90_000)
    check("a tap locks the other button, and its speech is of the other side", True)
    page.keyboard.press("1")
    check("a key presses a button", page.locator(".mic.user").last.get_attribute("aria-pressed") == "true")
    page.keyboard.press("1")
    running = utterances(page).first
    running.get_by_role("button", name="Correct the text").click()
    page.locator("dialog textarea").fill("We go on talking meanwhile.")
    page.locator("dialog button.main").click()
    running.get_by_text("We go on talking meanwhile.").wait_for(timeout=60_000)
    check("a line is corrected while the conversation goes on", page.locator(".head button", has_text="End").count() == 1)
    until(page, "!document.querySelector('.half:not(.facing) .line .tools').inert", 60_000)
    running.get_by_role("button", name="The other person said this").click()
    until(page, "document.querySelector('.half:not(.facing) .line').classList.contains('other')", 60_000)
    until(page, "!document.querySelector('.half:not(.facing) .line .tools').inert", 60_000)
    check("a line is given to the other person while the conversation goes on", page.locator(".head button", has_text="End").count() == 1)
    running.get_by_role("button", name="The other person said this").click()
    until(page, "!document.querySelector('.half:not(.facing) .line').classList.contains('other')", 60_000)
    end(page)
    announced = page.locator("#announcer").inner_text()
    check("the last text was told to screen readers", announced != "", announced)
    inspect(page, "a conversation")
    line = utterances(page).first
    before = page.evaluate("globalThis.played.length")
    line.get_by_role("button", name="Play the translation").click()
    until(page, f"globalThis.played.length > {before}", 40_000)
    check("an utterance is heard again", True)
    page.get_by_role("button", name="Table").click()
    facing = page.locator(".facing .line").first
    facing.wait_for()
    check("the table shows the other person's half upside down", page.locator(".facing").evaluate("half => getComputedStyle(half).rotate") == "180deg")
    page.get_by_role("button", name="Leave table view").click()
    line.get_by_role("button", name="Correct the text").click()
    page.locator("dialog textarea").fill("This was not what I said.")
    page.locator("dialog button.main").click()
    line.get_by_text("This was not what I said.").wait_for(timeout=60_000)
    until(page, "document.querySelector('.half:not(.facing) .line .meant').textContent.length > 0", 60_000)
    check("a corrected line has another translation", line.locator(".meant").inner_text() != meant)
    line.get_by_role("button", name="The other person said this").click()
    until(page, "document.querySelector('.half:not(.facing) .line').classList.contains('other')", 60_000)
    until(page, "!document.querySelector('.half:not(.facing) .line .tools').inert", 60_000)
    line.get_by_role("button", name="The other person said this").click()
    until(page, "!document.querySelector('.half:not(.facing) .line .tools').inert", 60_000)
    line.get_by_role("button", name="Save as a phrase").click()
    page.get_by_text("Saved to your phrases").wait_for(timeout=60_000)
    check("an utterance becomes a phrase", True)
    return page.locator(".half:not(.facing) .line .said").nth(1).inner_text()


def resume(page, link):
    """The network fails while somebody speaks."""
    page.goto(f"http://127.0.0.1:{link.port}")
    page.locator(".mic.user").last.click()
    utterances(page).first.wait_for(timeout=90_000)
    link.cut()
    page.get_by_text("Connection lost").first.wait_for(timeout=40_000)
    check("a lost connection is shown", True)
    page.wait_for_timeout(6_000)
    unsaved = page.locator(".status").inner_text()
    check("what is not saved is shown", re.search(r"\d+ s not saved", unsaved) is not None, unsaved)
    during = utterances(page).count()
    link.mend()
    until(page, "document.querySelector('.status').textContent.includes('Connected')", 60_000)
    until(page, "document.querySelector('.status').textContent.includes('Everything is saved')", 60_000)
    page.wait_for_timeout(4_000)
    page.locator(".mic.user").last.click()
    end(page)
    after = utterances(page).count()
    check("speech that was said meanwhile is translated", after > during, f"{during} {after}")
    shown = [text.strip() for text in utterances(page).locator(".said").all_inner_texts()]
    page.goto(ADDRESS + "/#history")
    page.locator("button.title").first.click()
    page.locator(".lines .line").first.wait_for()
    stored = [text.strip() for text in page.locator(".lines .line .said").all_inner_texts()]
    check("the page and the store have the same utterances", shown == stored, f"{shown} {stored}")


def files(page):
    page.goto(ADDRESS + "/#files")
    page.locator("input[type=file]").set_input_files(MICROPHONE)
    page.get_by_text(re.compile(r"long, (about|free)")).wait_for(timeout=90_000)
    check("the cost is told before anything is called", True)
    page.get_by_role("button", name="Translate").click()
    page.locator(".caption").first.wait_for(timeout=120_000)
    check("a file becomes captions", page.locator(".caption").count() > 0)
    page.locator(".caption .at").nth(1).click()
    until(page, "document.querySelector('.caption.now') !== null", 40_000)
    check("captions follow the player", True)
    page.locator(".player").evaluate("player => player.pause()")
    inspect(page, "a recording")
    with page.expect_download() as download:
        page.locator("[data-format=srt]").click()
    path = f"{FOLDER}/captions.srt"
    download.value.save_as(path)
    text = open(path, encoding="utf-8").read()
    check("captions are downloaded", text.startswith("1\n00:00:"), text[:60])


def history(page, said):
    page.goto(ADDRESS + "/#history")
    word = max(re.findall(r"\w+", said), key=len)
    page.get_by_role("searchbox").fill(word)
    page.locator("mark").first.wait_for(timeout=40_000)
    check("the search finds a word", page.locator("mark").first.inner_text().lower() == word.lower())
    page.get_by_role("searchbox").fill("xyzzyx")
    page.get_by_text("Nothing found").wait_for(timeout=40_000)
    check("the search finds nothing if there is nothing", True)
    page.get_by_role("searchbox").fill("")
    page.locator(".list li").first.get_by_role("button", name="Rename").click()
    page.locator("dialog input").fill("A <b>name</b> of its own")
    page.locator("dialog button.main").click()
    page.get_by_text("A <b>name</b> of its own").first.wait_for(timeout=40_000)
    check("a name is text, never markup", page.locator(".list b").count() == 0)


def phrases(page):
    page.goto(ADDRESS + "/#phrases")
    page.get_by_text("Phrase of the day").wait_for(timeout=40_000)
    page.locator(".list li").first.wait_for(timeout=40_000)
    before = page.evaluate("globalThis.played.length")
    page.locator(".list li").first.get_by_role("button", name="Speak").click()
    until(page, f"globalThis.played.length > {before}", 60_000)
    check("a phrase is spoken", True)
    check("there is a phrase of the day", page.get_by_text("Phrase of the day").count() == 1)


def key(page):
    """A server that demands a key tells a visitor nothing, and lets a key in."""
    page.goto(CLOSED)
    field = page.locator("input[type=password]")
    field.wait_for()
    check("a visitor sees no tabs", page.locator("#tabs a").count() == 0)
    inspect(page, "the question for a key")
    field.fill("vk_wrong")
    page.get_by_role("button", name="Continue").click()
    page.get_by_text("not accepted").wait_for(timeout=40_000)
    check("a wrong key is refused", True)
    field = page.locator("input[type=password]")
    field.fill(KEY)
    page.get_by_role("button", name="Continue").click()
    page.locator(".mic.user").last.wait_for()
    page.locator(".mic.user").last.click()
    utterances(page).first.wait_for(timeout=90_000)
    check("a key opens a live session", True)
    page.locator(".mic.user").last.click()
    end(page)
    utterances(page).first.get_by_role("button", name="Play the translation").click()
    before = page.evaluate("globalThis.played.length")
    until(page, f"globalThis.played.length >= {before}", 40_000)
    kept = page.evaluate("JSON.stringify([Object.values(localStorage), Object.values(sessionStorage), document.cookie])")
    check("the key is kept nowhere", KEY not in kept)


def looks(browser):
    """Every view in both themes, in Arabic and on a small telephone: nothing is cut off, and axe finds no fault."""
    for theme, language, width in [("light", "en", 1200), ("dark", "en", 1200), ("light", "ar", 1000), ("dark", "de", 320)]:
        context = browser.new_context(viewport={"width": width, "height": 800}, color_scheme=theme, locale=language)
        page = context.new_page()
        for view in ["talk", "files", "history", "phrases", "settings"]:
            page.goto(f"{ADDRESS}/#{view}")
            page.wait_for_timeout(700)
            name = f"{view}, {theme}, {language}, {width} px"
            too_wide = page.evaluate("document.documentElement.scrollWidth > innerWidth")
            check(f"{name}: fits", not too_wide)
            inspect(page, name)
            if language == "ar":
                check(f"{name}: right to left", page.evaluate("document.documentElement.dir") == "rtl")
            small = page.evaluate(
                "[...document.querySelectorAll('button, select, nav a')].filter((one) => one.offsetParent && one.getBoundingClientRect().height < 44)"
                ".map((one) => one.outerHTML.slice(0, 80))")
            check(f"{name}: targets of 44 px", not small, str(small))
            page.screenshot(path=f"{FOLDER}/{view}-{theme}-{language}.png")
        context.close()


with sync_playwright() as playwright:
    browser = playwright.chromium.launch(
        executable_path="/usr/bin/chromium",
        args=["--no-sandbox", "--use-fake-ui-for-media-stream", "--use-fake-device-for-media-stream",
              f"--use-file-for-fake-audio-capture={MICROPHONE}"])
    context = browser.new_context(
        viewport={"width": 1000, "height": 900}, locale="en", permissions=["microphone", "clipboard-write"])
    # A machine that is busy with other tests is slow.
    context.set_default_timeout(90_000)
    context.add_init_script(LISTEN)
    page = context.new_page()
    errors = []
    page.on("pageerror", lambda error: errors.append(str(error)))
    said = talk(page)
    resume(page, Link())
    files(page)
    history(page, said)
    phrases(page)
    if CLOSED:
        key(page)
    check("no script has failed", not errors, str(errors))
    context.close()
    looks(browser)
    browser.close()

print(f"{len(failures)} checks failed")
sys.exit(1 if failures else 0)
