// One live conversation. Speech goes up and events come down over a WebSocket; if it drops, the session is taken up again
// where it was. What the server has not stored yet is kept here, so nothing that was said is lost.

import { socketAddress } from "./api.js";

/** The rate of the clock that the server counts samples with (Hz). */
const SERVER_RATE = 16_000;
/** The most sound that is kept for a server that is away (s). */
const MOST_KEPT = 600;
/** The times between attempts to connect (s); the last one repeats. */
const WAITS = [0.3, 0.6, 1.2, 2.5, 5];
/** The silence after which a connection is given up: if an answer is due, and if none is (ms). */
const LONGEST_SILENCE = { owed: 8_000, idle: 30_000 };

export class LiveSession {
  #query;
  #rate;
  #handlers;
  #socket = null;
  #token = null;
  #lastSeen = 0;
  /** What is not known to be stored: `{ samples, end }` or `{ order, end }`, `end` in samples. */
  #kept = [];
  /** The number of messages before the first kept one, and before the next one to send. */
  #first = 0;
  #next = 0;
  #samples = 0;
  #stored = 0;
  #speaker = undefined;
  #speakerBefore = undefined;
  #conversation = null;
  /** The last utterance whose end has come. */
  #finished = 0;
  /** Whether another server goes on, and has not said from where. */
  #awaitsPosition = false;
  #attempts = 0;
  #confirming = 0;
  #isEnding = false;
  #isOver = false;
  /** When the last message came, or the connection was begun (ms). */
  #heardAt = 0;
  #watch = 0;
  state = "idle";

  /** `rate` is that of the samples; `handlers`: `onEvent(event)`, `onState(state)` with `connecting`, `open`, `waiting`, `busy` or `over`. */
  constructor(query, rate, handlers) {
    this.#query = { ...query, raw: `s16le:${rate}:1`, resumable: "anywhere" };
    this.#rate = rate;
    this.#handlers = handlers;
  }

