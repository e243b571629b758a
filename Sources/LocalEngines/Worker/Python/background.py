"""
The sound of a recording without its speech: music, noises, rooms (Spleeter's two stems, MIT, by Deezer).

Two networks see how strong each frequency is at each time, and estimate the voice and everything else. Both are U-nets after
Jansson et al., "Singing voice separation with deep U-net convolutional networks" (ISMIR 2017). The weights are TensorFlow's
checkpoint as it was published, read without TensorFlow and written as an ONNX graph in memory.
"""
import base64

import numpy as np


class Sight:
    """What the networks see at once. They were trained on transforms of 4096 samples at 44.1 kHz. At 48 kHz these lengths give
    the same bins and steps."""

    WINDOW, HOP, TRAINED_WINDOW = 4464, 1116, 4096
    # Frames of 23 ms, and bins up to 11 kHz.
    FRAMES, BINS = 512, 1024


class CheckpointTable:
    """The tensors of a checkpoint: its index is a table of sorted keys in blocks, its data the bytes in a row."""

    FOOTER, FLOAT = 48, 1

    def __init__(self, index, data):
        with open(index, "rb") as file:
            self.index = file.read()
        self.data = np.memmap(data, np.uint8, "r")

    def tensors(self):
        _, place = self._number(self.index, len(self.index) - self.FOOTER)
        _, place = self._number(self.index, place)
        found = {}
        for _, handle in self._entries(*self._handle(self.index, place)):
            for key, entry in self._entries(*self._handle(handle, 0)):
                facts = dict(self._fields(entry))
                # The first entry has no key, and counters are integers.
                if key and facts.get(1) == self.FLOAT:
                    found[key.decode()] = self._tensor(facts)
        return found

    def _tensor(self, entry):
        shape = [dict(self._fields(size)).get(1, 0) for field, size in self._fields(entry.get(2, b"")) if field == 2]
        start, count = entry.get(4, 0), entry[5]
        return np.frombuffer(self.data[start:start + count].tobytes(), "<f4").reshape(shape)

    def _handle(self, text, place):
        start, place = self._number(text, place)
        return start, self._number(text, place)[0]

    def _entries(self, start, size):
        """Each key, which shares its beginning with the one before, and its value. At the end is a list of places to begin at."""
        if self.index[start + size] != 0:
            raise ValueError("the checkpoint is compressed")
        places = int.from_bytes(self.index[start + size - 4:start + size], "little")
        end, place, key = start + size - 4 - 4 * places, start, b""
        while place < end:
            shared, place = self._number(self.index, place)
            own, place = self._number(self.index, place)
            count, place = self._number(self.index, place)
            key = key[:shared] + self.index[place:place + own]
            place += own + count
            yield key, self.index[place - count:place]

    @classmethod
    def _fields(cls, message):
        place = 0
        while place < len(message):
            tag, place = cls._number(message, place)
            if tag & 7 == 0:
                value, place = cls._number(message, place)
            else:
                count, place = (4, place) if tag & 7 == 5 else cls._number(message, place)
                value, place = message[place:place + count], place + count
            yield tag >> 3, value

    @staticmethod
    def _number(text, place):
        number, shift = 0, 0
        while True:
            byte, place = text[place], place + 1
            number |= (byte & 0x7F) << shift
            if byte < 0x80:
                return number, place
            shift += 7


