"""Breads, pies, cakes and what comes from the fryer."""
import numpy as np
from mesh import Piece, blob, box, disc, grid, join, lathe, radius, sphere, torus, tube
from noise import cells, fbm, lerp, ramp, rnd, sm
from parts import part

PALE, GOLD, BROWN = (.80, .54, .25), (.64, .28, .065), (.36, .115, .022)


def bake(t, colors=(PALE, GOLD, BROWN)):
    return ramp(t, colors)


FRIED = {  # radius, flattening, roughness, colours, pale band
    'puff': (.27, .94, .008, ((.82, .50, .16), (.54, .20, .034), (.23, .064, .012)), 1), 'akara': (.27, .72, .045, ((.66, .34, .10), (.46, .17, .035), (.24, .07, .015)), 0),
    'buns': (.40, .92, .022, ((.78, .48, .17), (.58, .26, .06), (.30, .10, .02)), 0), 'mosa': (.20, .6, .02, ((.70, .34, .06), (.48, .18, .025), (.24, .07, .012)), 0), 'scotch': (.42, .98, .03, ((.70, .40, .13), (.52, .24, .06), (.30, .11, .02)), 0),
    'egg-roll': (.46, .98, .012, ((.80, .48, .15), (.60, .25, .045), (.32, .10, .018)), .5),
}


def fried_ball(kind, off):
    r, flat, rough, colors, band = FRIED[kind]
    m = blob((r * rnd(.94, 1.06), r * rnd(.94, 1.06), r * flat), .075 if kind != 'akara' else .16, 1.3, 5, off, 2, 3)
    D = m.V / r
    n, fine = fbm(D, 2.2, 4, .55, off), fbm(D, 11, 3, .65, off)
    pale = np.exp(-((D[:, 2] * .9 + .35 * D[:, 0] + .1 * n) / .16) ** 2) * band
    crack = sm(.07, .0, np.abs(fbm(D, 1.6, 3, .6, off + 5))) * (kind == 'buns')
    C = bake(.55 + .38 * n + .2 * fine - .52 * pale - .5 * crack, colors)
    return m.move(m.V * (1 + rough * 1.4 * fine - .05 * crack)[:, None]).paint(C, 'crumb' if kind == 'scotch' else 'crust')


@part
def fried_balls(stage, kind='puff', n=18, R=.85, x=0, y=0, s=1.0, sy=1.0, flat=None, sink=.08):
    shapes = [fried_ball(kind, k * 2.3 + n) for k in range(min(n, 9))]
    stage.pile(lambda k: shapes[k % len(shapes)], n, R, x, y, sy, flat=kind == 'akara' if flat is None else flat, scale=s, sink=sink)


@part
def balls_at(stage, kind='puff', at=((0, 0),), s=1.0):
    for k, (x, y) in enumerate(at):
        stage.lay(fried_ball(kind, k * 3.1 + 2), x, y, rnd(0, 6), (rnd(-.3, .3), rnd(-.3, .3)), s, .04)


@part
def cut_ball(stage, kind='scotch', x=0, y=0, turn=.3, s=1.0, tip=1.0):
    """A scotch egg or an egg roll cut in half, with the egg visible."""
    from parts.plants import egg_half_slice
    R = FRIED[kind][0]
    m = fried_ball(kind, 7)
    V = m.V.copy()
    V[:, 2] = np.minimum(V[:, 2], 0)
    face = disc(R * .97, lambda a, b: 0 * a + .005, 30, 90)
    C = lerp((.50, .24, .11), (.36, .15, .06), sm(-.3, .4, fbm(face.V, 9, 3))) if kind == 'scotch' else lerp((.90, .74, .44), (.82, .60, .30), sm(-.3, .4, fbm(face.V, 9, 3)))
    piece = Piece([m.move(V), face.paint(lerp(C, FRIED[kind][3][1], sm(R * .86, R * .93, radius(face))), 'crumb'), egg_half_slice(R * .66, 2).at((0, 0, -.03), (0, 0, 0), (1.06, 1, 1))])
    stage.lay(piece, x, y, turn, (tip, 0), s, .03)


