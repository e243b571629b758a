// Saved phrases: one tap speaks them. The phrase of the day changes with the calendar.

import { fetchBlob, getJSON, send, sendJSON } from "./api.js";
import { ask, choice, field, h, icon, once, pagedList, reason, redraw, signButton, tell, words } from "./dom.js";
import { chosenVoice, preferences } from "./preferences.js";
import { LANGUAGE_CHOICES, languageName, t } from "./strings.js";
import { VoicePlayer } from "./voice-player.js";

export class PhrasesView {
  #player = new VoicePlayer();
  #today = h("div");
  #list = h("div", { class: "stack" });
  /** The chosen tag, and those of the phrases that have come. */
  #tag = "";
  #tags = new Set();
  #turn = 0;
  #text = h("input", { required: true, maxlength: 500, dir: "auto" });
  #from = choice(LANGUAGE_CHOICES, preferences.from);
  #to = choice(LANGUAGE_CHOICES, preferences.to);
  element;

  constructor() { this.element = h("div", { class: "page stack" }, h("h1", {}, t("tab.phrases")), this.#today, this.#form(), this.#list); }

  async shown() {
    // The languages may have been changed on another tab.
    if (!this.#text.value) [this.#from.value, this.#to.value] = [preferences.from, preferences.to];
    try {
      await this.#fill();
    } catch (error) {
      this.#list.replaceChildren(h("p", { class: "card", role: "alert" }, reason(error)));
    }
  }

  #form() {
    const tags = h("input", { maxlength: 200, placeholder: t("phrases.tagsExample") });
    const button = h("button", { class: "main" }, t("phrases.add"));
    return h("form", {
      class: "card stack", onsubmit: async (event) => {
        event.preventDefault();
        const [from, to] = [this.#from.value, this.#to.value];
        const voice = chosenVoice([to]);
        await once(button, async () => {
          await sendJSON("POST", "/api/phrases", {
            text: this.#text.value.trim(), from, to, ...(voice ? { voice } : {}), tags: tags.value.split(",").map((tag) => tag.trim()).filter(Boolean),
          });
          this.#text.value = "";
          await this.#fill();
        });
      },
    }, field(t("phrases.text"), this.#text), h("div", { class: "fields" },
      field(t("phrases.from"), this.#from), field(t("files.to"), this.#to),
      field(t("phrases.tags"), tags)), h("div", {}, button));
  }

  async #fill() {
    const [, today] = await Promise.all([this.#show(), getJSON("/api/phrases/today").catch(() => null)]);
    this.#showToday(today?.phrase);
  }

  async #show() {
    const turn = (this.#turn += 1);
    const tag = this.#tag;
    const tags = tag ? this.#tags : new Set();
    const switches = h("div", { class: "row" });
    const drawTags = () => redraw(switches, ...(tags.size ? ["", ...tags] : []).map((one) =>
      h("button", { "aria-pressed": String(one === tag), onclick: () => this.#choose(one) }, one || t("phrases.all"))));
    const load = async (cursor) => {
      const { phrases, next_cursor: next } = await getJSON(`/api/phrases?${new URLSearchParams({ limit: 100, ...(tag ? { tag } : {}), ...(cursor ? { cursor } : {}) })}`);
      for (const one of phrases.flatMap((phrase) => phrase.tags ?? [])) tags.add(one);
      drawTags();
      return { entries: phrases, next };
    };
    const { list, more, begin } = pagedList(load, (phrase) => this.#entry(phrase));
    await begin();
    if (turn !== this.#turn) return;
    // The last phrase of the tag is gone.
    if (tag && !list.children.length) return this.#choose("");
    this.#tags = tags;
    redraw(this.#list, tags.size > 0 && switches, list.children.length ? list : h("p", { class: "quiet" }, t("phrases.empty")), more);
  }

  #choose(tag) {
    this.#tag = tag;
    return this.#show().catch(tell);
  }

  #showToday(phrase) {
    this.#today.replaceChildren(...(phrase?.id ? [h("section", { class: "card today stack" }, h("h2", {}, t("phrases.today")),
      words("p", phrase.translation, phrase.to, { class: "text" }), words("p", phrase.text, phrase.from, { class: "quiet" }),
      h("div", {}, h("button", { class: "main", onclick: (event) => this.#speak(event, phrase) }, icon("sound"), t("phrases.speak"))))] : []));
  }

  #entry(phrase) {
    return h("li", {}, signButton("sound", `${t("phrases.speak")}: ${phrase.translation}`, (event) => this.#speak(event, phrase)),
      h("div", { class: "grow" }, words("p", phrase.translation, phrase.to), words("p", phrase.text, phrase.from, { class: "quiet small" }),
        (phrase.tags ?? []).map((tag) => h("span", { class: "tag" }, tag))),
      h("span", { class: "quiet small" }, languageName(phrase.to)),
      signButton("trash", `${t("phrases.remove")}: ${phrase.text}`, () => this.#remove(phrase)));
  }

  #speak(event, phrase) {
    return this.#player.toggle(event.currentTarget, () => fetchBlob(`/api/phrases/${phrase.id}/audio`));
  }

  async #remove(phrase) {
    const isSure = await ask({ title: t("phrases.remove"), body: words("p", phrase.text, phrase.from), submit: t("phrases.remove"), cancel: t("cancel"), danger: true });
    if (!isSure) return;
    try {
      await send("DELETE", `/api/phrases/${phrase.id}`);
      await this.#fill();
    } catch (error) {
      tell(error);
    }
  }
}
