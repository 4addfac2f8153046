"""Plantain, yam, fries, beans, coleslaw, moi moi, eggs."""
import numpy as np
from mesh import Piece, blob, box, grid, sphere, tube
from noise import cells, fbm, lerp, ramp, rnd, sm
from parts import part


def plantain_slice(L=.42, W=.27, t=.075, off=0.0, dark=0.0):
    m = sphere(4)
    D = m.V * np.power(np.sum(np.abs(m.V) ** np.array([2.2, 2.2, 6]), 1), -1 / 2.6)[:, None]
    rr = np.hypot(D[:, 0], D[:, 1])
    a = np.arctan2(D[:, 1], D[:, 0])
    s = 1 + .04 * fbm(np.stack([np.cos(a), np.sin(a), a * 0], 1), 1.4, 3, .5, off)
    z = np.sign(D[:, 2]) * np.power(np.clip(1 - rr ** 5, 0, 1), .4)
    V = np.stack([D[:, 0] * L * s, D[:, 1] * W * s, z * t], 1)
    P = V * (1, 1, .6)
    V[:, 2] += .014 * fbm(P, 6, 3, .5, off) + .05 * (V[:, 0] / L) ** 2 - .016 * sm(.25, 0, rr)
    n, blotch = fbm(P, 5.5, 4, .6, off + 3), fbm(P, 2.4, 3, .5, off + 5)
    C = ramp(.46 + .5 * n + .40 * blotch + dark, ((.88, .46, .05), (.84, .36, .03), (.72, .25, .018), (.48, .12, .012), (.24, .05, .008)))
    seed = np.exp(-((np.abs(D[:, 0]) % .26 - .13) / .05) ** 2) * np.exp(-((np.abs(D[:, 1]) - .13) / .07) ** 2) * sm(.75, .6, np.abs(D[:, 0]))
    C = lerp(C, (.44, .12, .012), seed * .5)
    C = lerp(C, (.24, .050, .009), sm(.70, 1.0, rr + .14 * n) * .9)
    C = lerp(C, (.07, .016, .006), sm(.45, .9, blotch + .5 * n) * .8)
    return m.move(V).paint(C, 'plantain', 1 + .35 * n)


@part
def plantain(stage, n=5, x=0, y=0, step=(-.2, -.23), turn=-.7, tilt=.5, s=1.0):
    """Slices that lean on one another like fallen dominoes. A step along the normal has to exceed a slice's
    thickness."""
    slices = [plantain_slice(rnd(.36, .43) * s, rnd(.235, .275) * s, rnd(.052, .07) * s, rnd(0, 60)) for _ in range(n)]
    stage.lean(slices, x, y, step, turn, (tilt, 0))


@part
def plantain_heap(stage, n=22, R=.85, x=0, y=0, s=1.0, tip=.45, sy=1.0):
    stage.pile(lambda k: plantain_slice(rnd(.34, .44), rnd(.22, .27), rnd(.052, .07), rnd(0, 60)), n, R, x, y, sy, tip=tip, scale=s, sink=.12)


@part
def plantain_cubes(stage, n=26, R=.8, x=0, y=0, s=1.0, sink=.15):
    def make(k):
        m = box(.14, .125, .10, 4)
        n_ = fbm(m.V, 6, 3, .6, k)
        near = np.sort(np.abs(m.V) / (.14, .125, .10), 1)[:, 1]
        C = ramp(.22 + .45 * n_ + .55 * sm(.72, 1.0, near), ((.88, .50, .07), (.82, .36, .03), (.56, .16, .015), (.22, .045, .008)))
        return m.move(m.V * (1 + .10 * n_)[:, None]).paint(C, 'plantain')
    shapes = [make(k) for k in range(min(n, 10))]
    stage.pile(lambda k: shapes[k % len(shapes)], n, R, x, y, scale=s, sink=sink, flat=False)


