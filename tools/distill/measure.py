"""nDCG@10 of vector-only search over the development collections, for dense vectors of any model."""

from __future__ import annotations

import math
from dataclasses import dataclass
from pathlib import Path

import numpy as np

COLLECTIONS = ("cacm", "med", "npl", "musique-100")


@dataclass
class Collection:
    name: str
    doc_ids: list[str]
    docs: list[str]
    query_ids: list[str]
    queries: list[str]
    grades: dict[str, dict[str, int]]


def load(folder: Path) -> Collection:
    files = sorted((folder / "docs").iterdir())
    queries = [line.split("\t", 1) for line in (folder / "queries.tsv").read_text().splitlines() if line]
    grades: dict[str, dict[str, int]] = {}
    for line in (folder / "qrels.tsv").read_text().splitlines():
        query, doc, grade = line.split("\t")
        grades.setdefault(query, {})[doc] = int(grade)
    return Collection(
        name=folder.name,
        doc_ids=[file.stem for file in files],
        docs=[file.read_text(errors="replace") for file in files],
        query_ids=[query[0] for query in queries],
        queries=[query[1] for query in queries],
        grades=grades,
    )


def load_all(root: Path) -> list[Collection]:
    return [load(root / name) for name in COLLECTIONS]


def ndcg_at_10(collection: Collection, queries: np.ndarray, docs: np.ndarray) -> float:
    """Mean over the judged queries of DCG@10 / ideal DCG@10, gain = grade, discount = log2(rank + 1)."""
    scores = queries @ docs.T
    total, judged = 0.0, 0
    for i, query in enumerate(collection.query_ids):
        grades = collection.grades.get(query)
        if not grades:
            continue
        top = np.argsort(-scores[i], kind="stable")[:10]
        gain = sum(grades.get(collection.doc_ids[d], 0) / math.log2(r + 2) for r, d in enumerate(top))
        best = sorted(grades.values(), reverse=True)[:10]
        total += gain / sum(g / math.log2(r + 2) for r, g in enumerate(best))
        judged += 1
    return total / judged


def format_row(label: str, scores: list[float]) -> str:
    cells = " ".join(f"{score:.4f}" for score in scores)
    return f"{label:40s} {cells}  mean {sum(scores) / len(scores):.4f}"