@part
def chin_chin(stage, n=150, R=.75, x=0, y=0, s=1.0):
    def make(k):
        m = box(.085, .075, .06, 2)
        return m.move(m.V * (1 + .10 * fbm(m.V, 9, 2, .5, k))[:, None]).paint(np.array(bake(np.array([rnd(.2, .8)]), ((.84, .56, .22), (.70, .36, .09), (.46, .18, .035)))[0]), 'crust')
    shapes = [make(k) for k in range(12)]
    stage.pile(lambda k: shapes[k % 12], n, R, x, y, flat=False, scale=s, sink=.1)


@part
def doughnuts(stage, at=((0, 0),), glaze=(.88, .82, .72), s=1.0, tip=(0, 0)):
    for k, (x, y) in enumerate(at):
        m = torus(.42, .21, .85, 110, 60, .02)
        n = fbm(m.V, 3, 4, .5, k * 3)
        up = m.V[:, 2] / .18
        C = bake(.62 + .3 * n - .55 * np.exp(-(up / .22) ** 2), ((.84, .58, .24), (.62, .29, .06), (.42, .15, .03)))
        edge = .05 + .22 * fbm(np.stack([np.cos(m.u * 6.28), np.sin(m.u * 6.28), m.u * 0 + k], 1), 2.2, 2)
        g = sm(edge, edge + .06, up)
        C = lerp(C, glaze, g * .95)
        stage.lay(m.move(m.V + np.array([0, 0, 1]) * (.018 * g)[:, None]).paint(C, 'bun', 1 - .4 * g), x, y, rnd(0, 6), tip if k == len(at) - 1 else (rnd(-.06, .06), rnd(-.06, .06)), s, .03)


@part
def pies(stage, at=((0, 0, 0),), s=1.0, R=.85, dark=0.0, vents=3, crimp=62, cut=None):
    """Half-moon pies with a crimped edge. `dark` browns them; `cut` is the filling that a broken pie shows."""
    for k, (x, y, turn) in enumerate(at):
        stage.lay(half_moon(R, k * 3.3 + dark * 10, dark, vents, crimp), x, y, turn, (rnd(-.04, .04), 0), s, .02)


def half_moon(R, off, dark, vents, crimp):
    def f(u, v):
        a = v * np.pi
        return np.stack([R * u * np.cos(a), R * u * np.sin(a), u * 0], 1)
    m = grid(110, 250, f)
    x, y, a = m.V[:, 0], m.V[:, 1], m.v * np.pi
    rim = R - np.hypot(x, y)
    dome = .30 * np.sqrt(np.clip(1 - np.clip(1 - (rim - .15) / .42, 0, 1) ** 2, 0, 1)) * np.sqrt(np.clip(1 - np.clip(1 - (y + .02) / .26, 0, 1) ** 2.4, 0, 1))
    ripple = np.cos(a * crimp) * sm(.16, .11, rim)
    n, fine = fbm(m.V, 2.6, 4, .55, off), fbm(m.V, 14, 3, .6, off + 2)
    z = np.maximum(.075 * sm(0, .02, rim), dome + .05 * sm(0, .05, y)) + .028 * ripple * sm(0, .03, rim) + .018 * n + .004 * fine
    holes = np.zeros(len(x))
    for k in range(vents):
        holes = np.maximum(holes, np.exp(-(np.hypot(x - .10 * (k - (vents - 1) / 2), y - .36) / .02) ** 2))
    z = (z - .045 * holes) * sm(-.012, .045, y)
    t = .42 + dark + .34 * n + .16 * fine + .55 * sm(.12, .36, z) - .30 * sm(.10, .19, rim) * sm(.32, .2, rim) + .16 * ripple + .35 * sm(.03, .0, rim)
    C = lerp(bake(t, ((.80, .56, .27), (.62, .29, .075), (.30, .09, .02))), (.16, .05, .012), holes * .8)
    V = np.stack([x * (1 + .02 * n), y, z], 1)
    under = m.move(V * (.98, .98, 0) + (0, .02, 0))
    under.Q = under.Q[:, ::-1]
    return join([m.move(V).paint(C, 'bun', 1.3), under.paint(C * .6, 'bun')])


