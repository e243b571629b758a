// The account of a signed-in person: who they are, on which devices, and how they leave.

import { changeProfile, leave, me, signInWays, startAddress } from "./account.js";
import { download, getJSON, send } from "./api.js";
import { ask, card, field, fill, h, notice, once, tell } from "./dom.js";
import { PAGE_CHOICES, moment, t } from "./strings.js";

/** The languages with one more, or without the one that is among them already. */
const toggled = (languages, tag) => {
  const others = languages.filter((language) => language.split("-")[0] !== tag);
  return others.length < languages.length ? others : [...languages, tag];
};

export class AccountView {
  #name = h("input", { name: "name", maxlength: 120, autocomplete: "name", dir: "auto" });
  #languages = h("div", { class: "row", role: "group", "aria-label": t("account.languages") });
  #ways = h("div", { class: "row" });
  #devices = h("div");
  #plan = h("div", { class: "stack" });
  #onLeave;
  element;

  /** - onLeave: shows the front page again. */
  constructor(onLeave) {
    this.#onLeave = onLeave;
    this.#name.value = me().name ?? "";
    this.#name.addEventListener("change", () => this.#change(() => ({ name: this.#name.value.trim() || null })));
    this.element = card(t("account.title"),
      h("p", { class: "quiet" }, me().isGuest ? t("account.guest") : me().email ?? ""),
      this.#ways, field(t("account.name"), this.#name),
      h("div", { class: "stack" }, h("span", { class: "small quiet" }, t("account.languages")), this.#languages),
      this.#plan, h("h3", {}, t("account.devices")), this.#devices,
      h("div", { class: "row" },
        h("button", { onclick: () => this.#leave("POST", "/api/auth/logout") }, t("account.signOut")),
        h("button", { onclick: () => this.#leave("POST", "/api/auth/logout-all") }, t("account.signOutAll")),
        h("span", { class: "grow" }), this.#exportButton(),
        h("button", { class: "danger", onclick: () => this.#erase() }, t("account.erase"))));
    this.element.id = "account";
    this.#drawLanguages();
  }

  async shown() {
    await Promise.all([this.#fillWays(), fill(this.#plan, this.#planParts()), fill(this.#devices, this.#deviceParts())]);
  }

  /** All that is stored, as one archive. */
  #exportButton() {
    const save = () => download("/api/user/export", `verbio-${me().id}.zip`);
    return h("button", { onclick: ({ currentTarget }) => once(currentTarget, save) }, t("account.export"));
  }

  async #change(fields) {
    await changeProfile(fields).catch(tell);
    this.#drawLanguages();
  }

  #drawLanguages() {
    const chosen = me()?.languages ?? [];
    this.#languages.replaceChildren(...PAGE_CHOICES.map(([tag, name]) => {
      const place = chosen.findIndex((language) => language.split("-")[0] === tag);
      return h("button", {
        lang: tag, "aria-pressed": String(place >= 0),
        onclick: () => this.#change((now) => ({ languages: toggled(now?.languages ?? [], tag) })),
      }, place >= 0 ? `${place + 1}. ${name}` : name);
    }));
  }

  /** A guest signs in to keep the account; anybody else adds another way. */
  async #fillWays() {
    const { isGuest, issuers } = me();
    const ways = ((await signInWays().catch(() => null))?.issuers ?? []).filter((way) => !issuers.includes(way.issuer));
    const text = isGuest ? "welcome.signIn" : "account.add";
    this.#ways.hidden = ways.length === 0;
    this.#ways.replaceChildren(...ways.map(({ title, start }) =>
      h("a", { class: isGuest ? "button main" : "button", href: startAddress(start, isGuest ? {} : { link: "true" }) }, t(text, { name: title }))));
  }

  async #planParts() {
    const { tier, minutesPerMonth, minutesUsed } = await getJSON("/api/user/limits");
    const heading = h("h3", {}, t("account.plan", { name: tier }));
    if (minutesPerMonth === undefined) return [heading];
    const text = t("account.minutes", { n: Math.ceil(minutesUsed), limit: minutesPerMonth });
    return [heading, h("p", {}, text), h("progress", { max: minutesPerMonth, value: minutesUsed, "aria-label": text })];
  }

  async #deviceParts() {
    const { sessions } = await getJSON("/api/auth/sessions");
    return [h("ul", { class: "list" }, sessions.map(({ id, device = t("account.unnamed"), lastUsedAt, isCurrent }) => h("li", {},
      h("div", { class: "grow" }, h("div", { class: "title", dir: "auto" }, device),
        h("div", { class: "small quiet" }, t("account.lastUsed", { time: moment(lastUsedAt) }))),
      isCurrent ? h("span", { class: "tag" }, t("account.thisDevice"))
        : h("button", { "aria-label": `${t("account.signOut")}: ${device}`, onclick: () => this.#end(id) }, t("account.signOut")))))];
  }

  async #end(id) {
    await send("DELETE", `/api/auth/sessions/${id}`).catch(tell);
    await fill(this.#devices, this.#deviceParts());
  }

  async #leave(method, path) {
    try {
      const answer = await leave(method, path);
      this.#onLeave();
      return answer;
    } catch (error) {
      tell(error);
    }
  }

  async #erase() {
    const word = t("account.eraseWord");
    const typed = h("input", { name: "word", autocomplete: "off", autocapitalize: "off", spellcheck: "false", required: true });
    // The browser itself refuses the form until the word is there.
    const judge = () => typed.setCustomValidity(typed.value.trim().toLowerCase() === word.toLowerCase() ? "" : word);
    typed.addEventListener("input", judge);
    judge();
    const answer = await ask({
      title: t("account.erase"), submit: t("account.erase"), cancel: t("cancel"), danger: true,
      body: h("div", { class: "stack" }, h("p", {}, t("account.eraseText")), h("p", {}, this.#exportButton()), field(t("account.typeWord", { word }), typed)),
    });
    if (!answer) return;
    const receipt = await this.#leave("DELETE", "/api/user/profile");
    if (receipt) notice(t("account.erased", { receipt: receipt.receipt ? `${receipt.receipt.entry} · ${receipt.receipt.hash}` : receipt.account }));
  }
}
