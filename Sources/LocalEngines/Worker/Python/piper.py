"""Piper's voices: a network (VITS) in ONNX that makes the sound of a sentence from its phonemes."""
import base64
import json
import unicodedata

import numpy as np

# The loudest sample of a sentence, of 1; and the least that a sentence is made louder from.
PEAK = 0.9
LEAST_PEAK = 0.01
# Phonemes of one sentence. The memory grows with them.
MOST_PHONEMES = 2_000

START, PAD, END = "^", "_", "$"


class Piper:
    def __init__(self, model, threads):
        """model: path of the network; its description is beside it, with .json behind its name."""
        import onnxruntime

        with open(model + ".json", encoding="utf8") as file:
            self.description = json.load(file)
        options = onnxruntime.SessionOptions()
        options.intra_op_num_threads = threads
        options.inter_op_num_threads = 1
        self.session = onnxruntime.InferenceSession(model, options, providers=["CPUExecutionProvider"])
        self.inputs = {value.name for value in self.session.get_inputs()}

    def speak(self, request):
        """request: phonemes, and speaker for a voice that has several. Answers 16-bit samples in base64 and their rate."""
        numbers = self._numbers(request["phonemes"])
        inference = self.description.get("inference", {})
        scales = [inference.get("noise_scale", 0.667), inference.get("length_scale", 1.0), inference.get("noise_w", 0.8)]
        feed = {
            "input": np.array([numbers], np.int64), "input_lengths": np.array([len(numbers)], np.int64),
            "scales": np.array(scales, np.float32),
        }
        if "sid" in self.inputs:
            feed["sid"] = np.array([request.get("speaker", 0)], np.int64)
        sound = self.session.run(None, feed)[0].reshape(-1).astype(np.float32)
        if not np.isfinite(sound).all():
            raise ValueError("the voice made no sound")
        peak = max(LEAST_PEAK, float(np.abs(sound).max(initial=0)))
        samples = np.round(sound * (PEAK / peak * 32767)).astype("<i2")
        return {"rate": self.description["audio"]["sample_rate"], "samples": base64.b64encode(samples.tobytes()).decode()}

    def _numbers(self, phonemes):
        """The network's numbers: of the start, of each phoneme, with a pause behind each, and of the end."""
        known = self.description["phoneme_id_map"]
        symbols = []
        for symbol in unicodedata.normalize("NFC", phonemes):
            # Voices know most letters with a mark as the letter and the mark.
            symbols += [symbol] if symbol in known else unicodedata.normalize("NFD", symbol)
        symbols = [symbol for symbol in symbols if symbol in known and symbol not in (START, PAD, END)]
        if len(symbols) > MOST_PHONEMES:
            raise ValueError("the sentence is too long")
        pause = known.get(PAD, [])
        numbers = [*known.get(START, []), *pause]
        for symbol in symbols:
            numbers += [*known[symbol], *pause]
        return numbers + [*known.get(END, [])]
