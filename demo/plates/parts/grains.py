"""Rice, pasta and noodles: mounds of many single grains or strands."""
import numpy as np
from mesh import Mesh, Piece, copies, disc, frames, join, tube
from noise import fbm, lerp, pick, rnd, sm
from parts import part

RICE = {
    'jollof': [(.64, .125, .016), (.76, .20, .028), (.50, .070, .010), (.84, .31, .06), (.70, .155, .02), (.60, .10, .012), (.80, .26, .045)],
    'party': [(.58, .085, .010), (.70, .14, .018), (.42, .045, .007), (.76, .22, .035), (.30, .03, .006), (.66, .11, .014)],
    'white': [(.86, .83, .75), (.90, .87, .80), (.80, .76, .67)],
    'fried': [(.74, .55, .20), (.80, .62, .27), (.68, .47, .14), (.78, .60, .22)],
    'ofada': [(.62, .47, .33), (.55, .36, .23), (.70, .57, .43), (.42, .22, .12)],
    'village': [(.74, .38, .06), (.80, .46, .10), (.66, .28, .04), (.60, .22, .03)],
}


def grain(a=.062, b=.0165, curve=.12):
    n, m = 6, 6
    t = np.linspace(-1, 1, m)
    r = b * np.sqrt(np.clip(1 - np.abs(t) ** 3.2, 0, 1))
    q = np.arange(n) / n * 6.2832
    V = np.stack([np.repeat(t * a, n), (r[:, None] * np.cos(q)).ravel(), (r[:, None] * .85 * np.sin(q)).ravel() + np.repeat(curve * a * t * t, n)], 1)
    Q = [(i * n + j, i * n + (j + 1) % n, (i + 1) * n + (j + 1) % n, (i + 1) * n + j) for i in range(m - 1) for j in range(n)]
    return Mesh(V, Q)


def mound(R, H, lump=.09, off=0.0, p=2.0):
    def h(x, y):
        r = np.hypot(x, y) / R
        P = np.stack([x, y, np.zeros_like(x)], 1)
        return H * np.clip(1 - np.clip(r, 0, 1) ** p, 0, 1) + lump * fbm(P, 2.0 / R * 1.3, 4, .5, off) * sm(1.0, .8, r)
    return h


def over(h, R, n):
    """Returns points with normals, spread evenly over the surface. Points spread evenly over the plan would leave the
    flanks bare."""
    k = n * 3
    r, a, e = R * np.sqrt(rnd(0, 1, k)), rnd(0, 2 * np.pi, k), .02
    x, y = r * np.cos(a), r * np.sin(a)
    dx, dy = (h(x + e, y) - h(x - e, y)) / (2 * e), (h(x, y + e) - h(x, y - e)) / (2 * e)
    index = np.where(rnd(0, 1, k) < np.sqrt(1 + dx ** 2 + dy ** 2) / 4)[0][:n]
    if len(index) < n:
        index = np.concatenate([index, pick(k, n - len(index))])
    N = np.stack([-dx[index], -dy[index], np.ones(len(index))], 1)
    return np.stack([x[index], y[index], h(x[index], y[index])], 1), N / np.linalg.norm(N, axis=1, keepdims=True)


@part
def rice(stage, kind='jollof', R=1.15, H=.52, n=None, x=0, y=0, lump=.15, size=1.22, p=2.0, sy=1.0, z=None):
    n = n or int(5600 * (R / 1.15) ** 1.7)
    colors = RICE[kind]
    h = mound(R, H, lump, rnd(0, 50), p)
    base = float(stage.height(x, y)) if z is None else z
    under = disc(R * .985, lambda a, b: np.maximum(h(a, b) - .05, -.02), 44, 110).paint(np.mean(colors, 0) * (.8 if kind == 'white' else .5), 'matte')
    P, N = over(h, R, n)
    P[:, 2] = np.maximum(P[:, 2] + rnd(-.055, .028, n), .012)
    t = rnd(.82, 1.12, n)
    tint = np.stack([t, t * rnd(.92, 1.06, n), t * rnd(.8, 1.1, n)], 1)
    mat = 'rice-dry' if kind in ('white', 'ofada') else 'rice'
    protos = [grain(.062 * size, .0168 * size, rnd(-.1, .25)).paint(c, mat) for c in colors]
    grains = copies(protos, P, frames(N, rnd(0, 6.28, n), rnd(-1, 1, n) ** 3 * .9), rnd(.82, 1.15, n), tint)
    stage.put(Piece([under, grains]).at((x, y, base), (0, 0, 0), (1, sy, 1)))


