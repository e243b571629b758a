// The page: its tabs, its look, and the way in if the server asks for one.

import { announceSignIn, loadProfile, refresh, signInWays, watchOtherTabs } from "./account.js";
import { getJSON, getOnce, hasCredential, whenUnauthorized } from "./api.js";
import { ConversationView } from "./conversation-view.js";
import { keepDevice, offerDevice } from "./device.js";
import { h, icon, notice } from "./dom.js";
import { FilesView } from "./files-view.js";
import { HistoryView } from "./history-view.js";
import { PhrasesView } from "./phrases-view.js";
import { applyLook, followProfile, keepVoices, preferences } from "./preferences.js";
import { SettingsView } from "./settings-view.js";
import { loadStrings, t } from "./strings.js";
import { welcome } from "./welcome.js";

const VIEWS = {
  talk: { sign: "talk", make: () => new ConversationView() },
  files: { sign: "file", make: () => new FilesView() },
  history: { sign: "clock", make: () => new HistoryView() },
  phrases: { sign: "star", make: () => new PhrasesView() },
  settings: { sign: "gear", make: () => new SettingsView() },
};

/** Views are kept, so that a conversation goes on while another tab is looked at. */
const made = new Map();
const main = document.getElementById("main");

function current() {
  const name = location.hash.slice(1).split("/")[0];
  return name in VIEWS ? name : "talk";
}

function show() {
  const name = current();
  if (!made.has(name)) made.set(name, VIEWS[name].make());
  const view = made.get(name);
  const hadFocus = main.contains(document.activeElement);
  main.replaceChildren(view.element);
  main.scrollTop = 0;
  Promise.resolve(view.shown?.(location.hash.slice(1).split("/").slice(1).map(decodeURIComponent))).then(() => {
    if (hadFocus && document.activeElement === document.body) main.focus();
  });
  document.title = `${t(`tab.${name}`)} · Verbio`;
  for (const link of document.querySelectorAll("#tabs a")) {
    if (link.hash === `#${name}`) link.setAttribute("aria-current", "page");
    else link.removeAttribute("aria-current");
  }
}

function drawTabs() {
  const tabs = document.getElementById("tabs");
  tabs.setAttribute("aria-label", t("tabs"));
  tabs.replaceChildren(...Object.entries(VIEWS).map(([name, { sign }]) =>
    h("a", { href: `#${name}` }, icon(sign), h("span", {}, t(`tab.${name}`)))));
  document.querySelector(".skip").textContent = t("skip");
}

/** A visitor sees what this is and how to come in. */
export async function askForWay() {
  const ways = await signInWays().catch(() => null);
  document.getElementById("tabs").replaceChildren();
  document.title = "Verbio";
  made.get("talk")?.end();
  made.clear();
  main.replaceChildren(welcome(ways, hasCredential(), start));
  main.querySelector(".page a, .page input, .page button")?.focus();
}

/** Draws everything anew, in the language that is set now. */
export function redraw() {
  const talk = made.get("talk");
  made.clear();
  if (talk?.isRunning) made.set("talk", talk);
  drawTabs();
  show();
}

async function start() {
  try {
    await getJSON("/api/conversations?limit=1");
  } catch (error) {
    if (error.status === 401 || error.status === 403) return askForWay();
  }
  await enter();
}

async function enter() {
  followProfile(await loadProfile().catch(() => null));
  redraw();
  offerDevice();
  if (Object.keys(preferences.voices).length) getOnce("/v1/audio/voices").then(({ voices }) => keepVoices(voices)).catch(() => {});
}

const probe = () => fetch("/api/conversations?limit=1").catch(() => null);

/** Opens the page, with the cookie of an account if the server asks for one. */
async function open(probing = probe()) {
  const answer = await probing;
  if (answer?.status === 403) return askForWay();
  if (answer?.status !== 401) return enter();
  if (await signInWays().catch(() => null) && await refresh().catch(() => false)) return enter();
  return askForWay();
}

/** A file may be dropped anywhere. Without this, the browser would leave the page for it. */
function takeDrops() {
  const over = (isOver) => document.body.classList.toggle("over", isOver);
  addEventListener("dragover", (event) => {
    if (!event.dataTransfer?.types.includes("Files")) return;
    event.preventDefault();
    over(document.querySelector("#tabs a") !== null);
  });
  addEventListener("dragleave", (event) => { if (!event.relatedTarget) over(false); });
  addEventListener("drop", (event) => {
    if (!event.dataTransfer?.types.includes("Files")) return;
    over(false);
    event.preventDefault();
    const [file] = event.dataTransfer.files;
    if (!file || !document.querySelector("#tabs a")) return;
    if (current() !== "files") location.hash = "#files";
    // The tab may not have been looked at yet.
    if (!made.has("files")) made.set("files", VIEWS.files.make());
    made.get("files").take(file);
  });
}

function tellSignIn() {
  const word = location.hash.match(/^#sign-in\/([a-z]+)$/)?.[1];
  if (!word) return;
  history.replaceState(null, "", word === "linked" || word === "taken" ? "/#settings" : "/");
  if (word === "done") announceSignIn();
  else if (SIGN_INS.includes(word)) notice(t(`signin.${word}`));
}

const SIGN_INS = ["linked", "cancelled", "refused", "taken", "unavailable"];

applyLook();
const probing = probe();
await loadStrings();
whenUnauthorized(askForWay);
addEventListener("hashchange", () => {
  // What was told on another tab is of no use here.
  document.getElementById("notices").replaceChildren();
  if (keepDevice()) offerDevice(); else if (document.querySelector("#tabs a")) show();
});
addEventListener("beforeunload", (event) => { if ([...made.values()].some((view) => view.isBusy)) event.preventDefault(); });
// Without its page, a conversation would keep its place on the server until the server stops waiting.
addEventListener("pagehide", () => made.get("talk")?.end());
watchOtherTabs({ signedIn: () => { if (!document.querySelector("#tabs a")) open(); }, signedOut: askForWay });
tellSignIn();
keepDevice();
takeDrops();
await open(probing);
if ("serviceWorker" in navigator) {
  // The texts were loaded before the worker could keep them.
  navigator.serviceWorker.addEventListener("controllerchange", () => loadStrings().catch(() => {}));
  navigator.serviceWorker.register("/console/service-worker.js", { scope: "/" }).catch(() => {});
}
