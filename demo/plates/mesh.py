"""Meshes in numpy: points, faces, and a colour with a roughness factor at every point. The unit is about 10 cm."""
import math
import numpy as np
from noise import fbm


def turn(rx, ry, rz):
    cx, sx, cy, sy, cz, sz = math.cos(rx), math.sin(rx), math.cos(ry), math.sin(ry), math.cos(rz), math.sin(rz)
    X = np.array([[1, 0, 0], [0, cx, -sx], [0, sx, cx]])
    Y = np.array([[cy, 0, sy], [0, 1, 0], [-sy, 0, cy]])
    Z = np.array([[cz, -sz, 0], [sz, cz, 0], [0, 0, 1]])
    return Z @ Y @ X


class Mesh:
    """V are points, Q quads, T triangles, C colours (red, green, blue, roughness factor), mat the material's name."""

    def __init__(self, V, Q=None, T=None, C=None, mat='satin'):
        self.V = np.asarray(V, float)
        self.Q = np.zeros((0, 4), int) if Q is None else np.asarray(Q, int).reshape(-1, 4)
        self.T = np.zeros((0, 3), int) if T is None else np.asarray(T, int).reshape(-1, 3)
        self.C = np.ones((len(self.V), 4)) if C is None else np.asarray(C, float)
        self.mat = mat
        self.u = self.v = None

    def copy(self, V=None, C=None, mat=None):
        m = Mesh(self.V if V is None else V, self.Q, self.T, self.C if C is None else C, mat or self.mat)
        m.u, m.v = self.u, self.v
        return m

    def paint(self, color, mat=None, rough=None):
        """Paints one colour, or a colour for each point. `rough` multiplies the material's roughness."""
        C = self.C.copy()
        C[:, :3] = np.asarray(color, float)
        if rough is not None:
            C[:, 3] = rough
        return self.copy(C=C, mat=mat)

    def at(self, loc=(0, 0, 0), rot=(0, 0, 0), scale=1.0):
        return self.copy(V=(self.V * np.asarray(scale)) @ turn(*rot).T + np.asarray(loc, float))

    def move(self, V):
        return self.copy(V=V)


class Piece(list):
    """Meshes that are placed together."""

    def at(self, loc=(0, 0, 0), rot=(0, 0, 0), scale=1.0):
        return Piece(m.at(loc, rot, scale) for m in self)


def join(meshes):
    V, Q, T, C, n = [], [], [], [], 0
    for m in meshes:
        V.append(m.V), Q.append(m.Q + n), T.append(m.T + n), C.append(m.C)
        n += len(m.V)
    return Mesh(np.concatenate(V), np.concatenate(Q), np.concatenate(T), np.concatenate(C), meshes[0].mat)


def copies(protos, loc, R, scale, tint=None):
    """Returns many copies as one mesh: loc (n, 3), rotations R (n, 3, 3), scale (n,). `tint` (n, 3) multiplies the
    colour."""
    loc, scale = np.asarray(loc), np.asarray(scale, float)
    which = np.arange(len(loc)) % len(protos)
    out = []
    for k, p in enumerate(protos):
        index = np.where(which == k)[0]
        if not len(index):
            continue
        W = p.V[None] * scale[index][:, None, None]
        W = np.einsum('nij,nkj->nki', R[index], W) + loc[index][:, None]
        base = (np.arange(len(index)) * len(p.V))[:, None, None]
        C = np.repeat(p.C[None], len(index), 0).copy()
        if tint is not None:
            C[:, :, :3] *= np.asarray(tint)[index][:, None]
        out.append(Mesh(W.reshape(-1, 3), (p.Q[None] + base).reshape(-1, 4), (p.T[None] + base).reshape(-1, 3), C.reshape(-1, 4), p.mat))
    return join(out)