def roll_body(L, r, layers, off, colors=None, filling=None):
    """A roll of pastry along x, with meat or sausage at its end."""
    t = np.linspace(0, 1, 80)
    m = tube(np.stack([(t - .5) * L, 0 * t, 0 * t], 1), r * (1 + .03 * np.sin(t * 30 + off)) * np.power(np.clip(1.02 - np.abs(2 * t - 1) ** 14, 0, 1), .5), 44)
    n, fine = fbm(m.V, 3.5, 4, .55, off), fbm(m.V * (1, 2, 2), 12, 3, .65, off)
    slash = sm(.75, .95, np.sin(m.V[:, 0] * layers + .5 * m.V[:, 1])) * sm(.1, .5, m.V[:, 2] / r)
    C = bake(.52 + .35 * n + .22 * fine + .25 * sm(0, 1, m.V[:, 2] / r) - .35 * slash, colors or ((.82, .56, .25), (.66, .31, .075), (.36, .12, .022)))
    if filling:
        C = lerp(C, filling, sm(.485, .497, np.abs(m.V[:, 0]) / L))
    return m.move(m.V * (1, 1, .88) * (1 + .02 * fine - .03 * slash)[:, None]).paint(C, 'bun', 1.2)


@part
def rolls(stage, kind='sausage', at=((0, 0, 0),), s=1.0):
    for k, (x, y, turn) in enumerate(at):
        if kind == 'sausage':
            end = blob((.06, .17, .15), .15, 2, 3, k).paint((.46, .18, .08), 'meat')
            piece = Piece([roll_body(1.15, .25, 22, k * 3.1), end.at((.57, 0, 0)), end.at((-.57, 0, 0))])
        else:
            piece = Piece([roll_body(.95, .13, 4, k * 3.1, ((.88, .60, .22), (.74, .40, .09), (.44, .18, .03)))])
        stage.lay(piece, x, y, turn, (rnd(-.05, .05), 0), s, .03)


@part
def samosas(stage, at=((0, 0, 0),), s=1.0):
    for k, (x, y, turn) in enumerate(at):
        def f(u, v):
            px = (u - .5) * 1.0
            half = .42 * (1 - np.abs(2 * u - 1)) + .002
            w = (v - .5) * 2
            return np.stack([px, w * half * 1.0 + .0, .17 * (1 - w * w) ** .5 * np.clip(half / .42, 0, 1) ** .6], 1)
        a = grid(60, 40, f)
        b = a.move(a.V * (1, 1, -.4))
        b.Q = b.Q[:, ::-1]
        n, fine = fbm(a.V, 4, 4, .6, k * 5), fbm(a.V, 14, 3, .6, k)
        C = bake(.45 + .35 * n + .25 * fine + .3 * sm(.85, 1, np.abs(2 * a.v - 1)), ((.86, .60, .24), (.72, .38, .09), (.40, .15, .03)))
        stage.lay(join([a.move(a.V + .01 * fine[:, None]).paint(C, 'crust'), b.paint(C, 'crust')]), x, y, turn, (rnd(-.2, .2), 0), s, .05)


@part
def croissants(stage, at=((0, 0, 0),), s=1.0):
    for k, (x, y, turn) in enumerate(at):
        t = np.linspace(-1, 1, 150)
        a = t * 1.35
        R = .62
        ridge_ = np.abs(np.sin((t + 1) * np.pi * 3.5)) ** .6
        m = tube(np.stack([R * np.sin(a), R * (np.cos(a) - .5), 0 * t], 1), (.30 * np.power(np.clip(1 - np.abs(t) ** 1.7, .02, 1), .8) + .03) * (.86 + .16 * ridge_), 60)
        n, fine = fbm(m.V, 3, 4, .55, k), fbm(m.V * (3, 3, 3), 5, 3, .65, k)
        step = np.abs(np.sin(m.u * np.pi * 7)) ** .6
        layers = np.sin(m.u * 170 + 3 * n)
        C = bake(.30 + .45 * step + .30 * n + .12 * layers + .12 * fine, ((.88, .64, .30), (.70, .34, .075), (.34, .11, .02)))
        stage.lay(m.move(m.V * (1, 1, .82) + (.012 * fine + .005 * layers)[:, None] * np.array([0, 0, 1])).paint(C, 'bun'), x, y, turn, (rnd(-.06, .06), 0), s, .03)


