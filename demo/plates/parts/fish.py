"""Whole fish by kind: outline, thickness, colours, cuts, whiskers."""
import numpy as np
from scipy.ndimage import gaussian_filter1d
from mesh import Mesh, Piece, grid, sphere, tube
from noise import fbm, lerp, ramp, rnd, sm
from parts import part

CROAKER = ((0, .03), (.03, .10), (.10, .22), (.20, .335), (.32, .395), (.45, .375), (.60, .285), (.75, .18), (.88, .105), (.95, .10), (1, .13))
DEEP = ((0, .03), (.03, .12), (.10, .30), (.20, .46), (.33, .54), (.46, .52), (.60, .40), (.75, .24), (.88, .13), (.95, .13), (1, .16))
SNAPPER = ((0, .04), (.03, .15), (.09, .32), (.18, .44), (.30, .46), (.45, .41), (.60, .31), (.75, .20), (.88, .11), (.95, .11), (1, .14))
SLIM = ((0, .02), (.03, .07), (.10, .15), (.22, .23), (.38, .265), (.52, .25), (.68, .18), (.82, .10), (.92, .05), (.96, .06), (1, .08))
CATFISH = ((0, .10), (.02, .17), (.07, .22), (.16, .25), (.28, .25), (.45, .22), (.62, .18), (.78, .14), (.90, .10), (.97, .07), (1, .05))

# Outline, four colours from light to dark, cuts along the body, grill bars, char, scales.
KINDS = {
    'croaker': (CROAKER, ((.56, .30, .09), (.42, .17, .04), (.24, .08, .02), (.10, .034, .012)), (-.46, -.20, .06, .32, .56), .75, .85, 1),
    'tilapia': (DEEP, ((.56, .34, .13), (.40, .21, .065), (.22, .10, .032), (.08, .04, .018)), (-.40, -.12, .16, .42), .6, .85, 1),
    'snapper': (SNAPPER, ((.74, .30, .16), (.60, .14, .06), (.40, .06, .025), (.16, .03, .014)), (-.42, -.14, .14, .40), .55, .55, 1),
    'mackerel': (SLIM, ((.54, .38, .20), (.38, .23, .10), (.17, .11, .07), (.05, .045, .04)), (-.5, -.22, .06, .34), .8, .7, .2),
    'catfish': (CATFISH, ((.34, .20, .09), (.21, .11, .045), (.10, .055, .025), (.04, .024, .014)), (-.5, -.25, 0, .25, .5, .75), .2, .75, 0),
    'fried': (CROAKER, ((.72, .42, .12), (.56, .26, .055), (.36, .13, .025), (.18, .055, .014)), (-.40, -.08, .24, .52), 0, .35, 1.6),
}


