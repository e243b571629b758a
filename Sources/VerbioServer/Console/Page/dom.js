// Elements without a framework. Texts of others are only ever text nodes or attributes.

import { t } from "./strings.js";

/** Makes an element: `h("button", { onclick }, "Start")`. Children may be nodes, strings, or nothing. */
export function h(tag, attributes, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes ?? {})) {
    if (value === null || value === undefined || value === false) continue;
    if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
    else if (name in PROPERTIES) element[name] = value;
    else element.setAttribute(name, value === true ? "" : value);
  }
  // A button that does something by itself submits no form.
  if (tag === "button" && attributes?.onclick) element.type = "button";
  element.append(...children.flat().filter((child) => child !== null && child !== undefined && child !== false));
  return element;
}

/** What an attribute cannot set. */
const PROPERTIES = { value: 1, checked: 1, selected: 1, srcObject: 1 };

const SHAPES = {
  mic: "M12 3a3 3 0 0 1 3 3v6a3 3 0 0 1-6 0V6a3 3 0 0 1 3-3zM5 11a7 7 0 0 0 14 0M12 18v3",
  talk: "M4 5h16v11H9l-5 4z",
  file: "M6 3h8l5 5v13H6zM14 3v5h5",
  clock: "M12 3a9 9 0 1 1 0 18 9 9 0 0 1 0-18zM12 7v5l3 3",
  star: "M12 4l2.5 5 5.5.8-4 3.9 1 5.5-5-2.7-5 2.7 1-5.5-4-3.9 5.5-.8z",
  gear: "M12 9a3 3 0 1 1 0 6 3 3 0 0 1 0-6zM12 3v3M12 18v3M3 12h3M18 12h3M5.6 5.6l2.2 2.2M16.2 16.2l2.2 2.2M5.6 18.4l2.2-2.2M16.2 7.8l2.2-2.2",
  play: "M7 4l13 8-13 8z",
  stop: "M6 6h12v12H6z",
  copy: "M9 9h11v11H9zM5 15H4V4h11v1",
  edit: "M4 20l1-5L16 4l4 4L9 19z",
  flip: "M4 8h14l-3-3M20 16H6l3 3",
  trash: "M5 7h14M10 7V4h4v3M7 7l1 13h8l1-13",
  down: "M12 4v12M7 11l5 5 5-5M5 20h14",
  close: "M6 6l12 12M18 6L6 18",
  table: "M4 5h16v6H4zM4 13h16v6H4z",
  sound: "M4 10v4h4l5 4V6L8 10zM16 9a4 4 0 0 1 0 6M18.5 6.5a8 8 0 0 1 0 11",
  mute: "M4 10v4h4l5 4V6L8 10zM16 9l5 6M21 9l-5 6",
  hands: "M8 12a4 4 0 1 1 8 0M5 12a7 7 0 1 1 14 0M12 12v9",
};

/** Draws the children of an element anew, and keeps the focus in its place. */
export function redraw(element, ...children) {
  const all = () => [...element.querySelectorAll("a, button, select, input")];
  const at = all().indexOf(document.activeElement);
  element.replaceChildren(...children.filter(Boolean));
  if (at < 0) return;
  const now = all();
  const next = [...now.slice(at), ...now.slice(0, at).reverse()].find((one) => !one.disabled && one.offsetParent);
  (next ?? document.getElementById("main")).focus();
}

export function icon(name) {
  const svg = document.createElementNS("http://www.w3.org/2000/svg", "svg");
  svg.setAttribute("viewBox", "0 0 24 24");
  svg.setAttribute("class", "icon");
  svg.setAttribute("aria-hidden", "true");
  const path = document.createElementNS("http://www.w3.org/2000/svg", "path");
  path.setAttribute("d", SHAPES[name]);
  svg.append(path);
  return svg;
}

export const signButton = (sign, label, onclick, more) =>
  h("button", { class: "bare", "aria-label": label, title: label, onclick, ...more }, icon(sign));

/** Does what a button is for, once at a time, and shows what goes wrong. */
export async function once(button, action) {
  if (button.ariaBusy === "true") return;
  button.ariaBusy = "true";
  try {
    await action();
  } catch (error) {
    tell(error);
  } finally {
    button.ariaBusy = "false";
  }
}