@part
def boli(stage, at=((0, 0, .2),), s=1.0):
    """A whole plantain roasted on charcoal: dry, yellow, charred in places, split along the top."""
    for x, y, turn in at:
        off = rnd(0, 60)
        t = np.linspace(0, 1, 90)
        m = tube(np.stack([(t - .5) * 1.9, .30 * (1 - (2 * t - 1) ** 2), 0 * t], 1), .22 * np.power(np.clip(1.002 - np.abs(2 * t - 1) ** 3.4, 0, 1), .62), 44)
        n, fine = fbm(m.V, 3.2, 4, .6, off), fbm(m.V, 12, 3, .65, off)
        d = (m.V[:, 1] - .30 * (1 - (m.V[:, 0] / .95) ** 2)) / .05 + 1.5 * n
        split = np.exp(-d ** 2) * (m.V[:, 2] > 0) * sm(.85, .6, np.abs(m.V[:, 0]))
        C = lerp(ramp(.4 + .6 * n, ((.84, .54, .16), (.72, .36, .08), (.48, .20, .045))), (.03, .018, .012), np.clip(sm(-.2, .25, n * .8 + fine * .6) * sm(-.1, .15, m.V[:, 2] + .1) + .2 * sm(.3, .6, fine), 0, .95))
        C = lerp(C, (.92, .70, .24), split * .9)
        V = m.V * (1, 1, 1) + np.array([0, 0, 1]) * (.012 * fine - .06 * split)[:, None]
        stage.lay(m.move(V).paint(C, 'crust'), x, y, turn, scale=s, sink=.03)


FRIES = {'potato': ((.88, .66, .24), (.82, .52, .13), (.52, .22, .04)), 'sweet': ((.84, .36, .06), (.74, .25, .03), (.40, .10, .015)), 'yam': ((.88, .70, .36), (.80, .54, .17), (.54, .27, .06))}


def fry(kind, L, w):
    m = box(L / 2, w, w)
    P = m.V.copy()
    P[:, 2] += rnd(-.06, .06) * (1 - (P[:, 0] / (L / 2)) ** 2)
    n = fbm(P, 5, 3, .6, rnd(0, 50))
    C = ramp(.30 + .45 * n + .5 * sm(.8, 1, np.abs(P[:, 0]) / (L / 2)) + .25 * sm(.8, 1, np.abs(P[:, 1]) / w), FRIES[kind])
    return m.move(P * (1 + .03 * n)[:, None]).paint(C, 'crust')


@part
def fries(stage, kind='potato', n=46, R=.8, x=0, y=0, L=.75, w=.055, sy=.8, angle=None, spread=.9, tip=.25, s=1.0):
    stage.pile(lambda k: fry(kind, L * rnd(.75, 1.15), w * rnd(.9, 1.1)), n, R, x, y, sy, tip=tip, angle=angle, spread=spread, scale=s)


@part
def yam_sticks(stage, n=15, R=.75, x=0, y=0, sy=.8, angle=.3):
    stage.pile(lambda k: fry('yam', rnd(.8, 1.0), rnd(.085, .105)), n, R, x, y, sy, tip=.2, angle=angle, spread=.8)


@part
def yam_slices(stage, n=5, x=0, y=0, step=(.3, .1), R=.52, t=.13, turn=0.0, tilt=.45):
    """Rounds of boiled yam: thick, floury, off-white, with a broken edge."""
    slices = []
    for k in range(n):
        off = rnd(0, 60)

        def f(u, v):
            a = v * 6.2832
            e = 1 + .09 * fbm(np.stack([np.cos(a), np.sin(a), a * 0 + off], 1), 1.2, 3, .6)
            r = R * e * np.clip(u / .7, 0, 1)
            z = t * np.cos(np.clip((u - .7) / .3, 0, 1) * np.pi)
            return np.stack([r * np.cos(a) * (1.1 + 0 * a), r * np.sin(a), z], 1)
        m = grid(50, 120, f, wrap_v=True)
        n1, fine = fbm(m.V, 3.5, 4, .6, off), fbm(m.V, 14, 3, .7, off)
        crack = sm(.06, .0, np.abs(fbm(m.V, 2.2, 3, .6, off + 9))) * .5
        C = lerp(lerp((.80, .74, .54), (.72, .63, .41), sm(-.3, .4, n1 + .4 * fine)), (.66, .56, .36), np.clip(crack + .6 * sm(.66, .72, m.u) * sm(-.2, .4, fine), 0, 1))
        slices.append(m.move(m.V * (1 + .015 * fine)[:, None]).paint(C, 'dough', 1.3))
    stage.lean(slices, x, y, step, turn, (tilt, 0))


