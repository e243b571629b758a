// Corrections of stored lines, sent in their order. A server that is away or busy is asked again.

import { sendJSON } from "./api.js";
import { ask, field, h, tell } from "./dom.js";
import { languageName, t } from "./strings.js";

/** The times between attempts (s). */
const WAITS = [0.5, 1, 2, 4, 8, 15, 30];

/** The end of the last correction of each conversation. */
const ends = new Map();

/** Does a change after the earlier ones of its conversation; resolves to the document's entry of the line. */
export function inTurn(conversation, line, change) {
  const before = ends.get(conversation) ?? Promise.resolve();
  const now = before.then(async () => {
    const { utterances } = await withPatience(change);
    return utterances.find((one) => one.sequence === line);
  });
  const end = now.catch(() => {}).then(() => { if (ends.get(conversation) === end) ends.delete(conversation); });
  ends.set(conversation, end);
  return now;
}

async function withPatience(change) {
  for (const wait of WAITS) {
    try {
      return await change();
    } catch (error) {
      // Without a status there was no answer at all. The same text again is not paid for twice.
      if (error.status && error.code !== "conversation.busy" && error.status !== 503) throw error;
      await new Promise((resolve) => setTimeout(resolve, wait * 1000));
    }
  }
  return change();
}

/** The person that said a line, by name or number. `rename` asks for a name; without it, this is a label. */
export const who = (person, name, rename) => h(rename ? "button" : "span", {
  class: `who who-${(person - 1) % 6 + 1}`, dir: "auto", ...(rename && { title: t("history.rename"), onclick: rename }),
}, name ?? String(person));

/** Asks for the name of a person, and stores it. Resolves to the name; to nothing if there is none. */
export async function nameSpeaker(conversation, person, name) {
  const answer = await ask({
    title: t("history.rename"), submit: t("save"), cancel: t("cancel"),
    body: field(t("history.name"), h("input", { name: "name", value: name ?? "", maxlength: 80, required: true, dir: "auto" })),
  });
  if (!answer) return null;
  try {
    await sendJSON("PATCH", `/api/conversations/${conversation}/speakers`, { names: { [person]: answer.name.trim() } });
    return answer.name.trim();
  } catch (error) {
    tell(error);
    return null;
  }
}

export const linePath = (conversation, line) => `/api/conversations/${conversation}/utterances/${line}`;

/** Texts of a line that are being edited: the newest ones win, and what could not be saved is not forgotten. */
export class Draft {
  #turn = 0;
  /** The changed texts: `source`, `translation` (null: to be made by the engine), or both; null if nothing is edited. */
  texts = null;
  /** Whether they are on their way. */
  isPending = false;

  /** Has a line corrected in a dialog: `{ text, language }` of both texts. Resolves to the changed texts; to null if none is. */
  async ask(source, translation) {
    const known = { source: source.text, translation: translation?.text ?? "" };
    const shown = { ...known, ...this.texts };
    const box = (name, { language }, required) =>
      field(languageName(language), h("textarea", { name, rows: 3, dir: "auto", lang: language, required, value: shown[name] ?? "" }));
    const answer = await ask({
      title: t("utterance.edit"), submit: t("save"), cancel: t("cancel"),
      body: h("div", {}, box("source", source, true), translation && box("translation", translation, false)),
    });
    if (!answer) return null;
    const before = this.isPending ? shown : known;
    const texts = {};
    for (const [name, text] of Object.entries(answer)) {
      const typed = text.trim().replaceAll(/\s*\n\s*/g, " ");
      if (typed !== (before[name] ?? "") && (typed || name === "translation")) texts[name] = typed || null;
    }
    return Object.keys(texts).length ? texts : null;
  }

  /** Sends texts. Resolves to the entry of the line, or to null if newer texts were typed meanwhile. */
  async send(conversation, line, texts) {
    const turn = (this.#turn += 1);
    [this.texts, this.isPending] = [{ ...(this.isPending && this.texts), ...texts }, true];
    try {
      const entry = await inTurn(conversation, line, () => sendJSON("PATCH", linePath(conversation, line), texts));
      if (turn !== this.#turn) return null;
      [this.texts, this.isPending] = [null, false];
      return entry;
    } catch (error) {
      if (turn === this.#turn) this.isPending = false;
      throw error;
    }
  }

  /** A text of the line as it is shown meanwhile. */
  shown(name, text) {
    if (!this.isPending) return text;
    if (name === "source") return this.texts.source ?? text;
    return this.texts.translation ?? (name in this.texts || this.texts.source ? "…" : text);
  }
}
