// The account of a signed-in person: who they are, on which devices, and how they leave.

import { changeProfile, leave, me, signInWays, startAddress } from "./account.js";
import { download, getJSON, send } from "./api.js";
import { ask, field, h, notice, reason, tell } from "./dom.js";
import { LANGUAGE_CHOICES, moment, t } from "./strings.js";

export class AccountView {
  #name = h("input", { name: "name", maxlength: 120, autocomplete: "name", dir: "auto" });
  #languages = h("div", { class: "row", role: "group", "aria-label": t("account.languages") });
  #ways = h("div", { class: "row" });
  #devices = h("ul", { class: "list" });
  #plan = h("div", { class: "stack" });
  #onLeave;
  element;

  /** - onLeave: shows the front page again. */
  constructor(onLeave) {
    this.#onLeave = onLeave;
    this.#name.value = me().name ?? "";
    this.#name.addEventListener("change", () => this.#change({ name: this.#name.value.trim() || null }));
    this.element = h("section", { class: "card stack", id: "account" }, h("h2", {}, t("account.title")),
      h("p", { class: "quiet" }, me().isGuest ? t("account.guest") : me().email ?? ""),
      this.#ways, field(t("account.name"), this.#name),
      h("div", { class: "stack" }, h("span", { class: "small quiet" }, t("account.languages")), this.#languages),
      this.#plan, h("h3", {}, t("account.devices")), this.#devices,
      h("div", { class: "row" },
        h("button", { onclick: () => this.#leave("POST", "/api/auth/logout") }, t("account.signOut")),
        h("button", { onclick: () => this.#leave("POST", "/api/auth/logout-all") }, t("account.signOutAll")),
        h("span", { class: "grow" }), this.#exportButton(),
        h("button", { class: "danger", onclick: () => this.#erase() }, t("account.erase"))));
    this.#drawLanguages();
  }

  async shown() {
    await Promise.all([this.#fillWays(), this.#fillPlan(), this.#fillDevices()]);
  }

  /** All that is stored, as one archive. */
  #exportButton() {
    const button = h("button", { class: "export", onclick: async () => {
      button.disabled = true;
      await download("/api/user/export", `verbio-${me().id}.zip`).catch(tell);
      button.disabled = false;
    } }, t("account.export"));
    return button;
  }

  async #change(fields) {
    try {
      await changeProfile(fields);
    } catch (error) {
      tell(error);
    }
    this.#drawLanguages();
  }

  #drawLanguages() {
    const chosen = me()?.languages ?? [];
    this.#languages.replaceChildren(...LANGUAGE_CHOICES.map(([tag, name]) => {
      const place = chosen.findIndex((language) => language.split("-")[0] === tag);
      const others = chosen.filter((_, index) => index !== place);
      return h("button", {
        lang: tag, "aria-pressed": String(place >= 0),
        onclick: () => this.#change({ languages: place >= 0 ? others : [...chosen, tag] }),
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

  async #fillPlan() {
    try {
      const { tier, minutesPerMonth, minutesUsed } = await getJSON("/api/user/limits");
      const text = minutesPerMonth === undefined ? "" : t("account.minutes", { n: Math.ceil(minutesUsed), limit: minutesPerMonth });
      this.#plan.replaceChildren(h("h3", {}, t("account.plan", { name: tier })),
        text && h("p", {}, text), text && h("progress", { max: minutesPerMonth, value: minutesUsed, "aria-label": text }));
    } catch (error) {
      this.#plan.replaceChildren(h("p", { class: "quiet" }, reason(error)));
    }
  }

  async #fillDevices() {
    try {
      const { sessions } = await getJSON("/api/auth/sessions");
      this.#devices.replaceChildren(...sessions.map((session) => h("li", {},
        h("div", { class: "grow" }, h("div", { class: "title", dir: "auto" }, session.device ?? t("account.unnamed")),
          h("div", { class: "small quiet" }, t("account.lastUsed", { time: moment(session.lastUsedAt) }))),
        session.isCurrent ? h("span", { class: "tag" }, t("account.thisDevice"))
          : h("button", { "aria-label": `${t("account.signOut")}: ${session.device ?? t("account.unnamed")}`, onclick: () => this.#end(session.id) }, t("account.signOut")))));
    } catch (error) {
      this.#devices.replaceChildren(h("li", { class: "quiet" }, reason(error)));
    }
  }

  async #end(id) {
    try {
      await send("DELETE", `/api/auth/sessions/${id}`);
    } catch (error) {
      tell(error);
    }
    await this.#fillDevices();
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
