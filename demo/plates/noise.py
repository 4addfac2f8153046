"""Noise, colour ramps and seeded random numbers, in numpy alone. A seed gives the same numbers on every machine."""
import numpy as np

_rng = np.random.default_rng(1)


def seed(number):
    global _rng
    _rng = np.random.default_rng(number)


def rnd(low=0.0, high=1.0, count=None):
    return _rng.uniform(low, high, count)


def pick(below, count):
    return _rng.integers(0, below, count)


_perm = np.random.default_rng(99).permutation(256).astype(np.int32)
_perm = np.concatenate([_perm, _perm, _perm])
_grad = np.array([(1, 1, 0), (-1, 1, 0), (1, -1, 0), (-1, -1, 0), (1, 0, 1), (-1, 0, 1), (1, 0, -1), (-1, 0, -1),
                  (0, 1, 1), (0, -1, 1), (0, 1, -1), (0, -1, -1)], np.float32)
_gx, _gy, _gz = (np.ascontiguousarray(_grad[_perm[:768] % 12, k]) for k in range(3))


def perlin(P):
    P = np.asarray(P, np.float32)
    cell = np.floor(P)
    x, y, z = (P - cell).T.copy()
    i, j, k = (cell.astype(np.int32) & 255).T.copy()
    u, v, w = (t * t * t * (t * (t * 6 - 15) + 10) for t in (x, y, z))
    out = np.zeros(len(P), np.float32)
    for dx in (0, 1):
        wx, hx, fx = (u if dx else 1 - u), _perm[i + dx], x - dx
        for dy in (0, 1):
            wxy, hxy, fy = wx * (v if dy else 1 - v), _perm[hx + j + dy], y - dy
            for dz in (0, 1):
                h = hxy + k + dz
                out += wxy * (w if dz else 1 - w) * (_gx[h] * fx + _gy[h] * fy + _gz[h] * (z - dz))
    return out


def fbm(P, freq=1.0, octaves=4, gain=.5, off=0.0):
    """Returns fractal noise, about -1 to 1. `off` chooses another region of the noise."""
    P = np.asarray(P) * freq + off * 17.31 + .37
    amplitude, total, weight = 1.0, 0.0, 0.0
    for _ in range(octaves):
        total = total + amplitude * perlin(P)
        weight += amplitude
        P = P * 2.03 + 11.7
        amplitude *= gain
    return total / weight * 1.5


def ridge(P, freq=1.0, octaves=3, off=0.0):
    return 1 - np.abs(fbm(P, freq, octaves, .5, off)) * 2


def cells(P, freq, off=0.0):
    """Returns the distance to the nearest point of a jittered lattice, and that point's hash from 0 to 1."""
    P = np.asarray(P, float) * freq + off * 5.17
    base = np.floor(P).astype(int)
    best = np.full(len(P), 81.0)
    owner = np.zeros(len(P), int)
    for dx in (-1, 0, 1):
        for dy in (-1, 0, 1):
            for dz in (-1, 0, 1):
                c = base + (dx, dy, dz)
                h = _perm[_perm[_perm[c[:, 0] & 255] + (c[:, 1] & 255)] + (c[:, 2] & 255)]
                q = c + np.stack([_perm[h] / 255., _perm[h + 57] / 255., _perm[h + 131] / 255.], 1)
                d = ((P - q) ** 2).sum(1)
                owner = np.where(d < best, h, owner)
                best = np.minimum(best, d)
    return np.sqrt(best), owner / 255.


def sm(a, b, x):
    """Returns a smooth step from 0 at a to 1 at b. a may be larger than b."""
    t = np.clip((np.asarray(x, float) - a) / (b - a), 0, 1)
    return t * t * (3 - 2 * t)


def lerp(a, b, t):
    a, b, t = np.asarray(a, float), np.asarray(b, float), np.asarray(t, float)
    if t.ndim == 1:
        t = t[:, None]
    return a * (1 - t) + b * t


def ramp(t, colors):
    """Returns the colour at t. The colours are spread evenly over 0 to 1 and interpolated."""
    xs = np.linspace(0, 1, len(colors))
    t = np.clip(np.asarray(t, float), 0, 1)
    return np.stack([np.interp(t, xs, [c[k] for c in colors]) for k in range(3)], 1)
