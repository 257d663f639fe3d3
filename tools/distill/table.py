"""A static table: one row per vocabulary entry; a text is the normalised sum of its tokens' rows."""

from __future__ import annotations

import numpy as np
from scipy.sparse import csr_matrix

SPECIAL = ("[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]")


def bags(ids: list[list[int]], vocab_size: int) -> csr_matrix:
    """Token counts, float32 `[len(ids), vocab_size]`."""
    lengths = np.fromiter((len(row) for row in ids), dtype=np.int64, count=len(ids))
    indptr = np.concatenate([[0], np.cumsum(lengths)])
    indices = np.fromiter((i for row in ids for i in row), dtype=np.int32, count=int(indptr[-1]))
    matrix = csr_matrix((np.ones(len(indices), dtype=np.float32), indices, indptr), shape=(len(ids), vocab_size))
    matrix.sum_duplicates()
    return matrix


def normalise(vectors: np.ndarray) -> np.ndarray:
    norms = np.linalg.norm(vectors, axis=1, keepdims=True)
    return np.divide(vectors, norms, out=np.zeros_like(vectors), where=norms > 0)


def embed(table: np.ndarray, counts: csr_matrix) -> np.ndarray:
    return normalise(np.asarray(counts @ table))


def principal_axes(vectors: np.ndarray, dim: int) -> tuple[np.ndarray, np.ndarray]:
    """Mean and the `dim` leading axes (`[width, dim]`) of the rows."""
    mean = vectors.mean(axis=0)
    _, _, axes = np.linalg.svd(vectors - mean, full_matrices=False)
    return mean, axes[:dim].T


def sif_weights(probability: np.ndarray, a: float) -> np.ndarray:
    """Smooth inverse frequency (Arora et al. 2017): a / (a + p)."""
    return (a / (a + probability)).astype(np.float32)


def zipf_probability(size: int) -> np.ndarray:
    """Probabilities from the vocabulary's own order (BERT's is sorted by frequency) where no counts are at hand."""
    rank = 1.0 / (np.arange(size) + 2.7)
    return rank / rank.sum()


def quantise(table: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """int8 rows and one float32 scale a row, so that `row * scale` is within scale / 2 of the table."""
    scale = np.abs(table).max(axis=1) / 127.0
    safe = np.where(scale > 0, scale, 1.0)
    rows = np.clip(np.rint(table / safe[:, None]), -127, 127).astype(np.int8)
    return rows, scale.astype(np.float32)


def dequantise(rows: np.ndarray, scale: np.ndarray) -> np.ndarray:
    return rows.astype(np.float32) * scale[:, None]