def frames(normal, spin, tilt=0.0):
    """Returns rotations whose z is near `normal`, turned by `spin` and tipped by `tilt`."""
    n = np.asarray(normal, float)
    n = n / np.linalg.norm(n, axis=1, keepdims=True)
    up = np.where(np.abs(n[:, 2:3]) < .9, np.array([[0, 0, 1.]]), np.array([[1., 0, 0]]))
    x = np.cross(up, n)
    x /= np.linalg.norm(x, axis=1, keepdims=True)
    y = np.cross(n, x)
    c, s = np.cos(spin)[:, None], np.sin(spin)[:, None]
    x2, y2 = x * c + y * s, -x * s + y * c
    t = np.broadcast_to(np.asarray(tilt, float), (len(n),))[:, None]
    return np.stack([x2 * np.cos(t) + n * np.sin(t), y2, n * np.cos(t) - x2 * np.sin(t)], 2)


_spheres = {}


def sphere(sub):
    """Returns an icosahedron divided `sub` times: 10 * 4 ** sub + 2 points of length 1."""
    if sub not in _spheres:
        g = (1 + 5 ** .5) / 2
        V = np.array([(-1, g, 0), (1, g, 0), (-1, -g, 0), (1, -g, 0), (0, -1, g), (0, 1, g), (0, -1, -g), (0, 1, -g),
                      (g, 0, -1), (g, 0, 1), (-g, 0, -1), (-g, 0, 1)], float)
        T = np.array([(0, 11, 5), (0, 5, 1), (0, 1, 7), (0, 7, 10), (0, 10, 11), (1, 5, 9), (5, 11, 4), (11, 10, 2), (10, 7, 6), (7, 1, 8),
                      (3, 9, 4), (3, 4, 2), (3, 2, 6), (3, 6, 8), (3, 8, 9), (4, 9, 5), (2, 4, 11), (6, 2, 10), (8, 6, 7), (9, 8, 1)])
        for _ in range(sub):
            edges = np.sort(np.concatenate([T[:, [0, 1]], T[:, [1, 2]], T[:, [2, 0]]]), 1)
            unique, index = np.unique(edges, axis=0, return_inverse=True)
            index = index.reshape(-1)
            a, b, c = (len(V) + index.reshape(3, -1))
            V = np.concatenate([V, (V[unique[:, 0]] + V[unique[:, 1]]) / 2])
            T = np.concatenate([np.stack([T[:, 0], a, c], 1), np.stack([T[:, 1], b, a], 1), np.stack([T[:, 2], c, b], 1), np.stack([a, b, c], 1)])
        _spheres[sub] = (V / np.linalg.norm(V, axis=1, keepdims=True), T)
    V, T = _spheres[sub]
    return Mesh(V.copy(), None, T)


def blob(size=(1, 1, 1), amp=.1, freq=1.5, sub=4, off=0.0, power=2.0, octaves=4):
    """Returns a noisy ball. A power above 2 makes a soft block."""
    m = sphere(sub)
    D = m.V
    V = D if power == 2 else D * np.power(np.sum(np.abs(D) ** power, 1), -1 / (power + 1))[:, None]
    return m.move((V + D * (amp * fbm(D, freq, octaves, .5, off))[:, None]) * np.asarray(size))


def box(sx, sy, sz, sub=3):
    """Returns a block with soft edges. The sizes are half lengths."""
    m = sphere(sub)
    return m.move(m.V * np.power(np.sum(np.abs(m.V) ** 8, 1), -1 / 8.)[:, None] * np.array([sx, sy, sz]))


def smooth_line(points, k=8):
    """Returns a Catmull-Rom curve through the points."""
    p = np.array(points, float)
    q = np.concatenate([[2 * p[0] - p[1]], p, [2 * p[-1] - p[-2]]])
    out = []
    for i in range(1, len(q) - 2):
        a, b, c, d = q[i - 1], q[i], q[i + 1], q[i + 2]
        for t in np.linspace(0, 1, k, endpoint=False):
            out.append(.5 * (2 * b + (c - a) * t + (2 * a - 5 * b + 4 * c - d) * t * t + (3 * b - a - 3 * c + d) * t ** 3))
    out.append(q[-2])
    return np.array(out)


