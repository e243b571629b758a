// Corrections of stored lines, sent in the order in which they were made. A server that is away or busy is asked again.

import { sendJSON } from "./api.js";
import { ask, field, h } from "./dom.js";
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

export const linePath = (conversation, line) => `/api/conversations/${conversation}/utterances/${line}`;

/** A text that is being edited: the newest one of several wins, and what could not be saved is not forgotten. */
export class Draft {
  #turn = 0;
  text = null;
  /** Whether it is on its way. */
  isPending = false;

  /** Has the text of a line corrected in a dialog. Resolves to what is new in it; to null if nothing is. */
  async ask(known, language) {
    const text = h("textarea", { name: "source", rows: 3, dir: "auto", lang: language, required: true, value: this.text ?? known });
    const answer = await ask({ title: t("utterance.edit"), body: field(languageName(language), text), submit: t("save"), cancel: t("cancel") });
    const source = answer?.source.trim();
    return source && source !== (this.isPending ? this.text : known) ? source : null;
  }

  /** Sends a text. Resolves to the entry of the line, or to null if a newer text was typed meanwhile. */
  async send(conversation, line, text) {
    const turn = (this.#turn += 1);
    [this.text, this.isPending] = [text, true];
    try {
      const entry = await inTurn(conversation, line, () => sendJSON("PATCH", linePath(conversation, line), { source: text }));
      if (turn !== this.#turn) return null;
      [this.text, this.isPending] = [null, false];
      return entry;
    } catch (error) {
      if (turn === this.#turn) this.isPending = false;
      throw error;
    }
  }
}
