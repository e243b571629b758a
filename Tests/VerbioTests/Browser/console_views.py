"""Settings, the keyboard, a missing network, and how every view looks: parts of console.py."""

import re
import urllib.parse

from page_driver import ADDRESS, FOLDER, MICROPHONE, check, end, focused, inspect, named, newest, settled, until, utterances


def voices(page):
    """A voice is chosen, and the conversation and a phrase are spoken by it."""
    page.goto(ADDRESS + "/#settings")
    page.get_by_label("Voice for Español").select_option("sim-es-high")
    page.get_by_label("Voice for English").select_option("sim-en-high")
    page.goto(ADDRESS + "/#talk")
    page.locator(".mic.user").last.click()
    utterances(page).first.wait_for(timeout=90_000)
    page.locator(".mic.user").last.click()
    end(page)
    used = {one["speech"]["voice"] for one in newest(page)["utterances"] if one.get("speech")}
    check("a conversation is spoken by the chosen voice", used == {"sim-es-high"}, str(used))
    page.goto(ADDRESS + "/#phrases")
    with page.expect_request(lambda request: request.method == "POST" and request.url.endswith("/api/phrases")) as request:
        page.get_by_label("Text").fill("Where is the pharmacy?")
        page.get_by_role("button", name="Translate and save").click()
    check("a phrase is asked for with the chosen voice", request.value.post_data_json["voice"] == "sim-es-high", request.value.post_data)
    page.get_by_text("Where is the pharmacy?").first.wait_for()


def glossary(page):
    """Terms are used, live and in files, and stand in no address; a conversation is hands-free."""
    addresses = []
    page.on("request", lambda request: addresses.append(request.url))
    page.on("websocket", lambda socket: addresses.append(socket.url))
    page.goto(ADDRESS + "/#settings")
    with page.expect_file_chooser() as chooser:
        page.get_by_label("Import a glossary").click()
    path = f"{FOLDER}/terms.csv"
    with open(path, "w", encoding="utf-8") as file:
        file.write("source,target\nKestrel,Milano\ninvoice,factura\n")
    chooser.value.set_files(path)
    until(page, "document.querySelector('textarea').value.includes('Milano')", 20_000)
    page.get_by_label("Text comes").select_option("low")
    page.goto(ADDRESS)
    page.reload()
    page.get_by_role("button", name="Hands-free").click()
    page.get_by_role("button", name="Listen").click()
    utterances(page).first.wait_for(timeout=90_000)
    page.get_by_role("button", name="Listen").click()
    end(page)
    page.get_by_role("button", name="Hands-free").click()

    record = newest(page)
    check("a hands-free conversation is heard in both directions", {one["direction"]["reason"] for one in record["utterances"]} != {"speaker"}, str(record["utterances"][:1]))
    check("its glossary has all terms", record["conversation"]["glossaryTerms"] == 2, str(record["conversation"]))
    page.goto(ADDRESS + "/#files")
    page.locator("input[type=file]").set_input_files(MICROPHONE)
    page.get_by_role("button", name="Translate").click()
    page.locator(".caption").first.wait_for(timeout=120_000)
    check("so has that of a recording", newest(page)["conversation"]["glossaryTerms"] == 2)
    page.goto(ADDRESS + "/#history")
    page.get_by_role("searchbox").fill("Milano")
    page.locator("mark, .quiet[role=status]").first.wait_for()
    page.goto(ADDRESS + "/#settings")
    told = [address for address in addresses if re.search("Kestrel|Milano|factura|welcome.wav", urllib.parse.unquote(address))]
    check("no name, no term and no word that is searched for is in an address", len(addresses) > 20 and not told, str(told))


