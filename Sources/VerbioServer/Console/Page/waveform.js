// Waveforms on a canvas: one that moves with the microphone, and one of a whole recording.

function fit(canvas) {
  const scale = devicePixelRatio || 1;
  const { clientWidth: width, clientHeight: height } = canvas;
  if (canvas.width !== Math.round(width * scale)) canvas.width = Math.round(width * scale);
  if (canvas.height !== Math.round(height * scale)) canvas.height = Math.round(height * scale);
  const context = canvas.getContext("2d");
  context.setTransform(scale, 0, 0, scale, 0, 0);
  context.clearRect(0, 0, width, height);
  return { context, width, height, quiet: getComputedStyle(canvas).color };
}

export class LiveWave {
  #canvas;
  #peaks = [];
  #isWaiting = false;

  constructor(canvas) { this.#canvas = canvas; }

  /** Adds a block: its peak from 0 to 1, and who speaks. */
  add(peak, speaker) {
    this.#peaks.push([peak, speaker]);
    if (this.#peaks.length > 140) this.#peaks.shift();
    if (this.#isWaiting) return;
    this.#isWaiting = true;
    requestAnimationFrame(() => {
      this.#isWaiting = false;
      this.#draw();
    });
  }

  #draw() {
    const { context, width, height, quiet } = fit(this.#canvas);
    const step = width / 140;
    this.#peaks.forEach(([peak, speaker], index) => {
      context.fillStyle = speaker === "other" ? "#7fc8b6" : speaker ? "#fabf24" : quiet;
      // The root shows quiet speech.
      const bar = Math.max(2, Math.sqrt(peak) * height);
      context.fillRect(width - (this.#peaks.length - index) * step, (height - bar) / 2, Math.max(1, step - 1.5), bar);
    });
  }
}

/** A recording: `peaks` has pairs of lowest and highest sample in eight bits; `share` says how much was played. */
export function drawRecording(canvas, peaks, share) {
  const { context, width, height, quiet } = fit(canvas);
  const count = peaks.length / 2;
  if (!count) return;
  let loudest = 1;
  for (const value of peaks) loudest = Math.max(loudest, Math.abs(value));
  const bars = Math.min(count, Math.floor(width / 3));
  for (let bar = 0; bar < bars; bar += 1) {
    let top = 0;
    for (let index = Math.floor((bar * count) / bars); index < ((bar + 1) * count) / bars; index += 1) {
      top = Math.max(top, Math.abs(peaks[2 * index]), Math.abs(peaks[2 * index + 1]));
    }
    const length = Math.max(2, (top / loudest) * height);
    context.fillStyle = bar / bars < share ? "#fabf24" : quiet;
    context.fillRect((bar * width) / bars, (height - length) / 2, width / bars - 1, length);
  }
}
