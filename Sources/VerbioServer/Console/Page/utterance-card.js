// One utterance of a conversation: what was said, what it means, and what can be done with it.

import { fetchBlob, sendJSON } from "./api.js";
import { Draft, inTurn, linePath, who } from "./corrections.js";
import { announce, h, notice, once, signButton, tell, words } from "./dom.js";
import { t } from "./strings.js";

export class UtteranceCard {
  #conversation;
  #index;
  #player;
  #heard;
  #source = "";
  #translation = "";
  #languages = {};
  #speaker = "user";
  #told = {};
  #doubts = [];
  #draft = new Draft();
  #who = h("p", { hidden: true });
  #said = words("p", "", null, { class: "said" });
  #meant = words("p", "", null, { class: "meant" });
  #note = h("p", { class: "note" });
  #tools = h("div", { class: "tools" });
  #twins = [];
  element;

  /** `heard` is called when `player` plays the translation again. */
  constructor(conversation, index, player, heard) {
    this.#conversation = conversation;
    this.#index = index;
    this.#player = player;
    this.#heard = heard;
    this.element = h("li", { class: "line" }, this.#who, this.#said, this.#meant, this.#note, this.#tools);
  }

  twin() {
    const twin = { said: words("p", "", null, { class: "said" }), meant: words("p", "", null, { class: "meant" }) };
    twin.element = h("li", { class: "line" }, twin.said, twin.meant);
    this.#twins.push(twin);
    this.#show();
    return twin.element;
  }

  /** Shows the person that said it, by its number and its name, if it has one. `rename` asks for a name, if it can be given. */
  saidBy(person, name, rename) {
    this.#who.hidden = false;
    this.#who.replaceChildren(who(person, name, rename));
  }

  /** Words of an utterance that is being said. */
  partial({ stable, tentative, language, speaker }) {
    if (this.#source) return;
    this.#mark(speaker);
    for (const said of [this.#said, ...this.#twins.map((twin) => twin.said)]) {
      said.lang = language ?? "";
      said.replaceChildren(h("span", {}, stable), h("span", { class: "tentative" }, tentative));
    }
  }

  recognized({ text, language, speaker, doubts }, { isNew = true } = {}) {
    this.#mark(speaker);
    this.#doubts = doubts ?? [];
    this.#hide(false);
    this.#source = text;
    this.#languages.source = language;
    this.#show();
    this.#tell("source", text, language, isNew);
  }

  translated({ text, language }, { isNew = true } = {}) {
    this.#translation = text;
    this.#languages.translation = language;
    this.#show();
    this.#tell("translation", text, language, isNew);
  }

  reopened() {
    this.#note.classList.remove("failed");
    this.#note.textContent = t("utterance.again");
  }

  #tell(part, text, language, isNew) {
    if (isNew && this.#told[part] !== text) announce(text, language);
    this.#told[part] = text;
  }

  /** The utterance is complete. */
  finished({ outcome, reason }) {
    if (outcome === "dropped" && !this.#translation) return this.#hide(true);
    this.#note.classList.toggle("failed", outcome === "failed");
    this.#note.title = outcome === "failed" ? reason ?? "" : "";
    const note = outcome === "failed" ? t("utterance.failed") : outcome === "text-only" ? t("utterance.textOnly") : "";
    this.#note.textContent = [note, this.#doubts.length && t("utterance.doubtful")].filter(Boolean).join(" · ");
    this.#offer(outcome === "spoken");
  }

  #hide(isHidden) {
    for (const element of [this.element, ...this.#twins.map((twin) => twin.element)]) element.hidden = isHidden;
  }

  #mark(speaker) {
    this.#speaker = speaker;
    const isOther = speaker === "other";
    for (const element of [this.element, ...this.#twins.map((twin) => twin.element)]) element.classList.toggle("other", isOther);
  }

  #show() {
    for (const view of [{ said: this.#said, meant: this.#meant }, ...this.#twins]) {
      if (this.#source) {
        view.said.lang = this.#languages.source ?? "";
        view.said.textContent = this.#draft.shown("source", this.#source);
        view.said.classList.toggle("tentative", this.#draft.isPending);
      }
      view.said.classList.toggle("doubtful", this.#doubts.length > 0);
      view.meant.lang = this.#languages.translation ?? "";
      view.meant.textContent = this.#draft.shown("translation", this.#translation);
      view.meant.classList.toggle("tentative", this.#draft.isPending);
    }
    this.element.dataset.utterance = this.#index;
  }

  get #path() { return linePath(this.#conversation, this.#index); }

  #offer(isSpoken) {
    const isOther = this.#speaker === "other";
    const tools = [
      isSpoken && ["play", t("utterance.replay")],
      ["copy", t("utterance.copy"), () => this.#copy()],
      ["edit", t("utterance.edit"), () => this.#edit()],
      ["flip", t(isOther ? "utterance.flipBack" : "utterance.flip"), () => this.#flip()],
      ["star", t("utterance.save"), () => this.#save()],
    ].filter(Boolean);
    // A button that is drawn anew keeps the focus.
    const focused = this.#tools.contains(document.activeElement) ? document.activeElement.dataset.tool : null;
    this.#tools.replaceChildren(...tools.map(([sign, label, action]) =>
      signButton(sign, label, ({ currentTarget }) => (action ? once(currentTarget, action) : this.#replay(currentTarget)), { "data-tool": sign })));
    if (focused) this.#tools.querySelector(`[data-tool="${focused}"]`)?.focus();
  }

  #replay(button) { return this.#player.toggle(button, () => fetchBlob(`${this.#path}/audio?of=translation`), this.#heard); }

  async #copy() {
    const text = `${this.#source}\n${this.#translation}`;
    if (navigator.clipboard) await navigator.clipboard.writeText(text);
    else copyPlainly(text);
    notice(t("copied"), { lasts: false });
  }

  async #edit() {
    const { source, translation } = this.#languages;
    const texts = await this.#draft.ask({ text: this.#source, language: source }, this.#translation && { text: this.#translation, language: translation });
    if (texts) this.#correct(texts);
  }

  async #correct(texts) {
    try {
      const sent = this.#draft.send(this.#conversation, this.#index, texts);
      this.reopened();
      this.#show();
      const entry = await sent;
      if (entry?.source) this.load(entry, { isNew: true });
    } catch (error) {
      this.#show();
      this.#note.textContent = t("utterance.unsaved");
      this.#note.classList.add("failed");
      tell(error);
    }
  }

  /** The other person said it. */
  async #flip() {
    const speaker = this.#speaker === "other" ? "user" : "other";
    this.reopened();
    try {
      const entry = await inTurn(this.#conversation, this.#index, () => sendJSON("POST", `${this.#path}/flip?speaker=${speaker}`));
      if (entry?.source) this.load(entry, { isNew: true });
    } catch (error) {
      this.#note.textContent = "";
      throw error;
    }
  }

  async #save() {
    await sendJSON("POST", "/api/phrases", { conversation: this.#conversation, utterance: this.#index });
    notice(t("phrases.saved"), { lasts: false });
  }

  load(utterance, { isNew = false } = {}) {
    const { source, translation, speaker, direction } = utterance;
    if (source) this.recognized({ ...source, language: source.language ?? direction?.from, speaker }, { isNew });
    if (translation) this.translated(translation, { isNew });
    this.finished({ outcome: utterance.outcome, reason: utterance.reason });
  }
}

/** Copies a text without a clipboard, as without HTTPS. */
function copyPlainly(text) {
  const place = h("textarea", { class: "unseen", value: text });
  const before = document.activeElement;
  document.body.append(place);
  place.select();
  document.execCommand("copy");
  place.remove();
  before?.focus();
}
