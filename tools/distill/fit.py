"""Fits a table to the teacher's vectors of real texts (the idea of Tokenlearn): the normalised sum of a text's rows
should point where the teacher's vector, projected on its leading axes, points. Adam on the rows that a batch touches;
rows are held near their start, so that rare tokens keep what single-token embedding gave them.

    python fit.py --teacher TEACHER --ir IR_FOLDER --work WORK --save TABLE.npy [--epochs 6 --a 1e-4 …]
"""

from __future__ import annotations

import argparse
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from scipy.sparse import csr_matrix, vstack
from tokenizers import Tokenizer

from measure import format_row, load_all, ndcg_at_10
from table import bags, embed, normalise, principal_axes, sif_weights

VOCABULARY = 30_522
UNTRAINED = [0, 100, 101, 102, 103]  # [PAD], [UNK], [CLS], [SEP], [MASK]


def load_corpus(folder: Path, limit: int) -> tuple[csr_matrix, np.ndarray]:
    counts, vectors, total = [], [], 0
    for path in sorted(folder.glob("[0-9]*.npz")):
        if path.name.endswith(".tmp.npz") or total >= limit:
            continue
        shard = np.load(path)
        lengths = shard["lengths"]
        indptr = np.concatenate([[0], np.cumsum(lengths)])
        matrix = csr_matrix((np.ones(indptr[-1], dtype=np.float32), shard["ids"], indptr), shape=(len(lengths), VOCABULARY))
        matrix.sum_duplicates()
        counts.append(matrix)
        vectors.append(shard["vectors"].astype(np.float32))
        total += len(lengths)
    return vstack(counts, format="csr"), np.concatenate(vectors)


@dataclass
class Options:
    epochs: int
    batch: int
    rate: float
    decay: float  # pull of every row to its start
    contrast: float  # weight of the similarity term
    temperature: float


class Adam:
    """Adam whose moments are updated for touched rows only."""

    def __init__(self, shape: tuple[int, int]) -> None:
        self.first = np.zeros(shape, dtype=np.float32)
        self.second = np.zeros(shape, dtype=np.float32)
        self.steps = np.zeros(shape[0], dtype=np.int32)

    def step(self, rows: np.ndarray, gradient: np.ndarray, rate: float) -> np.ndarray:
        self.steps[rows] += 1
        self.first[rows] += 0.1 * (gradient - self.first[rows])
        self.second[rows] += 0.001 * (gradient * gradient - self.second[rows])
        steps = self.steps[rows][:, None]
        mean = self.first[rows] / (1 - 0.9**steps)
        spread = np.sqrt(self.second[rows] / (1 - 0.999**steps))
        return rate * mean / (spread + 1e-8)


def softmax(scores: np.ndarray) -> np.ndarray:
    scores = np.exp(scores - scores.max(axis=1, keepdims=True))
    return scores / scores.sum(axis=1, keepdims=True)


def gradient_of(unit: np.ndarray, target: np.ndarray, options: Options) -> tuple[float, np.ndarray]:
    """Loss and its gradient by the unit vectors: 1 - cosine, plus the cross entropy of in-batch similarities."""
    size = len(unit)
    loss = 1 - float((unit * target).sum(axis=1).mean())
    gradient = -target / size
    if options.contrast > 0:
        wanted = target @ target.T / options.temperature
        given = unit @ unit.T / options.temperature
        np.fill_diagonal(wanted, -1e9)
        np.fill_diagonal(given, -1e9)
        difference = (softmax(given) - softmax(wanted)) / (size * options.temperature)
        gradient = gradient + options.contrast * ((difference + difference.T) @ unit)
    return loss, gradient


