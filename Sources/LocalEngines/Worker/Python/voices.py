"""
Voice vectors: 192 numbers that are alike for sounds of the same person (CAM++ of 3D-Speaker, Apache-2.0, by Alibaba).

The weights are PyTorch's checkpoint as it was published. It is read without PyTorch: of its classes only tensors and
dictionaries are made, and nothing in it is executed. The network is written as an ONNX graph in memory.
"""
import base64
import collections
import pickle
import zipfile

import numpy as np

RATE = 16_000
VOICE_FRAME, STEP, FFT, BANDS = 400, 160, 512, 80
# Behind one window of the network, its context is the mean of all frames: it takes steps of 100 frames of 20 ms.
MOST_SECONDS = 2.0
# Windows that are computed at once. Sixteen take 100 MB more.
BATCH = 4


class Checkpoint(pickle.Unpickler):
    """The tensors of a checkpoint, by name."""

    KINDS = {"FloatStorage": "<f4", "LongStorage": "<i8"}

    def __init__(self, path):
        self.archive = zipfile.ZipFile(path)
        self.folder = self.archive.namelist()[0].split("/")[0]
        super().__init__(self.archive.open(f"{self.folder}/data.pkl"))

    def find_class(self, module, name):
        if (module, name) == ("collections", "OrderedDict"):
            return collections.OrderedDict
        if (module, name) == ("torch._utils", "_rebuild_tensor_v2"):
            return self.tensor
        if module == "torch" and name in self.KINDS:
            return self.KINDS[name]
        raise pickle.UnpicklingError(f"the checkpoint has {module}.{name}, which is not read")

    def persistent_load(self, reference):
        _, kind, key, _, _ = reference
        return np.frombuffer(self.archive.read(f"{self.folder}/data/{key}"), kind)

    @staticmethod
    def tensor(storage, offset, shape, strides, *_):
        count = int(np.prod(shape, dtype=np.int64))
        # Each tensor of this checkpoint is contiguous.
        return storage[offset:offset + count].reshape(shape)


class VoiceNetwork:
    """CAM++ as a graph. Normalizations that follow a convolution are part of its weights."""

    EPSILON = 1e-5
    # Layers of each block, and the distance of the frames that they see.
    BLOCKS = [(12, 1), (24, 2), (16, 2)]

    def __init__(self, weights):
        self.weights, self.graph = weights, Graph()

    def model(self):
        x = self.graph.add("Transpose", "features", perm=[0, 2, 1])
        x = self.graph.add("Unsqueeze", x, self.graph.constant(np.array([1])))
        x = self._time_delays(self._head(x))
        self._statistics(x)
        return self.graph.model(("features", ["count", "frames", BANDS]), ("vectors", ["count", 192]))

    def _head(self, x):
        """Two-dimensional convolutions over bands and frames, each with a way around it. They leave a quarter of the bands."""
        x = self._relu(self._convolution(x, "head.conv1", "head.bn1", pads=[1] * 4))
        for layer in ("head.layer1", "head.layer2"):
            for block in (0, 1):
                name, strides = f"{layer}.{block}", [2 - block, 1]
                y = self._relu(self._convolution(x, f"{name}.conv1", f"{name}.bn1", pads=[1] * 4, strides=strides))
                y = self._convolution(y, f"{name}.conv2", f"{name}.bn2", pads=[1] * 4)
                if f"{name}.shortcut.0.weight" in self.weights:
                    x = self._convolution(x, f"{name}.shortcut.0", f"{name}.shortcut.1", strides=strides)
                x = self._relu(self.graph.add("Add", y, x))
        x = self._relu(self._convolution(x, "head.conv2", "head.bn2", pads=[1] * 4, strides=[2, 1]))
        return self.graph.add("Reshape", x, self.graph.constant(np.array([0, 320, -1])))

    def _time_delays(self, x):
        """Layers over frames. Each adds its output to what the next ones see."""
        norm = "xvector.tdnn.nonlinear.batchnorm"
        x = self._relu(self._convolution(x, "xvector.tdnn.linear", norm, pads=[2, 2], strides=[2]))
        for block, (layers, distance) in enumerate(self.BLOCKS, 1):
            for layer in range(1, layers + 1):
                x = self.graph.add("Concat", x, self._layer(x, f"xvector.block{block}.tdnnd{layer}", distance), axis=1)
            name = f"xvector.transit{block}"
            x = self._convolution(self._normalized(x, f"{name}.nonlinear.batchnorm"), f"{name}.linear")
        return self._normalized(x, "xvector.out_nonlinear.batchnorm")

    def _layer(self, x, name, distance):
        y = self._normalized(x, f"{name}.nonlinear1.batchnorm")
        y = self._relu(self._convolution(y, f"{name}.linear1", f"{name}.nonlinear2.batchnorm"))
        local = self._convolution(
            y, f"{name}.cam_layer.linear_local", pads=[distance, distance], dilations=[distance])
        # The mean of all frames, and that of the hundred around each: within a window both are the same.
        mean = self.graph.add("ReduceMean", y, axes=[2], keepdims=1)
        context = self._convolution(self.graph.add("Add", mean, mean), f"{name}.cam_layer.linear1")
        gate = self._convolution(self._relu(context), f"{name}.cam_layer.linear2")
        return self.graph.add("Mul", local, self.graph.add("Sigmoid", gate))

    def _statistics(self, x):
        """The mean and the deviation of all frames, and from them the vector."""
        last = self.graph.constant(np.array([2]))
        mean = self.graph.add("ReduceMean", x, axes=[2], keepdims=1)
        offset = self.graph.add("Sub", x, mean)
        squares = self.graph.add("ReduceSum", self.graph.add("Mul", offset, offset), last, keepdims=0)
        frames = self.graph.add("Shape", x, start=2, end=3)
        others = self.graph.add("Cast", self.graph.add("Sub", frames, self.graph.constant(np.array([1]))), to=Graph.FLOAT)
        deviation = self.graph.add("Sqrt", self.graph.add("Div", squares, others))
        statistics = self.graph.add("Concat", self.graph.add("Squeeze", mean, last), deviation, axis=1)
        scale, offset = self._normalization("xvector.dense.nonlinear.batchnorm")
        weight = self.weights["xvector.dense.linear.weight"][:, :, 0] * scale[:, None]
        self.graph.add(
            "Gemm", statistics, self.graph.constant(weight), self.graph.constant(offset), name="vectors", transB=1)

    def _normalization(self, name):
        """The factor and the summand of each channel."""
        scale = 1 / np.sqrt(self.weights[f"{name}.running_var"] + self.EPSILON)
        offset = -self.weights[f"{name}.running_mean"] * scale
        if f"{name}.weight" in self.weights:
            weight = self.weights[f"{name}.weight"]
            scale, offset = scale * weight, offset * weight + self.weights[f"{name}.bias"]
        return scale.astype(np.float32), offset.astype(np.float32)

    def _normalized(self, x, name):
        scale, offset = (self.graph.constant(values[None, :, None]) for values in self._normalization(name))
        return self._relu(self.graph.add("Add", self.graph.add("Mul", x, scale), offset))

    def _convolution(self, x, name, normalization=None, **attributes):
        weight, bias = self.weights[f"{name}.weight"], self.weights.get(f"{name}.bias")
        if normalization:
            scale, offset = self._normalization(normalization)
            weight = weight * scale.reshape(-1, *[1] * (weight.ndim - 1))
            bias = offset if bias is None else bias * scale + offset
        inputs = [x, self.graph.constant(weight)] + ([] if bias is None else [self.graph.constant(bias)])
        return self.graph.add("Conv", *inputs, kernel_shape=list(weight.shape[2:]), **attributes)

    def _relu(self, x):
        return self.graph.add("Relu", x)


