"""Has a film made in the console, in headless Chromium: films.py ADDRESS FILM.mp4 RECORDING.wav

ADDRESS is that of `verbio serve`. Prints one line for each check and ends with code 1 if one fails.
"""

import sys

from playwright.sync_api import sync_playwright

ADDRESS, FILM, RECORDING = sys.argv[1:4]
failures = []


def check(name, holds, more=""):
    print(f"{'ok' if holds else 'FAILED'} {name} {'' if holds else more}", flush=True)
    if not holds:
        failures.append(name)


with sync_playwright() as playwright:
    browser = playwright.chromium.launch(executable_path="/usr/bin/chromium", args=["--no-sandbox"])
    context = browser.new_context(viewport={"width": 1000, "height": 900}, locale="en", accept_downloads=True)
    context.set_default_timeout(90_000)
    page = context.new_page()
    errors = []
    page.on("pageerror", lambda error: errors.append(str(error)))
    page.goto(ADDRESS + "/#files")
    page.locator("input[type=file]").set_input_files(RECORDING)
    page.get_by_role("button", name="Translate").wait_for()
    check("sound alone offers no film", page.get_by_label("Film").count() == 0)
    page.get_by_role("button", name="Cancel").click()
    page.locator("input[type=file]").set_input_files(FILM)
    page.get_by_label("Film").select_option("mkv")
    page.get_by_role("button", name="Translate").click()
    page.locator(".caption").first.wait_for()
    with page.expect_download() as download:
        page.locator("[data-format=mkv]").click()
    with open(download.value.path(), "rb") as file:
        check("the film is downloaded", file.read(4) == b"\x1aE\xdf\xa3")
    job = page.request.get(f"{ADDRESS}/api/jobs").json()["jobs"][0]
    check("a job has made it", job["state"] == "done", str(job))
    check("no script has failed", not errors, str(errors))
    browser.close()

sys.exit(1 if failures else 0)
