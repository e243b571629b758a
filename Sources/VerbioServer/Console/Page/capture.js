// Runs beside the page, on the sound card's clock: gives the microphone's samples in blocks of 40 ms.

class Capture extends AudioWorkletProcessor {
  #block = new Float32Array(Math.round(sampleRate / 25));
  #filled = 0;

  process(inputs) {
    const channel = inputs[0]?.[0];
    if (!channel) return true;
    let read = 0;
    while (read < channel.length) {
      const count = Math.min(channel.length - read, this.#block.length - this.#filled);
      this.#block.set(channel.subarray(read, read + count), this.#filled);
      read += count;
      this.#filled += count;
      if (this.#filled === this.#block.length) {
        const block = this.#block;
        this.#block = new Float32Array(block.length);
        this.#filled = 0;
        this.port.postMessage(block, [block.buffer]);
      }
    }
    return true;
  }
}

registerProcessor("capture", Capture);
