// A recording becomes captions: drop it, see the cost, wait, then read along, correct and download.

import { Problem, getJSON, send, sendJSON, uploadForEvents, uploadForJob } from "./api.js";
import { card, choice, field, fileButton, h, icon, reason, tell } from "./dom.js";
import { preferences, rememberLanguage, translationQuery } from "./preferences.js";
import { RecordingView } from "./recording-view.js";
import { LANGUAGE_CHOICES, clock, codeName, money, t } from "./strings.js";

/** How many people speak, as far as a number is worth choosing. */
const SPEAKERS = ["2", "3", "4", "5", "6", "7", "8"].map((count) => [count, count]);

/** How often the page asks how far a job has come (ms). */
const POLLING = 500;

const FILMS = ["mp4", "mkv", "webm", "mov"];

/** Whether a file has a picture, as far as its type and name say. */
const isFilm = ({ type, name }) => type.startsWith("video/") || /\.(mkv|m4v|mov|mp4|webm|avi|ts)$/i.test(name);

export class FilesView {
  isBusy = false;
  #seconds;
  #stage = h("div", { class: "stack" });
  element = h("div", { class: "page wide stack" }, h("h1", {}, t("files.title")), this.#stage);

  constructor() { this.#choose(); }

  take(file) { if (!this.isBusy) this.#ready(file); }

  #choose() {
    // The page itself takes what is dropped; see main.js.
    this.#stage.replaceChildren(h("div", { class: "drop card" }, icon("file"), h("h2", {}, t("files.drop")), h("p", { class: "quiet" }, t("files.formats")),
      fileButton(t("files.choose"), "audio/*,video/*,.opus,.mka,.caf,.au,.aiff,.w64", (file) => this.#ready(file), { class: "button main choose" })));
  }

  #ready(file) {
    this.#seconds = null;
    const cost = h("p", { class: "quiet", role: "status" });
    // The file is sent once for each choice of languages and track.
    const estimates = {};
    const tracks = h("div", { class: "fields" });
    let track = "";
    let asked;
    const estimate = async () => {
      const query = asked = new URLSearchParams({ from: preferences.from, to: preferences.to, ...(track && { track }) }).toString();
      cost.textContent = t("files.estimating");
      let text;
      try {
        const { seconds, dollars, stages, tracks: all } = await (estimates[query] ??= send("POST", `/api/estimate?${query}`, file).then((answer) => answer.json()));
        if (query !== asked) return;
        if (all) {
          const named = all.filter((one) => one.isDecodable).map((one) =>
            [String(one.number), [one.number, codeName(one.language ?? ""), one.title].filter(Boolean).join(" · ")]);
          tracks.replaceChildren(field(t("files.track"), choice(named, String(all.find((one) => one.isHeard)?.number),
            (number) => { track = number; estimate(); }, { name: "track" })));
        }
        this.#seconds = seconds;
        const left = spoken.checked ? 0 : stages.reduce((sum, one) => sum + (one.stage === "synthesis" ? one.dollars : 0), 0);
        text = t(dollars > left ? "files.cost" : "files.free", { length: clock(seconds), cost: money(dollars - left) });
      } catch (error) {
        delete estimates[query];
        text = reason(error);
      }
      if (query === asked) cost.textContent = text;
    };
    const spoken = h("input", { type: "checkbox", checked: preferences.speaks, onchange: estimate });
    const both = h("input", { type: "checkbox" });
    const speakers = choice([["off", t("files.speakersOff")], ["auto", t("settings.automatic")], ...SPEAKERS], "off", () => {}, { name: "speakers" });
    const film = choice([["off", t("files.filmOff")], ...FILMS.map((name) => [name, name.toUpperCase()])], "off", () => {}, { name: "film" });
    const picker = (side) => choice(LANGUAGE_CHOICES, preferences[side], (tag) => {
      rememberLanguage(side, tag);
      [from.value, to.value] = [preferences.from, preferences.to];
      estimate();
    });
    const [from, to] = [picker("from"), picker("to")];
    this.#stage.replaceChildren(h("form", {
      class: "card stack", onsubmit: (event) => {
        event.preventDefault();
        this.#start(file, { isSpoken: spoken.checked, isTwoWay: both.checked, track, speakers: speakers.value, film: film.value });
      },
    }, h("h2", { dir: "auto" }, file.name),
      h("div", { class: "fields" },
        field(t("files.from"), from), field(t("files.to"), to), field(t("files.speakers"), speakers),
        isFilm(file) ? field(t("files.film"), film) : null), tracks,
      h("label", { class: "check" }, spoken, t("files.spoken")),
      h("label", { class: "check" }, both, t("files.twoWay")), cost,
      h("div", { class: "row" }, h("button", { class: "main" }, t("files.start")),
        h("button", { onclick: () => this.#choose() }, t("cancel")))));
    estimate();
  }

  async #start(file, { isSpoken, isTwoWay, track, speakers, film }) {
    const bar = h("progress", { "aria-label": t("files.progress"), max: 1, value: 0 });
    const news = h("p", { role: "status" }, t("files.sending"));
    const lines = h("ol", { class: "list" });
    const stop = new AbortController();
    this.#stage.replaceChildren(card(file.name, bar, news,
      h("button", { onclick: () => stop.abort() }, t("cancel"))), lines);
    // Names and terms travel in the body: addresses are written into logs.
    const form = new FormData();
    const fields = {
      from: preferences.from, to: preferences.to, title: file.name.slice(0, 200), ...(isSpoken ? { speak: "true" } : {}),
      ...(isTwoWay ? { "two-way": "true" } : {}), ...(track && { track }), ...(speakers !== "off" && { speakers }),
      ...(film !== "off" && { formats: film, ...(isSpoken ? {} : { tts: "none" }) }), ...translationQuery(),
    };
    for (const [name, value] of Object.entries(fields)) form.append(name, value);
    form.append("file", file);
    let conversation = null;
    let problem = null;
    this.isBusy = true;
    try {
      if (film !== "off") {
        const { conversation: id, files } = await this.#film(form, { bar, news, signal: stop.signal });
        return await this.#finish(id, file, isTwoWay, files);
      }
      await uploadForEvents("/api/translate", form, {
        signal: stop.signal,
        onProgress: (share) => { bar.value = share / 10; },
        onEvent: (event) => {
          if (event.event === "conversation.started") conversation = event.conversation;
          if (event.event === "utterance.translated") {
            news.textContent = t("files.working", { n: event.utterance });
            lines.prepend(h("li", { dir: "auto", lang: event.language }, event.text));
            while (lines.children.length > 6) lines.lastChild.remove();
          }
          if (event.event === "utterance.finished") {
            // Without a value, a bar shows only that something is done.
            this.#seconds ? bar.value = 0.1 + 0.9 * event.end / this.#seconds : bar.removeAttribute("value");
          }
          if (event.code) problem = event;
        },
      });
      if (problem) throw new Problem(problem.status, problem);
      await this.#finish(conversation, file, isTwoWay);
    } catch (error) {
      this.#choose();
      if (error.name !== "AbortError") tell(error);
    } finally {
      this.isBusy = false;
    }
  }

  /** Has a job make a film, which goes on if the page is closed; the conversation and the films of the job. */
  async #film(form, { bar, news, signal }) {
    let job = await uploadForJob(form, { signal, onProgress: (share) => { bar.value = share / 10; } });
    let isEnding = false;
    while (!job.endedAt) {
      if (signal.aborted && !isEnding) {
        isEnding = true;
        await sendJSON("DELETE", job.links.self);
      }
      const { stage, seconds, total } = job.progress;
      if (stage) news.textContent = t(`stage.${stage}`);
      total && stage === "translating" ? bar.value = 0.1 + 0.8 * seconds / total : bar.removeAttribute("value");
      await new Promise((resolve) => setTimeout(resolve, POLLING));
      job = await getJSON(job.links.self);
    }
    if (job.state === "cancelled") throw new DOMException("", "AbortError");
    const problem = job.error && new Problem(job.error.status, job.error);
    if (job.state === "failed") throw problem;
    if (problem) tell(problem);
    return job.conversations[0];
  }

  async #finish(conversation, file, hasBothSides, films) {
    const view = new RecordingView(conversation, file, { hasBothSides, films });
    this.#stage.replaceChildren(view.element,
      h("div", {}, h("button", { onclick: () => this.#choose() }, t("files.another"))));
    await view.load();
  }
}
