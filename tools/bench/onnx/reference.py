"""Embeds batches of texts as the reference does: tokenizers, ONNX Runtime and NumPy in Python.

    python reference.py GRAPH TOKENIZER THREADS SPIN

Reads one JSON list of batches (lists of texts) a line, answers with the milliseconds that they took, those of
processor time, and the first number of each vector. SPIN 1 is ONNX Runtime's default: idle threads keep a processor busy. The time runs from texts to unit vectors.
"""

from __future__ import annotations

import json
import sys
import time

import numpy as np
import onnxruntime
from tokenizers import Tokenizer

graph, tokenizer_path, threads, spin = sys.argv[1:]
options = onnxruntime.SessionOptions()
options.intra_op_num_threads = int(threads)
options.add_session_config_entry("session.intra_op.allow_spinning", spin)
session = onnxruntime.InferenceSession(graph, options, providers=["CPUExecutionProvider"])
names = [value.name for value in session.get_inputs()]
output = session.get_outputs()[0].name
tokenizer = Tokenizer.from_file(tokenizer_path)
tokenizer.enable_padding()
tokenizer.enable_truncation(512)


def embed(texts: list[str]) -> np.ndarray:
    encodings = tokenizer.encode_batch(texts)
    values = {
        "input_ids": np.array([e.ids for e in encodings], np.int64),
        "attention_mask": np.array([e.attention_mask for e in encodings], np.int64),
        "token_type_ids": np.array([e.type_ids for e in encodings], np.int64),
    }
    hidden = session.run([output], {name: values[name] for name in names})[0]
    vectors = hidden[:, 0]
    return vectors / np.linalg.norm(vectors, axis=1, keepdims=True)


for line in sys.stdin:
    batches = json.loads(line)
    started, started_cpu = time.perf_counter(), time.process_time()
    vectors = [embed(batch) for batch in batches]
    ms = (time.perf_counter() - started) * 1000
    cpu = (time.process_time() - started_cpu) * 1000
    first = [round(float(vector[0]), 6) for batch in vectors for vector in batch]
    print(json.dumps({"ms": ms, "cpu": cpu, "first": first}), flush=True)
