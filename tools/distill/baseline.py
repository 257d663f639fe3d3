"""Tables without training: teacher vectors of single tokens, PCA, frequency weights. Prints nDCG@10 for each.

    python baseline.py --teacher bge-small --folder TEACHER --ir IR_FOLDER --work WORK [--save TABLE.npy]
"""

from __future__ import annotations

import argparse
from pathlib import Path

import numpy as np
from tokenizers import Tokenizer

from measure import format_row, load_all, ndcg_at_10
from table import bags, embed, principal_axes, sif_weights, zipf_probability
from teacher import PROFILES


def initial_table(tokens: np.ndarray, probability: np.ndarray, a: float, dim: int, drop: int = 0) -> np.ndarray:
    """PCA over all token vectors, then SIF weights; `drop` leading axes are left out; special tokens are zero."""
    mean, axes = principal_axes(tokens, dim + drop)
    table = ((tokens - mean) @ axes[:, drop:]).astype(np.float32)
    table *= sif_weights(probability, a)[:, None]
    table[[0, 100, 101, 102, 103]] = 0
    return table


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--teacher", choices=PROFILES, default="bge-small")
    parser.add_argument("--folder", type=Path, required=True)
    parser.add_argument("--ir", type=Path, required=True)
    parser.add_argument("--work", type=Path, required=True)
    parser.add_argument("--counts", type=Path)
    parser.add_argument("--save", type=Path)
    args = parser.parse_args()
    tokenizer = Tokenizer.from_file(str(args.folder / args.teacher / "tokenizer.json"))
    tokenizer.no_truncation()
    tokenizer.no_padding()
    tokens = np.load(args.work / args.teacher / "tokens.npy")
    collections = load_all(args.ir)
    ids = lambda texts: [e.ids for e in tokenizer.encode_batch(texts, add_special_tokens=False)]
    counts = [(bags(ids(c.queries), len(tokens)), bags(ids(c.docs), len(tokens))) for c in collections]
    probability = zipf_probability(len(tokens))
    if args.counts:
        seen = np.load(args.counts) + 0.5
        probability = seen / seen.sum()
    best = (0.0, None)
    for dim in (256, 384):
        for drop in (0, 1, 2):
            if dim + drop > tokens.shape[1]:
                continue
            for a in (1e-2, 1e-3, 3e-4, 1e-4, 3e-5):
                table = initial_table(tokens, probability, a, dim, drop)
                scores = [ndcg_at_10(c, embed(table, q), embed(table, d)) for c, (q, d) in zip(collections, counts)]
                print(format_row(f"pca {dim} drop {drop} sif {a:g}", scores), flush=True)
                if dim == 256 and np.mean(scores) > best[0]:
                    best = (float(np.mean(scores)), table)
    if args.save and best[1] is not None:
        np.save(args.save, best[1])
        print(f"saved the best, mean {best[0]:.4f}")


if __name__ == "__main__":
    main()
