"""Makes the small models of the test suite and their golden outputs by the reference implementations.

    python tiny_models.py --bert-tokenizer TOKENIZER.json

Real architectures, random weights from a fixed seed: what is tested is the whole path from text to vector or logit
(tokenise, pair, truncate, pad, run, pool), for which Hugging Face's tokenizers and ONNX Runtime in Python answer here.
"""

from __future__ import annotations

import argparse
import json
from pathlib import Path

import numpy as np
import onnx
import onnxruntime
from tokenizers import Tokenizer

from awkward import PAIRS, SENTENCES, awkward
from bert_graph import Architecture, build
from tiny_tokenizers import tiny_bert, tiny_xlmr

REPO = Path(__file__).resolve().parents[2]
FIXTURES = REPO / "packages/embed/test/fixtures"
HIDDEN, HEADS, LAYERS, INTERMEDIATE = 32, 4, 2, 64
WINDOWS = (512, 17, 16)


def weights(seed: int):
    """Uniform weights, wide enough that attention is not flat; the classifier is scaled to logits of a few units."""
    rng = np.random.default_rng(seed)

    def make(name: str, shape: tuple[int, ...]) -> np.ndarray:
        noise = rng.uniform(-1, 1, shape)
        if "norm.weight" in name:
            return 1 + 0.2 * noise
        if name.endswith(".bias"):
            return 0.1 * noise
        if name.startswith("classifier"):
            return 2.0 * noise
        return noise * (1.0 if len(shape) < 2 or name in {"word", "position", "type"} else 2.5 / np.sqrt(shape[0]))

    return make


def config(arch: Architecture, model_type: str) -> dict:
    kind = {"bert": "Bert", "xlm-roberta": "XLMRoberta"}[model_type]
    suffix = "Model" if arch.labels is None else "ForSequenceClassification"
    labels = {} if arch.labels is None else {"id2label": {"0": "LABEL_0"}, "label2id": {"LABEL_0": 0}}
    return {
        "architectures": [kind + suffix],
        "model_type": model_type,
        "vocab_size": arch.vocab,
        "hidden_size": arch.hidden,
        "num_hidden_layers": arch.layers,
        "num_attention_heads": arch.heads,
        "intermediate_size": arch.intermediate,
        "max_position_embeddings": arch.positions,
        "pad_token_id": arch.pad_id or 0,
        **labels,
    }


def write_model(name: str, tokenizer: dict, arch: Architecture, model_type: str, seed: int) -> Path:
    folder = FIXTURES / "models" / name
    (folder / "onnx").mkdir(parents=True, exist_ok=True)
    onnx.save(build(arch, weights(seed)), folder / "onnx/model.onnx")
    write_json(folder / "config.json", config(arch, model_type))
    write_json(folder / "tokenizer.json", tokenizer)
    kind = {"bert": "BertTokenizer", "xlm-roberta": "XLMRobertaTokenizer"}[model_type]
    write_json(folder / "tokenizer_config.json", {"tokenizer_class": kind, "model_max_length": 512})
    return folder


def write_json(path: Path, value: object) -> None:
    path.write_text(json.dumps(value, ensure_ascii=False, separators=(",", ":")) + "\n")


def write_rows(path: Path, rows: list[dict]) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text("[\n" + ",\n".join("  " + json.dumps(row) for row in rows) + "\n]\n")


class Oracle:
    def __init__(self, folder: Path) -> None:
        self.tokenizer = Tokenizer.from_file(str(folder / "tokenizer.json"))
        self.session = onnxruntime.InferenceSession(str(folder / "onnx/model.onnx"))

    def ids(self, text: str) -> list[int]:
        return self.tokenizer.encode(text, add_special_tokens=False).ids

    def pair(self, query: str, passage: str, window: int):
        self.tokenizer.enable_truncation(window, strategy="longest_first")
        try:
            return self.tokenizer.encode(query, passage)
        finally:
            self.tokenizer.no_truncation()

    def run(self, encoding) -> np.ndarray:
        values = {
            "input_ids": encoding.ids,
            "attention_mask": encoding.attention_mask,
            "token_type_ids": encoding.type_ids,
        }
        feeds = {i.name: np.array([values[i.name]], np.int64) for i in self.session.get_inputs()}
        return self.session.run(None, feeds)[0][0]


def golden_pairs(oracle: Oracle) -> list[dict]:
    rows = []
    for query, passage in PAIRS:
        for window in WINDOWS:
            encoding = oracle.pair(query, passage, window)
            row = {"query": query, "passage": passage, "window": window}
            row |= {"ids": encoding.ids, "typeIds": encoding.type_ids}
            rows.append(row | {"logit": round(float(oracle.run(encoding)[0]), 6)})
    return rows


def unit(vector: np.ndarray) -> list[float]:
    return [round(float(x), 7) for x in vector / np.linalg.norm(vector)]


def golden_vectors(oracle: Oracle) -> list[dict]:
    rows = []
    for text in SENTENCES:
        encoding = oracle.tokenizer.encode(text)
        if len(encoding.ids) > 512 or len(encoding.ids) == 2:
            continue
        hidden = oracle.run(encoding)
        rows.append({"text": text, "cls": unit(hidden[0]), "mean": unit(hidden.mean(axis=0))})
    return rows


def repository_texts() -> list[str]:
    files = sorted((REPO / "corpora/demo-kb/docs").rglob("*.md")) + sorted((REPO / "docs").rglob("*.md"))
    return [line for file in files for line in file.read_text().splitlines() if line.strip()]


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--bert-tokenizer", type=Path, required=True)
    args = parser.parse_args()
    texts = awkward(json.loads((FIXTURES / "golden-tokens.json").read_text()))

    bert = tiny_bert(args.bert_tokenizer, 2600)
    size = {"hidden": HIDDEN, "layers": LAYERS, "heads": HEADS, "intermediate": INTERMEDIATE}
    shape = {"vocab": len(bert["model"]["vocab"]), "positions": 512, **size}
    encoder = write_model("tiny-bert-encoder", bert, Architecture(**shape), "bert", 1)
    reranker = write_model("tiny-bert-reranker", bert, Architecture(**shape, labels=1), "bert", 2)
    xlmr = tiny_xlmr(repository_texts() + SENTENCES, 1400)
    shape = {"vocab": len(xlmr["model"]["vocab"]), "positions": 514, "pad_id": 1, **size}
    roberta = write_model("tiny-xlmr-reranker", xlmr, Architecture(**shape, labels=1), "xlm-roberta", 3)

    golden = FIXTURES / "golden"
    full = Tokenizer.from_file(str(args.bert_tokenizer))
    full.no_truncation()
    full.no_padding()
    write_rows(golden / "bert-ids.json", [{"text": t, "ids": full.encode(t, add_special_tokens=False).ids} for t in texts])
    for name, folder in (("tiny-bert", reranker), ("tiny-xlmr", roberta)):
        oracle = Oracle(folder)
        write_rows(golden / f"{name}-ids.json", [{"text": t, "ids": oracle.ids(t)} for t in texts])
        write_rows(golden / f"{name}-pairs.json", golden_pairs(oracle))
    write_rows(golden / "tiny-bert-vectors.json", golden_vectors(Oracle(encoder)))
    print(len(texts), "texts,", len(PAIRS) * len(WINDOWS), "pairs")


if __name__ == "__main__":
    main()
