"""The focus, a full server, leaving the page, other window sizes, and a page without HTTPS: parts of console.py."""

import json
import re

from page_driver import ADDRESS, FOLDER, LISTEN, check, end, focused, newest, until, utterances


def focus(page):
    """What is drawn anew keeps the focus, and languages that were chosen on one tab are used on the others."""
    page.goto(ADDRESS)
    page.reload()
    lost = []

    def press(name, key="Enter", scope=page):
        scope.get_by_role("button", name=name, exact=True).first.focus()
        page.keyboard.press(key)
        if name not in focused(page):
            lost.append(f"{name}: {focused(page)}")

    def change(picker):
        picker.focus()
        before = picker.input_value()
        page.keyboard.press("ArrowDown")
        if not focused(page).startswith("SELECT") or picker.input_value() == before:
            lost.append(f"{picker}: {focused(page)}")

    for name in ["Hands-free", "Hands-free", "Speak translations", "Speak translations"]:
        press(name)
    pair = "[...document.querySelectorAll('.pair select')].map((one) => one.value)"
    before = page.evaluate(pair)
    press("Swap the languages")
    check("the languages are swapped", page.evaluate(pair) == before[::-1], str(page.evaluate(pair)))
    for picker in page.locator(".pair select").all():
        change(picker)
    page.goto(ADDRESS + "/#files")
    page.reload()
    page.locator("input[type=file]").set_input_files({"name": "a.wav", "mimeType": "audio/wav", "buffer": b"RIFF"})
    change(page.get_by_label("Translate into"))
    page.get_by_label("Language of the recording").select_option("de")
    page.get_by_label("Translate into").select_option("fr")
    page.goto(ADDRESS + "/#talk")
    check("languages chosen for a file are those of the conversation, too", page.evaluate(pair) == ["de", "fr"] and "Français" in page.locator(".mic.other").last.inner_text())
    page.goto(ADDRESS + "/#phrases")
    check("and those of a phrase", page.get_by_label("Translate into").input_value() == "fr")
    page.get_by_label("Language of the phrase").select_option("en")
    page.get_by_label("Translate into").select_option("es")
    for text, tag in [("Where is the museum?", "city"), ("The room is cold.", "hotel")]:
        page.get_by_label("Text").fill(text)
        page.get_by_label("Tags").fill(tag)
        page.get_by_role("button", name="Translate and save").click()
        page.locator(".list li", has_text=text).wait_for()
    press("hotel")
    until(page, "document.querySelectorAll('.list li').length === 1", 40_000)
    check("a tag shows its phrases alone", page.locator(".list li").count() == 1)
    check("all tags stay", page.get_by_role("button", name="city", exact=True).count() == 1)
    page.get_by_role("button", name="Remove: The room is cold.").focus()
    page.keyboard.press("Enter")
    page.locator("dialog button.danger").focus()
    page.keyboard.press("Enter")
    page.get_by_role("button", name="hotel", exact=True).wait_for(state="detached")
    page.locator(".list li").nth(1).wait_for()
    check("without its last phrase a tag is gone, and the others are shown", page.locator(".list li").count() > 1)
    if not focused(page).startswith("BUTTON"):
        lost.append(f"a removed phrase: {focused(page)}")
    page.goto(ADDRESS + "/#settings")
    talkers = [page.locator("main label", has_text=re.compile(f"^{name}")).locator("select") for name in ("You", "The other person")]
    before = [one.input_value() for one in talkers]
    talkers[0].select_option(before[1])
    check("the settings swap equal languages", [one.input_value() for one in talkers] == before[::-1], str(before))
    talkers[0].select_option("ja")
    page.goto(ADDRESS + "/#talk")
    check("languages chosen in the settings are those of the conversation", page.evaluate(pair) == ["ja", before[0]], str(page.evaluate(pair)))
    page.locator(".pair select").first.select_option(before[0])
    page.locator(".pair select").last.select_option(before[1])
    page.goto(ADDRESS + "/#settings")
    page.locator("td").first.wait_for()
    check("and the other way round", [one.input_value() for one in talkers] == page.evaluate("(({ from, to }) => [from, to])(JSON.parse(localStorage.getItem('verbio.preferences')))"))
    page.locator("main .page").evaluate("one => { one.dataset.fresh = 1; }")
    page.get_by_label("Language of this page").focus()
    page.keyboard.press("ArrowDown")
    # The page is drawn anew when the texts have come.
    page.locator("[data-fresh]").wait_for(state="detached")
    if not focused(page).startswith("SELECT"):
        lost.append(f"the language of the page: {focused(page)}")
    page.get_by_label("Text size").select_option("2")
    check("letters are twice as large", page.evaluate("getComputedStyle(document.documentElement).fontSize") == "32px")
    page.get_by_label("Text size").select_option("1")
    check("what is drawn anew keeps the focus", not lost, str(lost))
    usage = page.locator("section", has_text="Usage").first
    usage.locator("td").first.wait_for()
    check("the usage is told", re.search(r"utterances: [1-9]", usage.inner_text()) is not None, usage.inner_text())
    row = page.locator("tr", has_text="libretranslate")
    check("nothing is said of an engine before it was tried", row.locator("[role=status]").inner_text() == "")
    with page.expect_request(lambda request: "/check" in request.url) as request:
        row.get_by_role("button").click()
    until(page, "[...document.querySelectorAll('tr')].find((row) => row.textContent.includes('libretranslate')).querySelector('[role=status]').textContent !== ''", 60_000)
    said = row.locator("[role=status]").inner_text()
    check("an engine is tried for its stage, and the answer has no words of the command line", request.value.url.endswith("?stage=translation") and "--" not in said, f"{request.value.url} {said}")