def keyboard(page):
    """The keyboard alone reaches everything, and shows where it is."""
    page.goto(ADDRESS)
    page.reload()
    page.locator(".mic.user").last.wait_for()
    reached, invisible = [], []
    for _ in range(20):
        page.keyboard.press("Tab")
        name, outline = page.evaluate(
            "(() => { const one = document.activeElement; const style = getComputedStyle(one);"
            " return [one.dataset.speaker ?? one.hash ?? one.ariaLabel ?? one.closest('label')?.firstChild.textContent ?? one.textContent, style.outlineStyle !== 'none' && parseFloat(style.outlineWidth) >= 2]; })()")
        if name in reached or page.evaluate("document.activeElement === document.body"):
            break
        reached.append(name)
        if not outline:
            invisible.append(name)
    check("the keyboard reaches the tabs, the switches and both buttons",
          {"#files", "#history", "#phrases", "#settings", "Hands-free", "Table", "user", "other"} <= set(reached), str(reached))
    check("what has the focus is outlined", not invisible, str(invisible))
    page.get_by_role("button", name="Speak translations").click()
    page.locator(".mic.user").last.focus()
    played = page.evaluate("globalThis.played.length")
    page.keyboard.press("Enter")
    utterances(page).first.wait_for(timeout=90_000)
    table(page)
    page.locator(".mic.user").last.focus()
    page.keyboard.press("Enter")
    utterances(page).first.get_by_role("button", name="Play the translation").wait_for()
    check("what is muted is not heard", page.evaluate("globalThis.played.length") == played)
    page.get_by_role("button", name="Speak translations").click()
    check("Enter starts and stops listening", page.locator(".mic.user").last.get_attribute("aria-pressed") == "false")
    line = utterances(page).first
    line.get_by_role("button", name="Correct the text").focus()
    page.keyboard.press("Enter")
    page.keyboard.press("Control+a")
    page.keyboard.type("Typed without a mouse.")
    page.keyboard.press("Tab")
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    line.get_by_text("Typed without a mouse.").wait_for(timeout=60_000)
    settled(page)
    check("the focus comes back to the line", page.evaluate("document.activeElement.dataset.tool") == "edit",
          page.evaluate("document.activeElement.outerHTML.slice(0, 99)"))
    end(page)
    page.goto(ADDRESS + "/#settings")
    page.get_by_label("The keys 1 and 2").uncheck()
    page.goto(ADDRESS + "/#talk")
    page.keyboard.press("1")
    check("the keys can be switched off", page.locator(".mic.user").last.get_attribute("aria-pressed") == "false")


def table(page):
    """The table while a conversation goes on: what can be done there, and what axe finds. Escape leaves it."""
    page.emulate_media(contrast="more")
    page.get_by_role("button", name="Table").focus()
    page.keyboard.press("Enter")
    check("the table has the focus", "Leave table view" in focused(page), focused(page))
    check("a button that listens says so at the table, too", page.locator(".half:not(.facing) .mic.user").get_attribute("aria-pressed") == "true")
    check("the table has the sound and the end", all(page.locator(f".half:not(.facing) .{name}").is_visible() for name in ("sound", "end")))
    inspect(page, "the table")
    page.keyboard.press("Escape")
    check("Escape leaves the table", "Table" in focused(page) and not page.locator(".facing").is_visible(), focused(page))
    # Words that may still change look like this.
    page.evaluate("document.querySelector('.half:not(.facing) .said').classList.add('tentative')")
    page.evaluate("import('/console/dom.js').then(({ notice }) => notice('Something has happened.'))")
    page.locator(".notice").wait_for()
    inspect(page, "a conversation that goes on, with tentative words and a notice")
    page.evaluate("document.querySelector('.half:not(.facing) .said').classList.remove('tentative')")
    page.locator(".notice button").click()
    page.locator(".half:not(.facing) .line").first.get_by_role("button", name="Correct the text").click()
    page.locator("dialog").wait_for()
    inspect(page, "a dialog")
    page.keyboard.press("Escape")
    page.emulate_media(contrast="no-preference")


def offline(browser):
    """The page opens without a network once it was opened with one."""
    context = browser.new_context(locale="de")
    page = context.new_page()
    page.goto(ADDRESS)
    until(page, "navigator.serviceWorker.controller !== null", 40_000)
    until(page, "caches.open('verbio-shell').then((cache) => cache.match('/console/de.json')).then(Boolean)", 40_000)
    kept = page.evaluate("caches.open('verbio-shell').then((cache) => cache.keys()).then((keys) => keys.map((key) => new URL(key.url).pathname))")
    check("what is kept is the shell alone", all(path == "/" or path.startswith("/console/") for path in kept), str(kept))
    context.set_offline(True)
    page.goto(ADDRESS)
    page.get_by_text("Gespräch").first.wait_for()
    page.locator("#tabs a").nth(4).click()
    page.get_by_text("Textgröße").wait_for()
    check("the page opens without a network", True)
    context.close()