def mel_bands():
    """For each band, the weight of each bin of the transform: triangles from 20 Hz to 8 kHz, as Kaldi places them."""
    mel = lambda hertz: 1127 * np.log1p(hertz / 700)
    bins = mel(np.arange(FFT // 2 + 1) * RATE / FFT)
    edges = np.linspace(mel(20), mel(RATE / 2), BANDS + 2)[:, None]
    rise = (bins - edges[:-2]) / (edges[1:-1] - edges[:-2])
    fall = (edges[2:] - bins) / (edges[2:] - edges[1:-1])
    bands = np.maximum(0, np.minimum(rise, fall))
    bands[:, -1] = 0
    return bands


class Voices:
    # Kaldi's settings for a filter bank, which the network was trained with.
    EMPHASIS, FLOOR, SCALE = 0.97, 1.19e-7, 32_768

    def __init__(self, path, threads):
        """path: the checkpoint."""
        import onnxruntime

        options = onnxruntime.SessionOptions()
        options.intra_op_num_threads = threads
        options.inter_op_num_threads = 1
        options.log_severity_level = 3
        model = VoiceNetwork(Checkpoint(path).load()).model()
        self.session = onnxruntime.InferenceSession(model, options, providers=["CPUExecutionProvider"])
        self.bands = mel_bands().T
        self.window = (0.5 - 0.5 * np.cos(2 * np.pi * np.arange(VOICE_FRAME) / (VOICE_FRAME - 1))) ** 0.85

    def vectors(self, audio, request):
        """request: windows, each with the place of its first sample and the place behind its last. Answers unit vectors, in base64."""
        sounds = [audio[start:end] for start, end in request["windows"]]
        for sound in sounds:
            if not VOICE_FRAME <= len(sound) <= MOST_SECONDS * RATE:
                raise ValueError(f"a window of {len(sound)} samples")
        features = [self._features(sound) for sound in sounds]
        by_length = collections.defaultdict(list)
        for place, frames in enumerate(features):
            by_length[len(frames)].append(place)
        found = np.zeros((len(sounds), 192), "<f4")
        for places in by_length.values():
            for first in range(0, len(places), BATCH):
                batch = places[first:first + BATCH]
                answers = self.session.run(None, {"features": np.stack([features[place] for place in batch])})[0]
                found[batch] = answers / np.linalg.norm(answers, axis=1, keepdims=True)
        if not np.isfinite(found).all():
            raise ValueError("a vector is not finite")
        return {"vectors": base64.b64encode(found.tobytes()).decode()}

    def _features(self, sound):
        """The logarithms of the bands' powers, every 10 ms over 25 ms, less their mean over the window."""
        frames = np.lib.stride_tricks.sliding_window_view(sound.astype(np.float64) * self.SCALE, VOICE_FRAME)[::STEP]
        frames = frames - frames.mean(axis=1, keepdims=True)
        before = np.concatenate([frames[:, :1], frames[:, :-1]], axis=1)
        spectra = np.fft.rfft((frames - self.EMPHASIS * before) * self.window, FFT)
        powers = np.log(np.maximum((spectra.real**2 + spectra.imag**2) @ self.bands, self.FLOOR))
        return (powers - powers.mean(axis=0)).astype(np.float32)
