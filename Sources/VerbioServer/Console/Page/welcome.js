// What a visitor sees: what this is, and the ways in. Nothing else of the server is told.

import { beginAsGuest, startAddress } from "./account.js";
import { useKey } from "./api.js";
import { field, h, once } from "./dom.js";
import { t } from "./strings.js";

/** - ways: issuers and guests, or null where there are only keys. - start: opens the page with what was given. */
export function welcome(ways, isRefused, start) {
  const buttons = (ways?.issuers ?? []).map(({ title, start }) =>
    h("a", { class: "button main", href: startAddress(start) }, t("welcome.signIn", { name: title })));
  const enter = async () => {
    await beginAsGuest();
    await start();
  };
  const guest = ways?.guests && h("button", { onclick: ({ currentTarget }) => once(currentTarget, enter) }, t("welcome.guest"));
  const hasWays = buttons.length > 0 || guest;
  return h("div", { class: "page stack narrow" }, h("h1", {}, t("welcome.title")),
    h("p", {}, t(hasWays ? "welcome.members" : "welcome.text")),
    isRefused && h("p", { class: "card", role: "alert" }, t("welcome.refused")),
    buttons, guest,
    hasWays ? h("details", {}, h("summary", {}, t("welcome.haveKey")), keyForm(start)) : keyForm(start));
}

function keyForm(start) {
  const key = h("input", { type: "password", name: "key", autocomplete: "current-password", required: true, spellcheck: "false" });
  return h("form", {
    class: "stack", onsubmit: (event) => {
      event.preventDefault();
      useKey(key.value.trim());
      start();
    },
  }, field(t("welcome.key"), key), h("button", { class: "main" }, t("welcome.enter")));
}
