"""Runs the teacher over the vocabulary and the development collections and keeps the vectors as .npy files.

    python embed_teacher.py --teacher bge-small --folder TEACHER --ir IR_FOLDER --work WORK
"""

from __future__ import annotations

import argparse
from pathlib import Path

import numpy as np

from measure import format_row, load_all, ndcg_at_10
from teacher import PROFILES, Teacher


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--teacher", choices=PROFILES, default="bge-small")
    parser.add_argument("--folder", type=Path, required=True)
    parser.add_argument("--ir", type=Path, required=True)
    parser.add_argument("--work", type=Path, required=True)
    args = parser.parse_args()
    out = args.work / args.teacher
    out.mkdir(parents=True, exist_ok=True)
    teacher = Teacher(args.folder, args.teacher)
    size = teacher.tokenizer.get_vocab_size()
    np.save(out / "tokens.npy", teacher.embed_ids([[i] for i in range(size)], report=True))
    scores = []
    for collection in load_all(args.ir):
        docs = teacher.embed(collection.docs, max_tokens=512, report=True)
        queries = teacher.embed(collection.queries, max_tokens=512)
        np.savez(out / f"ir-{collection.name}.npz", docs=docs, queries=queries)
        scores.append(ndcg_at_10(collection, queries, docs))
        print(format_row(f"teacher, up to {collection.name}", scores), flush=True)
    np.save(out / "teacher-ndcg.npy", np.array(scores))


if __name__ == "__main__":
    main()
