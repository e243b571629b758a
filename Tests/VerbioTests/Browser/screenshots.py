"""Makes the pictures of the guide: a conversation, a recording, and a table with a telephone.

    screenshots.py VERBIO MICROPHONE.wav FOLDER

Starts VERBIO with the engines of this machine and a store of its own. With ffmpeg, the pictures get a palette and are a third as
large.
"""

import os
import re
import shutil
import subprocess
import sys
import tempfile

from playwright.sync_api import sync_playwright

VERBIO, MICROPHONE, FOLDER = sys.argv[1:4]
MICROPHONE = os.path.abspath(MICROPHONE)


def visit(browser, width, height, theme):
    context = browser.new_context(
        viewport={"width": width, "height": height}, device_scale_factor=1.5, color_scheme=theme, locale="en", permissions=["microphone"])
    return context.new_page()


def shrink(path):
    """The slopes of the background are many colours, few of which are seen."""
    if not shutil.which("ffmpeg"):
        return
    palette = "split[a][b];[a]palettegen=max_colors=96:reserve_transparent=0[p];[b][p]paletteuse=dither=none"
    subprocess.run(["ffmpeg", "-v", "error", "-y", "-i", path, "-vf", palette, "-pred", "mixed", f"{path}.small.png"], check=True)
    os.replace(f"{path}.small.png", path)


def talk(page, address, seconds):
    page.goto(address)
    page.locator(".mic.user").last.click()
    page.wait_for_timeout(seconds * 1000)


with tempfile.TemporaryDirectory() as store:
    server = subprocess.Popen([VERBIO, "serve", "--port", "0", "--store", store], stderr=subprocess.PIPE, text=True)
    address = None
    while address is None:
        address = re.search(r"http://[\d.:]+", server.stderr.readline())
    address = address.group()
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path="/usr/bin/chromium",
            args=["--no-sandbox", "--use-fake-ui-for-media-stream", "--use-fake-device-for-media-stream",
                  f"--use-file-for-fake-audio-capture={MICROPHONE}"])
        os.makedirs(FOLDER, exist_ok=True)

        page = visit(browser, 1000, 720, "light")
        talk(page, address, 17)
        page.screenshot(path=f"{FOLDER}/console-conversation.png")
        page.context.close()

        page = visit(browser, 1000, 720, "light")
        page.goto(address + "/#files")
        page.locator("input[type=file]").set_input_files(MICROPHONE)
        page.get_by_role("button", name="Translate").click()
        page.locator(".caption .at").nth(2).click(timeout=120_000)
        page.wait_for_timeout(1_500)
        page.screenshot(path=f"{FOLDER}/console-recording.png")
        page.context.close()

        page = visit(browser, 390, 780, "dark")
        talk(page, address, 9)
        page.get_by_role("button", name="Table").click()
        page.wait_for_timeout(3_000)
        page.screenshot(path=f"{FOLDER}/console-table.png")
        page.context.close()
        browser.close()
    for name in ["conversation", "recording", "table"]:
        shrink(f"{FOLDER}/console-{name}.png")
    server.terminate()
    server.wait()