class StemNetwork:
    """Both U-nets as one graph: from strengths to the estimated strengths of the voice and of the rest."""

    EPSILON = 1e-3
    LEVELS = 6
    # TensorFlow's padding of an even length with a kernel of 5 and a step of 2: one place before, two behind.
    STEP = {"kernel_shape": [5, 5], "strides": [2, 2], "pads": [1, 1, 2, 2]}

    def __init__(self, weights):
        self.weights, self.graph = weights, Graph()

    def model(self):
        # The layers of the second network have the next numbers.
        for stem, name in enumerate(("voice", "rest")):
            self._stem(stem, name)
        shape = [2, Sight.FRAMES, Sight.BINS]
        return self.graph.model(("strengths", [1, *shape]), ("voice", [1, *shape]), ("rest", [1, *shape]))

    def _stem(self, stem, name):
        x, down = "strengths", []
        for level in range(self.LEVELS):
            x = self._convolution(x, self._numbered("conv2d", stem * 7 + level), **self.STEP)
            down.append(x)
            if level < self.LEVELS - 1:
                x = self.graph.add("LeakyRelu", self._normalized(x, stem * 12 + level), alpha=0.2)
        for level in range(self.LEVELS):
            if level:
                x = self.graph.add("Concat", down[-1 - level], x, axis=1)
            x = self._widened(x, self._numbered("conv2d_transpose", stem * 6 + level))
            x = self._normalized(self.graph.add("Relu", x), stem * 12 + self.LEVELS + level)
        mask = self._convolution(
            x, self._numbered("conv2d", stem * 7 + self.LEVELS), kernel_shape=[4, 4], dilations=[2, 2], pads=[3] * 4)
        self.graph.add("Mul", self.graph.add("Sigmoid", mask), "strengths", name=name)

    @staticmethod
    def _numbered(name, number):
        return f"{name}_{number}" if number else name

    def _convolution(self, x, name, **attributes):
        # TensorFlow has height, width, inputs, outputs.
        weight, bias = self.weights[f"{name}/kernel"].transpose(3, 2, 0, 1), self.weights[f"{name}/bias"]
        return self.graph.add("Conv", x, self.graph.constant(weight), self.graph.constant(bias), **attributes)

    def _widened(self, x, name):
        # Here it has height, width, outputs, inputs.
        weight, bias = self.weights[f"{name}/kernel"].transpose(3, 2, 0, 1), self.weights[f"{name}/bias"]
        return self.graph.add("ConvTranspose", x, self.graph.constant(weight), self.graph.constant(bias), **self.STEP)

    def _normalized(self, x, number):
        name = self._numbered("batch_normalization", number)
        scale = self.weights[f"{name}/gamma"] / np.sqrt(self.weights[f"{name}/moving_variance"] + self.EPSILON)
        offset = self.weights[f"{name}/beta"] - self.weights[f"{name}/moving_mean"] * scale
        scale, offset = (self.graph.constant(values.astype(np.float32)[None, :, None, None]) for values in (scale, offset))
        return self.graph.add("Add", self.graph.add("Mul", x, scale), offset)


class Background:
    def __init__(self, index, threads):
        """index: the index of the checkpoint; its data is beside it."""
        import onnxruntime

        options = onnxruntime.SessionOptions()
        options.intra_op_num_threads = threads
        options.inter_op_num_threads = 1
        options.log_severity_level = 3
        weights = CheckpointTable(index, index.removesuffix("index") + "data-00000-of-00001").tensors()
        self.session = onnxruntime.InferenceSession(
            StemNetwork(weights).model(), options, providers=["CPUExecutionProvider"])
        self.window = 0.5 - 0.5 * np.cos(2 * np.pi * np.arange(Sight.WINDOW) / Sight.WINDOW)

    def background(self, audio):
        """audio: interleaved stereo at 48 kHz. Answers as many samples of 16 bits, in base64."""
        sound = audio.reshape(-1, 2).T.astype(np.float64)
        count = sound.shape[1]
        if not 0 < count <= (Sight.FRAMES - 3) * Sight.HOP:
            raise ValueError(f"a stretch of {count} frames")
        # Each sample is in four windows, those at both ends, too.
        padded = np.zeros((2, (Sight.FRAMES - 1) * Sight.HOP + Sight.WINDOW))
        padded[:, 3 * Sight.HOP:3 * Sight.HOP + count] = sound
        frames = np.lib.stride_tricks.sliding_window_view(padded, Sight.WINDOW, axis=1)[:, ::Sight.HOP]
        spectra = np.fft.rfft(frames * self.window, axis=2)
        rest = np.fft.irfft(spectra * self._share(np.abs(spectra)), Sight.WINDOW, axis=2) * self.window
        total = np.zeros_like(padded)
        for frame in range(Sight.FRAMES):
            total[:, frame * Sight.HOP:frame * Sight.HOP + Sight.WINDOW] += rest[:, frame]
        # The squares of four windows a quarter apart add up to 1.5.
        answer = total[:, 3 * Sight.HOP:3 * Sight.HOP + count] / 1.5
        numbers = np.clip(np.rint(answer * 32_768), -32_768, 32_767).astype("<i2")
        return {"samples": base64.b64encode(numbers.T.tobytes()).decode()}

    def _share(self, strengths):
        """How much of each bin is background. Bins above those of the network have the mean of the frame."""
        given = (strengths[None, :, :, :Sight.BINS] * (Sight.TRAINED_WINDOW / Sight.WINDOW)).astype(np.float32)
        voice, rest = (answer[0] ** 2 for answer in self.session.run(["voice", "rest"], {"strengths": given}))
        share = (rest + 5e-11) / (voice + rest + 1e-10)
        high = np.repeat(share.mean(axis=2, keepdims=True), strengths.shape[2] - Sight.BINS, axis=2)
        return np.concatenate([share, high], axis=2)
