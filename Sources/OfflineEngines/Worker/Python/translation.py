"""Text translation with any CTranslate2 model that uses SentencePiece: OPUS-MT, Argos, M2M100, NLLB, MADLAD."""
import json
import os

import ctranslate2

BEAM = 4
# Tokens of one sentence, in either language. Models know 256 positions or more.
MOST_TOKENS = 250

# What the languages of Verbio are called in NLLB's vocabulary.
NLLB = {
    "en": "eng_Latn", "es": "spa_Latn", "fr": "fra_Latn", "de": "deu_Latn", "it": "ita_Latn", "pt": "por_Latn",
    "zh": "zho_Hans", "zh-Hant": "zho_Hant", "ja": "jpn_Jpan", "ko": "kor_Hang", "ar": "arb_Arab", "hi": "hin_Deva", "ru": "rus_Cyrl",
}


def first_file(folder, *names):
    return next((path for name in names if os.path.exists(path := os.path.join(folder, name))), None)


class Translator:
    def __init__(self, folder, computing):
        """computing: CTranslate2's options of device, numbers and threads."""
        import sentencepiece

        # Argos keeps the model in a folder of its own.
        inner = os.path.join(folder, "model")
        model = inner if os.path.exists(os.path.join(inner, "model.bin")) else folder
        self.translator = ctranslate2.Translator(model, **computing)
        names = ("sentencepiece.model", "sentencepiece.bpe.model", "spiece.model", "spm.model", "spm.128k.model")
        source = first_file(folder, "source.spm", *names) or first_file(model, *names)
        if source is None:
            raise FileNotFoundError(f"no SentencePiece model in {folder}")
        target = first_file(folder, "target.spm") or source
        self.source = sentencepiece.SentencePieceProcessor(model_file=source)
        self.target = sentencepiece.SentencePieceProcessor(model_file=target)
        # OPUS-MT's models were trained with an explicit end of the sentence, which other formats add themselves.
        self.ends_source = os.path.exists(os.path.join(folder, "source.spm")) and not self._adds_end(model)
        self.kind = self._kind(model)

    @staticmethod
    def _adds_end(model):
        path = os.path.join(model, "config.json")
        if not os.path.exists(path):
            return False
        with open(path, encoding="utf8") as file:
            return bool(json.load(file).get("add_source_eos"))

    @staticmethod
    def _kind(model):
        """How languages are named: nllb and m2m have tokens for both, madlad for the target, bilingual models none."""
        path = first_file(model, "shared_vocabulary.json", "shared_vocabulary.txt", "target_vocabulary.json", "target_vocabulary.txt")
        text = open(path, encoding="utf8").read() if path else ""
        if "spa_Latn" in text:
            return "nllb"
        if "__es__" in text:
            return "m2m"
        return "madlad" if "<2es>" in text else "bilingual"

    def translate(self, request):
        """request: texts (sentences), from, to. Answers one translation and score for each."""
        source, target = request["from"], request["to"]
        before, prefix, after = self._tokens(source, target)
        batch = [before + self.source.encode(text, out_type=str) + after for text in request["texts"]]
        if max(map(len, batch)) > MOST_TOKENS:
            raise ValueError("a sentence is too long")
        results = self.translator.translate_batch(
            batch, target_prefix=[prefix] * len(batch) if prefix else None, beam_size=BEAM, max_decoding_length=MOST_TOKENS,
            return_scores=True, replace_unknowns=True, max_batch_size=16)
        return {"texts": [self._text(result, prefix) for result in results], "scores": [float(result.scores[0]) for result in results]}

    def _tokens(self, source, target):
        """What stands before the source's tokens, before the target's, and behind the source's."""
        if self.kind == "nllb":
            return [NLLB[source]], [NLLB[target]], ["</s>"]
        plain = lambda language: language.split("-")[0]
        if self.kind == "m2m":
            return [f"__{plain(source)}__"], [f"__{plain(target)}__"], ["</s>"]
        if self.kind == "madlad":
            return [f"<2{plain(target)}>"], [], ["</s>"]
        return [], [], ["</s>"] if self.ends_source else []

    def _text(self, result, prefix):
        tokens = result.hypotheses[0]
        return self.target.decode(tokens[len(prefix):] if tokens[: len(prefix)] == prefix else tokens)