STRANDS = {  # radius, loops a strand, colours
    'spaghetti': (.0215, (3.5, 8.5), ((.84, .52, .17), (.76, .34, .06))), 'creamy': (.030, (3, 6.5), ((.78, .62, .36), (.72, .52, .26))),
    'tomato': (.0215, (3.5, 8.5), ((.80, .26, .04), (.66, .13, .018))), 'jollof': (.0215, (3.5, 8.5), ((.72, .20, .025), (.54, .09, .012))),
    'soy': (.0215, (3.5, 8.5), ((.62, .32, .09), (.42, .18, .04))), 'noodles': (.027, (3, 7), ((.88, .66, .26), (.84, .55, .16))),
    'noodles-soy': (.027, (3, 7), ((.66, .36, .10), (.50, .22, .05))), 'noodles-red': (.027, (3, 7), ((.78, .26, .03), (.66, .15, .02))),
    'noodles-jollof': (.027, (3, 7), ((.82, .36, .05), (.72, .24, .03))), 'vermicelli': (.016, (4, 9), ((.88, .58, .10), (.84, .50, .08))),
    'noodles-pale': (.027, (3, 7), ((.90, .74, .40), (.86, .64, .26))),
}


@part
def strands(stage, kind='spaghetti', R=1.08, H=.5, n=165, x=0, y=0, z=None):
    """A tangle of long strands. Noodles are crimped; pasta is smooth."""
    r, loops, (light, dark) = STRANDS[kind]
    base = float(stage.height(x, y)) if z is None else z
    off = rnd(0, 40)
    h = mound(R, H, .07, off, 1.7)
    crimp = .028 if kind.startswith('noodles') else 0.0
    out = []
    k = 130 if crimp else 74
    n = int(n * (.0215 / r) ** .8)
    t = np.linspace(0, 1, k)
    for i in range(n):
        layer = i / n
        cx, cy = rnd(-.28, .28) * R, rnd(-.28, .28) * R
        w = rnd(*loops) * (1 if rnd() < .75 else -1) * (.6 if crimp else 1)
        q = R * (rnd(.28, .80) - .10 * layer) * (1 + .30 * np.sin(t * rnd(2, 6) + rnd(0, 6)) + .06 * np.sin(t * rnd(9, 16) + rnd(0, 6)))
        a = rnd(0, 6.28) + w * t
        wave = crimp * np.sin(t * abs(w) * 17 + rnd(0, 6))
        px, py = cx + (q + wave) * np.cos(a), cy + (q + wave) * np.sin(a) * rnd(.75, 1.0)
        d = np.hypot(px, py)
        s = np.where(d > R * .97, R * .97 / d, 1)
        px, py = px * s, py * s
        pz = np.maximum(h(px, py) * (.52 + .52 * layer) + .03 * np.sin(t * rnd(8, 20) + rnd(0, 6)) + rnd(-.03, .04) + crimp * .6 * np.cos(t * abs(w) * 17), r)
        m = tube(np.stack([px, py, pz], 1), r, 6)
        out.append(m.paint(lerp(light, dark, rnd()) * rnd(.85, 1.1), 'gloss'))
    under = disc(R * .92, lambda a, b: h(a, b) * .6, 30, 70).paint(np.array(dark) * .5, 'matte')
    stage.put(Piece([join(out), under]).at((x, y, base)))


@part
def coat(stage, kind='ragu', R=.6, H=.12, x=0, y=0, sy=1.0):
    """A spoonful of sauce that follows what is below, with a ragged edge."""
    from parts.soups import SAUCES
    color, dark, mat, lump = SAUCES[kind]
    off = rnd(0, 50)

    def f(u, v):
        a = v * 6.2832
        r = R * u * (1 + .22 * fbm(np.stack([np.cos(a), np.sin(a), a * 0 + off], 1), 1.4, 4, .6))
        px, py = x + r * np.cos(a), y + sy * r * np.sin(a)
        return np.stack([px, py, stage.height(px, py) * 1.0 + H * np.sqrt(np.clip(1.0 - u ** 3, 0, 1)) - .02 * u + lump * fbm(np.stack([px, py, px * 0], 1), 6, 3, .6, off) * (1 - u ** 6)], 1)
    from mesh import grid
    from scipy.ndimage import gaussian_filter
    ground = stage.ground
    stage.ground = gaussian_filter(ground, 2.5)
    m = grid(60, 150, f, wrap_v=True)
    stage.ground = ground
    n = fbm(m.V * (1, 1, 0), 5, 4, .6, off)
    stage.put(m.paint(lerp(color, dark, sm(-.4, .5, n)), mat), frame=False)
