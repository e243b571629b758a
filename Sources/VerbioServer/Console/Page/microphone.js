// The microphone as 16-bit samples, at 16 kHz if the browser can do that.

const WANTED_RATE = 16_000;

export class Microphone {
  #context = null;
  #stream = null;
  /** Called with each block: `Int16Array` of 40 ms, and its peak from 0 to 1. */
  onBlock = () => {};
  /** Called when the device is gone. */
  onEnd = () => {};

  async open({ device, cancelsEcho }) {
    this.#stream = await navigator.mediaDevices.getUserMedia({
      audio: {
        deviceId: device ? { ideal: device } : undefined, channelCount: 1, echoCancellation: cancelsEcho,
        noiseSuppression: cancelsEcho, autoGainControl: true,
      },
    });
    const source = this.#connect();
    await this.#context.audioWorklet.addModule("/console/capture.js");
    const node = new AudioWorkletNode(this.#context, "capture", { numberOfOutputs: 0, channelCount: 1, channelCountMode: "explicit" });
    node.port.onmessage = ({ data }) => this.onBlock(...samples(data));
    source.connect(node);
    this.#stream.getAudioTracks()[0].addEventListener("ended", () => this.onEnd());
  }

  /** The rate of the samples (Hz), once the microphone is open. */
  get rate() { return this.#context.sampleRate; }

  /** Browsers that do not resample give the rate of the device, and the server resamples. */
  #connect() {
    this.#context = new AudioContext({ sampleRate: WANTED_RATE });
    try {
      return this.#context.createMediaStreamSource(this.#stream);
    } catch {
      this.#context.close();
      this.#context = new AudioContext();
      return this.#context.createMediaStreamSource(this.#stream);
    }
  }

  close() {
    this.#stream?.getTracks().forEach((track) => track.stop());
    this.#context?.close();
    this.#stream = this.#context = null;
  }
}

function samples(block) {
  const out = new Int16Array(block.length);
  let peak = 0;
  for (let index = 0; index < block.length; index += 1) {
    const value = Math.max(-1, Math.min(1, block[index]));
    peak = Math.max(peak, Math.abs(value));
    out[index] = Math.round(value * 32_767);
  }
  return [out, peak];
}
