"""Uses the console as people do, in headless Chromium, and looks at what comes of it.

    console.py ADDRESS MICROPHONE.wav FOLDER [CLOSED-ADDRESS KEY]

ADDRESS is that of `verbio serve`; the microphone hears the recording again and again. Pictures and downloads go to FOLDER.
Needs the Python packages playwright and axe-playwright-python, and Debian's chromium. Prints one line for each check and ends
with code 1 if one fails.
"""

import base64
import re
import shutil
import subprocess
import sys
import unicodedata
import zipfile

from playwright.sync_api import sync_playwright

from console_details import address, busy, focus, insecure, languages, layouts, leaving
from console_lists import guarded, pages, silence, tracks, unfinished
from console_views import glossary, keyboard, looks, offline, paint, voices
from page_driver import (
    ADDRESS, CLOSED, FOLDER, KEY, LISTEN, MICROPHONE, Link, check, correct, end, failures, focused, hold, inspect, newest, settled, until, utterances)


def talk(page):
    """Hold to talk, and listen to the translation."""
    orders = []
    page.on("websocket", lambda socket: socket.on("framesent", lambda frame: orders.append(frame) if isinstance(frame, str) else None))
    page.set_viewport_size({"width": 390, "height": 780})
    page.goto(ADDRESS)
    before, during = hold(page, page.locator(".mic.user").last, 6)
    check("a button stays under the finger that holds it", before == during, f"{before} {during}")
    page.set_viewport_size({"width": 1000, "height": 900})
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
    correct(page, running, "We go on talking meanwhile.")
    running.get_by_text("We go on talking meanwhile.").wait_for(timeout=60_000)
    check("a line is corrected while the conversation goes on", page.locator(".head button", has_text="End").count() == 1)
    settled(page)
    told = sum('"played"' in order for order in orders)
    running.get_by_role("button", name="Play the translation").click()
    page.locator(".tools [aria-pressed=true]").wait_for()
    for _ in range(100):
        if sum('"played"' in order for order in orders) > told:
            break
        page.wait_for_timeout(100)
    check("the server is told what is heard again, for the microphone may hear it", sum('"played"' in order for order in orders) > told > 0, str(orders[-3:]))
    running.get_by_role("button", name="The other person said this").click()
    until(page, "document.querySelector('.half:not(.facing) .line').classList.contains('other')", 60_000)
    settled(page)
    check("a line is given to the other person while the conversation goes on", page.locator(".head button", has_text="End").count() == 1)
    running.get_by_role("button", name="You said this").click()
    until(page, "!document.querySelector('.half:not(.facing) .line').classList.contains('other')", 60_000)
    end(page)
    told = page.evaluate("globalThis.told")
    texts = [text.strip() for name in (".said", ".meant") for text in page.locator(f".half:not(.facing) .line {name}").all_inner_texts()]
    check("every final text was told to screen readers", set(texts) <= set(told), f"{set(texts) - set(told)}")
    check("no partial text was told, and no final one twice in a row", all(one != other for one, other in zip(told, told[1:])) and len(told) <= len(texts) + 8, str(told))
    inspect(page, "a conversation")
    line = utterances(page).first
    before = page.evaluate("globalThis.played.length")
    line.get_by_role("button", name="Play the translation").click()
    until(page, f"globalThis.played.length > {before}", 40_000)
    check("an utterance is heard again", True)
    utterances(page).nth(1).get_by_role("button", name="Play the translation").click()
    until(page, f"globalThis.played.length > {before + 1}", 40_000)
    check("another one is heard instead, not at the same time", page.locator(".tools [aria-pressed=true]").count() == 1 and page.evaluate("globalThis.stopped") > 0)
    page.locator(".tools [aria-pressed=true]").click()
    until(page, "!document.querySelector('.tools [aria-pressed=true]')", 20_000)
    check("the button stops it, too", True)
    line.get_by_role("button", name="Copy").click()
    page.get_by_text("Copied").wait_for()
    copied = page.evaluate("navigator.clipboard.readText()")
    check("an utterance is copied in both languages", copied == "\n".join(line.locator(f".{part}").inner_text() for part in ("said", "meant")), copied)
    page.get_by_role("button", name="Table").click()
    facing = page.locator(".facing .line").first
    facing.wait_for()
    check("the table shows the other person's half upside down", page.locator(".facing").evaluate("half => getComputedStyle(half).rotate") == "180deg")
    page.get_by_role("button", name="Leave table view").click()
    correct(page, line, "This was not what I said.")
    line.get_by_text("This was not what I said.").wait_for(timeout=60_000)
    settled(page)
    check("a corrected line has another translation", line.locator(".meant").inner_text() != meant)
    line.get_by_role("button", name="The other person said this").click()
    until(page, "document.querySelector('.half:not(.facing) .line').classList.contains('other')", 60_000)
    settled(page)
    line.get_by_role("button", name="You said this").click()
    until(page, "!document.querySelector('.half:not(.facing) .line').classList.contains('other')", 60_000)
    settled(page)
    line.get_by_role("button", name="Save as a phrase").click()
    page.get_by_text("Saved to your phrases").wait_for(timeout=60_000)
    check("an utterance becomes a phrase", True)
    return page.locator(".half:not(.facing) .line .said").nth(1).inner_text()


