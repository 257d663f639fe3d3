"""Fits a table to teachers' vectors of real texts (the idea of Tokenlearn): the normalised sum of a text's rows should
point where the teacher's vector points after projection on its leading axes, each axis divided by its spread to the
power `--whiten`. With `--average`, the tables of the last epochs are averaged.

    python fit.py --teachers minilm --folder TEACHER --ir IR_FOLDER --work WORK --save TABLE.npy [--whiten 0.5 --average 3 --floor 0.3 …]

Several teachers (`--teachers minilm,bge-small`) are concatenated; the token ids are those of the first one's shards.
"""

from __future__ import annotations

import argparse
import math
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from tokenizers import Tokenizer

from kernels import adam_step, spread_gradient, sum_rows
from measure import format_row, load_all, ndcg_at_10
from table import bags, embed, normalise, principal_axes, sif_weights

UNTRAINED = [0, 100, 101, 102, 103]  # [PAD], [UNK], [CLS], [SEP], [MASK]
AVERAGE_EVERY = 20  # batches


@dataclass
class Corpus:
    ids: np.ndarray  # int32, the tokens of all texts
    starts: np.ndarray  # int64 [texts + 1]
    vectors: np.ndarray  # float32 [texts, width]


def load_shards(folder: Path, limit: int) -> Corpus:
    ids, lengths, vectors, total = [], [], [], 0
    for path in sorted(folder.glob("[0-9]*.npz")):
        if path.name.endswith(".tmp.npz") or total >= limit:
            continue
        shard = np.load(path)
        ids.append(shard["ids"])
        lengths.append(shard["lengths"])
        vectors.append(shard["vectors"].astype(np.float32))
        total += len(lengths[-1])
    starts = np.concatenate([[0], np.cumsum(np.concatenate(lengths))])[: limit + 1]
    return Corpus(np.concatenate(ids), starts, np.concatenate(vectors)[:limit])


def join(corpora: list[Corpus]) -> Corpus:
    texts = min(len(c.vectors) for c in corpora)
    first = corpora[0]
    return Corpus(first.ids, first.starts[: texts + 1], np.concatenate([c.vectors[:texts] for c in corpora], axis=1))


@dataclass
class Options:
    epochs: int
    average: int  # epochs at the end whose tables are averaged
    batch: int
    rate: float
    floor: float  # the rate falls by a cosine to this share; above 0 the averaged tables differ
    seed: int


def fit(corpus: Corpus, targets: np.ndarray, start: np.ndarray, options: Options, measure) -> np.ndarray:
    table, gradient = start.copy(), np.zeros_like(start)
    first, second = np.zeros_like(start), np.zeros_like(start)
    steps, touched = np.zeros(len(start), dtype=np.int64), np.zeros(len(start), dtype=np.int64)
    seen = np.zeros(len(start), dtype=np.bool_)
    mean, averaged = np.zeros_like(start), 0
    random = np.random.default_rng(options.seed)
    batches = len(targets) // options.batch
    sums = np.zeros((options.batch, start.shape[1]), dtype=np.float32)
    for epoch in range(options.epochs):
        order = random.permutation(len(targets))
        losses = []
        for b in range(batches):
            done = (epoch * batches + b) / (options.epochs * batches)
            rate = options.rate * max(options.floor, 0.5 * (1 + math.cos(math.pi * done)))
            chosen = order[b * options.batch : (b + 1) * options.batch]
            sum_rows(table, corpus.ids, corpus.starts, chosen, sums)
            norms = np.maximum(np.linalg.norm(sums, axis=1, keepdims=True), 1e-6)
            unit, wanted = sums / norms, targets[chosen]
            cosine = (unit * wanted).sum(axis=1, keepdims=True)
            by_sum = ((cosine * unit - wanted) / (norms * len(chosen))).astype(np.float32)
            count = spread_gradient(by_sum, corpus.ids, corpus.starts, chosen, gradient, seen, touched)
            adam_step(table, gradient, first, second, steps, seen, touched, count, np.float32(rate))
            losses.append(1 - float(cosine.mean()))
            if epoch >= options.epochs - options.average and b % AVERAGE_EVERY == 0:
                mean += table
                averaged += 1
        table[UNTRAINED] = 0
        print(f"epoch {epoch + 1}, loss {np.mean(losses):.4f}", flush=True)
    result = mean / averaged if averaged else table
    result[UNTRAINED] = 0
    measure("fitted", result)
    return result


def start_table(tokens: np.ndarray, corpus: Corpus, axes: np.ndarray, a: float) -> np.ndarray:
    """Single-token vectors on the axes, SIF weights by counts in the corpus."""
    seen = np.bincount(corpus.ids[: corpus.starts[-1]], minlength=len(tokens)) + 0.5
    rows = (tokens - tokens.mean(axis=0)) @ axes
    rows = rows * sif_weights(seen / seen.sum(), a)[:, None]
    rows[UNTRAINED] = 0
    return rows.astype(np.float32)


def main() -> None:
    parser = argparse.ArgumentParser()
    for name in ("folder", "ir", "work"):
        parser.add_argument(f"--{name}", type=Path, required=True)
    parser.add_argument("--teachers", default="bge-small", help="names of teacher.py, comma-separated")
    parser.add_argument("--save", type=Path)
    parser.add_argument("--limit", type=int, default=10**9)
    parser.add_argument("--dim", type=int, default=256)
    parser.add_argument("--a", type=float, default=1e-3)
    parser.add_argument("--epochs", type=int, default=8)
    parser.add_argument("--average", type=int, default=0)
    parser.add_argument("--batch", type=int, default=128)
    parser.add_argument("--rate", type=float, default=0.003)
    parser.add_argument("--floor", type=float, default=0.0)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--center", type=float, default=0.5, help="share of the corpus mean taken off the targets")
    parser.add_argument("--whiten", type=float, default=0.0, help="0: axes as they are, 1: all of one spread")
    args = parser.parse_args()
    names = args.teachers.split(",")
    tokenizer = Tokenizer.from_file(str(args.folder / names[0] / "tokenizer.json"))
    tokenizer.no_truncation()
    tokenizer.no_padding()
    size = tokenizer.get_vocab_size()
    ids = lambda texts: bags([e.ids for e in tokenizer.encode_batch(texts, add_special_tokens=False)], size)
    collections = [(c, ids(c.queries), ids(c.docs)) for c in load_all(args.ir)]

    def measure(label: str, table: np.ndarray) -> None:
        scores = [ndcg_at_10(c, embed(table, q), embed(table, d)) for c, q, d in collections]
        print(format_row(label, scores), flush=True)

    corpus = join([load_shards(args.work / name / "corpus", args.limit) for name in names])
    print(f"{len(corpus.vectors)} texts, {corpus.starts[-1]} tokens")
    mean, axes = principal_axes(corpus.vectors[:60_000], args.dim)
    centred = corpus.vectors - args.center * mean
    axes = axes * (centred @ axes).std(axis=0) ** -args.whiten
    targets = normalise(centred @ axes).astype(np.float32)
    tokens = np.concatenate([np.load(args.work / name / "tokens.npy") for name in names], axis=1)
    start = start_table(tokens, corpus, axes, args.a)
    measure(f"start, a = {args.a:g}", start)
    options = Options(args.epochs, args.average, args.batch, args.rate, args.floor, args.seed)
    table = fit(corpus, targets, start, options, measure)
    if args.save:
        np.save(args.save, table)


if __name__ == "__main__":
    main()
