// The page: its tabs, its look, and the question for a key if the server asks for one.

import { getJSON, hasCredential, useCredential, whenUnauthorized } from "./api.js";
import { ConversationView } from "./conversation-view.js";
import { field, h, icon } from "./dom.js";
import { FilesView } from "./files-view.js";
import { HistoryView } from "./history-view.js";
import { PhrasesView } from "./phrases-view.js";
import { applyLook } from "./preferences.js";
import { SettingsView } from "./settings-view.js";
import { loadStrings, t } from "./strings.js";

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
  main.replaceChildren(view.element);
  view.shown?.(location.hash.slice(1).split("/").slice(1).map(decodeURIComponent));
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

/** A visitor without a key sees what this is, and a field for the key. */
function askForKey() {
  document.getElementById("tabs").replaceChildren();
  const key = h("input", { type: "password", name: "key", autocomplete: "current-password", required: true, spellcheck: "false" });
  main.replaceChildren(h("form", {
    class: "page stack", onsubmit: async (event) => {
      event.preventDefault();
      useCredential(key.value.trim());
      start();
    },
  }, h("h1", {}, t("welcome.title")), h("p", {}, t("welcome.text")),
    hasCredential() && h("p", { class: "card", role: "alert" }, t("welcome.refused")),
    field(t("welcome.key"), key), h("button", { class: "main" }, t("welcome.enter"))));
  key.focus();
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
    if (error.status === 401 || error.status === 403) return askForKey();
  }
  redraw();
}

applyLook();
await loadStrings();
whenUnauthorized(askForKey);
addEventListener("hashchange", () => { if (document.querySelector("#tabs a")) show(); });
await start();
if ("serviceWorker" in navigator) navigator.serviceWorker.register("/console/service-worker.js", { scope: "/" }).catch(() => {});