def paint(browser):
    """How fast the page is. Machines differ, so the figure is told and not judged; what is judged is what it waits for."""
    figures = []
    for _ in range(5):
        context = browser.new_context(locale="en", service_workers="block")
        page = context.new_page()
        page.goto(ADDRESS)
        page.locator(".mic.user").last.wait_for()
        until(page, "performance.getEntriesByName('first-contentful-paint').length > 0", 20_000)
        figures.append(page.evaluate("performance.getEntriesByName('first-contentful-paint')[0].startTime"))
        blocking = page.evaluate("performance.getEntriesByType('resource').filter((one) => one.renderBlockingStatus === 'blocking').map((one) => new URL(one.name).pathname)")
        context.close()
    print(f"note    first paint after {sorted(round(figure) for figure in figures)} ms", flush=True)
    check("only the style is waited for before the first paint", blocking == ["/console/console.css"], str(blocking))


# What is there when a view is complete.
SHOWN = {"talk": ".hint", "files": ".drop", "history": ".list li", "phrases": ".list li", "settings": "td"}


def looks(browser):
    """Every view in both themes, in Arabic, on a small telephone and a large screen: nothing is cut off, and axe finds no fault."""
    for theme, language, width, height in [
            ("light", "en", 1200, 800), ("dark", "en", 1200, 800), ("light", "ar", 1000, 800), ("dark", "ar", 360, 740),
            ("dark", "de", 320, 640), ("light", "en", 3840, 2160)]:
        # With more contrast the page has no gradients behind its cards, whose contrast axe cannot judge.
        context = browser.new_context(
            viewport={"width": width, "height": height}, color_scheme=theme, locale=language, contrast="more", reduced_motion="reduce")
        page = context.new_page()
        for view in ["talk", "files", "history", "phrases", "settings", "history/1"]:
            page.goto(f"{ADDRESS}/#{view}")
            page.locator(SHOWN.get(view, "main")).first.wait_for()
            if view == "history/1":
                # The first conversation of the list, with its lines.
                page.goto(f"{ADDRESS}/#history")
                page.locator("button.title").first.click()
                page.locator(".lines .line").first.wait_for()
            name = f"{view}, {theme}, {language}, {width} px"
            too_wide = page.evaluate("document.documentElement.scrollWidth > innerWidth")
            check(f"{name}: fits", not too_wide)
            inspect(page, name)
            named(page, name)
            if language == "ar":
                check(f"{name}: right to left", page.evaluate("document.documentElement.dir") == "rtl")
            small = page.evaluate(
                "[...document.querySelectorAll('button, select, nav a, .button, summary')].filter((one) => one.offsetParent && (one.getBoundingClientRect().height < 44 || one.getBoundingClientRect().width < 44))"
                ".map((one) => one.outerHTML.slice(0, 80))")
            check(f"{name}: targets of 44 px", not small, str(small))
            if view == "history/1":
                moving = page.evaluate(
                    "[...document.querySelectorAll('*')].filter((one) => getComputedStyle(one).animationName !== 'none' || parseFloat(getComputedStyle(one).transitionDuration) > 0).length")
                check(f"{name}: nothing moves if that is not wanted", moving == 0, str(moving))
            if width < 400:
                page.evaluate("document.documentElement.style.setProperty('--size', 1.6)")
                cut = page.evaluate("document.documentElement.scrollWidth > innerWidth")
                check(f"{name}: fits with large text", not cut)
                page.evaluate("document.documentElement.style.setProperty('--size', 1)")
            page.screenshot(path=f"{FOLDER}/{view.replace('/', '-')}-{theme}-{language}-{width}.png")
        context.close()