@part
def yam_tuber(stage, x=0, y=0, turn=.3, L=1.2, R=.36):
    """A piece of raw yam with rough bark and a white cut end."""
    t = np.linspace(0, 1, 110)
    m = tube(np.stack([(t - .5) * L, .05 * np.sin(t * 4), 0 * t], 1), R * np.power(np.clip(1.001 - np.clip(t * 1.0, 0, 1) ** 5, 0, 1), .5) * (1 + .05 * np.sin(t * 9)), 110)
    n, fine = fbm(m.V, 3, 4, .6), fbm(m.V * (.6, 1, 1), 13, 4, .7)
    C = lerp((.17, .085, .04), (.055, .026, .013), sm(-.3, .4, n * .6 + fine))
    rad = m.V * (0, 1, 1) / R
    V = m.V + rad * (.035 * fine + .03 * n)[:, None]
    V[-2] = (-.5 * L - .01, 0, 0)
    stage.lay(m.move(V).paint(lerp(C, (.84, .78, .60), (m.u == 0) * 1.0), 'dry'), x, y, turn, sink=.03)


@part
def coleslaw(stage, x=0, y=0, R=.45, H=.22, n=210):
    from parts.plants import strip
    m = sphere(4)
    V = m.V * (R * .95, R * .9, H) * (1 + .12 * fbm(m.V, 2.5, 3))[:, None]
    V[:, 2] = np.maximum(V[:, 2], -.02)
    stage.put(m.move(V).paint((.84, .78, .60), 'cream').at((x, y, float(stage.height(x, y)))))
    white = [strip(rnd(.16, .30), c, .022, 'cream') for c in ((.86, .82, .66), (.80, .76, .52), (.84, .80, .62), (.66, .70, .38))]
    stage.strew(white, n, R, x, y, lift=.02, tilt=.6)
    stage.strew([strip(rnd(.14, .24), c, .02, 'satin') for c in ((.84, .30, .02), (.80, .24, .015))], n // 3, R * .95, x, y, lift=.03, tilt=.5)
    stage.strew([strip(rnd(.12, .22), (.30, .04, .16), .02, 'satin') for _ in range(2)], n // 9, R * .9, x, y, lift=.03, tilt=.5)
    stage.strew([strip(rnd(.16, .28), (.86, .82, .66), .02, 'cream')], n // 4, R * .9, x, y, lift=.04, tilt=.6)


def pudding(P, off):
    """Returns the colours of steamed beans with bits of pepper, onion and egg."""
    n, fine, (d, owner) = fbm(P, 3, 4, .55, off), fbm(P, 16, 3, .7, off), cells(P, 9, off)
    C = lerp((.78, .38, .13), (.66, .26, .065), sm(-.4, .4, n + .4 * fine))
    C = lerp(C, (.62, .04, .012), sm(.24, .18, d) * (owner > .74))
    C = lerp(C, (.86, .66, .40), sm(.26, .20, d) * (owner < .16))
    return lerp(C, (.16, .30, .03), sm(.18, .14, d) * (np.abs(owner - .5) < .05))


@part
def moi_moi(stage, at=((0, 0, 0),), s=1.0, cut=False):
    """Steamed bean pudding, turned out of its tin: flat top, ribbed sides. `cut` shows the egg inside."""
    for k, (x, y, turn) in enumerate(at):
        off = rnd(0, 60)
        open_ = cut and k == len(at) - 1

        def f(u, v):
            a = v * 6.2832
            # The profile goes over the top from its middle, around the edge, down the side, and under the pudding.
            r = np.interp(u, [0, .36, .42, .47, .86, .92, 1], [0, .40, .435, .455, .55, .53, 0])
            z = np.interp(u, [0, .36, .42, .47, .86, .92, 1], [.60, .60, .585, .545, .05, 0, 0])
            r = r * (1 + .022 * np.cos(a * 14) * sm(.42, .52, u) * sm(.9, .84, u))
            py = r * np.sin(a)
            return np.stack([r * np.cos(a), np.maximum(py, 0) if open_ else py, z], 1)
        m = grid(130, 200, f, wrap_v=True)
        V = m.V + .010 * fbm(m.V, 9, 4, .6, off)[:, None]
        C = pudding(m.V, off) * (1 - .25 * sm(.44, .5, m.u) * sm(.9, .8, m.u))[:, None]
        if open_:
            X, Z = m.V[:, 0], m.V[:, 2] - .29
            face = sm(.012, .004, m.V[:, 1])
            d = np.hypot(X / 1.25, Z)
            egg = lerp(lerp((.82, .80, .72), (.86, .46, .03), sm(.105, .095, d)), (.90, .58, .10), sm(.05, .0, d))
            C = lerp(C, lerp(pudding(m.V * (1, 0, 1), off + 3) * 1.12, egg, sm(.195, .185, d)), face)
        stage.lay(m.move(V).paint(C, 'crust', .8), x, y, turn, (rnd(-.03, .03), rnd(-.03, .03)), s, .01)


@part
def fried_eggs(stage, at=((0, 0),), s=1.0, crisp=.7, yolk=(.90, .46, .015)):
    for x, y in at:
        off = rnd(0, 60)

        def f(u, v):
            a = v * 6.2832
            e = 1 + .14 * fbm(np.stack([np.cos(a), np.sin(a), a * 0 + off], 1), 1.1, 3, .5)
            r = .62 * u * e
            px, py = r * np.cos(a), r * np.sin(a)
            d = np.hypot(px - .05, py - .02) / .23
            z = .05 * np.sqrt(np.clip(1.02 - u ** 6, 0, 1)) + .15 * np.sqrt(np.clip(1 - d ** 2, 0, 1)) + .02 * fbm(np.stack([px, py, px * 0], 1), 4, 3, .5, off) * sm(1, .8, u) + .04 * sm(.88, 1, u) * np.sin(a * 9 + off)
            return np.stack([px, py, z], 1)
        m = grid(100, 190, f, wrap_v=True)
        d = np.hypot(m.V[:, 0] - .05, m.V[:, 1] - .02) / .23
        n = fbm(m.V, 5, 4, .6, off)
        C = lerp((.80, .79, .74), (.72, .70, .63), sm(-.2, .5, n))
        C = lerp(C, lerp((.74, .42, .12), (.34, .13, .03), sm(-.2, .4, n)), crisp * sm(.84, .99, m.u + .06 * n))
        C = lerp(C, yolk, sm(1.02, .96, d))
        stage.lay(m.paint(C, 'cream', 1 - .45 * sm(1.02, .96, d)), x, y, rnd(0, 6), scale=s, sink=-.02)


@part
def egg_halves(stage, at=((0, 0),), s=1.0, tip=.25, turn=.4):
    from parts.plants import egg_half_slice
    for k, (x, y) in enumerate(at):
        white = sphere(4)
        V = white.V * (.33, .25, .24)
        V[:, 2] = np.minimum(V[:, 2], 0)
        face = egg_half_slice(.25, k + x)
        stage.lay(Piece([white.move(V).paint((.76, .75, .70), 'cream'), face.at((0, 0, -.035), (0, 0, 0), (1.32, 1, 1))]), x, y, turn + k * .9, (tip, rnd(-.1, .1)), s, .12)


@part
def whole_egg(stage, x=0, y=0, turn=.5, s=1.0, shell=False):
    m = sphere(5)
    V = m.V * (.36, .27, .27)
    V[:, 1:] *= (1 - .16 * m.V[:, :1])
    stage.lay(m.move(V).paint(np.array((.86, .62, .44) if shell else (.76, .74, .69)) * (1 + .03 * fbm(m.V, 4, 3))[:, None], 'cream'), x, y, turn, scale=s, sink=.03)


@part
def scrambled(stage, n=34, R=.7, x=0, y=0, sauce=True, sy=.8, s=1.0):
    """Eggs scrambled with tomato and pepper, or plain curds without sauce."""
    from parts.plants import PROTOS

    def make(k):
        m = blob((rnd(.15, .22), rnd(.12, .17), .075), .45, 1.7, 4, k * 2.7)
        n_ = fbm(m.V, 6, 4, .6, k)
        C = ramp(.4 + .6 * n_, ((.92, .72, .20), (.88, .60, .12), (.72, .38, .05)))
        return m.paint(lerp(C, (.66, .16, .02), .45 * sm(-.05, .4, fbm(m.V, 4, 3, .5, k + 4)) * sauce), 'cream')
    stage.pile(make, n, R, x, y, sy, scale=s, sink=.25)
    if sauce:
        stage.strew(PROTOS['tomato-dice'](), int(34 * R), R, x, y, sy, lift=.02)
        stage.strew(PROTOS['green-strips']() + PROTOS['onion-white'](), int(26 * R), R, x, y, sy, lift=.03, size=(.6, .9))


@part
def omelette(stage, x=0, y=0, turn=.2, s=1.0):
    """An omelette folded in half, with flecks of pepper and onion."""
    piece = Piece()
    for k, (size, y0, z0) in enumerate((((.92, .50, .07), -.10, 0), ((.86, .44, .08), .02, .09))):
        m = blob(size, .16, 1.6, 5, 4 + 7 * k, 2.6)
        V = m.V * (1, 1, 1)
        n, fine, d = fbm(V, 4, 4, .6, 3 + k), fbm(V, 11, 3, .6, k), cells(V, 9, 3 + k)
        V[:, 1] += y0 + .25 * (V[:, 0] / .85) ** 2
        V[:, 2] += z0 + .03 * n + .015 * fine
        C = ramp(.35 + .5 * n + .3 * fine, ((.90, .66, .17), (.84, .50, .08), (.58, .26, .04)))
        C = lerp(C, (.36, .13, .025), .75 * sm(.15, .5, n + .5 * fine))
        C = lerp(C, (.56, .04, .012), sm(.26, .2, d[0]) * (d[1] > .70))
        C = lerp(C, (.10, .30, .03), sm(.24, .18, d[0]) * (d[1] < .22))
        piece.append(m.move(V).paint(C, 'crust'))
    stage.lay(piece, x, y, turn, scale=s, sink=.03)


@part
def pot_of_beans(stage, kind='beans', R=1.0, z=.4, x=0, y=0, n=420):
    from parts.plants import PROTOS
    from parts.soups import fill
    fill(stage, kind, R, z, x, y)
    stage.strew(PROTOS['baked-beans' if kind == 'baked-beans' else 'beans'](), n, R * .95, x, y, lift=-.005, tilt=.5, size=(1.0, 1.3))


@part
def bean_heap(stage, kind='baked-beans', R=.45, H=.14, x=0, y=0, n=120, sy=1.0):
    from parts.grains import coat
    from parts.plants import PROTOS
    coat(stage, kind if kind != 'beans' else 'beans', R, H, x, y, sy)
    stage.strew(PROTOS['baked-beans' if kind == 'baked-beans' else 'beans'](), n, R * .92, x, y, sy, lift=.02 + H * .6, tilt=.5, size=(1.0, 1.25), frame=True)