@part
def lattice_pie(stage, R=1.2, x=0, y=0, fill_color=(.70, .38, .08), slice_out=True):
    H = .34
    dish = lathe([(0, 0), (R * .86, 0), (R * .98, H * .85), (R * 1.02, H), (R * .95, H * .98), (R * .9, H * .7), (0, H * .66)], 160, 7)
    n = fbm(dish.V, 3, 4)
    stage.put(dish.paint(bake(.45 + .4 * n + .3 * sm(.9 * R, R, radius(dish))), 'bun').at((x, y, 0)))
    inner = disc(R * .92, lambda a, b: H * .78 + .05 * fbm(np.stack([a, b, a * 0], 1), 4, 4, .6), 70, 170)
    d, owner = cells(inner.V, 4.5, 2)
    stage.put(inner.paint(lerp(lerp(fill_color, np.array(fill_color) * .5, sm(-.3, .4, fbm(inner.V, 5, 3))), (.84, .62, .24), sm(.4, .2, d) * (owner > .4)), 'soup').at((x, y, 0)))
    for direction in (0, 1):
        for k in range(-3, 4):
            c = k * R * .26
            half = np.sqrt(max(R * R * .92 - c * c, .01))
            t = np.linspace(-half, half, 90)
            weave = .035 * np.cos(t / (R * .26) * np.pi + (k + direction) * np.pi)
            m = tube(np.stack([t, t * 0 + c, H * .98 + weave + .02 * (1 - (t / half) ** 2)], 1), .085, 12)
            m = m.move((m.V - (0, c, 0)) * (1, 1.15, 1) * (1, 1, 1) + (0, c, 0))
            q = fbm(m.V, 4, 4, .6, k + direction * 9)
            strip_ = m.paint(bake(.5 + .4 * q + 3.0 * weave[0] * 0, ((.84, .58, .26), (.68, .34, .08), (.38, .13, .025))), 'bun')
            stage.put(strip_.at((x, y, 0), (0, 0, direction * np.pi / 2 + .3)))
    rim = torus(R * .97, .085, .9, 150, 14, 0)
    V = rim.V * (1 + .02 * np.sin(np.arctan2(rim.V[:, 1], rim.V[:, 0]) * 44))[:, None]
    stage.put(rim.move(V).paint(bake(.6 + .4 * fbm(V, 4, 3)), 'bun').at((x, y, H + .02)))


@part
def cake_slice(stage, x=0, y=0, turn=.5, sponge=(.085, .032, .014), icing=(.045, .016, .008), s=1.0, layers=3):
    """A wedge of layer cake that stands on its base, with the cut side towards the camera."""
    A, L, H = .52, 1.35, .92

    def wedge(z0, z1, grow=0.0):
        def f(u, v):
            # The order around the wedge: tip, right side, arc, left side.
            p = np.stack([np.interp(u, [0, .36, .64, 1], [0, 1, 1, 0]) * (L + grow), np.zeros_like(u)], 1)
            ang = np.interp(u, [0, .36, .64, 1], [-A / 2, -A / 2, A / 2, A / 2])
            return np.stack([p[:, 0] * np.cos(ang) - .6, p[:, 0] * np.sin(ang), z0 + (z1 - z0) * v], 1)
        return grid(240, 60, f, wrap_u=False)

    side = wedge(0, H)
    z = side.V[:, 2] / H
    n, fine = fbm(side.V, 9, 3, .6), fbm(side.V, 22, 3, .7, 3)
    seam = np.abs(z * layers - np.round(z * layers)) < .10
    seam &= (np.round(z * layers) > 0) & (np.round(z * layers) < layers)
    outer = sm(.36, .37, side.u) * sm(.64, .63, side.u)
    C = lerp(np.array(sponge), np.array(sponge) * .6, sm(-.2, .4, fine + .5 * n))
    C = lerp(C, icing, np.maximum(seam * 1.0, outer))
    V = side.V + (.012 * fine * (1 - seam) * (1 - outer))[:, None]
    top_ = grid(60, 60, lambda u, v: np.stack([u * L * np.cos((v - .5) * A) - .6, u * L * np.sin((v - .5) * A), H + .07 + .02 * np.sin(u * 26 + 3 * v) - .07 * sm(.93, 1, u) - .05 * sm(.9, 1, np.abs(2 * v - 1))], 1))
    piece = Piece([side.move(V).paint(C, 'crumb'), top_.paint(np.array(icing) * (1 + .2 * fbm(top_.V, 5, 3))[:, None], 'gloss')])
    stage.lay(piece, x, y, turn, scale=s, sink=0)


