"""Writes the vectors of the fetched models by the reference implementations: tokenizers and ONNX Runtime in Python.

    python golden_vectors.py --home ../../.models
"""

from __future__ import annotations

import argparse
import json
from pathlib import Path

import numpy as np
import onnxruntime
from tokenizers import Tokenizer

REPO = Path(__file__).resolve().parents[2]
GOLDEN = REPO / "packages/embed/test/fixtures/golden"
TEXTS = [
    "hello world",
    "Reciprocal rank fusion adds 1/(60 + rank) over the lists.",
    "Who keeps the lighthouse when the keeper is away?",
    "L’été dernier, j’ai vu l’œuvre d’Édouard à Liège.",
    "这是一个关于检索质量的测试。",
    "word " * 509 + "end",
]
MODELS = [
    ("bge-small", "BAAI/bge-small-en-v1.5", "onnx/model.onnx", "cls"),
    ("bge-small-int8", "Xenova/bge-small-en-v1.5", "onnx/model_quantized.onnx", "cls"),
    ("minilm", "sentence-transformers/all-MiniLM-L6-v2", "onnx/model.onnx", "mean"),
]


def snapshot(home: Path, model: str) -> Path:
    repo = home / "hub" / f"models--{model.replace('/', '--')}"
    return repo / "snapshots" / (repo / "refs/main").read_text().strip()


def vectors(folder: Path, graph: str, pooling: str) -> list[dict]:
    tokenizer = Tokenizer.from_file(str(folder / "tokenizer.json"))
    tokenizer.no_truncation()
    tokenizer.no_padding()
    session = onnxruntime.InferenceSession(str(folder / graph))
    rows = []
    for text in TEXTS:
        encoding = tokenizer.encode(text)
        if len(encoding.ids) > (256 if pooling == "mean" else 512):
            continue
        values = {"input_ids": encoding.ids, "attention_mask": encoding.attention_mask, "token_type_ids": encoding.type_ids}
        hidden = session.run(None, {i.name: np.array([values[i.name]], np.int64) for i in session.get_inputs()})[0][0]
        vector = hidden[0] if pooling == "cls" else hidden.mean(axis=0)
        rows.append({"text": text, "vector": [round(float(x), 6) for x in vector / np.linalg.norm(vector)]})
    return rows


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--home", type=Path, default=REPO / ".models")
    args = parser.parse_args()
    for name, model, graph, pooling in MODELS:
        rows = vectors(snapshot(args.home, model), graph, pooling)
        body = ",\n".join("  " + json.dumps(row) for row in rows)
        (GOLDEN / f"{name}-vectors.json").write_text(f"[\n{body}\n]\n")
        print(name, rows[0]["vector"][:5])


if __name__ == "__main__":
    main()
