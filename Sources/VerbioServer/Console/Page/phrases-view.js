// Saved phrases: one tap speaks them. The phrase of the day changes with the calendar.

import { fetchBlob, getJSON, send, sendJSON } from "./api.js";
import { choice, field, h, icon, once, reason, signButton, tell, words } from "./dom.js";
import { chosenVoice, preferences } from "./preferences.js";
import { LANGUAGE_CHOICES, languageName, t } from "./strings.js";
import { VoicePlayer } from "./voice-player.js";

export class PhrasesView {
  #player = new VoicePlayer();
  #today = h("div");
  #list = h("div", { class: "stack" });
  #tag = "";
  element;

  constructor() { this.element = h("div", { class: "page stack" }, h("h1", {}, t("phrases.title")), this.#today, this.#form(), this.#list); }

  async shown() {
    try {
      await this.#fill();
    } catch (error) {
      this.#list.replaceChildren(h("p", { class: "card", role: "alert" }, reason(error)));
    }
  }

  #form() {
    const values = { from: preferences.from, to: preferences.to };
    const text = h("input", { required: true, maxlength: 500, dir: "auto" });
    const tags = h("input", { maxlength: 200, placeholder: t("phrases.tagsExample") });
    const button = h("button", { class: "main" }, t("phrases.add"));
    return h("form", {
      class: "card stack", onsubmit: async (event) => {
        event.preventDefault();
        const voice = chosenVoice([values.to]);
        await once(button, async () => {
          await sendJSON("POST", "/api/phrases", {
            text: text.value.trim(), ...values, ...(voice ? { voice } : {}), tags: tags.value.split(",").map((tag) => tag.trim()).filter(Boolean),
          });
          text.value = "";
          await this.#fill();
        });
      },
    }, field(t("phrases.text"), text), h("div", { class: "fields" },
      field(t("files.from"), choice(LANGUAGE_CHOICES, values.from, (tag) => { values.from = tag; })),
      field(t("files.to"), choice(LANGUAGE_CHOICES, values.to, (tag) => { values.to = tag; })),
      field(t("phrases.tags"), tags)), h("div", {}, button));
  }

  async #fill() {
    const [{ phrases }, today] = await Promise.all([
      getJSON(`/api/phrases${this.#tag ? `?${new URLSearchParams({ tag: this.#tag })}` : ""}`),
      getJSON("/api/phrases/today").catch(() => null),
    ]);
    this.#showToday(today?.phrase);
    const tags = [...new Set(phrases.flatMap((phrase) => phrase.tags ?? []))];
    this.#list.replaceChildren(
      (tags.length > 0 || this.#tag) && h("div", { class: "row" }, ["", ...tags].map((tag) =>
        h("button", { type: "button", "aria-pressed": String(tag === this.#tag), onclick: () => { this.#tag = tag; this.shown(); } }, tag || t("phrases.all")))) || "",
      phrases.length ? h("ul", { class: "card list" }, phrases.map((phrase) => this.#entry(phrase))) : h("p", { class: "quiet" }, t("phrases.empty")));
  }

  #showToday(phrase) {
    this.#today.replaceChildren(...(phrase?.id ? [h("section", { class: "card today stack" }, h("h2", {}, t("phrases.today")),
      words("p", phrase.translation, phrase.to, { class: "text" }), words("p", phrase.text, phrase.from, { class: "quiet" }),
      h("div", {}, h("button", { type: "button", class: "main", onclick: (event) => this.#speak(event, phrase) }, icon("sound"), t("phrases.speak"))))] : []));
  }

  #entry(phrase) {
    return h("li", {}, signButton("sound", `${t("phrases.speak")}: ${phrase.translation}`, (event) => this.#speak(event, phrase)),
      h("div", { class: "grow" }, words("p", phrase.translation, phrase.to), words("p", phrase.text, phrase.from, { class: "quiet small" }),
        (phrase.tags ?? []).map((tag) => h("span", { class: "tag" }, tag))),
      h("span", { class: "quiet small" }, languageName(phrase.to)),
      signButton("trash", `${t("phrases.remove")}: ${phrase.text}`, () => this.#remove(phrase)));
  }

  #speak(event, phrase) {
    return once(event.currentTarget, async () => this.#player.playFile(await fetchBlob(`/api/phrases/${phrase.id}/audio`)));
  }

  async #remove(phrase) {
    try {
      await send("DELETE", `/api/phrases/${phrase.id}`);
      await this.#fill();
    } catch (error) {
      tell(error);
    }
  }
}