@part
def cupcake(stage, x=0, y=0, s=1.0, cream=(.80, .71, .53), case=(.62, .12, .06), cherry=True):
    wrap = lathe([(0, 0), (.40, 0), (.58, .48), (.56, .49), (0, .46)], 220, 8)
    a = np.arctan2(wrap.V[:, 1], wrap.V[:, 0])
    pleat = np.sin(a * 40)
    C = np.array(case) * (1 + .3 * pleat)[:, None]
    piece = Piece([wrap.move(wrap.V * (1 + .02 * pleat * (wrap.V[:, 2] > .02))[:, None]).paint(C, 'paper')])
    crumb = sphere(4)
    V = crumb.V * (.60, .60, .24)
    V[:, 2] = np.maximum(V[:, 2], -.02)
    piece.append(crumb.move(V * (1 + .02 * fbm(crumb.V, 5, 3))[:, None]).paint(bake(.3 + .4 * fbm(crumb.V, 3, 4)), 'crust').at((0, 0, .47)))
    t = np.linspace(0, 1, 260)
    q = t * 2 * np.pi * 3.4
    R = .42 * (1 - t) ** .85
    swirl = tube(np.stack([R * np.cos(q), R * np.sin(q), .62 + .62 * t ** .9], 1), .155 * (1 - .72 * t), 26)
    groove = np.sin(np.tile(np.arange(26), 260) * 2 * np.pi / 26 * 6)
    V = swirl.V.copy()
    centre = np.repeat(np.stack([R * np.cos(q), R * np.sin(q), .62 + .62 * t ** .9], 1), 26, 0)
    V[:-2] = centre + (V[:-2] - centre) * (1 + .10 * groove)[:, None]
    piece.append(swirl.move(V).paint(np.array(cream), 'cream'))
    if cherry:
        piece.append(sphere(3).at((0, 0, 1.30), (0, 0, 0), .11).paint((.50, .01, .015), 'wet'))
    stage.lay(piece, x, y, 0, scale=s, sink=0)


@part
def pancakes(stage, n=5, R=.95, x=0, y=0, H=.15, butter=True, syrup=True):
    z = float(stage.height(x, y))
    for k in range(n):
        off = rnd(0, 60)
        m = lathe([(0, 0), (R * .9, 0), (R, H * .4), (R * .985, H * .8), (R * .9, H), (R * .4, H * 1.05), (0, H * 1.06)], 130, 8)
        a = np.arctan2(m.V[:, 1], m.V[:, 0])
        V = m.V * (1 + .03 * fbm(np.stack([np.cos(a), np.sin(a), a * 0 + off], 1), 1.2, 3))[:, None]
        r = radius(m) / R
        n1 = fbm(V * (1, 1, .4), 2.6, 4, .6, off)
        C = lerp(bake(.62 + .4 * n1 + .12 * fbm(V, 14, 2), ((.86, .60, .25), (.70, .35, .085), (.46, .18, .035))), (.92, .78, .48), sm(.93, .97, r) * sm(0, .02, V[:, 2]) * sm(H, H * .85, V[:, 2]))
        stage.put(m.move(V).paint(C, 'crust').at((x + rnd(-.05, .05), y + rnd(-.05, .05), z + k * H * 1.0), (rnd(-.02, .02), rnd(-.02, .02), 0)))
    if butter:
        stage.lay(box(.19, .17, .08).paint((.92, .74, .22), 'cream'), x + .06, y - .05, .4, sink=.1)
    if syrup:
        from parts.grains import coat
        coat(stage, 'honey', R * .62, .025, x, y)
        for k in range(6):
            a = -2.7 + k * .45
            L = rnd(.25, .6)
            t = np.linspace(0, 1, 20)
            zt = z + n * H
            m = tube(np.stack([x + (R * .55 + (R * .46) * np.minimum(t * 1.6, 1)) * np.cos(a), y + (R * .55 + (R * .46) * np.minimum(t * 1.6, 1)) * np.sin(a), zt + .02 - L * np.clip(t * 2 - 1, 0, 1)], 1), .045 + .02 * sm(.8, 1, t), 10)
            stage.put(m.paint((.66, .26, .02), 'oil'), solid=False)


