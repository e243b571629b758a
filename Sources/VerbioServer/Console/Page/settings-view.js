// Settings of this browser, the engines of the server, and what was used.

import { AccountView } from "./account-view.js";
import { changeProfile, me } from "./account.js";
import { getJSON, getOnce, sendJSON } from "./api.js";
import { card, choice, field, fileButton, fill, h, notice, reason, table, tell, tick } from "./dom.js";
import { askForWay, redraw } from "./main.js";
import { applyLook, keepVoices, preferences, remember, rememberLanguage } from "./preferences.js";
import { LANGUAGE_CHOICES, PAGE_CHOICES, clock, languageName, loadStrings, money, t } from "./strings.js";

/** The most letters of a glossary: a ticket carries no more than 64 KiB. */
const LONGEST_GLOSSARY = 15_000;

/** Whether an advice is for the command line. */
const isForShell = (text) => /--(stt|mt|tts|wait)\b/.test(text);

const stageNames = (stages) => stages.map((stage) => t(`stage.${stage}`)).join(", ");

export class SettingsView {
  #devices = h("div", { class: "fields" });
  #pair = ["from", "to"].map((side) => choice(LANGUAGE_CHOICES, preferences[side], (tag) => {
    rememberLanguage(side, tag);
    this.#showPair();
    this.#fillVoices();
  }));
  #voices = h("div", { class: "fields" });
  #providers = h("div");
  #usage = h("div");
  #account = me() && new AccountView(askForWay);
  element;

  constructor() {
    this.element = h("div", { class: "page stack" }, h("h1", {}, t("tab.settings")), this.#account?.element ?? "", this.#look(), this.#talk(), this.#glossary(),
      card(t("usage.title"), this.#usage), card(t("settings.engines"), this.#providers));
  }

  async shown() {
    this.#showPair();
    await Promise.all([this.#account?.shown(), this.#fillDevices(), this.#fillVoices(), fill(this.#usage, this.#usageParts()), fill(this.#providers, this.#engineParts())]);
  }

  #look() {
    return card(t("settings.look"), h("div", { class: "fields" },
      field(t("settings.language"), choice([["", t("settings.automatic")], ...PAGE_CHOICES], preferences.language ?? "",
        async (tag) => {
          remember({ language: tag || null });
          await loadStrings();
          redraw();
          document.querySelector("[name=language]").focus();
        }, { name: "language" })),
      field(t("settings.theme"), choice([["auto", t("settings.automatic")], ["light", t("settings.light")], ["dark", t("settings.dark")]], preferences.theme,
        (theme) => {
          remember({ theme });
          applyLook();
          this.#tellAccount({ theme: theme === "auto" ? "system" : theme });
        })),
      field(t("settings.size"), choice([["1", "100 %"], ["1.15", "115 %"], ["1.3", "130 %"], ["1.6", "160 %"], ["2", "200 %"]], String(preferences.size),
        (size) => { remember({ size: Number(size) }); applyLook(); }))));
  }

  #talk() {
    return card(t("tab.talk"),
      h("div", { class: "fields" }, field(t("talk.you"), this.#pair[0]), field(t("talk.other"), this.#pair[1])), this.#devices,
      tick(t("settings.headphones"), preferences.headphones, (headphones) => remember({ headphones })),
      tick(t("settings.keys"), preferences.keys, (keys) => remember({ keys })),
      tick(t("settings.speakers"), preferences.tellsSpeakers, (tellsSpeakers) => remember({ tellsSpeakers })), this.#voices,
      h("div", { class: "fields" },
        field(t("settings.latency"), choice([["", t("settings.automatic")], ["low", t("settings.low")], ["balanced", t("settings.balanced")], ["quality", t("settings.quality")]], preferences.latency,
          (latency) => remember({ latency }))),
        field(t("settings.formality"), choice([["", t("settings.automatic")], ["formal", t("settings.formal")], ["informal", t("settings.informal")]], preferences.formality,
        (formality) => {
          remember({ formality });
          this.#tellAccount({ formality: formality || null });
        }))));
  }

  /** What a signed-in person sets counts on all their devices. */
  #tellAccount(fields) {
    if (me()) changeProfile(() => fields).catch(tell);
  }

  /** The languages may have been changed on another tab, or been swapped. */
  #showPair() { [this.#pair[0].value, this.#pair[1].value] = [preferences.from, preferences.to]; }

  async #fillDevices() {
    const devices = (await navigator.mediaDevices?.enumerateDevices().catch(() => [])) ?? [];
    const list = (kind) => [["", t("settings.automatic")], ...devices.filter((device) => device.kind === kind && device.deviceId && device.label).map((device) => [device.deviceId, device.label])];
    this.#devices.replaceChildren(
      field(t("settings.microphone"), choice(list("audioinput"), preferences.microphone, (microphone) => remember({ microphone }))),
      field(t("settings.loudspeaker"), choice(list("audiooutput"), preferences.loudspeaker, (loudspeaker) => remember({ loudspeaker }))));
  }

  async #fillVoices() {
    const { voices } = await getOnce("/v1/audio/voices").catch(() => ({ voices: null }));
    if (!voices) return;
    keepVoices(voices);
    this.#voices.replaceChildren(...[preferences.from, preferences.to].flatMap((tag) => {
      const names = voices.filter((voice) => voice.language === tag).map((voice) => [voice.id, voice.id]);
      if (!names.length) return [];
      return [field(t("settings.voice", { language: languageName(tag) }), choice([["", t("settings.automatic")], ...names], preferences.voices[tag] ?? "",
        (id) => remember({ voices: { ...preferences.voices, [tag]: id } })))];
    }));
  }

  #glossary() {
    const text = h("textarea", { rows: 4, dir: "auto", maxlength: LONGEST_GLOSSARY, placeholder: "source,target\nVerbio,Verbio" });
    text.value = preferences.glossary;
    text.addEventListener("change", () => remember({ glossary: text.value.trim() }));
    const file = fileButton(t("settings.glossaryImport"), ".csv,.json,.tbx,.xml,text/csv", async (chosen) => {
      // A huge file is not read at all.
      const content = chosen.size > 4 * LONGEST_GLOSSARY ? null : await chosen.text();
      if (!(content?.length <= LONGEST_GLOSSARY)) return notice(t("settings.glossaryTooLong", { n: LONGEST_GLOSSARY }));
      text.value = content;
      remember({ glossary: content.trim() });
    });
    return card(t("settings.glossary"), h("p", { class: "quiet small" }, t("settings.glossaryHelp")),
      field(t("settings.glossaryTerms"), text), h("div", {}, file));
  }

  async #usageParts() {
    const { total, days } = await getJSON("/api/usage?days=30");
    const text = h("p", {}, t("usage.total", { time: clock(total.seconds), n: total.utterances, cost: money(total.dollars) }));
    if (!days.length) return [text];
    return [text, table(t("usage.title"), days.map((day) => [day.date, { number: clock(day.seconds) }, { number: money(day.dollars) }]),
      [t("usage.day"), { number: t("usage.time") }, { number: t("usage.money") }])];
  }

  #checkButton(name, stages) {
    const result = h("span", { role: "status", class: "small" });
    const button = h("button", {
      "aria-label": `${t("settings.check")}: ${name}, ${stageNames(stages)}`, onclick: async () => {
        button.ariaBusy = "true";
        try {
          const { findings } = await sendJSON("POST", `/api/providers/${encodeURIComponent(name)}/check${stages[1] ? "" : `?stage=${stages[0]}`}`);
          const faults = findings.filter((finding) => !finding.isGood);
          result.textContent = faults.length ? faults.map(({ says, cure }) => [says, ...(cure ?? "").split("; ")].filter((part) => part && !isForShell(part)).join("; ")).join(" ") : t("settings.works");
        } catch (error) {
          result.textContent = reason(error);
        }
        button.ariaBusy = "false";
      },
    }, t("settings.check"));
    return h("div", { class: "row" }, button, result);
  }

  async #engineParts() {
    const { engines, providers } = await getJSON("/api/providers");
    const row = (name, stages, isReady, cure) => [name, stageNames(stages), isReady ? this.#checkButton(name, stages) : cure];
    return [table(t("settings.engines"), [
      ...engines.map((engine) => row(engine.name, [engine.stage], engine.installed, engine.installCommand ? h("code", {}, engine.installCommand) : t("settings.missing"))),
      ...providers.map((provider) => row(provider.name, provider.stages, provider.hasKey, t("settings.noKey"))),
    ])];
  }
}
