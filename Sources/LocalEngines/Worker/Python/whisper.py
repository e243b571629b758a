"""Whisper on CTranslate2: log-mel features, the vocabulary, and recognition of one utterance."""
import json
import os
import re
import zlib

import ctranslate2
import numpy as np

SAMPLE_RATE = 16_000
HOP = 160
FRAME = 400
WINDOW_SECONDS = 30
# A token of time stands for this many seconds.
TIME_STEP = 0.02

# An utterance is padded with silence to this many seconds, or by the second number if that is more. The encoder's cost follows the
# padded length: this is half of the cost of a 30 s window with the same word error rate. With less, models of base size loop.
LEAST_SECONDS = 15
PADDING_SECONDS = 5

# Thresholds of OpenAI's reference program for a doubtful answer.
LEAST_LOG_PROBABILITY = -1.0
MOST_COMPRESSION = 2.4
NO_SPEECH = 0.6
MOST_TOKENS = 448
MOST_PROMPT_TOKENS = 200
SECOND_BEAM = 5

# What is left of an utterance behind the last time that Whisper gave is recognized if it is longer and louder than this.
LEAST_REST_SECONDS = 1.0
LEAST_REST_LOUDNESS = 0.2

# Languages that are written without spaces: each of their tokens counts as a word.
UNSPACED = {"zh", "ja", "th", "lo", "my", "yue"}