def grid(nu, nv, fn, wrap_u=False, wrap_v=False):
    """Returns a surface fn(u, v) -> (n, 3). u and v go from 0 to 1."""
    u = np.arange(nu) / (nu if wrap_u else nu - 1)
    v = np.arange(nv) / (nv if wrap_v else nv - 1)
    U, W = np.meshgrid(u, v, indexing='ij')
    I, J = np.meshgrid(np.arange(nu if wrap_u else nu - 1), np.arange(nv if wrap_v else nv - 1), indexing='ij')
    I2, J2 = (I + 1) % nu, (J + 1) % nv
    m = Mesh(fn(U.ravel(), W.ravel()), np.stack([I * nv + J, I2 * nv + J, I2 * nv + J2, I * nv + J2], -1).reshape(-1, 4))
    m.u, m.v = U.ravel(), W.ravel()
    return m


def lathe(profile, n=96, smooth=5):
    """Returns a turned body. `profile` is a list of (radius, height), and u goes along it."""
    p = smooth_line(profile, smooth) if smooth else np.array(profile, float)
    p[:, 0] = np.maximum(p[:, 0], 0)
    k = len(p)

    def f(u, v):
        i = np.round(u * (k - 1)).astype(int)
        return np.stack([np.cos(v * 2 * np.pi) * p[i, 0], np.sin(v * 2 * np.pi) * p[i, 0], p[i, 1]], 1)
    m = grid(k, n, f, wrap_v=True)
    m.Q = m.Q[:, ::-1]
    return m


def disc(R, height, nr=90, nt=220):
    """Returns a round surface with height(x, y) -> z."""
    def f(u, v):
        r, a = R * (1e-4 + (1 - 1e-4) * u ** .85), v * 2 * np.pi
        return np.stack([r * np.cos(a), r * np.sin(a), height(r * np.cos(a), r * np.sin(a))], 1)
    return grid(nr, nt, f, wrap_v=True)


def tube(P, r, n=8):
    """Returns a tube through the points P (k, 3) with closed ends. The radius r is a number, or k numbers. u goes
    along the tube."""
    P = np.asarray(P, float)
    k = len(P)
    r = np.broadcast_to(np.asarray(r, float), (k,))
    t = np.gradient(P, axis=0)
    t /= np.linalg.norm(t, axis=1, keepdims=True) + 1e-9
    up = np.array([0, 0, 1.]) if abs(t[0, 2]) < .9 else np.array([1., 0, 0])
    a = np.cross(t[0], up)
    A = [a / np.linalg.norm(a)]
    for i in range(1, k):
        a = A[-1] - t[i] * (A[-1] @ t[i])
        A.append(a / (np.linalg.norm(a) + 1e-9))
    A = np.array(A)
    B = np.cross(t, A)
    th = np.linspace(0, 2 * np.pi, n, endpoint=False)
    V = P[:, None] + r[:, None, None] * (np.cos(th)[None, :, None] * A[:, None] + np.sin(th)[None, :, None] * B[:, None])
    I, J = np.meshgrid(np.arange(k - 1), np.arange(n), indexing='ij')
    J2 = (J + 1) % n
    Q = np.stack([I * n + J, I * n + J2, (I + 1) * n + J2, (I + 1) * n + J], -1).reshape(-1, 4)
    j = np.arange(n)
    first, last = k * n, k * n + 1
    T = np.concatenate([np.stack([j * 0 + first, (j + 1) % n, j], 1), np.stack([j * 0 + last, (k - 1) * n + j, (k - 1) * n + (j + 1) % n], 1)])
    m = Mesh(np.concatenate([V.reshape(-1, 3), P[:1] - t[:1] * r[0] * .3, P[-1:] + t[-1:] * r[-1] * .3]), Q, T)
    m.u = np.concatenate([np.repeat(np.linspace(0, 1, k), n), [0, 1]])
    return m


def torus(R, r, h=1.0, nu=40, nv=12, wave=.05):
    """Returns a flat, slightly uneven ring. h stretches its section upwards."""
    def f(u, v):
        a, b = u * 6.2832, v * 6.2832
        q = R * (1 + wave * np.sin(2 * a + .7) + wave * .4 * np.sin(3 * a)) + r * np.cos(b)
        return np.stack([q * np.cos(a), q * np.sin(a), r * h * np.sin(b)], 1)
    return grid(nu, nv, f, True, True)


def radius(m):
    return np.hypot(m.V[:, 0], m.V[:, 1])