def body(kind, off, sauce, marks):
    L = 2.5
    outline, colors, cuts, bar_share, char_share, scaly = KINDS[kind]
    prof = np.array(outline)

    def f(u, v):
        a = v * 6.2832
        tall = np.interp(u, prof[:, 0], prof[:, 1])
        thick = np.interp(u, [0, .05, .2, .4, .7, .9, 1], [.05, .11, .20, .205, .12, .05, .015])
        return np.stack([(u - .5) * L, tall * np.where(np.sin(a) > 0, 1.0, .92) * np.sin(a), thick * np.cos(a)], 1)
    m = grid(250, 170, f, wrap_v=True)
    P = gaussian_filter1d(m.V.reshape(250, 170, 3), 4, axis=0, mode='nearest').reshape(-1, 3)
    x, y, z = P.T
    high = np.interp(m.u, prof[:, 0], prof[:, 1]) + 1e-6
    up, n, n2 = sm(-.02, .04, z), fbm(P, 3, 4, .55, off), fbm(P, 11, 4, .6, off + 1)
    cut, lip = np.zeros(len(P)), np.zeros(len(P))
    for k, at in enumerate(cuts):
        d = (x - at - .30 * y + .02 * n2) / (.040 + .008 * np.sin(k + off))
        w = sm(1.0, .72, np.abs(y) / high)
        cut = np.maximum(cut, np.exp(-np.abs(d) ** 3) * w)
        lip = np.maximum(lip, np.exp(-((np.abs(d) - 1.5) ** 2) * 3) * w)
    cut, lip = cut * up, lip * up
    k = high.max() / .395
    gill = np.exp(-((np.hypot(x + .98, y * .85 / k) - .36) / .020) ** 2) * (x > -.92) * up
    mouth = np.exp(-((y + .01 + .35 * (x + 1.25)) / .012) ** 2) * (x < -1.06) * sm(-.12, .03, z)
    head = sm(-.60, -.66, x + .15 * (y * y))
    scales = np.sin(x * 62 + 10 * np.abs(y)) * np.sin(y * 62) * (1 - head) * scaly
    rad = np.stack([x * 0, y * .5, z], 1)
    rad /= np.linalg.norm(rad, axis=1, keepdims=True) + 1e-6
    V = P + rad * (.018 * n + .006 * n2 + .006 * scales + .022 * lip - .085 * cut - .04 * gill - .03 * mouth)[:, None]
    grill = sm(.62, .92, np.sin((x * .75 + y * .9) * 16 + .6 * n)) * up * sm(-.1, .25, n + .25)
    char = np.clip(char_share * sm(.18, .6, n * .8 + n2 * .5 + .45 * (np.abs(y) > .6 * high)) + bar_share * grill + sm(.92, 1, m.u) * .7, 0, 1) * (1 - cut) * marks
    C = ramp(.42 + .5 * n + .12 * scales + .7 * y / high * .4, colors)
    if kind == 'mackerel':
        stripe = sm(.2, .6, np.sin(x * 24 + 5 * n + 3 * np.sin(y * 9))) * sm(.0, .5, y / high)
        C = lerp(C, (.025, .03, .03), stripe * .85)
        C = lerp(C, (.58, .42, .22), sm(-.25, -.6, y / high) * .6)
    C = lerp(C, lerp(np.array(colors[1]) * .8, colors[2], sm(-.2, .5, n2 + n)), head * .6)
    C = lerp(C, (.018, .010, .007), char * .9)
    if sauce:
        spread = sm(.02, .32, fbm(P, 3.4, 4, .6, off + 9) + .30 * sauce - .10) * up * (1 - head * .7)
        C = lerp(C, lerp((.52, .06, .008), (.66, .17, .018), sm(-.3, .3, n2)), spread * (1 - .5 * char) * .85)
    C = lerp(C, lerp((.88, .76, .56), (.72, .46, .22), sm(-.3, .4, n2)), sm(.2, .6, cut))
    C = lerp(C, (.10, .03, .01), np.clip(lip * .5 * sm(-.2, .3, n2), 0, 1))
    C = lerp(C, (.03, .015, .01), np.maximum(gill * .8, mouth))
    return m.move(V).paint(C, 'fish', 1 + .8 * char), prof, colors


def fin(fn, colors, off, nu=50, nv=18, rays=22):
    m = grid(nu, nv, fn)
    ray = np.sin(m.u * rays * 6.28)
    C = lerp(colors[1], (.03, .014, .008), np.clip(sm(.35, 1, m.v + .35 * fbm(m.V, 6, 3, .5, off)) + .25 * (ray > .3), 0, 1))
    return m.move(m.V + np.array([0, 0, 1]) * (.008 * ray)[:, None]).paint(C, 'fish', 1.2)