def resume(page, link):
    """The network fails while somebody speaks."""
    page.goto(f"http://127.0.0.1:{link.port}")
    page.locator(".mic.user").last.click()
    utterances(page).first.wait_for(timeout=90_000)
    link.swallow()
    page.locator(".dot.off").wait_for(timeout=40_000)
    check("a link that carries nothing is shown as lost", "Connection lost" in page.locator(".status").inner_text())
    link.cut()
    # Half a minute of speech, which the status counts.
    until(page, "Number(document.querySelector('.status').textContent.match(/(\\d+) s not saved/)?.[1]) >= 30", 90_000)
    check("what is not saved is shown", True)
    asked = []
    page.once("dialog", lambda dialog: (asked.append(dialog.type), dialog.dismiss()))
    page.evaluate("setTimeout(() => location.reload())")
    page.wait_for_event("dialog") if not asked else None
    check("who leaves the page now is asked first", asked == ["beforeunload"], str(asked))
    told = page.evaluate("globalThis.told")
    check("a screen reader is told of the lost connection once", sum("Connection lost" in text for text in told) == 1, str(told))
    during = utterances(page).count()
    link.mend()
    until(page, "document.querySelector('.status').textContent.includes('Connected')", 60_000)
    until(page, "document.querySelector('.status').textContent.includes('Everything is saved')", 60_000)
    page.locator(".mic.user").last.click()
    end(page)
    heard = page.evaluate("globalThis.heard")
    after = utterances(page).count()
    check("speech that was said meanwhile is translated", after > during, f"{during} {after}")
    stored = newest(page)["source"]["seconds"]
    check("all seconds of the microphone are stored", heard > 30 and abs(heard - stored) < 1, f"{heard} {stored}")
    shown = [text.strip() for text in utterances(page).locator(".said").all_inner_texts()]
    page.goto(ADDRESS + "/#history")
    page.locator("button.title").first.click()
    page.locator(".lines .line").first.wait_for()
    stored = [text.strip() for text in page.locator(".lines .line .said").all_inner_texts()]
    check("the page and the store have the same utterances", shown == stored, f"{shown} {stored}")


