"""Signs in on the console as people do, in headless Chromium, at an issuer of its own.

    accounts.py VERBIO FOLDER [PAGE-PORT]

Starts VERBIO with a store in FOLDER, where pictures go, too. PAGE-PORT is that of a proxy in front of it, if there is one. Needs
what console.py needs, and openssl. Prints one line for each check and ends with code 1 if one fails.
"""

import json
import os
import re
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
import zipfile

from axe_playwright_python.sync_playwright import Axe
from openid import Issuer
from playwright.sync_api import sync_playwright

VERBIO, FOLDER = sys.argv[1:3]
PAGE_PORT = int(sys.argv[3]) if len(sys.argv) > 3 else None
failures = []


def check(name, holds, more=""):
    print(f"ok {name}" if holds else f"FAILED {name}: {more}", flush=True)
    if not holds:
        failures.append(name)


def inspect(page, name):
    """Looks for faults of accessibility, of width and of small targets."""
    faults = Axe().run(page, options={"runOnly": ["wcag2a", "wcag2aa", "wcag21aa", "wcag22aa", "best-practice"]}).response["violations"]
    check(f"{name}: axe", not faults, "; ".join(f"{fault['id']} {fault['nodes'][0]['html'][:120]}" for fault in faults))
    check(f"{name}: fits", not page.evaluate("document.documentElement.scrollWidth > innerWidth"))
    small = page.evaluate(
        "[...document.querySelectorAll('button, .button, select, summary, nav a')].filter((one) => one.offsetParent && one.getBoundingClientRect().height < 44)"
        ".map((one) => one.outerHTML.slice(0, 80))")
    check(f"{name}: targets of 44 px", not small, str(small))
    page.screenshot(path=f"{FOLDER}/account-{re.sub('[^a-z0-9]+', '-', name)}.png", full_page=True)


def until(page, condition):
    page.wait_for_function(condition, timeout=60_000)


def free_port():
    with socket.socket() as place:
        place.bind(("127.0.0.1", 0))
        return place.getsockname()[1]


def sign_in(page, issuer, person, button="Sign in with The Hub"):
    issuer.person = person
    page.get_by_role("link", name=button).click()
    page.get_by_role("link", name="Allow").click()
    page.locator("#tabs a").first.wait_for()


def account(page, address):
    """The card of the account in the settings."""
    page.goto(f"{address}/#settings")
    card = page.locator("#account")
    card.locator("li").first.wait_for()
    return card


def phrases(page, address):
    page.goto(f"{address}/#phrases")
    page.get_by_role("button", name="Translate and save").wait_for()
    page.wait_for_timeout(700)
    return page.locator(".list li").count()


def visitor(page, address):
    page.goto(address)
    page.get_by_role("link", name="Sign in with The Hub").wait_for()
    check("a visitor sees the ways in and no tabs", page.locator("#tabs a").count() == 0)
    check("the field for a key is folded", not page.locator("input[type=password]").is_visible())
    inspect(page, "visitor")
    page.get_by_text("I have a key").click()
    page.locator("input[type=password]").fill("vk_wrong")
    page.get_by_role("button", name="Continue", exact=True).click()
    page.get_by_text("not accepted").wait_for()
    check("a wrong key is refused, and the ways in stay", page.get_by_role("link", name="Sign in with The Hub").is_visible())


def guest_with_phrase(page, address, text):
    page.get_by_role("button", name="Continue as a guest").click()
    page.locator("#tabs a").first.wait_for()
    page.goto(f"{address}/#phrases")
    page.get_by_label("Text", exact=True).fill(text)
    page.get_by_role("button", name="Translate and save").click()
    page.locator(".list li").first.wait_for()


def guest(page, address, issuer):
    guest_with_phrase(page, address, "Good morning")
    page.reload()
    check("a guest stays after a reload", phrases(page, address) == 1)
    card = account(page, address)
    check("the settings say that it is a guest", card.get_by_text("You are here as a guest").is_visible())
    inspect(page, "guest")
    sign_in(page, issuer, "ada")
    card = account(page, address)
    check("the guest has become the person", card.get_by_text("ada@example.com").is_visible())
    check("nothing of the guest is lost", phrases(page, address) == 1)
    kept = page.evaluate("JSON.stringify([Object.values(localStorage), Object.values(sessionStorage), document.cookie, location.href])")
    check("no token is in the reach of scripts", "vr_" not in kept and "eyJ" not in kept, kept)


def profile(page, address):
    card = account(page, address)
    name = card.get_by_label("Name")
    check("the issuer's name is there", name.input_value() == "Ada")
    name.fill("Ada <b>L.</b>")
    with page.expect_response(re.compile("/api/user/profile")):
        name.press("Tab")
    # Both are chosen before the server has answered the first time.
    card.evaluate("""card => { for (const language of ["Deutsch", "English"])
        [...card.querySelectorAll("button")].find((button) => button.textContent === language).click() }""")
    card.get_by_role("button", name="2. English").wait_for()
    with page.expect_response(re.compile("/api/user/profile")):
        page.get_by_label("Theme").select_option("dark")
    page.evaluate("localStorage.clear()")
    page.reload()
    card = account(page, address)
    check("the name is stored as text", card.get_by_label("Name").input_value() == "Ada <b>L.</b>" and card.locator("b").count() == 0)
    check("languages keep their order", card.get_by_role("button", name="1. Deutsch").is_visible() and card.get_by_role("button", name="2. English").is_visible())
    check("the theme comes from the account", page.evaluate("document.documentElement.dataset.theme") == "dark")
    page.get_by_label("Theme").select_option("auto")


