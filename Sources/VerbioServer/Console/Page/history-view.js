// Earlier conversations: search in both languages, read, listen, rename, download, erase.

import { getJSON, send, sendJSON } from "./api.js";
import { nameSpeaker } from "./corrections.js";
import { ask, field, h, once, pagedList, reason, redraw, signButton, tell, words } from "./dom.js";
import { downloads } from "./downloads.js";
import { clock, languagePair, moment, t } from "./strings.js";
import { UtteranceCard } from "./utterance-card.js";
import { VoicePlayer } from "./voice-player.js";

export class HistoryView {
  #player = new VoicePlayer();
  #results = h("div", { class: "stack" });
  #search = h("input", { type: "search", "aria-label": t("history.search"), placeholder: t("history.search"), oninput: () => this.#later() });
  #timer = 0;
  #turn = 0;
  element = h("div", { class: "page stack" });

  /** `#history` is the list, `#history/ID` one conversation. */
  async shown([id] = []) {
    // An answer may come when something else is shown already.
    const { hash } = location;
    const isShown = () => location.hash === hash;
    try {
      await (id ? this.#open(id, isShown) : this.#list());
    } catch (error) {
      if (isShown()) this.element.replaceChildren(h("h1", {}, t("tab.history")), h("p", { class: "card", role: "alert" }, reason(error)));
    }
  }

  async #list() {
    this.element.replaceChildren(h("h1", {}, t("tab.history")), this.#search, this.#results);
    await this.#fill();
  }

  #later() {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#fill().catch((error) => tell(error)), 250);
  }

  async #fill() {
    const turn = (this.#turn += 1);
    const text = this.#search.value.trim();
    const load = async (cursor) => {
      const query = `?${new URLSearchParams({ limit: 30, ...(cursor ? { cursor } : {}) })}`;
      // Words that are searched for stand in no address.
      const page = await (text ? sendJSON("POST", `/api/conversations/search${query}`, { q: text }) : getJSON(`/api/conversations${query}`));
      return { entries: page.matches ?? page.conversations, next: page.next_cursor };
    };
    const { list, more, begin } = pagedList(load, (entry) => (text ? this.#match(entry, text) : this.#entry(entry)));
    await begin();
    if (turn !== this.#turn) return;
    if (list.children.length) redraw(this.#results, list, more);
    else redraw(this.#results, h("p", { class: "quiet", role: "status" }, t(text ? "history.noMatch" : "history.empty")));
  }

  #entry(entry) {
    return h("li", {},
      h("div", { class: "grow" },
        h("button", { class: "title", dir: "auto", onclick: () => { location.hash = `#history/${entry.id}`; } }, entry.title || t("history.untitled")),
        words("p", entry.beginning),
        h("p", { class: "quiet small" }, [
          moment(entry.createdAt), languagePair(entry.from, entry.to), clock(entry.seconds), t("history.utterances", { n: entry.utterances }),
          entry.state !== "complete" && t("history.unfinished"), entry.endIsLost && t("history.endMissing"),
        ].filter(Boolean).join(" · "))),
      this.#resumeButton(entry),
      signButton("edit", t("history.rename"), () => this.#rename(entry)),
      signButton("trash", t("history.erase"), () => this.#erase(entry)));
  }

  #match(entry, text) {
    return h("li", {}, h("div", { class: "grow" },
      h("button", { class: "title", dir: "auto", onclick: () => { location.hash = `#history/${entry.conversation}/${entry.utterance}`; } }, entry.title || t("history.untitled")),
      this.#marked(entry.source, text), this.#marked(entry.translation, text)));
  }

  /** A text with the found words marked, whatever their case and accents. */
  #marked(text, found) {
    // An accent follows its letter here.
    const apart = (one) => one.replace(/\p{Script=Latin}/gu, (letter) => letter.normalize("NFD"));
    const letters = (word) => [...word].map((letter) => `${letter.replace(/[\\^$.*+?()[\]{}|/]/, "\\$&")}[\u0300-\u036f]*`).join("");
    const wanted = apart(found).replace(/[\u0300-\u036f]/g, "").split(/\s+/).map(letters).join("|");
    const line = words("p", "");
    line.append(...apart(text ?? "").split(new RegExp(`(${wanted})`, "giu")).map((part, index) => (index % 2 ? h("mark", {}, part.normalize()) : part.normalize())));
    return line;
  }

  async #rename(entry) {
    const answer = await ask({
      title: t("history.rename"), submit: t("save"), cancel: t("cancel"),
      body: field(t("history.name"), h("input", { name: "title", value: entry.title, maxlength: 200, required: true, dir: "auto" })),
    });
    if (!answer) return;
    await this.#try(() => sendJSON("PATCH", `/api/conversations/${entry.id}`, { title: answer.title.trim() }));
  }

  async #nameSpeaker(id, person, name) {
    if (await nameSpeaker(id, person, name)) await this.#open(id, () => location.hash.split("/")[1] === id);
  }

  async #erase(entry) {
    const answer = await ask({
      title: t("history.erase"), body: h("p", { dir: "auto" }, t("history.eraseText", { title: entry.title })), submit: t("history.erase"), cancel: t("cancel"), danger: true,
    });
    if (!answer) return;
    await this.#try(() => send("DELETE", `/api/conversations/${entry.id}`));
  }

  #resumeButton({ id, state }) {
    return ["interrupted", "partial"].includes(state) && h("button", {
      onclick: (event) => once(event.currentTarget, async () => {
        await send("POST", `/api/conversations/${id}/resume`);
        await this.shown(location.hash.split("/").slice(1));
      }),
    }, t("history.resume"));
  }

  async #try(action) {
    try {
      await action();
      if (location.hash === "#history") await this.#fill();
      else {
        // The list of before has what was changed.
        this.#results.replaceChildren();
        location.hash = "#history";
      }
    } catch (error) {
      tell(error);
    }
  }

  async #open(id, isShown) {
    const record = await getJSON(`/api/conversations/${encodeURIComponent(id)}`);
    if (!isShown()) return;
    const { conversation, source } = record;
    const entry = { id, title: conversation.title };
    const lines = h("ol", { class: "lines" });
    const names = new Map((conversation.persons ?? []).map(({ person, name }) => [person, name]));
    for (const utterance of record.utterances) {
      if (!utterance.source && !utterance.translation) continue;
      const card = new UtteranceCard(id, utterance.sequence, this.#player);
      card.load(utterance);
      const { person } = utterance;
      if (person && names.size > 1) card.saidBy(person, names.get(person), () => this.#nameSpeaker(id, person, names.get(person)));
      lines.append(card.element);
    }
    this.element.replaceChildren(
      h("p", {}, h("a", { href: "#history" }, t("history.back"))), 
      h("div", { class: "row" }, h("h1", { dir: "auto", class: "grow" }, conversation.title || t("history.untitled")),
        this.#resumeButton(conversation), signButton("edit", t("history.rename"), () => this.#rename(entry)), signButton("trash", t("history.erase"), () => this.#erase(entry))),
      h("p", { class: "quiet" }, `${languagePair(conversation.pair.from, conversation.pair.to)} · ${clock(source?.seconds ?? 0)}`),
      ...(source?.damage ?? []).map(({ at }) => h("p", { class: "quiet" }, t("history.soundMissing", { at: clock(at) }))),
      downloads(id), lines);
    const wanted = location.hash.split("/")[2];
    if (wanted) lines.querySelector(`[data-utterance="${CSS.escape(wanted)}"]`)?.scrollIntoView({ block: "center" });
  }
}
