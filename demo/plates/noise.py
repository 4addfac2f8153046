"""Noise, colour ramps and seeded chance, in numpy alone. The same seed gives the same numbers on every machine."""
import numpy as np

_rng = np.random.default_rng(1)


def seed(number):
    global _rng
    _rng = np.random.default_rng(number)


def rnd(low=0.0, high=1.0, count=None):
    return _rng.uniform(low, high, count)


def pick(below, count):
    return _rng.integers(0, below, count)


_perm = np.random.default_rng(99).permutation(256)
_perm = np.concatenate([_perm, _perm, _perm])
_grad = np.array([(1, 1, 0), (-1, 1, 0), (1, -1, 0), (-1, -1, 0), (1, 0, 1), (-1, 0, 1), (1, 0, -1), (-1, 0, -1),
                  (0, 1, 1), (0, -1, 1), (0, 1, -1), (0, -1, -1)], float)


def perlin(P):
    P = np.asarray(P, float)
    cell = np.floor(P).astype(int)
    f = P - cell
    cell &= 255
    u = f * f * f * (f * (f * 6 - 15) + 10)
    out = 0.0
    for dx in (0, 1):
        wx = u[:, 0] if dx else 1 - u[:, 0]
        for dy in (0, 1):
            wy = u[:, 1] if dy else 1 - u[:, 1]
            for dz in (0, 1):
                wz = u[:, 2] if dz else 1 - u[:, 2]
                h = _perm[_perm[_perm[(cell[:, 0] + dx) & 255] + ((cell[:, 1] + dy) & 255)] + ((cell[:, 2] + dz) & 255)] % 12
                g = _grad[h]
                out = out + wx * wy * wz * (g[:, 0] * (f[:, 0] - dx) + g[:, 1] * (f[:, 1] - dy) + g[:, 2] * (f[:, 2] - dz))
    return out


def fbm(P, freq=1.0, octaves=4, gain=.5, off=0.0):
    """Fractal noise, about -1 to 1. `off` chooses another region of the same noise."""
    P = np.asarray(P, float) * freq + off * 17.31 + .37
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
    """Distance to the nearest point of a jittered lattice, and that point's hash (0 to 1): lumps, curds, seeds."""
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
    """Smooth step from 0 at a to 1 at b; a may be the larger."""
    t = np.clip((np.asarray(x, float) - a) / (b - a), 0, 1)
    return t * t * (3 - 2 * t)


def lerp(a, b, t):
    a, b, t = np.asarray(a, float), np.asarray(b, float), np.asarray(t, float)
    if t.ndim == 1:
        t = t[:, None]
    return a * (1 - t) + b * t


def ramp(t, colors):
    """Colours spread evenly over 0 to 1, interpolated at t."""
    xs = np.linspace(0, 1, len(colors))
    t = np.clip(np.asarray(t, float), 0, 1)
    return np.stack([np.interp(t, xs, [c[k] for c in colors]) for k in range(3)], 1)