def tabs(page, address):
    second = page.context.new_page()
    second.goto(address)
    second.locator("#tabs a").first.wait_for()
    renew = "import('/console/account.js').then((account) => Promise.all([1, 2, 3, 4].map(() => account.refresh()))).then((all) => all.every(Boolean))"
    promised = [tab.evaluate_handle(f"globalThis.renewed = {renew}; 0") for tab in (page, second)]
    check("both tabs renew their tokens at once", all(tab.evaluate("globalThis.renewed") for tab in (page, second)), str(promised))
    check("both tabs go on", phrases(page, address) == 1 and phrases(second, address) == 1)
    account(page, address).get_by_role("button", name="Sign out", exact=True).click()
    page.get_by_role("link", name="Sign in with The Hub").wait_for()
    second.get_by_role("link", name="Sign in with The Hub").wait_for(timeout=20_000)
    check("signing out in one tab signs out the other", second.locator("#tabs a").count() == 0)
    page.reload()
    page.get_by_role("link", name="Sign in with The Hub").wait_for()
    check("after signing out a reload does not sign in", page.locator("#tabs a").count() == 0)
    second.close()


def other_people(page, address, issuer):
    page.get_by_role("link", name="Sign in with The Hub").click()
    page.get_by_role("link", name="Deny").click()
    page.get_by_text("The sign-in was cancelled").wait_for()
    check("a sign-in that was cancelled is told, and the address is clean", page.evaluate("location.hash") == "")
    sign_in(page, issuer, "eve")
    check("another person sees nothing of the first", phrases(page, address) == 0)
    account(page, address).get_by_role("button", name="Sign out", exact=True).click()
    page.get_by_role("link", name="Sign in with The Hub").wait_for()
    sign_in(page, issuer, "ada")


def devices(browser, page, address, issuer):
    context = browser.new_context(locale="en")
    phone = context.new_page()
    phone.goto(address)
    sign_in(phone, issuer, "ada")
    card = account(page, address)
    check("the plan and what was used are shown", card.get_by_text("of 30 minutes used this month").is_visible() and card.get_by_text("Plan: free").is_visible())
    check("both devices are listed", card.locator("li").count() == 2 and card.get_by_text("This device").count() == 1)
    inspect(page, "devices")
    with page.expect_response(lambda response: response.request.method == "DELETE"):
        card.get_by_role("button", name=re.compile("Sign out: ")).click()
    phone.goto(f"{address}/#history")
    phone.reload()
    phone.get_by_role("link", name="Sign in with The Hub").wait_for()
    check("a device that was signed out is out", phone.locator("#tabs a").count() == 0)
    context.close()


def guest_of_a_known_person(browser, address, issuer):
    """What a guest has made on a new device goes over to the account."""
    context = browser.new_context(locale="en")
    tablet = context.new_page()
    tablet.goto(address)
    guest_with_phrase(tablet, address, "Good evening")
    account(tablet, address)
    sign_in(tablet, issuer, "ada")
    check("the account has the phrases of the guest, too", phrases(tablet, address) == 2)
    card = account(tablet, address)
    with tablet.expect_download() as saved:
        card.get_by_role("button", name="Download everything").click()
    names = zipfile.ZipFile(saved.value.path()).namelist()
    check("all of the account is downloaded in one archive", saved.value.suggested_filename.endswith(".zip") and "phrases.json" in names, str(names))
    context.close()


def post(address, path, body):
    """What a device without a browser sends."""
    request = urllib.request.Request(address + path, json.dumps(body).encode(), {"Content-Type": "application/json"})
    try:
        with urllib.request.urlopen(request) as answer:
            return answer.status, json.load(answer)
    except urllib.error.HTTPError as error:
        return error.code, json.load(error)


def terminal(page, address, issuer):
    """A device without a browser is let in, also if nobody is signed in when its address is opened."""
    _, begun = post(address, "/api/auth/device", {"device": "terminal <b>1</b>"})
    account(page, address).get_by_role("button", name="Sign out", exact=True).click()
    page.get_by_role("link", name="Sign in with The Hub").wait_for()
    page.goto(begun["verificationUriComplete"])
    sign_in(page, issuer, "ada")
    dialog = page.locator("dialog")
    dialog.get_by_text("terminal <b>1</b>").wait_for()
    check("the code is shown, and the name as text", dialog.get_by_text(begun["userCode"]).is_visible() and dialog.locator("b").count() == 0)
    inspect(page, "device")
    with page.expect_response(re.compile("/api/auth/device/decision")):
        dialog.get_by_role("button", name="Approve").click()
    status, tokens = post(address, "/api/auth/device/token", {"deviceCode": begun["deviceCode"]})
    check("the device that was approved has its tokens", status == 200 and "refreshToken" in tokens, str(tokens))
    check("it is among the devices", account(page, address).get_by_text("terminal <b>1</b>").is_visible())

    _, begun = post(address, "/api/auth/device", {})
    page.goto(f"{address}/#device")
    dialog.get_by_label("Code").fill(begun["userCode"].lower().replace("-", " "))
    dialog.get_by_role("button", name="Next").click()
    with page.expect_response(re.compile("/api/auth/device/decision")):
        dialog.get_by_role("button", name="Deny").click()
    status, answer = post(address, "/api/auth/device/token", {"deviceCode": begun["deviceCode"]})
    check("a device that was denied gets nothing", status == 400 and answer["code"] == "device.denied", str(answer))