def languages(page):
    """Languages that are chosen while a conversation goes on are those of the next one."""
    page.goto(ADDRESS)
    page.reload()
    shown = "[...document.querySelectorAll('.pair select')].map((one) => one.value)"
    name = page.locator(".mic.user").last.inner_text()
    before = page.evaluate(shown)
    page.locator(".mic.user").last.click()
    utterances(page).first.wait_for(timeout=90_000)
    page.goto(ADDRESS + "/#settings")
    page.locator("main label", has_text=re.compile("^You")).locator("select").select_option("ja")
    page.goto(ADDRESS + "/#talk")
    check("a conversation that goes on keeps its languages", page.evaluate(shown) == before and page.locator(".mic.user").last.inner_text() == name)
    page.locator(".mic.user").last.click()
    end(page)
    check("the next one has the new ones", page.evaluate(shown)[0] == "ja" and "日本語" in page.locator(".mic.user").last.inner_text(), str(page.evaluate(shown)))
    page.locator(".pair select").first.select_option(before[0])


def busy(page):
    """A server that has no room says so; the conversation begins when there is room."""
    page.goto(ADDRESS)
    page.reload()
    page.route("**/api/live/tickets", lambda route: route.fulfill(
        status=503, content_type="application/problem+json", body=json.dumps({"code": "server.busy", "detail": "no room", "status": 503})))
    page.locator(".mic.user").last.click()
    page.get_by_text("The server is full").first.wait_for()
    check("a full server is told", "Connection lost" not in page.locator(".status").inner_text())
    page.unroute("**/api/live/tickets")
    until(page, "document.querySelector('.status').textContent.includes('Connected')", 60_000)
    check("it connects when there is room", True)


def leaving(page):
    """A page that is left ends its conversation, so that the server does not wait for it."""
    utterances(page).first.wait_for()
    page.reload()
    page.locator(".mic.user").last.wait_for()
    for _ in range(300):
        state = newest(page)["conversation"]["state"]
        if state != "running":
            break
        page.wait_for_timeout(100)
    check("a conversation ends with its page", state == "complete", state)


