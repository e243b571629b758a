"""
Makes a small CTranslate2 model that translates word by word, so that its answers are known.

usage: make_model.py FOLDER KIND PAIRS...   KIND: opus, endless, argos, m2m, nllb, madlad or targets; PAIRS: hello=hola ...

The weights are chosen, not trained. A source token is one-hot in the first part of the encoder's state, a position in the second
part. The decoder's query is its position, so that it looks at the source token of the same position. The projection maps that token
to its translation.
"""
import json
import os
import sys

import ctranslate2
import numpy as np
import sentencepiece

# The longest sentence of the tests has 252 tokens. A loop runs to the worker's limit of 500.
POSITIONS = 256
LOOPING_POSITIONS = 512
SHARPNESS = 400.0
CERTAINTY = 10.0
SPECIAL = {
    "opus": [], "endless": [], "argos": [],
    "m2m": ["__en__", "__es__", "__fr__", "__zh__"], "nllb": ["eng_Latn", "spa_Latn", "zho_Hans", "zho_Hant"],
    "madlad": ["<2es>", "<2fr>", "<2en>"], "targets": [">>spa<<", ">>por<<", ">>pob<<"],
}
PIECES = {
    "opus": ["source.spm", "target.spm"], "endless": ["source.spm"], "targets": ["source.spm", "target.spm"],
    "argos": ["sentencepiece.model"], "m2m": ["sentencepiece.bpe.model"], "nllb": ["sentencepiece.bpe.model"],
    "madlad": ["spiece.model"],
}


def main(folder, kind, pairs):
    os.makedirs(folder)
    inner = os.path.join(folder, "model") if kind == "argos" else folder
    os.makedirs(inner, exist_ok=True)
    words = [pair.split("=") for pair in pairs]
    names = [name for pair in words for name in pair]
    sentences = os.path.join(folder, "sentences.txt")
    with open(sentences, "w", encoding="utf8") as file:
        file.write("\n".join(" ".join(names) for _ in range(50)))
    made = os.path.join(folder, "pieces")
    sentencepiece.SentencePieceTrainer.train(
        input=sentences, model_prefix=made, model_type="word", vocab_size=len(set(names)) + 3, hard_vocab_limit=False,
        character_coverage=1.0, minloglevel=2)
    pieces = sentencepiece.SentencePieceProcessor(model_file=made + ".model")
    vocabulary = [pieces.id_to_piece(number) for number in range(pieces.vocab_size())] + SPECIAL[kind]
    for name in PIECES[kind]:
        with open(made + ".model", "rb") as source, open(os.path.join(folder, name), "wb") as target:
            target.write(source.read())
    for name in (sentences, made + ".model", made + ".vocab"):
        os.remove(name)
    number = {token: place for place, token in enumerate(vocabulary)}
    into = {number["\u2581" + source]: number["\u2581" + target] for source, target in words}
    # What names a language is seen in the translation, unless the decoder is given it as its beginning.
    for token in SPECIAL[kind]:
        into[number[token]] = number[token]
    for token in ("</s>", "<unk>"):
        into[number[token]] = number[token]
    if kind == "endless":
        into[number["</s>"]] = number["\u2581" + words[0][1]]
    save(inner, vocabulary, into, LOOPING_POSITIONS if kind == "endless" else POSITIONS, adds_end=kind == "argos")
    if kind == "argos":
        with open(os.path.join(folder, "metadata.json"), "w", encoding="utf8") as file:
            json.dump({"from_code": "es", "to_code": "fr", "target_prefix": ""}, file)


def save(folder, vocabulary, into, places, adds_end):
    count = len(vocabulary)
    size = count + places
    spec = ctranslate2.specs.TransformerSpec.from_config((1, 1), 1, pre_norm=True)
    zeros = lambda rows, columns: np.zeros((rows, columns), np.float32)
    fill(spec, size)
    positions = zeros(places, size)
    positions[:, count:] = np.eye(places, dtype=np.float32)
    of_position = zeros(size, size)
    of_position[count:, count:] = np.eye(places, dtype=np.float32)
    of_token = zeros(size, size)
    of_token[:count, :count] = np.eye(count, dtype=np.float32)
    for side in (spec.encoder, spec.decoder):
        side.scale_embeddings = False
        side.position_encodings.encodings = positions
        linear(side.layer[0].self_attention.linear[0], zeros(3 * size, size))
        linear(side.layer[0].self_attention.linear[1], zeros(size, size))
        linear(side.layer[0].ffn.linear_0, zeros(8, size))
        linear(side.layer[0].ffn.linear_1, zeros(size, 8))
    tokens = zeros(count, size)
    tokens[:, :count] = np.eye(count, dtype=np.float32)
    spec.encoder.embeddings[0].weight = tokens
    spec.decoder.embeddings.weight = zeros(count, size)
    # Behind the source there is its end only, so that every search ends.
    end = vocabulary.index("</s>")
    query, key = of_position.copy(), of_position.copy()
    query[end, count:], key[end, end] = 0.25, 1
    looking = spec.decoder.layer[0].attention
    linear(looking.linear[0], query * SHARPNESS)
    linear(looking.linear[1], np.concatenate([key, of_token]))
    linear(looking.linear[2], of_token)
    projection = zeros(count, size)
    for source, target in into.items():
        projection[target, source] = CERTAINTY
    linear(spec.decoder.projection, projection)
    spec.register_source_vocabulary(vocabulary)
    spec.register_target_vocabulary(vocabulary)
    spec.config.add_source_eos = adds_end
    spec.config.unk_token, spec.config.bos_token = "<unk>", "<s>"
    spec.config.eos_token = spec.config.decoder_start_token = "</s>"
    spec.validate()
    spec.optimize(quantization="int8")
    spec.save(folder)


def linear(layer, weight):
    layer.weight, layer.bias = weight, np.zeros(len(weight), np.float32)


def fill(node, size):
    """Gives every normalization its neutral weights."""
    for value in list(vars(node).values()):
        for part in value if isinstance(value, list) else [value]:
            if isinstance(part, ctranslate2.specs.common_spec.LayerNormSpec):
                part.gamma, part.beta = np.ones(size, np.float32), np.zeros(size, np.float32)
            elif isinstance(part, ctranslate2.specs.model_spec.LayerSpec):
                fill(part, size)


main(sys.argv[1], sys.argv[2], sys.argv[3:])