def whole(kind='croaker', off=0.0, sauce=0.5, marks=1.0, bend=0.0):
    m, prof, colors = body(kind, off, sauce, marks)
    piece = Piece([m])
    tall = prof[:, 1].max() / .395
    eye_y = .085 * tall if kind != 'catfish' else .10
    piece.append(sphere(2).at((-1.0, eye_y, .100), (0, 0, 0), (.050, .050, .032)).paint((.05, .03, .018), 'satin'))
    piece.append(sphere(2).at((-1.0, eye_y, .114), (0, 0, 0), (.028, .028, .02)).paint((.70, .66, .58), 'matte'))
    back = lambda u: np.interp(.28 + u * .52, prof[:, 0], prof[:, 1])
    if kind == 'catfish':
        piece.append(fin(lambda u, v: np.stack([-.35 + u * 1.6, back(u * .95) - .02 + v * .10 * np.sin(np.pi * np.clip(u * .9 + .1, 0, 1)), .02 + .03 * np.sin(u * 16)], 1), colors, off, rays=40))
        piece.append(fin(lambda u, v: np.stack([1.20 + v * .28, (u - .5) * (.10 + .22 * v), .02 * np.sin(u * 9)], 1), colors, off, rays=10))
        for k, (dy, reach) in enumerate([(.10, .55), (.03, .42), (-.06, .42), (-.12, .5)]):
            t = np.linspace(0, 1, 20)
            w = tube(np.stack([-1.22 - .15 * t + .25 * t * t, dy + (reach if dy > 0 else -reach) * t, .05 - .16 * t], 1), .018 * (1 - .8 * t), 6)
            piece.append(w.paint((.05, .03, .018), 'satin'))
    else:
        piece.append(fin(lambda u, v: np.stack([1.12 + v * (.40 + .12 * np.abs(u - .5) * 2), (u - .5) * (.2 + .72 * v) * min(1.15, tall), .02 * np.sin(u * 9) + .03 * v], 1), colors, off, rays=16))
        piece.append(fin(lambda u, v: np.stack([-.55 + u * 1.35 + .12 * v, back(u) - .03 + v * (.05 + .15 * np.sin(np.pi * np.clip(u * .93 + .07, 0, 1)) * (1 + .18 * np.sin(u * 70))) * (.5 if kind == 'mackerel' else 1), .02 + .02 * np.sin(u * 20)], 1), colors, off, 90, 12))
        piece.append(fin(lambda u, v: np.stack([.28 + u * .42 + .12 * v, -.92 * np.interp(.61 + u * .17, prof[:, 0], prof[:, 1]) + .03 - v * .16 * np.sin(np.pi * np.clip(u + .1, 0, 1)), .01 + u * 0], 1), colors, off, 40, 10, 10))
    piece.append(fin(lambda u, v: np.stack([-.50 + v * .34, -.06 - (u - .35) * .26 * v - .05 * v, .20 - .03 * v + .01 * np.sin(u * 9)], 1), colors, off, 30, 14, 8))
    if bend:
        piece = Piece(m.move(curl(m.V, bend)) for m in piece)
    return piece


def curl(V, bend):
    """Bends the fish along x into an arc in the table's plane. `bend` is the whole angle."""
    r = 2.5 / bend
    a = V[:, 0] / r
    return np.stack([(r - V[:, 1]) * np.sin(a), r - (r - V[:, 1]) * np.cos(a), V[:, 2]], 1)


@part
def fish(stage, kind='croaker', x=0, y=0, turn=.1, s=1.0, sauce=.5, marks=1.0, bend=0.0, tip=(0, 0)):
    stage.lay(whole(kind, rnd(0, 60), sauce, marks, bend), x, y, turn, tip, s, .05)


@part
def open_fish(stage, kind='catfish', x=0, y=0, turn=.1, s=1.0, sauce=1.0):
    """A fish split along its back and opened, flesh up, under palm-oil pepper."""
    off = rnd(0, 60)

    def f(u, v):
        w = np.interp(u, [0, .06, .2, .45, .7, .92, 1], [.16, .42, .56, .52, .38, .18, .05])
        side = (v - .5) * 2
        z = .10 * np.abs(side) * w + .12 * np.sqrt(np.clip(1 - side ** 2, 0, 1)) * w
        return np.stack([(u - .5) * 2.6, side * w, z], 1)
    m = grid(170, 110, f)
    side = np.abs(m.v - .5) * 2
    n, fine = fbm(m.V, 3.2, 4, .6, off), fbm(m.V, 12, 3, .6, off + 3)
    ribs_ = sm(.5, .9, np.sin(m.V[:, 0] * 34 - side * 5)) * sm(.75, .3, side) * sm(.1, .2, m.u) * sm(.85, .6, m.u)
    C = lerp(lerp((.66, .36, .11), (.46, .19, .045), sm(-.3, .4, n)), (.72, .46, .20), ribs_ * .5)
    C = lerp(C, lerp((.56, .07, .008), (.72, .22, .02), sm(-.3, .3, fine)), sm(-.15, .25, fbm(m.V, 2.8, 4, .6, off + 7) + .1 * sauce) * .85 * sauce)
    C = lerp(C, (.03, .015, .01), np.clip(sm(.86, .97, side + .06 * n) + .9 * sm(.12, .5, n * .7 + fine * .6) + sm(.05, .0, side) * .5, 0, .92))
    V = m.V + np.array([0, 0, 1]) * (.03 * n + .014 * fine + .02 * ribs_ - .04 * sm(.06, .0, side))[:, None]
    piece = Piece([m.move(V).paint(C, 'fish')])
    for sign in (1, -1):
        h = sphere(4)
        head = h.move(h.V * (.36, .20, .13) + .02 * fbm(h.V, 3, 3, .5, off)[:, None] * h.V)
        C = lerp((.12, .065, .03), (.03, .018, .012), sm(-.2, .4, fbm(h.V, 4, 3, .5, off)))
        piece.append(head.paint(C, 'fish').at((-1.36, sign * .20, .10), (sign * .5, 0, sign * .1)))
        piece.append(sphere(2).at((-1.42, sign * .29, .19), (0, 0, 0), .035).paint((.55, .50, .42), 'satin'))
        for k in range(2):
            t = np.linspace(0, 1, 20)
            w = tube(np.stack([-1.66 - .1 * t, sign * (.12 + .45 * t * (1 + k * .3)), .08 - .04 * t + .06 * np.sin(t * 3)], 1), .017 * (1 - .8 * t), 6)
            piece.append(w.paint((.05, .03, .018), 'satin'))
    stage.lay(piece, x, y, turn, scale=s, sink=.0)