@part
def waffles(stage, at=((0, 0, 0),), R=.82, s=1.0):
    for k, (x, y, turn) in enumerate(at):
        def f(u, v):
            px, py = (u - .5) * 2 * R, (v - .5) * 2 * R
            cx, cy = np.abs((px * 3.6) % 1 - .5), np.abs((py * 3.6) % 1 - .5)
            pit = sm(.40, .28, np.maximum(cx, cy))
            e = np.maximum(np.abs(px), np.abs(py)) / R
            return np.stack([px * (1 + .02 * np.sin(py * 3)), py, .20 - .13 * pit * (e < .93) - .14 * sm(.95, 1, e) + .012 * fbm(np.stack([px, py, px * 0], 1), 5, 3)], 1)
        m = grid(150, 150, f)
        n = fbm(m.V, 3, 4, .6, k * 4)
        C = bake(.35 + .35 * n + 2.2 * (m.V[:, 2] - .1), ((.84, .56, .20), (.74, .38, .085), (.44, .17, .03)))
        base = m.move(m.V * (1, 1, 0))
        base.Q = base.Q[:, ::-1]
        walls = grid(4, 200, lambda u, v: np.stack([np.clip(np.interp(v, [0, .25, .5, .75, 1], [-R, R, R, -R, -R]), -R, R), np.interp(v, [0, .25, .5, .75, 1], [-R, -R, R, R, -R]), u * .08], 1))
        stage.lay(join([m.paint(C, 'crust'), base.paint(C, 'crust'), walls.paint(GOLD, 'crust')]), x, y, turn, (rnd(-.03, .03), rnd(-.03, .03)), s, .0)


def loaf_outline(kind, a):
    """Returns the radius of a slice at the angle a: a tin loaf with a domed top, or a square."""
    p = 7 if kind != 'round' else 2.2
    r = np.power(np.abs(np.cos(a)) ** p + np.abs(np.sin(a)) ** p, -1 / p)
    return r * (1 + .07 * np.sin(a) * (kind == 'agege') * (np.sin(a) > 0))


def slice_mesh(kind='toast', s=.5, t=.11, off=0.0, toast=.5):
    def f(u, v):
        a = v * 6.2832
        r = s * loaf_outline('square' if kind == 'toast' else kind, a) * np.clip(u / .86, 0, 1)
        z = t * np.cos(np.clip((u - .86) / .14, 0, 1) * np.pi)
        return np.stack([r * np.cos(a), r * np.sin(a), z], 1)
    m = grid(70, 150, f, wrap_v=True)
    n, fine, d = fbm(m.V, 2.5, 4, .55, off), fbm(m.V, 16, 3, .7, off), cells(m.V, 22, off)[0]
    crumb = lerp((.80, .69, .49), (.72, .58, .36), sm(-.3, .4, fine))
    crumb = lerp(crumb, lerp((.74, .44, .15), (.44, .18, .04), sm(-.2, .5, n + .3 * fine)), toast * sm(-.35, .25, n + .25))
    C = lerp(crumb, (.40, .15, .035), sm(.82, .87, m.u))
    return m.move(m.V + np.array([0, 0, 1]) * (.012 * fine - .014 * sm(.3, .1, d))[:, None] * (m.u < .85)[:, None]).paint(C, 'crumb')


@part
def bread_slices(stage, at=((0, 0, 0),), kind='toast', toast=.5, s=.5, t=.08, tip=(0, 0), triangle=False):
    for k, (x, y, turn) in enumerate(at):
        m = slice_mesh(kind, s, t, k * 3.3, toast)
        if triangle:
            V = m.V.copy()
            over = np.maximum(V[:, 0] + V[:, 1], 0) / 2
            V[:, 0] -= over
            V[:, 1] -= over
            m = m.move(V)
        stage.lay(m, x, y, turn, tip, 1, .03)