def files(page):
    page.goto(ADDRESS + "/#files")
    page.locator("input[type=file]").set_input_files(MICROPHONE)
    cost = page.get_by_text(re.compile(r"long, (about|free)"))
    cost.wait_for(timeout=90_000)
    check("the cost is told before anything is called", True)
    sent = []
    page.on("request", lambda request: "/api/estimate" in request.url and sent.append(request.url))
    page.get_by_label("Two people").check()
    page.get_by_label("Translate into").select_option("fr")
    cost.wait_for(timeout=90_000)
    page.get_by_label("Speak the translation").uncheck()
    page.get_by_label("Translate into").select_option("es")
    cost.wait_for(timeout=90_000)
    check("the file is sent once for each language", len(sent) == 1, str(sent))
    check("another language changes nothing else", page.get_by_label("Two people").is_checked() and not page.get_by_label("Speak the translation").is_checked())
    page.get_by_label("Two people").uncheck()
    page.get_by_label("Speak the translation").check()
    page.get_by_role("button", name="Translate").click()
    page.locator(".caption").first.wait_for(timeout=120_000)
    check("a file becomes captions", page.locator(".caption").count() > 0)
    page.locator(".caption .at").nth(1).click()
    until(page, "document.querySelector('.caption.now') !== null", 40_000)
    check("captions follow the player", True)
    place = page.evaluate("scrollY")
    if page.locator(".caption .word").count() > 0:
        until(page, "document.querySelector('.caption:nth-child(2).now .word.now') !== null", 40_000)
        check("the word that is heard is marked in a later line, too", True)
        check("no line that is not heard has a marked word", page.locator(".caption:not(.now) .word.now").count() == 0)
    until(page, "document.querySelector('.caption:nth-child(3).now') !== null", 40_000)
    check("following the captions does not scroll the page", page.evaluate("scrollY") == place)
    page.locator(".player").evaluate("player => player.pause()")
    inspect(page, "a recording")
    with page.expect_download() as download:
        page.locator("[data-format=srt]").click()
    path = f"{FOLDER}/captions.srt"
    download.value.save_as(path)
    text = open(path, encoding="utf-8").read()
    check("captions are downloaded", text.startswith("1\n00:00:"), text[:60])
    archive(page, "of a recording")
    twice(page)


def translate(page, line, text):
    """Corrects the translation of a line."""
    line.get_by_role("button", name="Correct the text").click()
    page.locator("dialog [name=translation]").fill(text)
    page.locator("dialog button.main").click()


def archive(page, name):
    """All files of a conversation in one."""
    with page.expect_download() as download:
        page.locator("[data-format=zip]").click()
    path = f"{FOLDER}/all.zip"
    download.value.save_as(path)
    with zipfile.ZipFile(path) as members:
        kinds = {name.rsplit(".", 1)[-1] for name in members.namelist()}
        check(f"all files {name} are downloaded in one", members.testzip() is None and {"json", "srt", "vtt", "txt", "wav"} <= kinds, str(kinds))


def twice(page):
    """A second correction comes before the first is done, and one of another line between them."""
    rows = page.locator(".caption")
    count = rows.count()
    before = rows.locator("p").all_inner_texts()
    for place, text in [(0, "The first thought."), (1, "Another line."), (0, "The second thought.")]:
        correct(page, rows.nth(place), text)
    # The dialog closes a moment after the click.
    rows.first.get_by_text("The second thought.").wait_for()
    until(page, "!document.querySelector('.caption .tentative')", 60_000)
    after = rows.locator("p").all_inner_texts()
    check("of two quick corrections the second one stays", after[0] == "The second thought." and after[2] == "Another line.", str(after))
    check("corrected lines are translated anew", after[1] != before[1] and after[3] != before[3], str(after))
    check("no other line has changed or moved", rows.count() == count and after[4:] == before[4:], str(after))
    identifier = page.locator("[data-format=srt]").evaluate("() => performance.getEntriesByType('resource').map((one) => one.name.match(/conversations\\/(c[0-9a-z]{20})/)?.[1]).filter(Boolean).at(-1)")
    stored = page.request.get(f"{ADDRESS}/api/conversations/{identifier}").json()["utterances"]
    check("the store has the second one, too", [stored[0]["source"]["text"], stored[0]["translation"]["text"]] == after[:2], f"{stored[0]} {after}")
    translation = rows.first.locator("p").nth(1)
    own = "Mi propia traducción."
    translate(page, rows.first, own)
    # The dialog closes a moment after the click.
    rows.first.get_by_text(own).wait_for()
    until(page, "!document.querySelector('.caption .tentative')", 60_000)
    check("a typed translation stays", translation.inner_text() == own, translation.inner_text())
    translate(page, rows.first, "")
    rows.first.get_by_text(own).wait_for(state="detached", timeout=60_000)
    until(page, "!document.querySelector('.caption .tentative')", 60_000)
    check("an emptied translation is made anew", translation.inner_text() not in ("", "…", own), translation.inner_text())
    heard = page.evaluate("globalThis.played.length")
    rows.first.get_by_role("button", name="Play the translation").click()
    until(page, f"globalThis.played.length > {heard}", 40_000)
    check("a corrected line is spoken anew", True)


