"""A BERT or RoBERTa encoder as an ONNX graph, from an architecture and a source of weights (Devlin et al. 2018)."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
import onnx
from onnx import TensorProto, helper, numpy_helper

# What ONNX Runtime 1.14 reads, the oldest runtime that a supported transformers.js brings.
OPSET = 17
IR_VERSION = 8


@dataclass(frozen=True)
class Architecture:
    vocab: int
    hidden: int
    layers: int
    heads: int
    intermediate: int
    positions: int
    # RoBERTa: no token types, and positions count from `pad_id + 1` over what is not padding.
    pad_id: int | None = None
    # Width of the classification head; None for a plain encoder.
    labels: int | None = None


class Graph:
    """Nodes and initializers under construction; every method returns the name of its result."""

    def __init__(self, weights: Callable[[str, tuple[int, ...]], np.ndarray]) -> None:
        self.nodes: list[onnx.NodeProto] = []
        self.initializers: list[onnx.TensorProto] = []
        self._weights = weights

    def op(self, kind: str, *inputs: str, **attributes) -> str:
        name = f"{kind}_{len(self.nodes)}"
        self.nodes.append(helper.make_node(kind, list(inputs), [name], name=f"node_{name}", **attributes))
        return name

    def constant(self, value: np.ndarray) -> str:
        name = f"constant_{len(self.initializers)}"
        self.initializers.append(numpy_helper.from_array(value, name))
        return name

    def weight(self, name: str, *shape: int) -> str:
        self.initializers.append(numpy_helper.from_array(self._weights(name, shape).astype(np.float32), name))
        return name

    def dense(self, x: str, name: str, inputs: int, outputs: int) -> str:
        product = self.op("MatMul", x, self.weight(f"{name}.weight", inputs, outputs))
        return self.op("Add", product, self.weight(f"{name}.bias", outputs))

    def norm(self, x: str, name: str, width: int) -> str:
        scale = self.weight(f"{name}.weight", width)
        return self.op("LayerNormalization", x, scale, self.weight(f"{name}.bias", width), axis=-1, epsilon=1e-12)

    def gelu(self, x: str) -> str:
        erf = self.op("Erf", self.op("Div", x, self.constant(np.float32(np.sqrt(2)))))
        half = self.op("Mul", x, self.constant(np.float32(0.5)))
        return self.op("Mul", half, self.op("Add", erf, self.constant(np.float32(1))))


def encoder(graph: Graph, arch: Architecture) -> str:
    """`[batch, sequence, hidden]` of the last layer."""
    x = embeddings(graph, arch)
    mask = graph.op("Cast", "attention_mask", to=TensorProto.FLOAT)
    mask = graph.op("Unsqueeze", mask, graph.constant(np.array([1, 2], np.int64)))
    inverted = graph.op("Sub", graph.constant(np.float32(1)), mask)
    bias = graph.op("Mul", inverted, graph.constant(np.float32(np.finfo(np.float32).min)))
    for layer in range(arch.layers):
        x = block(graph, arch, x, bias, f"layer.{layer}")
    return x


def embeddings(graph: Graph, arch: Architecture) -> str:
    words = graph.op("Gather", graph.weight("word", arch.vocab, arch.hidden), "input_ids")
    table = graph.weight("position", arch.positions, arch.hidden)
    total = graph.op("Add", words, graph.op("Gather", table, positions(graph, arch)))
    if arch.pad_id is None:
        types = graph.op("Gather", graph.weight("type", 2, arch.hidden), "token_type_ids")
        total = graph.op("Add", total, types)
    return graph.norm(total, "embedding_norm", arch.hidden)


def positions(graph: Graph, arch: Architecture) -> str:
    if arch.pad_id is None:
        one = graph.constant(np.array(1, np.int64))
        length = graph.op("Gather", graph.op("Shape", "input_ids"), one, axis=0)
        return graph.op("Range", graph.constant(np.array(0, np.int64)), length, one)
    axis = graph.constant(np.array(1, np.int64))
    is_text = graph.op("Not", graph.op("Equal", "input_ids", graph.constant(np.array(arch.pad_id, np.int64))))
    count = graph.op("Cast", is_text, to=TensorProto.INT64)
    running = graph.op("Mul", graph.op("CumSum", count, axis), count)
    return graph.op("Add", running, graph.constant(np.array(arch.pad_id, np.int64)))


def block(graph: Graph, arch: Architecture, x: str, bias: str, name: str) -> str:
    width, per_head = arch.hidden, arch.hidden // arch.heads
    split = graph.constant(np.array([0, 0, arch.heads, per_head], np.int64))
    joined = graph.constant(np.array([0, 0, width], np.int64))

    def heads(part: str, perm: list[int]) -> str:
        projected = graph.op("Reshape", graph.dense(x, f"{name}.{part}", width, width), split)
        return graph.op("Transpose", projected, perm=perm)

    scores = graph.op("MatMul", heads("query", [0, 2, 1, 3]), heads("key", [0, 2, 3, 1]))
    scaled = graph.op("Div", scores, graph.constant(np.float32(np.sqrt(per_head))))
    attention = graph.op("Softmax", graph.op("Add", scaled, bias), axis=-1)
    mixed = graph.op("Transpose", graph.op("MatMul", attention, heads("value", [0, 2, 1, 3])), perm=[0, 2, 1, 3])
    out = graph.dense(graph.op("Reshape", mixed, joined), f"{name}.out", width, width)
    x = graph.norm(graph.op("Add", x, out), f"{name}.attention_norm", width)
    inner = graph.gelu(graph.dense(x, f"{name}.up", width, arch.intermediate))
    down = graph.dense(inner, f"{name}.down", arch.intermediate, width)
    return graph.norm(graph.op("Add", x, down), f"{name}.output_norm", width)


def head(graph: Graph, arch: Architecture, hidden: str) -> str:
    """`[batch, labels]`: a dense layer, tanh and a projection over the first token, as in both families."""
    first = graph.op("Gather", hidden, graph.constant(np.array(0, np.int64)), axis=1)
    pooled = graph.op("Tanh", graph.dense(first, "pooler", arch.hidden, arch.hidden))
    return graph.dense(pooled, "classifier", arch.hidden, arch.labels)


def build(arch: Architecture, weights: Callable[[str, tuple[int, ...]], np.ndarray]) -> onnx.ModelProto:
    graph = Graph(weights)
    hidden = encoder(graph, arch)
    if arch.labels is None:
        result, name, shape = hidden, "last_hidden_state", ["batch", "sequence", arch.hidden]
    else:
        result, name, shape = head(graph, arch, hidden), "logits", ["batch", arch.labels]
    graph.nodes.append(helper.make_node("Identity", [result], [name]))
    names = ["input_ids", "attention_mask"] + (["token_type_ids"] if arch.pad_id is None else [])
    inputs = [helper.make_tensor_value_info(n, TensorProto.INT64, ["batch", "sequence"]) for n in names]
    output = helper.make_tensor_value_info(name, TensorProto.FLOAT, shape)
    made = helper.make_graph(graph.nodes, "encoder", inputs, [output], graph.initializers)
    model = helper.make_model(made, opset_imports=[helper.make_opsetid("", OPSET)], ir_version=IR_VERSION)
    onnx.checker.check_model(model)
    return model
