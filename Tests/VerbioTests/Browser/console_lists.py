"""Long lists, a silent network, and what a session is told of the loudspeaker: parts of console.py."""

import json
import shutil
import socket
import subprocess
import urllib.parse

from page_driver import ADDRESS, FOLDER, MICROPHONE, check, end, focused, newest, until, utterances

# Keeps what the page sends as text, and where to.
SENT = """(() => {
globalThis.sent = [];
globalThis.dialled = [];
const Plain = WebSocket;
globalThis.WebSocket = class extends Plain {
  constructor(address) {
    super(address);
    globalThis.dialled.push(address);
  }
  send(data) {
    if (typeof data === "string") globalThis.sent.push(data);
    super.send(data);
  }
};
})()"""


def silence(page, link):
    """A network stops carrying without closing anything: the page dials again by itself, and nothing is lost."""
    page.goto(f"http://127.0.0.1:{link.port}")
    page.evaluate(SENT)
    page.locator(".mic.user").last.click()
    utterances(page).first.wait_for(timeout=90_000)
    link.swallow()
    page.locator(".dot.off").wait_for(timeout=40_000)
    before = link.carried
    # The old connections stay as they are; only new ones work.
    link.swallows = False
    until(page, "document.querySelector('.status').textContent.includes('Connected')", 60_000)
    dialled = page.evaluate("globalThis.dialled")
    check("a link that carries nothing is given up, and the session goes on over another one",
          len(dialled) >= 2 and "session=" in dialled[-1] and link.carried > before, str(dialled))
    until(page, "document.querySelector('.status').textContent.includes('Everything is saved')", 60_000)
    page.locator(".mic.user").last.click()
    heard = page.evaluate("globalThis.heard")
    end(page)
    record = newest(page)
    stored = record["source"]["seconds"]
    check("all seconds of the microphone are stored, in one conversation", heard > 8 and abs(heard - stored) < 1.5, f"{heard} {stored}")
    shown = [text.strip() for text in utterances(page).locator(".said").all_inner_texts()]
    check("no utterance is missing, and none is there twice", shown == [one["source"]["text"] for one in record["utterances"] if one.get("source")], str(shown))
    page.goto(ADDRESS)
    link.cut_stalled()


def guarded(page):
    """With a loudspeaker the session is told what the page plays, and when; with headphones it is not."""
    for headphones in [False, True]:
        page.goto(ADDRESS + "/#settings")
        page.reload()
        page.get_by_label("I use headphones").set_checked(headphones)
        page.goto(ADDRESS + "/#talk")
        page.evaluate(SENT)
        page.locator(".mic.user").last.click()
        utterances(page).first.wait_for(timeout=90_000)
        until(page, "globalThis.played.length > 0", 60_000)
        page.locator(".mic.user").last.click()
        end(page)
        addresses = page.evaluate("globalThis.dialled")
        orders = [order for order in map(json.loads, page.evaluate("globalThis.sent")) if order["type"] == "played"]
        if headphones:
            check("with headphones there is no echo guard", not orders and "echo-guard" not in addresses[0], f"{addresses} {orders[:2]}")
        else:
            played = page.evaluate("globalThis.played.length")
            check("with a loudspeaker the session has an echo guard", "echo-guard=true" in addresses[0], str(addresses))
            check("and is told of each piece when it is heard", 0 < len(orders) <= played and all(one["piece"] >= 1 and one["at"] > 0 for one in orders), str(orders[:3]))
    page.goto(ADDRESS + "/#settings")
    page.get_by_label("I use headphones").uncheck()
    check("no order was refused", page.locator(".notice").count() == 0)
    # The next test must not find the lines of this one.
    page.reload()


