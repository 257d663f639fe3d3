"""Writes the table file and its provenance, and measures what was written.

    python pack.py --teacher minilm --folder TEACHER --ir IR_FOLDER --work WORK --table TABLE.npy --out ../../packages/model-static-en/data \
        --recipe "…" --corpus "…"

Layout (little endian), version 1; every section starts at a multiple of 64:

    0    8 bytes  magic "PNKSTAT1"
    8    u32      version 1
    12   u32      vocabulary size V
    16   u32      dim
    20   u32      id of [UNK]
    24   u32      hash slots S, a power of two
    28   u32      UTF-16 units in the longest entry
    32   u32 × 5  byte offsets: text index, text, hash, scales, rows
    52   u32      file size
    56   8 bytes  zero
    64   32 bytes SHA-256 of everything from byte 128
    96   32 bytes zero
    text index  u32[V + 1]   UTF-16 unit offsets into text
    text        u16[…]       entries, "##" of continuations included
    hash        u16[S]       entry id + 1, 0 = empty; FNV-1a over UTF-16 units, slot = (h ^ h >>> 15) & (S - 1), linear probing
    scales      f32[V]
    rows        i8[V * dim]
"""

from __future__ import annotations

import argparse
import hashlib
import json
import struct
from pathlib import Path

import numpy as np
from tokenizers import Tokenizer

from measure import COLLECTIONS, format_row, load_all, ndcg_at_10
from table import bags, dequantise, embed, quantise
from teacher import PROFILES, sha256

MAGIC = b"PNKSTAT1"
HEADER = 128
SLOTS = 1 << 16


def fnv1a(units: np.ndarray) -> int:
    h = 0x811C9DC5
    for unit in units:
        h = ((h ^ int(unit)) * 16777619) & 0xFFFFFFFF
    return h


def hash_table(entries: list[np.ndarray]) -> np.ndarray:
    slots = np.zeros(SLOTS, dtype="<u2")
    for i, units in enumerate(entries):
        h = fnv1a(units)
        slot = (h ^ (h >> 15)) & (SLOTS - 1)
        while slots[slot]:
            slot = (slot + 1) & (SLOTS - 1)
        slots[slot] = i + 1
    return slots


def table_file(vocabulary: list[str], rows: np.ndarray, scale: np.ndarray, unknown: int) -> bytes:
    entries = [np.frombuffer(word.encode("utf-16-le"), dtype="<u2") for word in vocabulary]
    index = np.concatenate([[0], np.cumsum([len(e) for e in entries])]).astype("<u4")
    sections = [index, np.concatenate(entries), hash_table(entries), scale.astype("<f4"), rows]
    offsets, body = [], bytearray()
    for section in sections:
        body.extend(b"\0" * (-len(body) % 64))
        offsets.append(HEADER + len(body))
        body.extend(section.tobytes())
    longest = max(len(e) for e in entries)
    size = HEADER + len(body)
    numbers = (1, len(vocabulary), rows.shape[1], unknown, SLOTS, longest, *offsets, size)
    head = MAGIC + struct.pack("<12I", *numbers)
    return head.ljust(64, b"\0") + hashlib.sha256(body).digest().ljust(64, b"\0") + bytes(body)


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--teacher", choices=PROFILES, default="bge-small")
    for name in ("folder", "ir", "work", "table", "out"):
        parser.add_argument(f"--{name}", type=Path, required=True)
    parser.add_argument("--recipe", required=True)
    parser.add_argument("--corpus", required=True)
    args = parser.parse_args()
    profile = PROFILES[args.teacher]
    tokenizer = Tokenizer.from_file(str(args.folder / args.teacher / "tokenizer.json"))
    tokenizer.no_truncation()
    tokenizer.no_padding()
    size = tokenizer.get_vocab_size()
    vocabulary = [tokenizer.id_to_token(i) for i in range(size)]
    rows, scale = quantise(np.load(args.table).astype(np.float32))
    written = dequantise(rows, scale)
    ids = lambda texts: bags([e.ids for e in tokenizer.encode_batch(texts, add_special_tokens=False)], size)
    scores = []
    for collection in load_all(args.ir):
        scores.append(ndcg_at_10(collection, embed(written, ids(collection.queries)), embed(written, ids(collection.docs))))
    print(format_row("written table", scores))
    teacher = np.load(args.work / args.teacher / "teacher-ndcg.npy")
    args.out.mkdir(parents=True, exist_ok=True)
    path = args.out / "static-en.bin"
    path.write_bytes(table_file(vocabulary, rows, scale, vocabulary.index("[UNK]")))
    figures = lambda values: {n: round(float(v), 4) for n, v in zip((*COLLECTIONS, "mean"), (*values, np.mean(values)))}
    provenance = {
        "model": "pinakes/static-en",
        "file": path.name,
        "bytes": path.stat().st_size,
        "sha256": sha256(path),
        "payloadSha256": hashlib.sha256(path.read_bytes()[HEADER:]).hexdigest(),
        "license": profile.license,
        "dim": int(rows.shape[1]),
        "vocabularySize": size,
        "quantisation": "int8 rows, one float32 scale a row",
        "teacher": {
            "model": profile.model,
            "license": profile.license,
            "source": f"{profile.source}, {profile.file}",
            "sha256": sha256(args.folder / args.teacher / profile.file),
            "tokenizer": profile.tokenizer,
            "tokenizerSha256": sha256(args.folder / args.teacher / "tokenizer.json"),
        },
        "recipe": args.recipe,
        "corpus": args.corpus,
        "measured": {
            "what": "nDCG@10, vector search alone, whole documents as passages; development collections",
            "teacher": figures(teacher),
            "table": figures(scores),
        },
    }
    (args.out / "provenance.json").write_text(json.dumps(provenance, indent=2, ensure_ascii=False) + "\n")


if __name__ == "__main__":
    main()
