// Two people talk: a button for each of them, or hands-free; what was said, and what it means.

import { LiveSession } from "./live-session.js";
import { Microphone } from "./microphone.js";
import { announce, choice, h, icon, notice, redraw, signButton } from "./dom.js";
import { preferences, remember, rememberLanguage, translationQuery } from "./preferences.js";
import { LANGUAGE_CHOICES, languageName, t } from "./strings.js";
import { UtteranceCard } from "./utterance-card.js";
import { seconds, VoicePlayer } from "./voice-player.js";
import { LiveWave } from "./waveform.js";

/** A shorter press locks the button until it is pressed again (ms). */
const TAP = 350;

export class ConversationView {
  #session = null;
  #microphone = null;
  #player = new VoicePlayer();
  #cards = new Map();
  #conversation = null;
  /** Who holds a button, and whether it stays down. */
  #speaker = null;
  #isLocked = false;
  #pressedAt = 0;
  #isTable = false;
  #lag = null;
  #isDurable = true;
  #isOpening = null;
  /** When each utterance ended, in the audio (s). */
  #ends = new Map();
  /** The pieces of speech of each utterance: number and length (s). */
  #pieces = new Map();
  #shownStatus = "";
  #clock = 0;
  #stateBefore = "idle";
  /** What was set when the conversation began. */
  #begun = null;

  #lines = h("ol", { class: "lines", tabindex: 0, "aria-label": t("talk.transcript") });
  #facingLines = h("ol", { class: "lines", "aria-hidden": "true" });
  #status = h("div", { class: "status" });
  #head = h("div", { class: "head stack" });
  #mics = h("div", { class: "mics" });
  #facing = h("section", { class: "half facing", hidden: true, "aria-label": t("talk.facing") });
  #leave = signButton("close", t("talk.leaveTable"), () => this.#setTable(false), { class: "bare leave", hidden: true });
  #wave = h("canvas", { class: "wave", "aria-hidden": "true" });
  #liveWave = new LiveWave(this.#wave);
  element;

