// Plays the translation piece by piece without gaps: pieces are put one behind the other on the clock of the sound card.

import { tell } from "./dom.js";
import { preferences } from "./preferences.js";

/** How long the first piece of an utterance waits, so that the next one is there in time (s). */
const JITTER = 0.12;

export class VoicePlayer {
  #context = null;
  #next = 0;
  #sources = new Set();
  #turn = 0;
  #button = null;
  isMuted = false;

  /** Browsers let a page sound only after the user has touched it. */
  async unlock() {
    this.#context ??= new AudioContext();
    const device = preferences.loudspeaker;
    if (this.#context.setSinkId && (this.#context.sinkId ?? "") !== device) await this.#context.setSinkId(device).catch(() => {});
    // Without a loudspeaker this never ends, and the microphone is not to wait for it.
    this.#context.resume().catch(() => {});
  }

  /** The seconds of speech that still wait to be heard. */
  get waiting() { return this.#context ? Math.max(0, this.#next - this.#context.currentTime) : 0; }

  play(base64) {
    if (this.isMuted || !this.#context) return;
    const { samples, rate } = readWAV(Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0)));
    if (!samples.length) return;
    const buffer = this.#context.createBuffer(1, samples.length, rate);
    buffer.copyToChannel(samples, 0);
    const source = this.#context.createBufferSource();
    source.buffer = buffer;
    source.connect(this.#context.destination);
    const now = this.#context.currentTime;
    // After a pause, or if the network was slower than the voice, the buffer is filled anew.
    if (this.#next < now) this.#next = now + JITTER;
    source.start(this.#next);
    this.#next += buffer.duration;
    this.#sources.add(source);
    source.onended = () => this.#sources.delete(source);
  }

  /** Plays a file for a button instead of what is playing; if the button is pressed again, the file stops. */
  async toggle(button, load) {
    const isOn = this.#button === button;
    this.stop();
    if (isOn) return;
    const turn = this.#turn;
    this.#button = button;
    button.ariaPressed = "true";
    try {
      await this.#playFile(load, turn);
    } catch (error) {
      tell(error);
    }
    if (turn === this.#turn) this.#release();
  }

  #release() {
    if (this.#button) this.#button.ariaPressed = null;
    this.#button = null;
  }

  async #playFile(load, turn) {
    await this.unlock();
    const buffer = await this.#context.decodeAudioData(await (await load()).arrayBuffer());
    if (turn !== this.#turn) return;
    // Live speech waits until the file has ended.
    this.#next = this.#context.currentTime + buffer.duration;
    const source = this.#context.createBufferSource();
    source.buffer = buffer;
    source.connect(this.#context.destination);
    this.#sources.add(source);
    await new Promise((resolve) => {
      source.onended = resolve;
      source.start();
    });
    this.#sources.delete(source);
  }

  stop() {
    this.#turn += 1;
    this.#release();
    for (const source of this.#sources) source.stop();
    this.#next = 0;
  }
}

function readWAV(bytes) {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  let rate = 16_000;
  let channels = 1;
  for (let at = 12; at + 8 <= bytes.length;) {
    const name = view.getUint32(at);
    const size = Math.min(view.getUint32(at + 4, true), bytes.length - at - 8);
    if (name === 0x666d7420) {
      channels = view.getUint16(at + 10, true);
      rate = view.getUint32(at + 12, true);
    } else if (name === 0x64617461) {
      const samples = new Float32Array(Math.floor(size / 2 / channels));
      for (let index = 0; index < samples.length; index += 1) samples[index] = view.getInt16(at + 8 + 2 * channels * index, true) / 32_768;
      return { samples, rate };
    }
    at += 8 + size + (size & 1);
  }
  return { samples: new Float32Array(0), rate };
}
