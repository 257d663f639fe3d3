"""Teacher vectors (float16, one shard each 20,000 texts) of a corpus; shards that exist are kept, so it can resume.

    python embed_corpus.py --teacher bge-small --folder TEACHER --texts texts.txt --work WORK
"""

from __future__ import annotations

import argparse
from pathlib import Path

import numpy as np

from teacher import PROFILES, Teacher

SHARD = 20_000


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--teacher", choices=PROFILES, default="bge-small")
    parser.add_argument("--folder", type=Path, required=True)
    parser.add_argument("--texts", type=Path, required=True)
    parser.add_argument("--work", type=Path, required=True)
    parser.add_argument("--limit", type=int, default=300_000, help="texts taken from the start of the shuffled file")
    parser.add_argument("--tokens", type=int, default=254, help="tokens of a text, special ones not counted")
    parser.add_argument("--threads", type=int, default=2)
    args = parser.parse_args()
    out = args.work / args.teacher / "corpus"
    out.mkdir(parents=True, exist_ok=True)
    teacher = Teacher(args.folder, args.teacher, args.threads)
    texts = args.texts.read_text(encoding="utf-8").split("\n")[: args.limit]
    for start in range(0, len(texts), SHARD):
        path = out / f"{start // SHARD:04d}.npz"
        if path.exists():
            continue
        ids = [row[: args.tokens] for row in teacher.token_ids(texts[start : start + SHARD])]
        vectors = teacher.embed_ids(ids).astype(np.float16)
        lengths = np.array([len(row) for row in ids], dtype=np.int32)
        flat = np.array([i for row in ids for i in row], dtype=np.int32)
        partial = path.with_name(f"{path.stem}.tmp.npz")
        np.savez(partial, vectors=vectors, lengths=lengths, ids=flat)
        partial.rename(path)
        print(f"{start + len(ids)}/{len(texts)} texts, {len(flat)} tokens in this shard", flush=True)


if __name__ == "__main__":
    main()