  constructor() {
    this.#player.isMuted = !preferences.speaks;
    this.element = h("div", { class: "talk" }, this.#facing,
      h("section", { class: "half" }, h("h1", { class: "unseen" }, t("tab.talk")), this.#head, this.#lines,
        h("div", { class: "dock" }, this.#wave, this.#status, this.#mics, this.#leave)));
    document.addEventListener("keydown", (event) => this.#key(event));
    this.#drawStatus();
    this.#hint();
  }

  shown() {
    // The languages may have been changed on another tab.
    if (!this.isRunning) this.#drawAll();
    this.#scroll();
  }

  #drawHead() {
    const isRunning = this.isRunning;
    this.element.classList.toggle("running", isRunning);
    const picker = (side, label) => h("label", {}, h("span", {}, label),
      choice(LANGUAGE_CHOICES, this.#pair[side], (tag) => this.#pick(side, tag), { disabled: isRunning }));
    redraw(this.#head,
      h("div", { class: "pair" }, picker("from", t("talk.you")),
        signButton("flip", t("talk.swap"), () => this.#swap(), { disabled: isRunning }), picker("to", t("talk.other"))),
      h("div", { class: "row switches" },
        this.#toggle("hands", t("talk.handsFree"), preferences.handsFree, (on) => this.#setHandsFree(on), isRunning),
        this.#toggle("table", t("talk.table"), this.#isTable, (on) => this.#setTable(on)),
        this.#toggle(preferences.speaks ? "sound" : "mute", t("talk.speak"), preferences.speaks, (on) => this.#setSpeaks(on)),
        h("span", { class: "grow" }),
        isRunning && h("button", { class: "end", title: t("talk.end"), onclick: () => this.end() }, icon("stop"), h("span", {}, t("talk.end")))));
  }

  #toggle(sign, label, isOn, change, disabled) {
    return h("button", {
      class: sign === "mute" ? "sound" : sign, "aria-pressed": String(isOn), "aria-label": label, title: label, disabled, onclick: () => change(!isOn),
    }, icon(sign), h("span", {}, label));
  }

  #pick(side, tag) {
    rememberLanguage(side, tag);
    this.#drawAll();
  }

  #swap() {
    remember({ from: preferences.to, to: preferences.from });
    this.#drawAll();
  }

  #setHandsFree(on) {
    remember({ handsFree: on });
    this.#drawAll();
    this.#hint();
  }

  #setSpeaks(on) {
    remember({ speaks: on });
    this.#player.isMuted = !on;
    if (!on) this.#player.stop();
    this.#drawHead();
  }

  #setTable(on) {
    this.#isTable = on;
    this.element.classList.toggle("table", on);
    this.#facing.hidden = this.#leave.hidden = !on;
    this.#drawHead();
    (on ? this.#leave : this.#head.querySelector(".table")).focus();
    this.#scroll();
  }

  #drawAll() {
    this.#drawHead();
    this.#drawMics();
  }

  #drawMics() {
    const both = preferences.handsFree;
    const user = both ? this.#mic("user", t("talk.listen"), "hands") : this.#mic("user", languageName(this.#pair.from));
    const other = () => this.#mic("other", languageName(this.#pair.to));
    redraw(this.#mics, user, !both && other());
    this.#facing.replaceChildren(this.#facingLines, h("div", { class: "dock" }, h("div", { class: "mics" }, !both && other())));
  }

  #mic(speaker, label, sign = "mic") {
    return h("button", {
      class: `mic ${speaker}`, "aria-pressed": String(speaker === this.#speaker), "data-speaker": speaker,
      lang: sign === "mic" ? this.#pair[speaker === "user" ? "from" : "to"] : null,
      "aria-description": t("talk.holdHelp"),
      onpointerdown: (event) => this.#press(event, speaker),
      onpointerup: () => this.#release(speaker),
      onpointercancel: () => this.#release(speaker),
      oncontextmenu: (event) => event.preventDefault(),
      // A click without a pointer comes from the keyboard or a screen reader.
      onclick: (event) => { if (event.detail === 0) this.#turn(speaker); },
    }, h("span", { class: "disc" }, icon(sign)), h("span", {}, label));
  }

  #key(event) {
    const isTyping = event.target.closest?.("input, textarea, select, dialog");
    if (isTyping || event.repeat || event.ctrlKey || event.metaKey || event.altKey || !this.element.isConnected) return;
    if (event.key === "Escape" && this.#isTable) this.#setTable(false);
    if (!preferences.keys) return;
    if (event.key === "1") this.#turn("user");
    if (event.key === "2" && !preferences.handsFree) this.#turn("other");
  }

  /** Begins to listen to a speaker, or stops. */
  #turn(speaker) {
    if (this.#speaker === speaker) return this.#speak(null);
    this.#isLocked = true;
    this.#speak(speaker);
  }

  #press(event, speaker) {
    if (event.button) return;
    event.target.setPointerCapture?.(event.pointerId);
    if (this.#speaker === speaker && this.#isLocked) {
      this.#isLocked = false;
      this.#pressedAt = -Infinity;
      return;
    }
    this.#isLocked = false;
    this.#pressedAt = performance.now();
    this.#speak(speaker);
  }

  #release(speaker) {
    if (this.#speaker !== speaker) return;
    // Hands-free listening is never held.
    if (performance.now() - this.#pressedAt < TAP || (preferences.handsFree && this.#pressedAt > 0)) {
      this.#isLocked = true;
      return;
    }
    this.#speak(null);
  }

  async #speak(speaker) {
    this.#speaker = speaker;
    this.#showSpeaker();
    if (!speaker) {
      if (!preferences.handsFree) this.#session?.setSpeaker(null);
      return;
    }
    try {
      await (this.#isOpening ??= this.#open());
    } catch (error) {
      this.#isOpening = null;
      this.#speaker = null;
      this.#showSpeaker();
      return notice(t(!isSecureContext ? "error.insecure" : error.name === "NotAllowedError" ? "error.microphoneRefused" : "error.microphone"));
    }
    if (!preferences.handsFree && this.#speaker) this.#session.setSpeaker(this.#speaker);
  }

  #showSpeaker() {
    for (const button of this.element.querySelectorAll(".mic")) {
      button.setAttribute("aria-pressed", String(button.dataset.speaker === this.#speaker));
    }
  }

  /** The languages: other tabs may change the next ones. */
  get #pair() { return this.isRunning ? this.#begun : preferences; }

  get isRunning() { return this.#session !== null && this.#session.state !== "over"; }

  async #open() {
    await this.#player.unlock();
    const microphone = new Microphone();
    microphone.onBlock = (samples, peak) => this.#heard(samples, peak);
    microphone.onEnd = () => {
      notice(t("error.microphoneGone"));
      this.end();
    };
    await microphone.open({ device: preferences.microphone, cancelsEcho: !preferences.headphones });
    this.#microphone = microphone;
    this.#begin();
  }

  #begin() {
    const { from, to } = this.#begun = { ...preferences };
    const query = {
      from, to, audio: "pcm", title: `${languageName(from)} – ${languageName(to)}`,
      ...(preferences.headphones ? {} : { "echo-guard": "true" }),
      ...(preferences.handsFree ? { "two-way": "true" } : { "speaker-events": "live" }),
      ...(preferences.latency ? { latency: preferences.latency } : {}), ...(preferences.tellsSpeakers ? { speakers: "auto" } : {}),
      ...translationQuery(),
    };
    this.#lines.replaceChildren();
    this.#facingLines.replaceChildren();
    this.#cards.clear();
    this.#pieces.clear();
    this.#lag = null;
    this.#session = new LiveSession(query, this.#microphone.rate, { onEvent: (event) => this.#take(event), onState: () => this.#changed() });
    if (!preferences.handsFree) this.#session.setSpeaker(null);
    this.#session.connect();
    clearInterval(this.#clock);
    this.#clock = setInterval(() => this.#drawStatus(), 1000);
    this.#drawHead();
  }

  /** Whether something is lost if the page is left. */
  get isBusy() { return this.#speaker !== null || (this.isRunning && this.#session.unstored > 1.5); }

  #heard(samples, peak) {
    const isSpeaking = this.#speaker !== null;
    // Between two turns, nothing that the microphone hears leaves the page.
    const accepted = this.#session?.speak(isSpeaking ? samples : new Int16Array(samples.length));
    this.#liveWave.add(isSpeaking ? peak : 0, this.#speaker);
    if (isSpeaking && accepted === false && this.#session?.isFull) {
      this.#speak(null);
      notice(t("error.full"));
    }
    this.#drawStatus();
  }

  end() {
    this.#stopListening();
    this.#session?.end();
    this.#drawHead();
  }

  #stopListening() {
    this.#microphone?.close();
    this.#microphone = null;
    this.#isOpening = null;
    this.#speaker = null;
    this.#showSpeaker();
  }

  #take(event) {
    switch (event.event) {
      case "conversation.started":
        this.#conversation = event.conversation;
        break;
      case "utterance.partial":
        if (event.stable || event.tentative) this.#card(event.utterance).partial(event);
        break;
      case "utterance.recognized":
        this.#card(event.utterance).recognized(event);
        if (event.person) this.#card(event.utterance).saidBy(event.person);
        break;
      case "utterance.translated":
        this.#card(event.utterance).translated(event);
        this.#lag = Math.max(0, this.#session.time - (this.#ends.get(event.utterance) ?? this.#session.time));
        break;
      case "utterance.audio": {
        this.#pieces.set(event.utterance, [...(this.#pieces.get(event.utterance) ?? []), [event.piece, seconds(event)]]);
        const delay = this.#player.play(event);
        if (delay !== null) this.#session.played(event.utterance, event.piece, delay);
        break;
      }
      case "utterance.reopened":
        this.#cards.get(event.utterance)?.reopened();
        break;
      case "speakers.corrected":
        for (const { utterance, person } of event.utterances) this.#cards.get(utterance)?.saidBy(person);
        break;
      case "utterance.finished":
        this.#cards.get(event.utterance)?.finished(event);
        break;
      case "acknowledged":
        this.#isDurable = event.durable;
        break;
      case "session.lost":
        this.#cards.clear();
        this.#pieces.clear();
        notice(t("talk.sessionLost"));
        break;
      case "error":
        notice(event.detail || t("error.network"));
        break;
    }
    if (event.end !== undefined) this.#ends.set(event.utterance, event.end);
    if (event.event.startsWith("utterance.")) this.#scroll();
    this.#drawStatus();
  }

  #card(index) {
    let card = this.#cards.get(index);
    if (!card) {
      this.#lines.querySelector(".hint")?.remove();
      card = new UtteranceCard(this.#conversation, index, this.#player, () => this.#heardAgain(index));
      this.#cards.set(index, card);
      this.#lines.append(card.element);
      this.#facingLines.append(card.twin());
    }
    return card;
  }

  /** The microphone may hear a line that is played again. */
  #heardAgain(index) {
    let delay = 0;
    for (const [piece, length] of this.isRunning ? (this.#pieces.get(index) ?? []) : []) {
      this.#session.played(index, piece, delay);
      delay += length;
    }
  }

  #scroll() {
    // A hint is read from its beginning.
    if (this.#cards.size) for (const lines of [this.#lines, this.#facingLines]) lines.scrollTop = lines.scrollHeight;
  }

  #hint() {
    if (this.#cards.size) return;
    this.#lines.replaceChildren(h("li", { class: "hint" }, t(!isSecureContext ? "error.insecure" : preferences.handsFree ? "talk.hintHandsFree" : "talk.hint")));
  }

  #changed() {
    if (this.#session.state === "over") {
      clearInterval(this.#clock);
      this.#stopListening();
      // The languages may have been changed on another tab meanwhile.
      this.#drawMics();
    }
    this.#drawHead();
    this.#drawStatus();
  }

  #drawStatus() {
    const session = this.#session;
    const state = session?.condition ?? "idle";
    const isBad = (one) => one === "waiting" || one === "busy";
    // A lost connection, and that it is back.
    if (state !== this.#stateBefore && (isBad(state) || isBad(this.#stateBefore))) announce(t(`state.${state}`));
    this.#stateBefore = state;
    const parts = [h("span", { class: `dot ${state === "open" ? "on" : isBad(state) ? "off" : ""}` }, t(`state.${state}`))];
    if (this.isRunning) {
      const unstored = session.unstored;
      parts.push(h("span", {}, !this.#isDurable ? t("status.notDurable") : unstored < 1.5 ? t("status.saved") : t("status.unsaved", { n: unstored.toFixed(0) })));
      if (this.#lag !== null) parts.push(h("span", {}, t("status.lag", { n: this.#lag.toFixed(1) })));
      if (this.#player.waiting > 0.5) parts.push(h("span", {}, t("status.speaking", { n: this.#player.waiting.toFixed(0) })));
    }
    const text = parts.map((part) => part.textContent).join("|");
    if (text === this.#shownStatus) return;
    this.#shownStatus = text;
    this.#status.replaceChildren(...parts);
  }
}