def cut_of_fish(piece, low, high, off=0.0):
    """Returns the part of a fish between two places of its length, from 0 at the mouth to 1. The cuts show flesh
    around the spine, so that the part is recognised as fish."""
    skin, fins = piece[0], piece[1:]
    rows = np.round(skin.u * 249).astype(int)
    ring = lambda k: skin.V[rows == k]
    first, last = int(low * 249), int(high * 249)
    inside = rows[skin.Q].min(1) >= first
    inside &= rows[skin.Q].max(1) <= last
    out = Piece([skin.copy()])
    out[0].Q = skin.Q[inside]
    for k, sign in ((first, -1), (last, 1)):
        if 0 < k < 249:
            edge = ring(k)
            middle = edge.mean(0)

            def f(u, v):
                at = edge[np.round(v * len(edge)).astype(int) % len(edge)]
                return middle + (at - middle) * u[:, None] + np.array([sign, 0, 0]) * (.035 * (1 - u ** 4) - .012 * np.exp(-(u / .16) ** 2))[:, None]
            m = grid(40, len(edge), f, wrap_v=True)
            a, n, fine = m.v * 6.2832, fbm(m.V, 7, 3, .6, off + k), fbm(m.V, 18, 3, .6, off)
            flake = sm(.7, .99, np.sin(7 * m.u + 1.2 * np.cos(2 * a) * m.u + 2 * n))
            C = lerp((.76, .58, .34), (.62, .42, .20), sm(-.5, .6, .7 * n + .6 * fine))
            C = lerp(C, (.50, .29, .12), .55 * flake + .5 * sm(.05, .0, np.abs(np.sin(a)) * m.u) * sm(.1, .2, m.u))
            C = lerp(lerp(C, (.80, .70, .50), sm(.17, .14, m.u)), (.24, .07, .03), sm(.07, .05, m.u))
            C = lerp(C, skin.C[rows == k][np.round(m.v * len(edge)).astype(int) % len(edge), :3] * .8, sm(.93, .98, m.u))
            m.Q = m.Q[:, ::sign]
            out.append(m.paint(C, 'fish', 1.3))
    for m in fins:
        x = m.V[:, 0] / 2.5 + .5
        keep = m.copy()
        keep.Q, keep.T = (F[((x[F] > low) & ((x[F] < high) | (high == 1))).all(1)] if len(F) else F for F in (m.Q, m.T))
        if len(keep.Q) + len(keep.T):
            out.append(keep)
    return Piece(without_loose_points(m).at((-((low + high) / 2 - .5) * 2.5, 0, 0)) for m in out)


def without_loose_points(m):
    """Removes points that no face uses."""
    used = np.unique(np.concatenate([m.Q.ravel(), m.T.ravel()]))
    place = np.zeros(len(m.V), int)
    place[used] = np.arange(len(used))
    return Mesh(m.V[used], place[m.Q], place[m.T], m.C[used], m.mat)


@part
def fish_cuts(stage, kind='catfish', cuts=((0, .3, -.6, .35, 0, 0),), x=0, y=0, s=.7, sink=.3):
    """Cuts of one fish, each (from, to, x, y, turn, tip). Head and tail make the fish recognisable; the cuts between
    show flesh."""
    off = rnd(0, 60)
    fish_ = whole(kind, off, 0, .25)
    for low, high, px, py, turn, tip in cuts:
        stage.lay(cut_of_fish(fish_, low, high, off), x + px, y + py, turn, (0, tip), s, sink)