def erase(page, address, issuer):
    card = account(page, address)
    card.get_by_role("button", name="Erase the account").click()
    word = page.locator("dialog input")
    word.fill("yes")
    page.locator("dialog button.danger").click()
    check("another word erases nothing", page.locator("dialog").is_visible())
    check("a download is offered before the erasure", page.locator("dialog").get_by_role("button", name="Download everything").is_visible())
    inspect(page, "erase")
    word.fill("erase")
    page.locator("dialog button.danger").click()
    page.get_by_text("The account is erased. Receipt:").wait_for()
    page.get_by_role("link", name="Sign in with The Hub").wait_for()
    sign_in(page, issuer, "ada")
    check("an erased account begins anew", phrases(page, address) == 0)


def looks(browser, address, issuer):
    for theme, language, width in [("dark", "en", 1200), ("light", "ar", 1000), ("dark", "de", 320)]:
        context = browser.new_context(viewport={"width": width, "height": 800}, color_scheme=theme, locale=language)
        page = context.new_page()
        page.goto(address)
        page.locator("a.button").wait_for()
        inspect(page, f"visitor {theme} {language} {width}")
        issuer.person = "grace"
        page.locator("a.button").click()
        page.get_by_role("link", name="Allow").click()
        page.locator("#tabs a").first.wait_for()
        account(page, address)
        inspect(page, f"settings {theme} {language} {width}")
        if language == "ar":
            check("Arabic is right to left", page.evaluate("document.documentElement.dir") == "rtl")
        context.close()


def serve(issuer, port):
    with open(f"{FOLDER}/issuers.yaml", "w") as file:
        file.write(f"hub: {{ issuer: '{issuer.address}', audiences: [{issuer.client}], client: {issuer.client}, title: The Hub }}\n")
    # The checks load the page more often than a person of the first tier may in a minute.
    tiers = open(os.path.join(os.path.dirname(__file__), "../../../config/tiers.yaml")).read()
    with open(f"{FOLDER}/tiers.yaml", "w") as file:
        file.write(tiers.replace("requests-a-minute: 60", "requests-a-minute: 1000"))
    engine = "sim:instant"
    settings = {
        "PROVIDERS_STT": engine, "PROVIDERS_MT": engine, "PROVIDERS_TTS": engine, "ACCOUNTS_GUESTS_PER_HOUR": "100", "ACCOUNTS_SIGN_INS_PER_MINUTE": "1000",
        "ACCOUNTS_URL": f"http://127.0.0.1:{PAGE_PORT or port}", "ACCOUNTS_ISSUERS_FILE": f"{FOLDER}/issuers.yaml",
        "ACCOUNTS_TIERS_FILE": f"{FOLDER}/tiers.yaml"}
    # A pipe that nothing reads would stop the server when it is full.
    log = f"{FOLDER}/server.log"
    with open(log, "w") as file:
        server = subprocess.Popen(
            [VERBIO, "serve", "--port", str(port), "--store", f"{FOLDER}/accounts-store"], stderr=file,
            env={**os.environ, **{f"VERBIO_{name}": value for name, value in settings.items()}})
    while "listening" not in open(log).read():
        if server.poll() is not None:
            sys.exit("the server ended: " + open(log).read())
        time.sleep(0.1)
    return server


with Issuer() as issuer, sync_playwright() as playwright:
    port = free_port()
    server = serve(issuer, port)
    address = f"http://127.0.0.1:{PAGE_PORT or port}"
    try:
        browser = playwright.chromium.launch(executable_path="/usr/bin/chromium", args=["--no-sandbox"])
        context = browser.new_context(viewport={"width": 1000, "height": 900}, locale="en", color_scheme="light")
        context.set_default_timeout(60_000)
        page = context.new_page()
        errors = []
        page.on("pageerror", lambda error: errors.append(str(error)))
        visitor(page, address)
        guest(page, address, issuer)
        profile(page, address)
        tabs(page, address)
        other_people(page, address, issuer)
        devices(browser, page, address, issuer)
        guest_of_a_known_person(browser, address, issuer)
        terminal(page, address, issuer)
        erase(page, address, issuer)
        check("no script has failed", not errors, str(errors))
        context.close()
        looks(browser, address, issuer)
        browser.close()
    finally:
        server.terminate()
        server.wait()

print(f"{len(failures)} checks failed")
sys.exit(1 if failures else 0)