def address(page):
    """What was told on one tab is gone on the next one, which begins at its top."""
    page.evaluate("import('/console/dom.js').then(({ notice }) => notice('Something has happened.'))")
    page.locator(".notice").wait_for()
    page.goto(ADDRESS + "/#settings")
    page.locator("td").first.wait_for()
    check("a notice does not follow to another tab", page.locator(".notice").count() == 0)
    page.locator("main").evaluate("main => main.scrollTo(0, 500)")
    page.goto(ADDRESS + "/#phrases")
    page.locator("main h1", has_text="Phrases").wait_for()
    check("another tab begins at its top", page.locator("main").evaluate("main => main.scrollTop") == 0)


# What is outside of the window, or does not show its whole text. In a window that is very low everything scrolls.
OUTSIDE = """() => [...document.querySelectorAll("#tabs a, .talk button, .talk select, .hint")].filter((one) => {
  const { left, right, top, bottom, width } = one.getBoundingClientRect();
  const isFixed = one.matches("#tabs a, .mic");
  return width && (left < -0.5 || right > innerWidth + 0.5 || (isFixed && (top < 0 || bottom > innerHeight + 0.5))
    || one.scrollWidth > one.clientWidth + 1 || (one.matches(".hint") && top < one.parentElement.getBoundingClientRect().top));
}).map((one) => `${one.className || one.tagName} ${one.textContent.slice(0, 20)}`)"""


def layouts(browser):
    """Tabs, pickers and talk buttons are inside of windows of many sizes, in long languages and with large letters."""
    context = browser.new_context(service_workers="block", reduced_motion="reduce")
    page = context.new_page()
    for width, height, language, size in [
            (721, 700, "fr", 1), (768, 1024, "es", 1), (820, 700, "es", 1), (870, 700, "it", 1), (1000, 700, "ru", 1.6),
            (740, 360, "de", 1), (600, 400, "ru", 1), (320, 640, "it", 1), (320, 640, "ru", 1.6), (390, 780, "fr", 2), (360, 740, "ar", 1.3)]:
        page.set_viewport_size({"width": width, "height": height})
        page.goto(ADDRESS + "/#talk")
        page.evaluate("values => localStorage.setItem('verbio.preferences', JSON.stringify(values))", {"language": language, "size": size})
        page.reload()
        page.locator(".mic.other").last.wait_for()
        name = f"{width} x {height}, {language}, {size}"
        outside = page.evaluate(OUTSIDE)
        check(f"{name}: everything is inside", not outside, str(outside))
        room = page.locator(".lines").last.bounding_box()["height"]
        check(f"{name}: the transcript has room", room >= 48, str(room))
        page.screenshot(path=f"{FOLDER}/talk-{width}-{height}-{language}.png")
    page.goto(ADDRESS + "/#history")
    line = page.locator(".list p.quiet").first
    line.wait_for()
    check("an arrow between languages follows the direction of the page", "←" in line.inner_text() and "→" not in line.inner_text(), line.inner_text())
    context.close()


def insecure(browser):
    """A telephone that has opened the page over HTTP: it has no microphone and no clipboard."""
    context = browser.new_context(locale="en", service_workers="block", permissions=["clipboard-read"])
    context.add_init_script(LISTEN + """
      Object.defineProperty(globalThis, "isSecureContext", { value: false });
      for (const name of ["mediaDevices", "clipboard"]) Object.defineProperty(navigator, name, { value: undefined });
    """)
    page = context.new_page()
    page.goto(ADDRESS)
    check("a page without HTTPS says what the microphone needs", "HTTPS" in page.locator(".hint").inner_text())
    page.locator(".mic.user").last.click()
    page.locator(".notice", has_text="HTTPS").wait_for()
    page.goto(ADDRESS + "/#history")
    page.locator("button.title").first.click()
    line = page.locator(".lines .line").first
    line.get_by_role("button", name="Copy").click()
    page.get_by_text("Copied").wait_for()
    copied = page.evaluate("Object.getOwnPropertyDescriptor(Navigator.prototype, 'clipboard').get.call(navigator).readText()")
    check("an utterance is copied without a clipboard", line.locator(".said").inner_text() in copied, copied)
    context.close()