/** A list in pages: `load(cursor)` gives `{ entries, next }`, `draw` an item. */
export function pagedList(load, draw) {
  const list = h("ul", { class: "card list" });
  const more = h("button", { hidden: true, onclick: () => once(more, next) }, t("list.more"));
  let cursor = null;
  async function next() {
    const isFirst = cursor === null;
    const page = await load(cursor);
    const items = page.entries.map(draw);
    list.append(...items);
    if (!isFirst && list.isConnected) {
      items[0]?.querySelector("button").focus();
      announce(t("list.loaded", { n: items.length }));
    }
    cursor = page.next;
    more.hidden = !cursor;
  }
  return { list, more, begin: next };
}

/** A card with a heading. */
export const card = (title, ...parts) => h("section", { class: "card stack" }, h("h2", { dir: "auto" }, title), parts);

/** Rows of cells, texts or elements; numbers are `{ number: text }`. */
export const table = (label, rows, head) =>
  h("div", { class: "scroll", tabindex: 0, role: "region", "aria-label": label }, h("table", {},
    head && h("thead", {}, row("th", head)), h("tbody", {}, rows.map((cells) => row("td", cells)))));

const row = (tag, cells) => h("tr", {}, cells.map((cell) => (cell.number ? h(tag, { class: "number" }, cell.number) : h(tag, {}, cell))));

/** Fills a place with what comes, or with the reason why it does not come. */
export async function fill(place, parts) {
  place.replaceChildren(...await parts.catch((error) => [h("p", { class: "quiet" }, reason(error))]));
}

/** A box to be checked, with its text. */
export const tick = (text, checked, onchange) => {
  const box = h("input", { type: "checkbox", checked, onchange: () => onchange(box.checked) });
  return h("label", { class: "check" }, box, text);
};

export const field = (label, control) => h("label", {}, h("span", { class: "small quiet" }, label), control);

/** A button that chooses a file, in the language of the page. */
export function fileButton(label, accept, take, more) {
  const input = h("input", {
    type: "file", accept, onchange: () => {
      const [file] = input.files;
      input.value = "";
      if (file) take(file);
    },
  });
  return h("label", { class: "button choose", ...more }, icon("file"), h("span", {}, label), input);
}

export const choice = (options, value, onchange, more) =>
  h("select", { ...more, onchange: (event) => onchange?.(event.target.value) },
    options.map(([key, text, lang]) => h("option", { value: key, selected: key === value, lang }, text)));

/** Words in the language that they are written in. The browser finds the direction of the text. */
export const words = (tag, text, language, more) => h(tag, { dir: "auto", lang: language ?? null, ...more }, text ?? "");

/** Asks in a dialog; resolves to the form's values, or to null if it is cancelled. */
export function ask({ title, body, submit, cancel, danger }) {
  return new Promise((resolve) => {
    const form = h("form", { method: "dialog" }, h("h2", { id: "dialog-title" }, title), body,
      h("div", { class: "row" },
        h("button", { class: danger ? "danger" : "main", value: "ok" }, submit),
        h("button", { value: "cancel", formnovalidate: true }, cancel)));
    const dialog = h("dialog", { "aria-labelledby": "dialog-title" }, form);
    dialog.addEventListener("close", () => {
      resolve(dialog.returnValue === "ok" ? Object.fromEntries(new FormData(form)) : null);
      dialog.remove();
    });
    document.body.append(dialog);
    dialog.showModal();
  });
}

/** Shows a message until it is closed, or for four seconds if it is only news. */
export function notice(text, { lasts = true } = {}) {
  const box = h("div", { class: "notice" }, h("span", { dir: "auto" }, text), signButton("close", t("close"), () => box.remove()));
  document.getElementById("notices").append(box);
  if (!lasts) setTimeout(() => box.remove(), 4_000);
}

/** What an error says; without an answer it has the browser's words. */
export const reason = (error) => (error instanceof TypeError ? "" : error.message) || t("error.network");

/** Shows an error until it is closed. */
export const tell = (error) => notice(reason(error));

/** Has a screen reader say a text once, after those that it has not said yet. */
export function announce(text, language) {
  const announcer = document.getElementById("announcer");
  announcer.append(words("p", text, language));
  while (announcer.children.length > 8) announcer.firstChild.remove();
}
