"""Pizza: one height field for dough, sauce and cheese, with toppings on it."""
import numpy as np
from mesh import disc
from noise import cells, fbm, lerp, ramp, rnd, sm
from parts import part

BASES = {'tomato': ((.36, .022, .005), (.64, .13, .014)), 'cream': ((.66, .46, .20), (.78, .62, .36)), 'barbecue': ((.13, .025, .009), (.24, .05, .015)), 'pepper': ((.34, .014, .004), (.54, .06, .008))}


@part
def pizza(stage, base='tomato', cheese=('mozzarella',), cover=.55, R=1.52, blobs=17, z=0.0):
    """`base` is the sauce. Cheese 'mozzarella' lies in pools, any other covers everything. `cover` changes the share
    without cheese."""
    off = rnd(0, 60)
    cx, cy, cr = [], [], []
    while len(cx) < blobs:
        r, a = 1.14 * np.sqrt(rnd()), rnd(0, 6.28)
        x, y = r * np.cos(a), r * np.sin(a)
        if all(np.hypot(x - p, y - q) > .33 for p, q in zip(cx, cy)):
            cx.append(x), cy.append(y), cr.append(rnd(.15, .26))

    def pools(x, y):
        P = np.stack([x, y, x * 0 + off], 1)
        f = np.full_like(x, cover - .55)
        for p, q, r in zip(cx, cy, cr):
            f = f + np.exp(-1.25 * (((x - p) * (1 + .35 * np.sin(9 * p))) ** 2 + ((y - q) * (1 - .3 * np.sin(9 * p))) ** 2) / r ** 2)
        return f + .22 * fbm(P, 4, 4, .6, 2)

    def H(x, y):
        r, a = np.hypot(x, y), np.arctan2(y, x)
        P = np.stack([x, y, x * 0 + off], 1)
        nb = fbm(np.stack([np.cos(a) * 2, np.sin(a) * 2, r + off], 1), 1.3, 4, .55, 3)
        rim = np.sqrt(np.clip(1 - ((r - 1.42 - .015 * nb) / (.125 + .03 * nb)) ** 2, 0, 1)) * (.21 + .12 * nb)
        bubble = .11 * sm(.5, .1, cells(P, 3.0, 4)[0]) * sm(1.3, 1.36, r)
        inner = .055 + .026 * sm(.36, .80, pools(x, y)) + .012 * fbm(P, 7, 4, .6, 5) + .012 * sm(1.30, 1.22, r)
        return np.maximum(inner * sm(1.4, 1.33, r), rim + bubble * rim * 4 + .01 * fbm(P, 9, 3))
    m = disc(R, H, 190, 420)
    x, y, r = m.V[:, 0], m.V[:, 1], np.hypot(m.V[:, 0], m.V[:, 1])
    P = m.V * (1, 1, 0) + (0, 0, off)
    n, fine, brown, c = fbm(P, 4, 4, .6, 1), fbm(P, 13, 3, .6, 7), fbm(P, 5.5, 4, .6, 11), pools(x, y)
    sauce = lerp(*BASES[base], sm(-.6, .7, n + .7 * fine))
    if base == 'tomato':
        sauce = lerp(sauce, (.76, .40, .09), sm(.12, .5, fbm(P, 6, 4, .65, 21)) * .45)
    white = lerp((.86, .76, .52), (.90, .84, .68), sm(-.4, .4, n))
    if 'cheddar' in cheese:
        white = lerp(white, (.86, .48, .07), sm(-.05, .25, fbm(P, 2.6, 3, .5, 31)))
    white = lerp(white, (.72, .38, .09), sm(.02, .34, brown) * sm(.50, .85, c) * .8)
    white = lerp(white, (.30, .10, .02), sm(.30, .60, brown) * sm(.55, .9, c) * .8)
    melted = sm(.42, .62, c)
    C = lerp(lerp(sauce, white, melted), (.78, .36, .06), np.clip(sm(.30, .42, c) * sm(.62, .45, c), 0, 1) * .55)
    crust = ramp(.50 + .75 * n + .40 * fine + .40 * sm(.14, .28, m.V[:, 2]), ((.84, .60, .30), (.70, .36, .09), (.36, .12, .025)))
    crust = lerp(crust, (.05, .020, .010), sm(.05, .34, fbm(P, 6.5, 4, .65, 15)) * sm(.12, .24, m.V[:, 2]) * .9)
    edge = sm(1.28, 1.35, r + .02 * n)
    stage.put(m.paint(lerp(C, crust, edge), 'crust', 1 + .5 * edge - .45 * (1 - edge)).at((0, 0, z or float(stage.height(0, 0)))))


@part
def spread(stage, what='pepperoni', n=18, R=1.22, s=1.0, sink=.25, gap=.26, tip=.12):
    """Lays toppings with even gaps."""
    from parts.meat import chunk
    from parts.plants import PROTOS, citrus_slice, mushroom_slice, onion_rings, plain_slice, tomato_slice
    from parts.seafood import calamari_ring, prawn_mesh
    makers = {'pepperoni': lambda k: cupped(plain_slice(.19, .028, (.58, .075, .02), (.34, .035, .012), k, 'gloss', .4)), 'mushroom': lambda k: mushroom_slice(.2, k), 'tomato': lambda k: tomato_slice(.18, .035, k),
              'sausage': lambda k: plain_slice(.13, .05, (.50, .18, .08), (.30, .08, .03), k, 'gloss', .4), 'prawn': lambda k: prawn_mesh(k * 3.0, .75), 'calamari': lambda k: calamari_ring(k, False), 'onion': lambda k: onion_rings(.2, True, 2), 'lemon': lambda k: citrus_slice(.16, .03)}
    placed = []
    for _ in range(4000):
        if len(placed) >= n:
            break
        r, a = R * np.sqrt(rnd()), rnd(0, 6.28)
        x, y = r * np.cos(a), r * np.sin(a)
        if all(np.hypot(x - p, y - q) > gap for p, q in placed):
            placed.append((x, y))
    for k, (x, y) in enumerate(placed):
        if what in makers:
            piece = makers[what](k)
        elif what in PROTOS:
            options = PROTOS[what]()
            piece = options[k % len(options)]
        else:
            piece = chunk(what, k * 3.1, 3)
        stage.lay(piece, x, y, rnd(0, 6.28), (rnd(-tip, tip), rnd(-tip, tip)), s * rnd(.88, 1.12), sink)


def cupped(m):
    """Raises and chars the edge of a slice of sausage, as heat does."""
    r = np.hypot(m.V[:, 0], m.V[:, 1]) / .19
    C = lerp(m.C[:, :3], (.09, .02, .01), .7 * sm(.8, 1.0, r) * sm(-.2, .4, fbm(m.V, 9, 2)))
    return m.move(m.V + np.array([0, 0, 1]) * (.05 * r ** 3)[:, None]).paint(C)