def fit(counts: csr_matrix, targets: np.ndarray, start: np.ndarray, options: Options, measure) -> np.ndarray:
    table = start.copy()
    adam = Adam(table.shape)
    random = np.random.default_rng(1)
    batches = len(targets) // options.batch
    for epoch in range(options.epochs):
        order = random.permutation(len(targets))
        losses = []
        for b in range(batches):
            done = (epoch * batches + b) / (options.epochs * batches)
            rate = options.rate * 0.5 * (1 + np.cos(np.pi * done))
            rows = order[b * options.batch : (b + 1) * options.batch]
            part = counts[rows]
            touched, compact = np.unique(part.indices, return_inverse=True)
            part = csr_matrix((part.data, compact, part.indptr), shape=(len(rows), len(touched)))
            current = table[touched]
            sums = np.asarray(part @ current)
            norms = np.maximum(np.linalg.norm(sums, axis=1, keepdims=True), 1e-6)
            unit = sums / norms
            loss, by_unit = gradient_of(unit, targets[rows], options)
            by_sum = (by_unit - (by_unit * unit).sum(axis=1, keepdims=True) * unit) / norms
            gradient = np.asarray(part.T @ by_sum) + options.decay * (current - start[touched]) / len(rows)
            table[touched] = current - adam.step(touched, gradient, rate)
            losses.append(loss)
        table[UNTRAINED] = 0
        measure(f"epoch {epoch + 1}, loss {np.mean(losses):.4f}", table)
    return table


def main() -> None:
    parser = argparse.ArgumentParser()
    for name in ("teacher", "ir", "work"):
        parser.add_argument(f"--{name}", type=Path, required=True)
    parser.add_argument("--save", type=Path)
    parser.add_argument("--limit", type=int, default=10**9)
    parser.add_argument("--dim", type=int, default=256)
    parser.add_argument("--a", type=float, default=1e-4)
    parser.add_argument("--epochs", type=int, default=4)
    parser.add_argument("--batch", type=int, default=1024)
    parser.add_argument("--rate", type=float, default=0.002)
    parser.add_argument("--decay", type=float, default=0.0)
    parser.add_argument("--contrast", type=float, default=0.0)
    parser.add_argument("--temperature", type=float, default=0.1)
    parser.add_argument("--center", type=float, default=0.0, help="share of the corpus mean taken off the targets")
    args = parser.parse_args()
    tokenizer = Tokenizer.from_file(str(args.teacher / "tokenizer.json"))
    tokenizer.no_truncation()
    tokenizer.no_padding()
    ids = lambda texts: bags([e.ids for e in tokenizer.encode_batch(texts, add_special_tokens=False)], VOCABULARY)
    collections = [(c, ids(c.queries), ids(c.docs)) for c in load_all(args.ir)]

    def measure(label: str, table: np.ndarray) -> None:
        scores = [ndcg_at_10(c, embed(table, q), embed(table, d)) for c, q, d in collections]
        print(format_row(label, scores), flush=True)

    counts, vectors = load_corpus(args.work / "corpus", args.limit)
    print(f"{len(vectors)} texts, {int(counts.sum())} tokens")
    mean, axes = principal_axes(vectors[:60_000], args.dim)
    shift = args.center * mean
    project = lambda x: normalise((x - shift) @ axes).astype(np.float32)
    targets = project(vectors)
    scores = []
    for c, _, _ in collections:
        saved = np.load(args.work / f"ir-{c.name}.npz")
        scores.append(ndcg_at_10(c, project(saved["queries"]), project(saved["docs"])))
    print(format_row(f"teacher on {args.dim} axes", scores))
    seen = np.asarray(counts.sum(axis=0)).ravel() + 0.5
    tokens = np.load(args.work / "tokens.npy")
    start = ((tokens - tokens.mean(axis=0)) @ axes).astype(np.float32) * sif_weights(seen / seen.sum(), args.a)[:, None]
    start[UNTRAINED] = 0
    measure(f"start, a = {args.a:g}", start)
    options = Options(args.epochs, args.batch, args.rate, args.decay, args.contrast, args.temperature)
    table = fit(counts, targets, start, options, measure)
    if args.save:
        np.save(args.save, table)


if __name__ == "__main__":
    main()