@part
def loaf(stage, x=0, y=0, turn=.3, L=1.5, s=.42, cut=True, banana=False):
    """A loaf of Agege bread, tall, soft and square. The cut end shows the crumb."""
    def f(u, v):
        a = v * 6.2832
        r = s * loaf_outline('agege', a) * np.power(np.clip(1.002 - np.clip(np.abs(2 * u - 1) - (.0 if not cut else .0), 0, 1) ** 26, 0, 1), .4)
        return np.stack([(u - .5) * L, r * np.cos(a), r * np.sin(a)], 1)
    m = grid(110, 130, f, wrap_v=True)
    n, fine = fbm(m.V, 2, 4, .55, x), fbm(m.V, 12, 3, .6, x)
    C = bake(.40 + .30 * n + .08 * fine + .45 * sm(.1, .9, m.V[:, 2] / s), ((.46, .22, .07), (.28, .11, .03), (.12, .04, .012)) if banana else ((.88, .64, .32), (.66, .31, .075), (.36, .12, .022)))
    if cut:
        C = lerp(C, lerp((.62, .38, .15), (.48, .27, .09), sm(-.3, .4, fine)) if banana else lerp((.92, .86, .70), (.86, .76, .56), sm(-.3, .4, fine)), sm(.492, .497, m.V[:, 0] / L) * sm(s * 1.0, s * .93, np.maximum(np.abs(m.V[:, 1]), np.abs(m.V[:, 2]))))
    stage.lay(m.paint(C, 'crust'), x, y, turn, sink=.02)


@part
def banana_loaf(stage, at=((0, 0, 0),), s=1.0, tip=(0, 0)):
    for k, (x, y, turn) in enumerate(at):
        m = slice_mesh('agege', .55, .13, k * 3, 0)
        n, d = fbm(m.V, 8, 3, .6, k), cells(m.V, 11, k)
        C = lerp((.66, .42, .17), (.52, .30, .10), sm(-.3, .4, n))
        C = lerp(C, (.13, .06, .03), sm(.2, .14, d[0]) * (d[1] > .6))
        C = lerp(C, (.26, .10, .028), sm(.80, .88, m.u))
        stage.lay(m.paint(C, 'crumb'), x, y, turn, tip, s, .03)


@part
def bun_top(stage, x=0, y=0, R=.82, H=.47, z=None, off=3, sesame=True, tip=(0, 0)):
    m = disc(R, lambda a, b: H * np.sqrt(np.clip(1 - (np.hypot(a, b) / R) ** 2.6, 0, 1)), 90, 190)
    n, fine, r = fbm(m.V, 1.8, 4, .5, off), fbm(m.V, 14, 3, .6, off), radius(m) / R
    C = bake(.86 - .75 * sm(.70, 1.0, r) + .22 * n + .07 * fine)
    under = lathe([(0, -.03), (R * .9, -.03), (R * .985, 0), (R, .02)], 110, 5)
    piece = Piece([m.move(m.V + np.array([0, 0, 1]) * (.010 * n + .004 * fine)[:, None]).paint(C, 'bun'), under.paint((.80, .60, .34), 'crumb')])
    stage.lay(piece, x, y, 0, tip, 1, .04, z)
    if sesame:
        from parts.plants import PROTOS
        stage.strew(PROTOS['sesame'](), 120, R * .78, x, y, lift=.006, tilt=.3)


@part
def bun_base(stage, x=0, y=0, R=.82, H=.22):
    m = lathe([(0, 0), (R * .88, 0), (R, H * .35), (R, H * .75), (R * .97, H), (0, H)], 120, 7)
    n = fbm(m.V, 3, 3)
    C = lerp(bake(.45 + .3 * n, ((.82, .58, .30), (.70, .36, .10), (.5, .2, .05))), (.88, .74, .48), sm(H * .86, H * .97, m.V[:, 2]))
    stage.lay(m.paint(C, 'crust'), x, y, sink=.0)
