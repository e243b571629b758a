// Plays the translation without gaps: its pieces follow each other on the clock of the sound card.

import { tell } from "./dom.js";
import { preferences } from "./preferences.js";

/** How long the first piece of an utterance waits, so that the next one is there in time (s). */
const JITTER = 0.12;

/** The length of a piece (s): 16 bits a sample in base64. */
export const seconds = ({ audio, sampleRate }) => ((audio ?? "").replaceAll("=", "").length * 3) / 8 / sampleRate;

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

  /** Plays a piece behind the others. Returns the seconds until it begins; null if it is not played. */
  play({ audio, sampleRate }) {
    if (this.isMuted || !this.#context || !audio) return null;
    const samples = new Int16Array(Uint8Array.from(atob(audio), (letter) => letter.charCodeAt(0)).buffer);
    const buffer = this.#context.createBuffer(1, samples.length, sampleRate);
    buffer.copyToChannel(Float32Array.from(samples, (value) => value / 32_768), 0);
    const source = this.#context.createBufferSource();
    source.buffer = buffer;
    source.connect(this.#context.destination);
    const now = this.#context.currentTime;
    // After a pause, or if the network was slower than the voice, the buffer is filled anew.
    if (this.#next < now) this.#next = now + JITTER;
    source.start(this.#next);
    const delay = this.#next - now;
    this.#next += buffer.duration;
    this.#sources.add(source);
    source.onended = () => this.#sources.delete(source);
    return delay;
  }

  /**
   * Plays a file for a button instead of what is playing; if the button is pressed again, the file stops. `begun` is called when
   * the file begins to sound.
   */
  async toggle(button, load, begun) {
    const isOn = this.#button === button;
    this.stop();
    if (isOn) return;
    const turn = this.#turn;
    this.#button = button;
    button.ariaPressed = "true";
    try {
      await this.#playFile(load, turn, begun);
    } catch (error) {
      tell(error);
    }
    if (turn === this.#turn) this.#release();
  }

  #release() {
    if (this.#button) this.#button.ariaPressed = null;
    this.#button = null;
  }

  async #playFile(load, turn, begun) {
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
      begun?.();
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