class LogMel:
    """Whisper's features: 80 or 128 mel bands of 25 ms frames every 10 ms, as decibels in a range of 8 bels (Slaney's mel scale)."""

    def __init__(self, bands):
        linear = np.linspace(0, SAMPLE_RATE / 2, FRAME // 2 + 1)
        edges = self._hertz(np.linspace(0, self._mel(SAMPLE_RATE / 2), bands + 2))
        rising = (linear[None] - edges[:-2, None]) / np.diff(edges)[:-1, None]
        falling = (edges[2:, None] - linear[None]) / np.diff(edges)[1:, None]
        triangles = np.maximum(0, np.minimum(rising, falling))
        self.bank = (triangles * (2 / (edges[2:] - edges[:-2]))[:, None]).astype(np.float32)
        self.window = np.hanning(FRAME + 1)[:-1].astype(np.float32)

    # Linear below 1 kHz (3 mel per 200 Hz), logarithmic above it (27 steps per factor of 6.4).
    @staticmethod
    def _mel(hertz):
        return hertz * 3 / 200 if hertz < 1_000 else 15 + np.log(hertz / 1_000) * 27 / np.log(6.4)

    @staticmethod
    def _hertz(mel):
        return np.where(mel < 15, mel * 200 / 3, 1_000 * np.exp(np.log(6.4) / 27 * (mel - 15)))

    def __call__(self, samples):
        """Float32 samples to an array of shape [1, bands, frames]."""
        wanted = max(LEAST_SECONDS * SAMPLE_RATE, len(samples) + PADDING_SECONDS * SAMPLE_RATE)
        # The encoder halves the number of frames.
        frames = min(wanted, WINDOW_SECONDS * SAMPLE_RATE) // HOP // 2 * 2
        padded = np.zeros(frames * HOP, np.float32)
        padded[: len(samples)] = samples[: len(padded)]
        padded = np.pad(padded, FRAME // 2, mode="reflect")
        cut = np.lib.stride_tricks.sliding_window_view(padded, FRAME)[::HOP][:frames]
        power = np.abs(np.fft.rfft(cut * self.window, axis=1)).astype(np.float32) ** 2
        bels = np.log10(np.maximum(self.bank @ power.T, 1e-10))
        bels = np.maximum(bels, bels.max() - 8)
        return np.ascontiguousarray(((bels + 4) / 4)[None], dtype=np.float32)


class Vocabulary:
    """Whisper's tokens: byte-level pairs in the order in which they were merged, then special tokens, then times."""

    # GPT-2's cut of a text into pieces that are encoded one by one.
    PIECE = re.compile(r"'s|'t|'re|'ve|'m|'ll|'d| ?[^\W\d_]+| ?\d+| ?(?:[^\s\w]|_)+|\s+(?!\S)|\s+")

    def __init__(self, folder):
        listed = os.path.join(folder, "vocabulary.json")
        if os.path.exists(listed):
            with open(listed, encoding="utf8") as file:
                tokens = json.load(file)
        else:
            with open(os.path.join(folder, "vocabulary.txt"), encoding="utf8") as file:
                tokens = file.read().split("\n")
        letters = self._letters()
        self.byte = {letter: byte for byte, letter in letters.items()}
        self.letter = letters
        self.tokens = tokens
        self.id = {token: number for number, token in enumerate(tokens)}
        self.end = self.id["<|endoftext|>"]
        self.start = self.id["<|startoftranscript|>"]
        self.previous = self.id["<|startofprev|>"]
        self.first_time = self.id["<|notimestamps|>"] + 1
        self.tasks = {task: self.id.get(f"<|{task}|>") for task in ("transcribe", "translate")}
        self.languages = {
            token[2:-2]: number
            for token, number in self.id.items()
            if self.start < number < (self.tasks["translate"] or 0) and re.fullmatch(r"<\|[a-z]{2,3}\|>", token)
        }

    @staticmethod
    def _letters():
        """GPT-2's printable stand-in for each byte."""
        kept = [*range(33, 127), *range(161, 173), *range(174, 256)]
        others = [byte for byte in range(256) if byte not in kept]
        return {byte: chr(byte) for byte in kept} | {byte: chr(256 + place) for place, byte in enumerate(others)}

    def bytes(self, ids):
        return bytes(self.byte[letter] for number in ids if number < self.end for letter in self.tokens[number])

    def text(self, ids):
        return self.bytes(ids).decode("utf8", "replace")

    def begins_word(self, number):
        return self.tokens[number].startswith("\u0120")

    def encode(self, text):
        """Text to tokens: of all neighbours the pair that was merged first is merged, until none is known."""
        ids = []
        for piece in self.PIECE.findall(text):
            parts = [self.letter[byte] for byte in piece.encode("utf8")]
            while len(parts) > 1:
                pairs = [(self.id.get(left + right, self.end), at) for at, (left, right) in enumerate(zip(parts, parts[1:]))]
                first, at = min(pairs)
                if first >= self.end:
                    break
                parts[at : at + 2] = [parts[at] + parts[at + 1]]
            ids += [self.id[part] for part in parts if part in self.id]
        return ids


class Answer:
    """What the decoder gave for one window."""

    def __init__(self, result, vocabulary):
        self.ids = result.sequences_ids[0]
        count = len(self.ids)
        # The score is divided by the length without the token that ends the text.
        self.log_probability = result.scores[0] * count / (count + 1) if count else 0.0
        self.no_speech = result.no_speech_prob
        said = vocabulary.bytes(self.ids)
        self.compression = len(said) / len(zlib.compress(said)) if said else 0.0

    @property
    def is_doubtful(self):
        doubted = self.log_probability < LEAST_LOG_PROBABILITY or self.compression > MOST_COMPRESSION
        return doubted and self.no_speech < NO_SPEECH

    def is_better_than(self, other):
        if (self.compression > MOST_COMPRESSION) != (other.compression > MOST_COMPRESSION):
            return self.compression <= MOST_COMPRESSION
        return self.log_probability > other.log_probability


class Whisper:
    def __init__(self, folder, computing):
        """computing: CTranslate2's options of device, numbers and threads."""
        self.model = ctranslate2.models.Whisper(folder, **computing)
        self.mel = LogMel(self.model.n_mels)
        self.vocabulary = Vocabulary(folder)

    @property
    def languages(self):
        return sorted(self.vocabulary.languages) if self.model.is_multilingual else ["en"]

    def recognize(self, samples, request):
        """
        request: language (or null), among (languages to choose from), task, words, beam, prompt (text).
        Answers the language, the probabilities of `among`, and segments with times in seconds of the utterance.
        """
        language = request.get("language")
        prompt = self.vocabulary.encode(request.get("prompt") or "")[-MOST_PROMPT_TOKENS:]
        loudness = float(np.sqrt(np.mean(samples**2))) if len(samples) else 0.0
        segments, probabilities, looped = [], None, False
        at = 0
        while loudness > 0:
            window = samples[at : at + WINDOW_SECONDS * SAMPLE_RATE]
            features = self.mel(window)
            encoded = self.model.encode(ctranslate2.StorageView.from_array(features))
            if self.model.is_multilingual and language is None:
                probabilities = self._probabilities(encoded, request.get("among"))
                language = max(probabilities, key=probabilities.get)
            head = self._head(language, request.get("task", "transcribe"))
            answer = self._decode(encoded, head, prompt, request.get("beam", 1))
            found, step = self._segments(answer, len(window), at + len(window) >= len(samples))
            if answer.compression > MOST_COMPRESSION:
                # A loop that the second try did not cure: music or clicks, not words.
                looped, found = True, []
            if request.get("words", True) and found:
                self._align(encoded, head, found, len(window), language)
            offset = at / SAMPLE_RATE
            segments += [self._described(segment, answer, offset) for segment in found]
            at += step
            rest = samples[at:]
            if len(rest) < LEAST_REST_SECONDS * SAMPLE_RATE or np.sqrt(np.mean(rest**2)) < LEAST_REST_LOUDNESS * loudness:
                break
        return {
            "language": language or "en",
            "probabilities": probabilities,
            "segments": segments,
            "looped": looped,
        }

    def _probabilities(self, encoded, among):
        heard = {token[2:-2]: float(share) for token, share in self.model.detect_language(encoded)[0]}
        if not among:
            return heard
        chosen = {language: heard.get(language, 0.0) for language in among}
        total = sum(chosen.values()) or 1.0
        return {language: share / total for language, share in chosen.items()}

    def _head(self, language, task):
        vocabulary = self.vocabulary
        if not self.model.is_multilingual:
            return [vocabulary.start]
        return [vocabulary.start, vocabulary.languages[language], vocabulary.tasks[task]]

    def _decode(self, encoded, head, prompt, beam):
        prefix = [self.vocabulary.previous, *prompt] if prompt else []

        def generate(beam, prefix):
            result = self.model.generate(
                encoded, [prefix + head], beam_size=beam, max_length=MOST_TOKENS, return_scores=True, return_no_speech_prob=True,
                suppress_blank=True, max_initial_timestamp_index=50)
            return Answer(result[0], self.vocabulary)

        answer = generate(beam, prefix)
        if not answer.is_doubtful:
            return answer
        # The prompt may be what misled it.
        second = generate(max(beam, SECOND_BEAM), [])
        return second if second.is_better_than(answer) else answer

    def _segments(self, answer, length, is_last):
        """
        Cuts the tokens at their times. Returns segments of [start, end, tokens] in seconds of the window, and how many samples
        of the window they account for: Whisper may stop early, and then the next window begins at its last time.
        """
        end = length / SAMPLE_RATE
        segments, tokens, start = [], [], 0.0
        for number in answer.ids:
            if number >= self.vocabulary.first_time:
                time = min((number - self.vocabulary.first_time) * TIME_STEP, end)
                if tokens:
                    segments.append([start, max(start, time), tokens])
                tokens, start = [], time
            elif number < self.vocabulary.end:
                tokens.append(number)
        is_open = bool(tokens)
        if is_open:
            segments.append([start, end, tokens])
        step = length
        if is_open and not is_last and len(segments) > 1:
            # The window's end cut the last segment: it is heard whole in the next window.
            step = int(segments.pop()[0] * SAMPLE_RATE)
        elif segments and not is_open:
            step = int(segments[-1][1] * SAMPLE_RATE)
        return segments, min(length, max(SAMPLE_RATE, step))

    def _align(self, encoded, head, segments, length, language):
        """Gives each segment its words with times, from the decoder's attention."""
        tokens = [number for segment in segments for number in segment[2]]
        frames = max(1, length // HOP)
        found = self.model.align(encoded, head, [tokens], [frames], median_filter_width=7)[0]
        starts = {}
        for token, frame in found.alignments:
            starts.setdefault(token, frame * TIME_STEP)
        at = 0
        for segment in segments:
            words, current = [], None
            for number in segment[2]:
                time = starts.get(at, segment[1])
                share = float(found.text_token_probs[at]) if at < len(found.text_token_probs) else 1.0
                if current is None or self.vocabulary.begins_word(number) or self._stands_alone(current, language):
                    current = {"tokens": [], "start": time, "shares": []}
                    words.append(current)
                current["tokens"].append(number)
                current["shares"].append(share)
                at += 1
                current["end"] = starts.get(at, segment[1])
            segment.append(words)

    def _stands_alone(self, word, language):
        """Whether a token of a language without spaces is whole: letters of several bytes may span tokens."""
        return language in UNSPACED and "\ufffd" not in self.vocabulary.text(word["tokens"])

    def _described(self, segment, answer, offset):
        start, end, tokens = segment[:3]
        words = segment[3] if len(segment) > 3 else []
        return {
            "start": round(start + offset, 2),
            "end": round(end + offset, 2),
            "text": self.vocabulary.text(tokens),
            "log_probability": round(answer.log_probability, 4),
            "no_speech": round(answer.no_speech, 4),
            "compression": round(answer.compression, 3),
            "words": [
                {
                    "text": self.vocabulary.text(word["tokens"]),
                    "start": round(word["start"] + offset, 2),
                    "end": round(max(word["start"], word["end"]) + offset, 2),
                    "probability": round(sum(word["shares"]) / len(word["shares"]), 3),
                }
                for word in words
            ],
        }
