"""Compiled inner loops of the fit: sums of rows, their gradients, and Adam on the rows that a batch touches."""

from __future__ import annotations

import math

import numpy as np
from numba import njit


@njit(fastmath=True)
def sum_rows(table, ids, starts, chosen, out):
    """out[i] = sum of the rows of text chosen[i], whose tokens are ids[starts[t]:starts[t + 1]]."""
    for i in range(len(chosen)):
        out[i] = 0
        for k in range(starts[chosen[i]], starts[chosen[i] + 1]):
            row = table[ids[k]]
            for d in range(out.shape[1]):
                out[i, d] += row[d]


@njit(fastmath=True)
def spread_gradient(by_sum, ids, starts, chosen, gradient, seen, touched):
    """Adds by_sum[i] to the gradient of every token of text i; lists each token once. Returns how many there are."""
    count = 0
    for i in range(len(chosen)):
        for k in range(starts[chosen[i]], starts[chosen[i] + 1]):
            token = ids[k]
            if not seen[token]:
                seen[token] = True
                touched[count] = token
                count += 1
            row = gradient[token]
            for d in range(by_sum.shape[1]):
                row[d] += by_sum[i, d]
    return count


@njit(fastmath=True)
def adam_step(table, gradient, first, second, steps, seen, touched, count, rate):
    """Adam (0.9, 0.999) with a step count a row; clears the gradient of the rows it moves."""
    for j in range(count):
        token = touched[j]
        seen[token] = False
        steps[token] += 1
        c1, c2 = 1 - 0.9 ** steps[token], 1 - 0.999 ** steps[token]
        for d in range(table.shape[1]):
            g = gradient[token, d]
            gradient[token, d] = 0
            first[token, d] += np.float32(0.1) * (g - first[token, d])
            second[token, d] += np.float32(0.001) * (g * g - second[token, d])
            table[token, d] -= rate * (first[token, d] / c1) / (math.sqrt(second[token, d] / c2) + np.float32(1e-8))
