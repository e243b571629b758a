// A translated recording: its player and waveform, captions in both languages that follow it, the files, and the receipt.

import { fetchBlob, getJSON, send, sendJSON } from "./api.js";
import { Draft, inTurn, linePath, nameSpeaker, who } from "./corrections.js";
import { h, once, signButton, table, tell, words } from "./dom.js";
import { downloads } from "./downloads.js";
import { clock, money, t } from "./strings.js";
import { VoicePlayer } from "./voice-player.js";
import { drawRecording } from "./waveform.js";

/** 0.13 s at 16 kHz. */
const SAMPLES_PER_PIXEL = 2048;

export class RecordingView {
  #id;
  #file;
  #media;
  #strip = h("canvas", { class: "strip", "aria-hidden": "true", onclick: (event) => this.#seekTo(event) });
  #captions = h("ol", { class: "captions", tabindex: 0, "aria-label": t("files.captions") });
  #receipt = h("div");
  #utterances = [];
  /** The names of the people by their numbers; empty unless several speak. */
  #names = new Map();
  #rows = new Map();
  #drafts = new Map();
  #player = new VoicePlayer();
  #hasBothSides;
  #peaks = [];
  element;

  /** `hasBothSides`: whether two people speak. `films`: those that were made. */
  constructor(id, file, { hasBothSides, films }) {
    this.#hasBothSides = hasBothSides;
    this.#id = id;
    this.#file = file;
    const isVideo = file.type.startsWith("video/");
    this.#media = h(isVideo ? "video" : "audio", {
      class: "player", controls: true, preload: "metadata", src: URL.createObjectURL(file), "aria-label": file.name,
      ontimeupdate: () => this.#follow(), onseeked: () => this.#follow(), onplay: () => this.#player.stop(),
    });
    this.element = h("section", { class: "stack" }, h("h2", { dir: "auto" }, file.name), this.#media, this.#strip,
      downloads(id, films), this.#captions, this.#receipt);
  }

  async load() {
    const [record] = await Promise.all([getJSON(`/api/conversations/${this.#id}`), this.#loadPeaks()]);
    const people = record.conversation.persons ?? [];
    this.#names = new Map(people.length > 1 ? people.map(({ person, name }) => [person, name]) : []);
    this.#utterances = record.utterances.filter((one) => one.source);
    this.#captions.replaceChildren(...this.#utterances.map((one) => this.#row(one)));
    this.#bill(record);
    this.#follow();
  }

  async #loadPeaks() {
    try {
      const answer = await (await send("POST", `/api/peaks?samples-per-pixel=${SAMPLES_PER_PIXEL}&bits=8`, this.#file)).json();
      this.#peaks = answer.data;
    } catch { /* The captions do without a picture. */ }
    requestAnimationFrame(() => this.#follow());
  }

  #row(utterance) {
    const { source, translation, direction } = utterance;
    const said = words("p", "", source.language ?? direction.from);
    if (source.words?.length) {
      said.append(...source.words.flatMap((word, index) => [index && !/^(zh|ja)/.test(source.language ?? "") ? " " : "", h("span", { class: "word" }, word.text)]));
    } else {
      said.textContent = source.text;
    }
    const draft = this.#drafts.get(utterance.sequence);
    const translated = words("p", translation?.text, translation?.language);
    if (draft?.isPending) {
      said.textContent = draft.shown("source", source.text);
      translated.textContent = draft.shown("translation", translation?.text ?? "");
      for (const text of [said, translated]) text.classList.add("tentative");
    }
    const tool = (sign, label, action) => signButton(sign, label, (event) => once(event.currentTarget, () => action(utterance)), { "data-tool": sign });
    const row = h("li", { class: "caption" },
      h("button", { class: "bare at", "aria-label": t("files.playFrom", { time: clock(utterance.start) }), onclick: () => this.#playFrom(utterance.start) }, clock(utterance.start)),
      this.#who(utterance), said, translated,
      h("div", { class: "tools" },
        utterance.outcome === "spoken" && signButton("sound", t("utterance.replay"), (event) => this.#replay(event.currentTarget, utterance), { "data-tool": "sound" }),
        tool("edit", t("utterance.edit"), () => this.#edit(utterance)),
        this.#hasBothSides && tool("flip", t(utterance.speaker === "other" ? "utterance.flipBack" : "utterance.flip"), () => this.#flip(utterance))));
    const before = this.#rows.get(utterance.sequence);
    this.#rows.set(utterance.sequence, row);
    if (before?.isConnected) {
      const focused = before.contains(document.activeElement) ? document.activeElement.dataset.tool : null;
      before.replaceWith(row);
      row.querySelector(`[data-tool="${focused}"]`)?.focus();
    }
    return row;
  }

  #who({ person }) {
    if (!person || !this.#names.size) return "";
    return who(person, this.#names.get(person), async () => {
      const name = await nameSpeaker(this.#id, person, this.#names.get(person));
      if (!name) return;
      this.#names.set(person, name);
      for (const one of this.#utterances.filter((one) => one.person === person)) this.#row(one);
    });
  }

  #replay(button, utterance) {
    this.#media.pause();
    return this.#player.toggle(button, () => fetchBlob(`${linePath(this.#id, utterance.sequence)}/audio?of=translation`));
  }

  async #edit(utterance) {
    const line = utterance.sequence;
    const draft = this.#drafts.get(line) ?? new Draft();
    this.#drafts.set(line, draft);
    const { source, translation, direction } = utterance;
    const texts = await draft.ask({ text: source.text, language: source.language ?? direction.from }, translation);
    if (!texts) return;
    const sent = draft.send(this.#id, line, texts);
    // The dialog may be opened again at once, so nothing waits for the answer here.
    sent.then((entry) => this.#change(entry)).catch((error) => {
      tell(error);
      this.#row(this.#utterances.find((one) => one.sequence === line));
    });
    this.#row(utterance);
  }

  async #flip(utterance) {
    const speaker = utterance.speaker === "other" ? "user" : "other";
    this.#change(await inTurn(this.#id, utterance.sequence, () => sendJSON("POST", `${linePath(this.#id, utterance.sequence)}/flip?speaker=${speaker}`)));
  }

  #change(entry) {
    const at = this.#utterances.findIndex((one) => one.sequence === entry?.sequence);
    if (at < 0) return;
    this.#utterances[at] = entry;
    this.#row(entry);
  }

  #follow() {
    const time = this.#media.currentTime;
    drawRecording(this.#strip, this.#peaks, this.#media.duration ? time / this.#media.duration : 0);
    for (const utterance of this.#utterances) {
      const row = this.#rows.get(utterance.sequence);
      const isNow = time >= utterance.start && time < utterance.end + 0.3;
      const wasNow = row.classList.contains("now");
      if (isNow && !wasNow && !this.#media.paused) this.#show(row);
      row.classList.toggle("now", isNow);
      if (!isNow && !wasNow) continue;
      row.querySelectorAll(".word").forEach((span, index) => {
        const word = utterance.source.words[index];
        span.classList.toggle("now", isNow && time >= word.start && time < word.end);
      });
    }
  }

  /** Scrolls the list only, so that the film stays in sight. */
  #show(row) {
    const [list, line] = [this.#captions, row].map((one) => one.getBoundingClientRect());
    this.#captions.scrollTop += Math.min(0, line.top - list.top) + Math.max(0, line.bottom - list.bottom);
  }

  #playFrom(time) {
    this.#media.currentTime = time;
    this.#media.play();
  }

  #seekTo(event) {
    if (this.#media.duration) this.#playFrom((event.offsetX / this.#strip.clientWidth) * this.#media.duration);
  }

  #bill(record) {
    const stages = new Map();
    for (const utterance of record.utterances) {
      for (const [stage, timing] of Object.entries(utterance.timings ?? {})) {
        if (!timing) continue;
        const key = `${stage} ${timing.provider}`;
        const entry = stages.get(key) ?? { stage, provider: timing.provider, cost: 0, calls: 0 };
        entry.cost += (timing.costNanodollars ?? 0) + (timing.unansweredCostNanodollars ?? 0);
        entry.calls += 1;
        stages.set(key, entry);
      }
    }
    const total = [...stages.values()].reduce((sum, entry) => sum + entry.cost, 0);
    this.#receipt.replaceChildren(h("details", { class: "card" },
      h("summary", {}, t("files.receipt", { cost: money(total / 1e9) })),
      table(t("files.receipt", { cost: "" }), [...stages.values()].map(({ stage, provider, calls, cost }) =>
        [t(`stage.${stage}`), provider, { number: t("files.calls", { n: calls }) }, { number: money(cost / 1e9) }]))));
  }
}
