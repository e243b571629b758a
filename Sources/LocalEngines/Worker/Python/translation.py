"""Text translation with CTranslate2 models that use SentencePiece. Which tokens name the languages, the request says."""
import ctranslate2

BEAM = 4
# Tokens of one sentence, with those that name languages. Models were trained with sentences up to about this length.
MOST_SOURCE_TOKENS = 250
# A translation that is longer than this repeats itself. Models know 512 positions or more.
MOST_TARGET_TOKENS = 500
# The second try forbids repetitions of so many tokens.
REPETITION = 4
SENTENCES_AT_ONCE = 16

CLAUSE_ENDS = tuple(",;:.!?、，；：。！？،؛।")
# SentencePiece writes a space as this letter.
SPACE = "\u2581"


def cut(tokens, most):
    """The tokens in parts of at most `most`: behind the last clause or else word of a part's second half, or else anywhere."""
    parts = []
    while len(tokens) > most:
        half = range(most, most // 2, -1)
        at = next((at for at in half if tokens[at - 1].endswith(CLAUSE_ENDS)), None)
        at = at or next((at for at in half if tokens[at].startswith(SPACE)), most)
        parts.append(tokens[:at])
        tokens = tokens[at:]
    return parts + [tokens]


class Translator:
    def __init__(self, folder, source, target, computing):
        """source, target: paths of the SentencePiece models. computing: CTranslate2's options of device, numbers and threads."""
        import sentencepiece

        self.translator = ctranslate2.Translator(folder, **computing)
        self.source = sentencepiece.SentencePieceProcessor(model_file=source)
        self.target = self.source if target == source else sentencepiece.SentencePieceProcessor(model_file=target)

    def translate(self, request):
        """
        request: texts (sentences); before, after: tokens around each of them; prefix: tokens with which its translation begins;
        joint: what stands between the parts of a sentence that was too long for one.
        Answers one translation for each text, and the numbers of those that did not end.
        """
        before, after, prefix = request["before"], request["after"], request["prefix"]
        most = MOST_SOURCE_TOKENS - len(before) - len(after)
        parts = [cut(self.source.encode(text, out_type=str), most) for text in request["texts"]]
        batch = [before + part + after for of_text in parts for part in of_text]
        found = self._translated(batch, prefix)
        texts, endless, at = [], [], 0
        for number, of_text in enumerate(parts):
            own = found[at : at + len(of_text)]
            at += len(of_text)
            texts.append(request["joint"].join(text for text, _ in own))
            if not all(has_ended for _, has_ended in own):
                endless.append(number)
        return {"texts": texts, "endless": endless}

    def _translated(self, batch, prefix):
        """A text for each list of tokens, and whether it ended."""
        found = self._searched(batch, prefix)
        again = [number for number, (_, has_ended) in enumerate(found) if not has_ended]
        if again:
            second = self._searched([batch[number] for number in again], prefix, no_repeat_ngram_size=REPETITION)
            for number, answer in zip(again, second):
                found[number] = answer
        return found

    def _searched(self, batch, prefix, **options):
        results = self.translator.translate_batch(
            batch, target_prefix=[prefix] * len(batch) if prefix else None, beam_size=BEAM, replace_unknowns=True,
            max_batch_size=SENTENCES_AT_ONCE, max_input_length=0, max_decoding_length=MOST_TARGET_TOKENS, **options)
        return [self._text(result.hypotheses[0], prefix) for result in results]

    def _text(self, tokens, prefix):
        has_ended = len(tokens) < MOST_TARGET_TOKENS
        if tokens[: len(prefix)] == prefix:
            tokens = tokens[len(prefix) :]
        # A token that the vocabulary lacks was copied from the source, and keeps its mark of a space.
        return self.target.decode(tokens).replace(SPACE, " ").strip(), has_ended