def pages(page):
    """More phrases, and more conversations, than a page has: the rest comes on demand, and the focus is on the first of it."""
    for number in range(110):
        answer = page.request.post(ADDRESS + "/api/phrases", data={"text": f"Number {number}, please.", "from": "en", "to": "es", "tags": ["many"]})
        assert answer.ok, answer.text()
    page.goto(ADDRESS + "/#phrases")
    page.reload()
    page.locator(".list li").nth(99).wait_for()
    check("a hundred phrases come at first", page.locator(".list li").count() == 100)
    more = page.get_by_role("button", name="More", exact=True)
    more.focus()
    page.keyboard.press("Enter")
    page.locator(".list li").nth(100).wait_for()
    rest = page.locator(".list li").count() - 100
    check("the others come on demand", rest >= 10 and not more.is_visible())
    check("the focus is on the first new phrase", page.evaluate("[...document.querySelectorAll('.list li')].indexOf(document.activeElement.closest('li')) === 100"), focused(page))
    check("a screen reader is told how many came", f"{rest} more loaded" in page.evaluate("globalThis.told"), str(page.evaluate("globalThis.told")))
    page.get_by_role("button", name="many", exact=True).click()
    until(page, "document.querySelector('[aria-pressed=true]')?.textContent === 'many' && [...document.querySelectorAll('.list li .tag')].every((one) => one.textContent === 'many')", 40_000)
    until(page, "document.querySelectorAll('.list li').length === 100", 40_000)
    more.click()
    page.locator(".list li").nth(109).wait_for()
    check("a tag finds its phrases on all pages", page.locator(".list li").count() == 110)
    # A page of the history has thirty conversations; the tests before have not made so many.
    page.route("**/api/conversations?limit=30*", lambda route: route.continue_(url=route.request.url.replace("limit=30", "limit=3")))
    page.goto(ADDRESS + "/#history")
    page.locator(".list li").nth(2).wait_for()
    page.get_by_role("button", name="More", exact=True).focus()
    page.keyboard.press("Enter")
    page.locator(".list li").nth(3).wait_for()
    check("the focus is on the first new conversation", page.evaluate("[...document.querySelectorAll('.list li')].indexOf(document.activeElement.closest('li')) === 3"), focused(page))
    page.unroute("**/api/conversations?limit=30*")


def unfinished(page):
    """A request that was cut off is in the history as not finished, and a button does the rest."""
    with open(MICROPHONE, "rb") as file:
        sound = file.read()
    place = urllib.parse.urlsplit(ADDRESS)
    with socket.create_connection((place.hostname, place.port)) as client:
        head = "POST /api/translate?from=en&to=es&title=Cut HTTP/1.1\r\nHost: {}\r\nContent-Type: audio/wav\r\nContent-Length: {}\r\n\r\n"
        client.sendall(head.format(place.netloc, 2 * len(sound)).encode() + sound)
        for _ in range(600):
            first = page.request.get(f"{ADDRESS}/api/conversations?limit=1").json()["conversations"][0]
            if first["title"] == "Cut" and first.get("beginning"):
                break
            page.wait_for_timeout(100)
    page.goto(ADDRESS + "/#settings")
    row = page.locator(".list li", has_text="Cut").first
    for _ in range(60):
        page.goto(ADDRESS + "/#history")
        page.reload()
        row.wait_for()
        if row.get_by_role("button", name="Continue").count():
            break
        page.wait_for_timeout(500)
    check("a conversation is listed with its first words", first["beginning"] in row.inner_text(), row.inner_text())
    check("one that was cut off is not finished", "not finished" in row.inner_text())
    row.get_by_role("button", name="Continue").click()
    until(page, "![...document.querySelectorAll('.list li')].find((one) => one.textContent.includes('Cut')).textContent.includes('not finished')", 60_000)
    check("the button does the rest", row.get_by_role("button", name="Continue").count() == 0)
    page.request.delete(f"{ADDRESS}/api/conversations/{first['id']}")


def tracks(page):
    """A film with two audio tracks: the page names them, and hears the one that is chosen."""
    if not shutil.which("ffmpeg"):
        return print("skipped a film with two tracks: there is no ffmpeg", flush=True)
    path = f"{FOLDER}/tracks.mka"
    subprocess.run(["ffmpeg", "-v", "error", "-y", "-i", MICROPHONE, "-f", "lavfi", "-i", "anullsrc=r=16000:d=12",
                    "-map", "0:a", "-map", "1:a", "-metadata:s:a:0", "language=eng", "-metadata:s:a:1", "language=fre",
                    "-metadata:s:a:1", "title=Silence", "-c:a", "flac", path], check=True)
    page.goto(ADDRESS + "/#files")
    page.reload()
    page.locator("input[type=file]").set_input_files(path)
    choice = page.get_by_label("Audio track")
    choice.wait_for()
    names = choice.locator("option").all_inner_texts()
    check("the page names the tracks", names == ["1 · English", "2 · Français · Silence"] and choice.input_value() == "1", f"{names} {choice.input_value()}")
    with page.expect_response(lambda response: "/api/estimate" in response.url and "track=2" in response.url):
        choice.select_option("2")
    page.get_by_role("button", name="Translate").click()
    page.get_by_role("button", name="Another file").wait_for()
    check("the chosen track is the one that is heard", newest(page)["utterances"] == [], str(newest(page)["utterances"]))
    page.request.delete(f"{ADDRESS}/api/conversations/{newest(page)['conversation']['id']}")
