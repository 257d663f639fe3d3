"""Small tokenizers of the two families that cross-encoders use, in the form that the real models ship.

BERT's is the real one with most of its vocabulary left out; XLM-RoBERTa's is a unigram model trained on the texts of
this repository, with the normalisation table (nmt_nfkc) that the real ones carry.
"""

from __future__ import annotations

import base64
import io
import json
from pathlib import Path

import sentencepiece
from sentencepiece import sentencepiece_model_pb2 as pb

BERT_SPECIALS = ["[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]"]


def special(ids: list[tuple[int, str]]) -> list[dict]:
    flags = {"single_word": False, "lstrip": False, "rstrip": False, "normalized": False, "special": True}
    return [{"id": i, "content": content, **flags} for i, content in ids]


def tiny_bert(full: Path, size: int) -> dict:
    """`full` with the specials, every single character and the first words of its vocabulary: `size` pieces."""
    data = json.loads(full.read_text())
    by_id = sorted(data["model"]["vocab"], key=data["model"]["vocab"].get)
    words = [piece for piece in by_id if not piece.startswith("[")]
    single = [piece for piece in words if len(piece.removeprefix("##")) == 1 and ord(piece[-1]) < 0x250]
    rest = [piece for piece in words if piece not in set(single)]
    kept = BERT_SPECIALS + single + rest[: size - len(BERT_SPECIALS) - len(single)]
    vocab = {piece: i for i, piece in enumerate(kept)}
    data["model"]["vocab"] = vocab
    data["added_tokens"] = special([(vocab[token], token) for token in BERT_SPECIALS])
    for token, entry in data["post_processor"]["special_tokens"].items():
        entry["ids"] = [vocab[token]]
    return data


def tiny_xlmr(texts: list[str], size: int) -> dict:
    """A unigram tokenizer with the ids, the template and the normalisation of XLM-RoBERTa."""
    proto = train_unigram(texts, size)
    charsmap = base64.b64encode(proto.normalizer_spec.precompiled_charsmap).decode()
    # <unk>, <s>, </s> of sentencepiece give way to fairseq's order of specials.
    pieces = [["<s>", 0.0], ["<pad>", 0.0], ["</s>", 0.0], ["<unk>", 0.0]]
    pieces += [[piece.piece, round(piece.score, 4)] for piece in proto.pieces[3:]]
    pieces.append(["<mask>", 0.0])
    mask = special([(len(pieces) - 1, "<mask>")])[0] | {"lstrip": True}
    s, e = {"SpecialToken": {"id": "<s>", "type_id": 0}}, {"SpecialToken": {"id": "</s>", "type_id": 0}}
    a, b = ({"Sequence": {"id": name, "type_id": 0}} for name in "AB")
    metaspace = {"type": "Metaspace", "replacement": "▁", "add_prefix_space": True}
    return {
        "version": "1.0",
        "truncation": None,
        "padding": None,
        "added_tokens": special([(0, "<s>"), (1, "<pad>"), (2, "</s>"), (3, "<unk>")]) + [mask],
        "normalizer": {"type": "Precompiled", "precompiled_charsmap": charsmap},
        "pre_tokenizer": {"type": "Sequence", "pretokenizers": [{"type": "WhitespaceSplit"}, metaspace]},
        "post_processor": {
            "type": "TemplateProcessing",
            "single": [s, a, e],
            "pair": [s, a, e, e, b, e],
            "special_tokens": {t: {"id": t, "ids": [i], "tokens": [t]} for t, i in (("<s>", 0), ("</s>", 2))},
        },
        "decoder": metaspace,
        "model": {"type": "Unigram", "unk_id": 3, "vocab": pieces},
    }


def train_unigram(texts: list[str], size: int) -> pb.ModelProto:
    target = io.BytesIO()
    sentencepiece.SentencePieceTrainer.train(
        sentence_iterator=iter(texts),
        model_writer=target,
        vocab_size=size,
        model_type="unigram",
        normalization_rule_name="nmt_nfkc",
        character_coverage=0.9999,
        num_threads=1,
        minloglevel=2,
        hard_vocab_limit=False,
    )
    proto = pb.ModelProto()
    proto.ParseFromString(target.getvalue())
    return proto