def video(page):
    """A film is dropped on another tab; the network of the page fails for a moment while a line is corrected."""
    if not shutil.which("ffmpeg"):
        return print("skipped a film: there is no ffmpeg", flush=True)
    path = f"{FOLDER}/film.webm"
    subprocess.run(["ffmpeg", "-v", "error", "-y", "-f", "lavfi", "-i", "color=c=orange:s=160x90:r=5:d=12", "-i", MICROPHONE,
                    "-shortest", "-c:v", "libvpx", "-c:a", "libopus", path], check=True)
    page.goto(ADDRESS + "/#phrases")
    page.locator("main h1").wait_for()
    with open(path, "rb") as file:
        content = base64.b64encode(file.read()).decode()
    page.evaluate("""(content) => {
      const bytes = Uint8Array.from(atob(content), (letter) => letter.charCodeAt(0));
      const data = new DataTransfer();
      data.items.add(new File([bytes], "film.webm", { type: "video/webm" }));
      document.body.dispatchEvent(new DragEvent("drop", { dataTransfer: data, bubbles: true, cancelable: true }));
    }""", content)
    page.get_by_role("button", name="Translate").click(timeout=90_000)
    page.locator(".caption").first.wait_for(timeout=120_000)
    check("a film that is dropped anywhere becomes captions", page.locator("video.player").count() == 1)
    line = page.locator(".caption").first
    page.context.set_offline(True)
    correct(page, line, "Said without a network.")
    line.get_by_text("Said without a network.").wait_for()
    page.wait_for_timeout(1_000)
    check("a correction without a network is shown as not saved yet, without the old translation", line.locator(".tentative").count() == 2)
    page.context.set_offline(False)
    until(page, "!document.querySelector('.caption .tentative')", 60_000)
    check("it is saved when the network is back", line.locator("p").first.inner_text() == "Said without a network.")


def missing_sound(page):
    """Speech that a full disk has cost is marked in the list and in the conversation."""
    def without_end(route):
        answer = route.fetch()
        body = answer.json()
        for entry in body.get("conversations", []):
            entry["endIsLost"] = True
        if "source" in body:
            body["source"]["damage"] = [{"at": 61, "what": "there was no room on the disk"}]
        route.fulfill(response=answer, json=body)

    page.route("**/api/conversations*", without_end)
    page.route("**/api/conversations/*", without_end)
    page.reload()
    page.get_by_text("the end is missing").first.wait_for(timeout=40_000)
    page.locator("button.title").first.click()
    page.get_by_text("Sound is missing from 1:01 on").wait_for(timeout=40_000)
    check("lost speech is marked in the list and in the conversation", True)
    page.unroute("**/api/conversations*")
    page.unroute("**/api/conversations/*")
    page.goto(ADDRESS + "/#history")
    page.locator("button.title").first.wait_for(timeout=40_000)


