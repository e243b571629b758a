// One utterance of a conversation: what was said, what it means, and what can be done with it.

import { Problem, fetchBlob, sendJSON } from "./api.js";
import { announce, ask, field, h, notice, signButton, words } from "./dom.js";
import { languageName, t } from "./strings.js";

export class UtteranceCard {
  #conversation;
  #index;
  #player;
  #source = "";
  #translation = "";
  #languages = {};
  #said = words("p", "", null, { class: "said" });
  #meant = words("p", "", null, { class: "meant" });
  #note = h("p", { class: "note" });
  #tools = h("div", { class: "tools" });
  #twins = [];
  element;

  /** `player` plays the spoken translation. */
  constructor(conversation, index, player) {
    this.#conversation = conversation;
    this.#index = index;
    this.#player = player;
    this.element = h("li", { class: "line" }, this.#said, this.#meant, this.#note, this.#tools);
  }

  /** A second view of the same utterance, for the person opposite. */
  twin() {
    const twin = { said: words("p", "", null, { class: "said" }), meant: words("p", "", null, { class: "meant" }) };
    twin.element = h("li", { class: "line" }, twin.said, twin.meant);
    this.#twins.push(twin);
    this.#show();
    return twin.element;
  }

  /** Words of an utterance that is being said. */
  partial({ stable, tentative, language, speaker }) {
    // Words that were on their way when the utterance was recognized.
    if (this.#source) return;
    this.#mark(speaker);
    for (const said of [this.#said, ...this.#twins.map((twin) => twin.said)]) {
      said.lang = language ?? "";
      said.replaceChildren(h("span", {}, stable), h("span", { class: "tentative" }, tentative));
    }
  }

  recognized({ text, language, speaker }, { isNew = true } = {}) {
    this.#mark(speaker);
    this.#source = text;
    this.#languages.source = language;
    this.#show();
    if (isNew) announce(text, language);
  }

  translated({ text, language }, { isNew = true } = {}) {
    this.#translation = text;
    this.#languages.translation = language;
    this.#show();
    if (isNew) announce(text, language);
  }

  /** The utterance is complete: `spoken`, `text-only`, `dropped` or `failed`. */
  finished({ outcome, reason }) {
    if (outcome === "dropped" && !this.#translation) {
      this.element.remove();
      for (const twin of this.#twins) twin.element.remove();
      return;
    }
    this.#note.classList.toggle("failed", outcome === "failed");
    this.#note.textContent = outcome === "failed" ? t("utterance.failed") : outcome === "text-only" ? t("utterance.textOnly") : "";
    this.#offer(outcome === "spoken");
    if (reason && outcome === "failed") this.#note.title = reason;
  }

  #mark(speaker) {
    const isOther = speaker === "other";
    for (const element of [this.element, ...this.#twins.map((twin) => twin.element)]) element.classList.toggle("other", isOther);
  }

  #show() {
    for (const view of [{ said: this.#said, meant: this.#meant }, ...this.#twins]) {
      if (this.#source) {
        view.said.lang = this.#languages.source ?? "";
        view.said.textContent = this.#source;
      }
      view.meant.lang = this.#languages.translation ?? "";
      view.meant.textContent = this.#translation;
    }
    this.element.dataset.utterance = this.#index;
  }

  get #path() { return `/api/conversations/${this.#conversation}/utterances/${this.#index}`; }

  #offer(isSpoken) {
    this.#tools.replaceChildren(
      ...(isSpoken ? [signButton("play", t("utterance.replay"), () => this.#try(() => this.replay()))] : []),
      signButton("copy", t("utterance.copy"), () => this.#try(() => this.#copy())),
      signButton("edit", t("utterance.edit"), () => this.#try(() => this.#edit())),
      signButton("flip", t("utterance.flip"), () => this.#try(() => this.#flip())),
      signButton("star", t("utterance.save"), () => this.#try(() => this.#save())));
  }

  async #try(action) {
    this.#tools.inert = true;
    try {
      await action();
    } catch (error) {
      notice(error instanceof Problem && error.message ? error.message : t("error.network"));
    } finally {
      this.#tools.inert = false;
    }
  }

  async replay() { await this.#player.playFile(await fetchBlob(`${this.#path}/audio?of=translation`)); }

  async #copy() {
    await navigator.clipboard.writeText(`${this.#source}\n${this.#translation}`);
    notice(t("copied"), { lasts: false });
  }

  /** Corrects the text; this line alone is translated and spoken again. */
  async #edit() {
    const text = h("textarea", { name: "source", rows: 3, dir: "auto", lang: this.#languages.source, required: true });
    text.value = this.#source;
    const answer = await ask({
      title: t("utterance.edit"), body: field(languageName(this.#languages.source), text), submit: t("save"), cancel: t("cancel"),
    });
    if (!answer || answer.source.trim() === this.#source) return;
    this.#take(await sendJSON("PATCH", this.#path, { source: answer.source.trim() }));
  }

  /** The other person said it. */
  async #flip() { this.#take(await sendJSON("POST", `${this.#path}/flip`)); }

  async #save() {
    await sendJSON("POST", "/api/phrases", { conversation: this.#conversation, utterance: this.#index });
    notice(t("phrases.saved"), { lasts: false });
  }

  /** Shows the utterance as a document has it. */
  #take(answer) {
    const utterance = answer.utterances.find((one) => one.sequence === this.#index);
    if (utterance?.source) this.load(utterance, { isNew: true });
  }

  load(utterance, { isNew = false } = {}) {
    const { source, translation, speaker, direction } = utterance;
    if (source) this.recognized({ text: source.text, language: source.language ?? direction?.from, speaker }, { isNew });
    if (translation) this.translated(translation, { isNew });
    this.finished({ outcome: utterance.outcome, reason: utterance.reason });
  }
}
