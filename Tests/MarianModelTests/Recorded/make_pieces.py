"""Trains the two small SentencePiece models of this folder, and records what SentencePiece makes of texts (0.2.1).

usage: make_pieces.py LINES FOLDER, where LINES is a file with a sentence a line
"""
import json
import sys

import sentencepiece

RULES = {
    "\u00a0": " ", "\u3000": " ", "\t": " ", "\u200b": "", "\ufb01": "fi", "\ufb02": "fl", "\uff21": "A", "\uff41": "a",
    "\u2026": "...", "\u2460": "1", "e\u0301": "é", "a\u0303": "ã", "o\u0302": "ô", "\u201c": '"', "\u201d": '"',
    "\u2019": "'", "\u2122": "TM", "\u00bd": "1/2",
}
AWKWARD = [
    "", " ", "  two   spaces  ", "ﬁne ＡＢａ", "a\u00a0b\u200bc\u3000d", "日本語 text", "😀 hi 😀😀", "e\u0301a\u0303",
    "“quoted” … ½ ™", "tab\there", "x<sep>y <sep>", "\ufeffbom", "Żółw łódź", "naïve café", "a\u0301\u0302\u0303", "e",
    "E\u0301",
]

path, folder = sys.argv[1:]
lines = [line.strip() for line in open(path, encoding="utf-8")]
with open(f"{folder}/rules.tsv", "w") as file:
    for source, target in RULES.items():
        file.write(" ".join("%X" % ord(c) for c in source) + "\t" + " ".join("%X" % ord(c) for c in target) + "\n")
recorded = {}
for name, size, extra in [
    ("tiny", 300, {}), ("bytes", 600, {"byte_fallback": True, "user_defined_symbols": ["<sep>"]}),
]:
    sentencepiece.SentencePieceTrainer.train(
        input=path, model_prefix=f"{folder}/{name}", vocab_size=size, model_type="unigram",
        normalization_rule_tsv=f"{folder}/rules.tsv", bos_id=-1, eos_id=0, unk_id=1, pad_id=-1, character_coverage=1.0,
        **extra)
    model = sentencepiece.SentencePieceProcessor(model_file=f"{folder}/{name}.model")
    recorded[name] = [
        {"text": text, "tokens": model.encode(text), "decoded": model.decode(model.encode(text))}
        for text in lines[:12] + lines[40:52] + AWKWARD
    ]
with open(f"{folder}/pieces.json", "w", encoding="utf-8") as file:
    json.dump(recorded, file, ensure_ascii=False, indent=0)
