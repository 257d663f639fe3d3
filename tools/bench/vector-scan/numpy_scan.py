"""Answers a line on stdin with one measured batch of exact top-k scans by NumPy, as JSON on stdout.

Arguments: file of float32 vectors, rows, dim, file of float32 queries, queries, k.
A line holds the number of the query to begin with and how many queries to run.
"""

import json
import sys
import time

import numpy as np

vectors_path, rows, dim, queries_path, query_count, k = sys.argv[1:7]
rows, dim, query_count, k = int(rows), int(dim), int(query_count), int(k)
vectors = np.fromfile(vectors_path, dtype="<f4").reshape(rows, dim)
queries = np.fromfile(queries_path, dtype="<f4").reshape(query_count, dim)


def top(query):
    scores = vectors @ query
    best = np.argpartition(-scores, k)[:k] if k < rows else np.arange(rows)
    return best[np.lexsort((best, -scores[best]))], scores


for line in sys.stdin:
    first, count = map(int, line.split())
    times, hits = [], []
    for number in range(first, first + count):
        started = time.perf_counter()
        best, scores = top(queries[number])
        times.append((time.perf_counter() - started) * 1000)
        hits.append({"rows": best.tolist(), "scores": scores[best].astype(float).tolist()})
    print(json.dumps({"ms": times, "hits": hits}), flush=True)