def history(page, said):
    page.goto(ADDRESS + "/#history")
    word = max(re.findall(r"\w+", said), key=len)
    page.get_by_role("searchbox").fill(word)
    page.locator("mark").first.wait_for(timeout=40_000)
    found = page.locator("mark").first.inner_text()
    # "music" is found in "música", too.
    plain = ["".join(letter for letter in unicodedata.normalize("NFD", text.lower()) if not unicodedata.combining(letter)) for text in (found, word)]
    check("the search finds a word", plain[0] == plain[1], f"{found!r} {word!r}")
    page.get_by_role("searchbox").fill("cafe")
    page.locator("mark", has_text="café").first.wait_for(timeout=40_000)
    check("the search finds words of the translation, and marks them with their accents", True)
    page.get_by_role("searchbox").fill("xyzzyx")
    page.get_by_text("Nothing found").wait_for(timeout=40_000)
    check("the search finds nothing if there is nothing", True)
    page.get_by_role("searchbox").fill("")
    page.locator(".list li").first.get_by_role("button", name="Rename").click()
    page.locator("dialog input").fill("A <b>name</b> of its own")
    page.locator("dialog button.main").click()
    page.get_by_text("A <b>name</b> of its own").first.wait_for(timeout=40_000)
    check("a name is text, never markup", page.locator(".list b").count() == 0)
    missing_sound(page)
    page.locator("button.title").first.click()
    archive(page, "of the history")
    page.get_by_role("button", name="Erase").click()
    page.locator("dialog button.danger").click()
    page.locator(".list li").first.wait_for(timeout=40_000)
    check("an erased conversation is gone", page.get_by_text("A <b>name</b> of its own").count() == 0)
    rest = page.locator(".list li").count()
    page.locator(".list li").last.get_by_role("button", name="Erase").focus()
    page.keyboard.press("Enter")
    page.locator("dialog button.danger").focus()
    page.keyboard.press("Enter")
    until(page, f"document.querySelectorAll('.list li').length === {rest - 1}", 40_000)
    check("the focus goes on to another one", "Erase" in focused(page), focused(page))


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
    before = page.evaluate("globalThis.played.length")
    utterances(page).first.get_by_role("button", name="Play the translation").click()
    until(page, f"globalThis.played.length > {before}", 40_000)
    check("an utterance is heard again with the key", True)
    kept = page.evaluate("JSON.stringify([Object.values(localStorage), Object.values(sessionStorage), document.cookie])")
    check("the key is kept nowhere", KEY not in kept)


with sync_playwright() as playwright:
    browser = playwright.chromium.launch(
        executable_path="/usr/bin/chromium",
        args=["--no-sandbox", "--use-fake-ui-for-media-stream", "--use-fake-device-for-media-stream",
              f"--use-file-for-fake-audio-capture={MICROPHONE}"])
    context = browser.new_context(
        viewport={"width": 1000, "height": 900}, locale="en", permissions=["microphone", "clipboard-read", "clipboard-write"])
    # A machine that is busy with other tests is slow.
    context.set_default_timeout(90_000)
    context.add_init_script(LISTEN)
    page = context.new_page()
    errors = []
    page.on("pageerror", lambda error: errors.append(str(error)))
    said = talk(page)
    resume(page, Link())
    silence(page, Link())
    guarded(page)
    files(page)
    video(page)
    tracks(page)
    unfinished(page)
    history(page, said)
    phrases(page)
    voices(page)
    glossary(page)
    keyboard(page)
    focus(page)
    languages(page)
    busy(page)
    leaving(page)
    pages(page)
    address(page)
    if CLOSED:
        key(page)
    check("no script has failed", not errors, str(errors))
    context.close()
    offline(browser)
    paint(browser)
    looks(browser)
    layouts(browser)
    insecure(browser)
    browser.close()

print(f"{len(failures)} checks failed")
sys.exit(1 if failures else 0)