  /** The sound that was said and is not stored yet (s). */
  get unstored() { return (this.#samples - this.#stored) / this.#rate; }
  get isFull() { return this.unstored >= MOST_KEPT; }
  /** The state as it is shown: a link that carries nothing is lost, even if it is open. */
  get condition() { return this.state === "open" && this.unstored > 3 && performance.now() - this.#heardAt > 4_000 ? "waiting" : this.state; }
  /** The time of the conversation (s). */
  get time() { return this.#samples / this.#rate; }

  async connect() {
    if (this.state !== "busy") this.#become(this.#token ? "waiting" : "connecting");
    this.#watch ||= setInterval(() => this.#look(), 1000);
    let socket;
    try {
      const { title, glossary, ...query } = this.#query;
      socket = new WebSocket(await soon(this.#token
        ? socketAddress("/api/live", this.#conversation
          ? { ...query, session: this.#token, after: this.#lastSeen, conversation: this.#conversation, finished: this.#finished }
          : { session: this.#token, after: this.#lastSeen })
        : socketAddress("/api/live", query, { title, ...(glossary ? { glossary } : {}) })));
    } catch (error) {
      // Without a ticket there is no key any more, unless the server is just not there, or busy.
      if (error.status >= 400 && error.status < 500 && error.status !== 429) return this.#finish({ event: "error", detail: error.message, code: error.code });
      return this.#again(error.code === "server.busy" ? "busy" : "waiting");
    }
    socket.binaryType = "arraybuffer";
    this.#socket = socket;
    this.#heardAt = performance.now();
    socket.onmessage = ({ data }) => {
      // What an earlier connection still brings comes again.
      if (this.#socket !== socket) return;
      this.#heardAt = performance.now();
      this.#take(JSON.parse(data));
    };
    socket.onclose = () => { if (this.#socket === socket && !this.#isOver) this.#again(); };
  }

  /** Gives up a connection that carries nothing: a network may drop it silently. */
  #look() {
    const socket = this.#socket;
    const longest = this.state === "open" && this.unstored <= 3 ? LONGEST_SILENCE.idle : LONGEST_SILENCE.owed;
    if (!socket || performance.now() - this.#heardAt < longest) return;
    this.#socket = null;
    socket.close();
    this.#again();
  }

  speak(samples) {
    if (this.isFull || this.#isEnding) return false;
    this.#samples += samples.length;
    this.#put({ samples });
    return true;
  }

  setSpeaker(speaker) {
    if (this.#speaker === speaker) return;
    this.#speaker = speaker;
    this.#put({ order: { type: "speaker", speaker } });
  }

  /** Tells when a piece of speech is heard (s from now), in case the microphone hears it, too. */
  played(utterance, piece, delay) {
    if (this.#query["echo-guard"] && !this.#isEnding) this.#put({ order: { type: "played", utterance, piece, at: this.time + delay } });
  }

  end() {
    if (this.#isEnding) return;
    this.#isEnding = true;
    this.#put({ order: { type: "end" } });
  }

  #put(message) {
    this.#kept.push({ ...message, end: this.#samples });
    this.#flush();
  }

  #flush() {
    const isOpen = this.state === "open" && this.#socket.readyState === WebSocket.OPEN;
    while (isOpen && this.#next < this.#first + this.#kept.length) {
      const { samples, order, end } = this.#kept[this.#next - this.#first];
      // An order that is late still means the moment at which it was given.
      this.#socket.send(samples ?? JSON.stringify(order.type === "speaker" ? { ...order, at: end / this.#rate } : order));
      this.#next += 1;
    }
  }

  #take(event) {
    if (event.seq) {
      // A session that is taken up again may repeat what has come already.
      if (event.seq <= this.#lastSeen) return;
      this.#lastSeen = event.seq;
      this.#confirm(event.event === "conversation.finished" || event.event === "error");
    }
    this.#conversation = event.conversation ?? this.#conversation;
    switch (event.event) {
      case "session":
        this.#token = event.session;
        this.#attempts = 0;
        if (event.continued) {
          this.#awaitsPosition = true;
          // Events and messages are counted anew.
          this.#lastSeen = 0;
          break;
        }
        this.#next = Math.max(this.#first, event.received);
        this.#become("open");
        this.#flush();
        break;
      case "acknowledged": {
        const safe = Math.floor((event.sample * this.#rate) / SERVER_RATE);
        if (this.#awaitsPosition) this.#continue(safe);
        else this.#release(safe);
        break;
      }
      case "utterance.finished":
        this.#finished = Math.max(this.#finished, event.utterance);
        break;
      case "error":
        if (event.code === "live.session") return this.#begin();
        if (!/^(live|session|body)\./.test(event.code)) return this.#finish(event);
        break;
      case "conversation.finished":
        this.#handlers.onEvent(event);
        return this.#finish(null);
    }
    this.#handlers.onEvent(event);
  }

  /** Lets the server forget what has come: the last events at once, others once a second. */
  #confirm(now) {
    if (now) {
      clearTimeout(this.#confirming);
      this.#confirming = 0;
      if (this.#socket?.readyState === WebSocket.OPEN) this.#socket.send(JSON.stringify({ type: "seen", seq: this.#lastSeen }));
    } else {
      this.#confirming ||= setTimeout(() => this.#confirm(true), 1000);
    }
  }

  #release(stored) {
    this.#stored = Math.max(this.#stored, stored);
    while (this.#kept.length && this.#kept[0].end <= this.#stored && this.#first < this.#next) {
      const { order } = this.#kept.shift();
      this.#first += 1;
      if (order?.type === "speaker") this.#speakerBefore = order.speaker;
    }
  }

  /** Another server goes on, and needs the sound from a sample on. */
  #continue(safe) {
    this.#awaitsPosition = false;
    this.#next = this.#first + this.#kept.length;
    this.#release(safe);
    const [first] = this.#kept;
    if (first?.samples && first.end - first.samples.length < safe) {
      this.#kept[0] = { ...first, samples: first.samples.slice(safe - first.end) };
    }
    this.#first = this.#next = 0;
    this.#become("open");
    this.#flush();
  }

  /** The session is gone: what is not stored goes into a new conversation. */
  #begin() {
    const start = this.#stored;
    // A new conversation counts its utterances anew, and has said nothing yet.
    this.#kept = this.#kept.filter(({ order }) => order?.type !== "played");
    for (const message of this.#kept) message.end -= start;
    this.#samples -= start;
    this.#stored = this.#first = this.#next = this.#lastSeen = 0;
    this.#token = this.#conversation = null;
    this.#finished = 0;
    if (this.#speakerBefore !== undefined) {
      this.#kept.unshift({ order: { type: "speaker", speaker: this.#speakerBefore }, end: 0 });
    }
    const socket = this.#socket;
    this.#socket = null;
    socket.close();
    this.#handlers.onEvent({ event: "session.lost" });
    this.connect();
  }

  #again(state = "waiting") {
    this.#become(state);
    const wait = WAITS[Math.min(this.#attempts, WAITS.length - 1)];
    this.#attempts += 1;
    setTimeout(() => { if (!this.#isOver) this.connect(); }, wait * 1000);
  }

  #finish(error) {
    this.#isOver = true;
    clearInterval(this.#watch);
    this.#become("over");
    if (error) this.#handlers.onEvent(error);
    this.#socket?.close();
  }

  #become(state) {
    if (this.state === state) return;
    this.state = state;
    this.#handlers.onState(state);
  }
}

/** Fails as a missing network does if the answer takes too long. */
function soon(answer) {
  return new Promise((resolve, reject) => {
    setTimeout(() => reject(new TypeError("no answer")), LONGEST_SILENCE.owed);
    answer.then(resolve, reject);
  });
}
