"""Looks at a recording of two people in the console, in headless Chromium: speakers.py ADDRESS RECORDING.wav

ADDRESS is that of `verbio serve` with a model for voices. Prints one line for each check and ends with code 1 if one fails.
"""

import sys

from playwright.sync_api import sync_playwright

ADDRESS, RECORDING = sys.argv[1], sys.argv[2]
failures = []


def check(name, holds, more=""):
    print(f"{'ok' if holds else 'FAILED'} {name} {'' if holds else more}", flush=True)
    if not holds:
        failures.append(name)


def people(page, lines):
    return page.locator(f"{lines} .who").all_inner_texts()


def name(page, lines, wanted):
    """Names the person of the first line."""
    page.locator(f"{lines} .who").first.click()
    page.locator("dialog [name=name]").fill(wanted)
    page.locator("dialog button.main").click()
    page.locator(f"{lines} .who", has_text=wanted).first.wait_for()


with sync_playwright() as playwright:
    browser = playwright.chromium.launch(executable_path="/usr/bin/chromium", args=["--no-sandbox"])
    context = browser.new_context(viewport={"width": 1000, "height": 900}, locale="en")
    context.set_default_timeout(90_000)
    page = context.new_page()
    errors = []
    page.on("pageerror", lambda error: errors.append(str(error)))
    page.goto(ADDRESS + "/#files")
    page.locator("input[type=file]").set_input_files(RECORDING)
    page.get_by_label("Speakers").select_option("auto")
    page.get_by_role("button", name="Translate").click()
    page.locator(".caption").nth(2).wait_for()
    check("captions show who speaks", people(page, ".caption") == ["1", "2", "1"], str(people(page, ".caption")))
    name(page, ".caption", "Ana")
    check("a name is that of all lines of a person", people(page, ".caption") == ["Ana", "2", "Ana"], str(people(page, ".caption")))
    newest = page.request.get(f"{ADDRESS}/api/conversations?limit=1").json()["conversations"][0]["id"]
    page.goto(f"{ADDRESS}/#history/{newest}")
    page.locator(".line .who").first.wait_for()
    check("the history has the name", people(page, ".line") == ["Ana", "2", "Ana"], str(people(page, ".line")))
    name(page, ".line", "Eva")
    check("a name is changed in the history", people(page, ".line") == ["Eva", "2", "Eva"], str(people(page, ".line")))
    check("no script has failed", not errors, str(errors))
    browser.close()

sys.exit(1 if failures else 0)
