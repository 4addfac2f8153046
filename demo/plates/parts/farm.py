"""Animals of the farm: capsules that merge into one skin, with horns, ears and hooves; a pasture at dusk."""
import numpy as np
from mesh import Mesh, Piece, blob, box, copies, frames, grid, lathe, smooth_line, sphere, tube
from noise import fbm, lerp, rnd, sm
from parts import part


def skin_around(bones, step=.035, melt=.09):
    """Returns the surface around bones (from, to, radius at both ends), merged where they meet, by surface nets over
    the field of distances."""
    ends = np.array([[*a, *b] for a, b, _, _ in bones])
    low = np.minimum(ends[:, :3], ends[:, 3:]).min(0) - .6
    high = np.maximum(ends[:, :3], ends[:, 3:]).max(0) + .6
    axes = [np.arange(l, h, step) for l, h in zip(low, high)]
    P = np.stack(np.meshgrid(*axes, indexing='ij'), -1)
    total = np.zeros(P.shape[:3])
    for a, b, ra, rb in bones:
        a, b = np.array(a, float), np.array(b, float)
        t = np.clip(((P - a) @ (b - a)) / ((b - a) @ (b - a) + 1e-9), 0, 1)
        d = np.linalg.norm(P - a - t[..., None] * (b - a), axis=-1) - (ra + (rb - ra) * t)
        total += np.exp(-np.clip(d / melt, -30, 30) * 2.5)
    field = -np.log(total + 1e-12)
    inside = field < 0
    # Cells that the surface crosses get a point at the mean of the crossed edges.
    corners = [(i, j, k) for i in (0, 1) for j in (0, 1) for k in (0, 1)]
    n = np.array(field.shape) - 1
    cut = lambda c: tuple(slice(c[q], c[q] + n[q]) for q in range(3))
    count = sum(inside[cut(c)].astype(int) for c in corners)
    cells_ = np.argwhere((count > 0) & (count < 8))
    index = -np.ones(n, int)
    index[tuple(cells_.T)] = np.arange(len(cells_))
    V, W = np.zeros((len(cells_), 3)), np.zeros(len(cells_))
    for c in corners:
        for q in range(3):
            if c[q]:
                continue
            e = list(c)
            e[q] = 1
            f0, f1 = field[tuple((cells_ + c).T)], field[tuple((cells_ + e).T)]
            on = (f0 < 0) != (f1 < 0)
            t = np.where(on, f0 / (f0 - f1 + 1e-12), 0)
            V += on[:, None] * (np.array(c) + t[:, None] * (np.array(e) - c))
            W += on
    V = (cells_ + V / W[:, None]) * step + low
    quads = []
    for q in range(3):
        a, b = [k for k in range(3) if k != q]
        one, two = np.eye(3, dtype=int)[a], np.eye(3, dtype=int)[b]
        edge = np.argwhere(np.diff(inside.astype(int), axis=q) != 0)
        edge = edge[(edge[:, a] > 0) & (edge[:, b] > 0) & (edge < n).all(1)]
        first = inside[tuple(edge.T)]
        faces = np.stack([index[tuple((edge - s).T)] for s in (0 * one, one, one + two, two)], 1)
        flip = first == (q == 1)
        faces[flip] = faces[flip][:, ::-1]
        quads.append(faces[(faces >= 0).all(1)])
    return Mesh(V, np.concatenate(quads))


HIDES = {  # body, second colour, where the second lies
    'white': ((.72, .66, .56), (.72, .66, .56), 'none'), 'uda': ((.72, .66, .56), (.16, .07, .032), 'front'), 'yankasa': ((.72, .66, .56), (.035, .025, .02), 'face'),
    'brown': ((.30, .13, .055), (.58, .44, .30), 'belly'), 'black': ((.045, .034, .029), (.12, .085, .06), 'belly'), 'tan': ((.46, .25, .10), (.62, .48, .32), 'belly'), 'red': ((.22, .085, .035), (.30, .15, .075), 'belly'),
}


def haired(m, kind, off, z, front=-.26):
    """Colours the coat, with dusty legs and dark hooves."""
    P = m.V
    n, hair = fbm(P * (1, 2, 1), 2.0, 4, .55, off), fbm(P * (1.2, 3, .8), 15, 3, .65, off)
    a, c, where = HIDES[kind]
    second = {'none': 0 * n, 'front': sm(front + .04, front - .04, P[:, 0] + .10 * n), 'belly': sm(z - .12, z - .24, P[:, 2] + .06 * n) * (P[:, 2] > z * .5),
              'face': sm(.16, .12, np.hypot(P[:, 0] + 1.10, P[:, 2] - z - .84)) * (np.abs(P[:, 1]) > .05) + sm(-1.30, -1.36, P[:, 0])}[where]
    C = lerp(np.array(a), np.array(c), np.clip(second, 0, 1)) * (1 + .20 * hair + .12 * n)[:, None]
    C = lerp(C, np.array((.28, .17, .09)), .45 * sm(.5 * z, .1, P[:, 2]))
    return m.move(P + np.array([0, 0, 1]) * (.012 * hair)[:, None]).paint(lerp(C, (.025, .018, .014), sm(.085, .07, P[:, 2])), 'wool')


def leg_bones(x, y, z, r, hind):
    """Returns the three bones of a leg, from the body to the hoof."""
    if hind:
        return [((x, y, z + .05), (x - .10, y, z * .68), .20 * r, .12 * r), ((x - .10, y, z * .68), (x + .08, y, z * .42), .10 * r, .062 * r), ((x + .08, y, z * .42), (x + .02, y, .12), .056 * r, .045 * r), ((x + .02, y, .12), (x - .01, y, .03), .052 * r, .06 * r)]
    return [((x, y, z), (x - .03, y, z * .55), .15 * r, .075 * r), ((x - .03, y, z * .55), (x - .01, y, .12), .062 * r, .046 * r), ((x - .01, y, .12), (x - .04, y, .03), .052 * r, .06 * r)]


def bent(piece, pivot, to, raised, turned):
    """Raises and turns everything beyond a joint. The skin, the first mesh, bends from `pivot` to `to`; the other
    meshes stay stiff."""
    pivot, along = np.array(pivot), np.array(to) - np.array(pivot)
    out = []
    for k, m in enumerate(piece):
        P = m.V - pivot
        share = sm(0, 1, P @ along / (along @ along)) if k == 0 else 1.0
        up, side = share * raised, share * turned
        x, z = P[:, 0] * np.cos(up) + P[:, 2] * np.sin(up), P[:, 2] * np.cos(up) - P[:, 0] * np.sin(up)
        out.append(m.move(pivot + np.stack([x * np.cos(side) - P[:, 1] * np.sin(side), x * np.sin(side) + P[:, 1] * np.cos(side), z], 1)))
    return Piece(out)


def sheep(kind='white', horns=1.0, off=0.0, legs=1.0, heavy=1.0, goat=False, pose=(0, 0, 0, 0)):
    """A ram of the north, or a goat. It faces -x and stands on z = 0. `pose`, in radians: raising of the neck,
    raising of the head, turning of the head, swing of the tail."""
    neck, head, turned, tail = pose
    b, z = heavy * (.84 if goat else 1), .84 * legs
    hx, hz = -1.02, z + .84
    bones = [((-.55, 0, z + .12), (.55, 0, z + .16), .31 * b, .30 * b), ((-.52, 0, z + .03), (-.42, 0, z + .06), .30 * b, .30 * b), ((-.1, 0, z + .03), (.25, 0, z + .06), .31 * b, .31 * b),
             ((-.64, 0, z + .24), (hx + .03, 0, hz - .06), .22 * b, .125), ((-.64, 0, z + .05), (-.86, 0, z + .44), .18 * b, .13),
             ((hx, 0, hz), (hx - .34, 0, hz - .20), .140, .082), ((hx - .30, 0, hz - .20), (hx - .42, 0, hz - .27), .076, .062)]
    for side in (1, -1):
        bones += leg_bones(-.52, side * .16, z, b ** .5, False) + leg_bones(.50, side * .17, z, b ** .5, True)
    m = haired(skin_around(bones), kind, off, z)
    m = m.paint(lerp(m.C[:, :3], (.10, .045, .035), .8 * sm(hx - .39, hx - .43, m.V[:, 0])))
    a, c, where = HIDES[kind]
    dark = np.array(c if where == 'front' else a)
    piece = Piece([m])
    t, e = np.linspace(0, 1, 70), np.linspace(0, 1, 24)
    for side in (1, -1):
        piece.append(sphere(3).at((hx - .10, side * .122, hz + .015), (0, 0, 0), (.036, .026, .032)).paint((.03, .015, .008), 'oil'))
        drop = .08 if goat else .26
        ear = tube(np.stack([hx + .07 + .05 * e, side * (.11 + .25 * e), hz + .03 - drop * e ** 1.6], 1), .072 * np.sqrt(np.clip(np.sin(np.pi * (e * .9 + .08)), 0, 1)), 14)
        piece.append(ear.paint(dark * .85, 'wool'))
        if horns:
            if goat:
                H = np.stack([hx + .04 + .34 * horns * t ** 1.5, side * (.05 + .10 * t), hz + .10 + .46 * horns * np.sin(t * 1.5)], 1)
            else:
                q, r = t * 5.6 * horns ** .5, .20 * horns * (1 - .35 * t)
                H = np.stack([hx + .17 * horns - r * np.cos(q) * .95, side * (.07 + .42 * horns * t ** 1.1), hz + .02 + r * np.sin(q) + .05 * (1 - t)], 1)
            horn = tube(H, (.055 if goat else .085) * horns ** .6 * (1 - .86 * t) * (1 + .06 * np.sin(t * 120)), 16)
            piece.append(horn.paint(lerp(lerp((.36, .25, .14), (.56, .44, .28), .5 + .5 * np.sin(horn.u * 120)), (.14, .09, .05), sm(.75, 1, horn.u)), 'satin'))
    if goat:
        piece.append(tube(smooth_line([(hx - .30, 0, hz - .26), (hx - .31, 0, hz - .42), (hx - .28, 0, hz - .54)], 8), np.interp(np.linspace(0, 1, 17), [0, 1], [.05, .008]), 10).paint(dark * .7, 'wool'))
        line, width = [(.82 * b, 0, z + .28), (.93, .01, z + .40), (.98, .0, z + .52)], [.055, .05, .02]
    else:
        line, width = [(.80 * b, 0, z + .26), (.93, .02, z + .12), (.95, 0, z - .15), (.92, -.02, z - .42)], [.065, .06, .028]
    if neck or head or turned:
        piece = bent(piece, (hx + .14, 0, hz - .14), (hx - .02, 0, hz + .02), head, turned * .4)
        piece = bent(piece, (-.58, 0, z + .16), (hx, 0, hz), neck, turned * .6)
    line = smooth_line([(x + tail * .4 * q, y - tail * q, h + abs(tail) * .15 * q) for q, (x, y, h) in zip((0, .2, .6, 1), line)], 12)
    piece.append(tube(line, np.interp(np.linspace(0, 1, len(line)), [0, .4, 1], width), 14).paint(np.array(a) * .9, 'wool'))
    return piece


@part
def rams(stage, at=((0, 0, 0),), kind='white', s=1.0, horns=1.0, legs=1.0, heavy=1.0, goat=False, z=0.0, poses=((0, 0, 0, 0),), frame=True):
    """Rams, ewes (without horns), lambs or goats at (x, y, turn)."""
    kinds = [kind] if isinstance(kind, str) else kind
    for k, (x, y, turn) in enumerate(at):
        stage.put(sheep(kinds[k % len(kinds)], horns, rnd(0, 60), legs, heavy, goat, poses[k % len(poses)]).at((x, y, z), (0, 0, turn), s), frame)


@part
def bull(stage, x=0, y=0, turn=0.0, kind='red', s=1.0):
    """A zebu, with a hump, a dewlap and lyre-shaped horns."""
    z, off = 1.05, rnd(0, 60)
    hx, hz = -1.42, z + .72
    bones = [((-.75, 0, z + .22), (.80, 0, z + .25), .46, .40), ((-.70, 0, z + .05), (.1, 0, z + .05), .44, .44), ((.1, 0, z + .08), (.6, 0, z + .12), .42, .40), ((-.62, 0, z + .55), (-.50, 0, z + .70), .25, .15),
             ((-.85, 0, z + .30), (hx + .08, 0, hz - .05), .34, .20), ((-.85, 0, z - .08), (-1.25, 0, z + .30), .22, .10), ((hx, 0, hz), (hx - .46, 0, hz - .34), .205, .115), ((hx - .42, 0, hz - .33), (hx - .54, 0, hz - .42), .125, .11)]
    for side in (1, -1):
        bones += leg_bones(-.72, side * .24, z, 1.5, False) + leg_bones(.74, side * .25, z, 1.5, True)
    m = haired(skin_around(bones, .045, .12), kind, off, z)
    m = m.paint(lerp(m.C[:, :3], (.05, .025, .02), .85 * sm(hx - .50, hx - .56, m.V[:, 0])))
    piece = Piece([m])
    t = np.linspace(0, 1, 50)
    for side in (1, -1):
        piece.append(sphere(3).at((hx - .14, side * .175, hz + .0), (0, 0, 0), (.045, .03, .04)).paint((.02, .01, .006), 'oil'))
        e = np.linspace(0, 1, 24)
        piece.append(tube(np.stack([hx + .12 + .06 * e, side * (.17 + .36 * e), hz + .02 - .10 * e], 1), .095 * np.sqrt(np.clip(np.sin(np.pi * (e * .9 + .08)), 0, 1)), 14).paint(np.array(HIDES[kind][0]) * .85, 'wool'))
        H = np.stack([hx + .04 - .30 * t * t, side * (.12 + .55 * np.sin(t * 1.7)), hz + .14 + .62 * t ** 1.5], 1)
        horn = tube(H, .085 * (1 - .85 * t), 14)
        piece.append(horn.paint(lerp((.58, .48, .34), (.08, .06, .05), sm(.55, .95, horn.u)), 'satin'))
    line = smooth_line([(1.16, 0, z + .40), (1.30, .02, z + .2), (1.30, .0, z - .35), (1.27, -.02, z - .62)], 12)
    piece.append(tube(line, np.interp(np.linspace(0, 1, len(line)), [0, .3, .8, .9, 1], [.06, .04, .03, .07, .02]), 14).paint(np.array(HIDES[kind][0]) * .8, 'wool'))
    stage.put(piece.at((x, y, 0), (0, 0, turn), s))


TIMBER, DARK_TIMBER = (.30, .17, .08), (.13, .07, .035)


def timber(a, b, r=.07, off=0.0):
    m = tube(np.linspace(a, b, 14), r * (1 + .06 * np.sin(np.arange(14) * 1.7 + off)), 10)
    return m.paint(lerp(TIMBER, DARK_TIMBER, sm(-.4, .4, fbm(m.V * (1, 1, 1), 3, 4, .6, off) + .4 * fbm(m.V * (4, 4, .6), 5, 3, .6, off))), 'dry')


@part
def fence(stage, x=0, y=1.6, L=6.0, H=1.05, posts=6, frame=False):
    px = np.linspace(-L / 2, L / 2, posts)
    piece = Piece(timber((q, 0, 0), (q + rnd(-.05, .05), 0, H * rnd(.98, 1.12)), .075, k) for k, q in enumerate(px))
    piece += [timber((-L / 2 - .2, -.07, h + rnd(-.04, .04)), (L / 2 + .2, -.07, h + rnd(-.04, .04)), .05, 9 * h) for h in (H * .45, H * .85)]
    stage.put(Piece(piece).at((x, y, 0)), frame, False)


@part
def hut(stage, x=0, y=2.0, s=1.0, frame=True):
    wall = grid(40, 120, lambda u, v: np.stack([1.15 * np.cos(v * 6.2832), 1.15 * np.sin(v * 6.2832), 1.25 * u], 1), wrap_v=True)
    n = fbm(wall.V, 3, 5, .6)
    door = sm(.27, .24, np.abs(wall.V[:, 0] + .1)) * (wall.V[:, 1] < 0) * sm(.95, .92, wall.V[:, 2])
    piece = Piece([wall.move(wall.V * (1 + .02 * n)[:, None]).paint(lerp(lerp((.46, .25, .12), (.30, .15, .07), sm(-.4, .5, n)), (.015, .010, .008), door), 'dry')])
    k = 2600
    t, a = np.sqrt(rnd(.02, 1, k)), rnd(0, 6.2832, k)
    straw = [tube(np.array([[-.16, 0, 0], [0, 0, .012], [.16, 0, 0]]), .014, 4).paint(c, 'dry') for c in ((.44, .29, .11), (.34, .21, .08), (.52, .37, .16), (.24, .14, .06))]
    slope = np.array([np.cos(a) * .62, np.sin(a) * .62, 0 * a + .78]).T
    cone = grid(30, 90, lambda u, v: np.stack([1.58 * u * np.cos(v * 6.2832), 1.58 * u * np.sin(v * 6.2832), 2.32 - 1.22 * u ** .9], 1), wrap_v=True)
    piece.append(cone.paint((.20, .12, .05), 'dry'))
    down = np.stack([np.cos(a) * .78, np.sin(a) * .78, 0 * a - .62], 1)
    side = np.cross(slope, down)
    R = np.stack([down, side, slope], 2)
    q = rnd(.7, 1.3, k)
    piece.append(copies(straw, np.stack([1.6 * t * np.cos(a), 1.6 * t * np.sin(a), 2.33 - 1.22 * t ** .9 + rnd(0, .03, k)], 1), R, rnd(.8, 1.5, k), np.stack([q, q, q], 1)))
    stage.put(piece.at((x, y, 0), (0, 0, 0), s), frame, False)


@part
def shed(stage, x=0, y=1.4, L=3.4, W=1.6, H=1.75):
    """A pen under a roof of ribbed iron."""
    piece = Piece(timber((px, py, 0), (px, py, H + .35 * np.sign(py)), .07, px * 3 + py) for px in (-L / 2, 0, L / 2) for py in (-W / 2, W / 2))
    piece += [timber((-L / 2, py, h), (L / 2, py, h), .045, h * 7 + py) for py in (-W / 2, W / 2) for h in ((.35, .75) if py < 0 else (.35, .75, 1.1))]
    roof = grid(160, 20, lambda u, v: np.stack([(u - .5) * (L + .6), (v - .5) * (W + .8), H + .05 + (v - .5) * 1.05 + .03 * np.sin(u * 150)], 1))
    n = fbm(roof.V, 1.6, 4, .6)
    piece.append(roof.paint(lerp((.40, .38, .36), (.30, .12, .05), sm(.0, .4, n)), 'satin'))
    hay = blob((.62, .42, .30), .35, 2.5, 4, 3)
    piece.append(hay.paint(lerp((.52, .37, .14), (.30, .19, .07), sm(-.4, .4, fbm(hay.V * (1, 1, 4), 8, 3))), 'dry').at((L * .28, .1, .1)))
    stage.put(Piece(piece).at((x, y, 0)), True, False)


@part
def truck(stage, x=0, y=0, s=1.0, color=(.46, .025, .015), turn=0.0):
    """A pick-up that faces -x. A load stands at z = .78, x = .75."""
    def block(cx, cz, hx, hz, hy=.72, c=color, mat='plastic', lean=0.0):
        m = box(hx, hy, hz, 5)
        V = m.V.copy()
        V[:, 0] += lean * np.clip(V[:, 2] / hz, 0, 1)
        return m.move(V + (cx, 0, cz)).paint(c, mat)
    piece = Piece([block(-.05, .62, 1.72, .17), block(-1.28, .82, .50, .16), block(-.52, 1.12, .62, .40, .66, lean=.10), block(-.52, 1.22, .56, .24, .675, (.02, .03, .04), 'gloss', .10), block(-.50, 1.16, .035, .36, .69), block(-.92, 1.2, .24, .22, .60, (.025, .035, .045), 'gloss', .16)])
    piece += [block(.85, .80, .80, .035, .70, (.06, .06, .06)), *(Piece([block(.85, .92, .82, .20, .035)]).at((0, side * .70, 0))[0] for side in (1, -1)), block(1.66, .92, .03, .20)]
    piece += [block(-1.76, .52, .06, .07, .74, (.45, .45, .46), 'steel'), block(1.72, .50, .05, .06, .72, (.45, .45, .46), 'steel')]
    for side in (1, -1):
        piece.append(sphere(3).at((-1.74, side * .52, .80), (0, 0, 0), (.06, .13, .09)).paint((.95, .80, .45), 'gloss'))
        for wx in (-1.15, 1.05):
            tyre = lathe([(0, -.12), (.20, -.12), (.33, -.10), (.36, 0), (.33, .10), (.20, .12), (0, .12)], 80, 5)
            r = np.hypot(tyre.V[:, 0], tyre.V[:, 1])
            piece.append(tyre.paint(lerp((.50, .50, .52), (.02, .02, .022), sm(.19, .20, r)), 'satin').at((wx, side * .66, .36), (1.5708, 0, 0)))
    stage.put(piece.at((x, y, 0), (0, 0, turn), s), True, False)


@part
def platform_scale(stage, x=0, y=0, H=1.9):
    deck = box(1.15, .48, .06, 5).paint((.10, .18, .22), 'plastic').at((.3, 0, .07))
    post = timber((1.5, .2, 0), (1.5, .2, H - .25), .06).paint((.10, .18, .22), 'plastic')
    face = grid(30, 90, lambda u, v: np.stack([.36 * u * np.cos(v * 6.2832), -.06 + 0 * u, .36 * u * np.sin(v * 6.2832)], 1), wrap_v=True)
    a = np.arctan2(face.V[:, 2], face.V[:, 0])
    tick = sm(.86, .96, np.cos(a * 12)) * sm(.70, .74, face.u) * sm(.93, .9, face.u)
    C = lerp(lerp((.82, .80, .74), (.03, .03, .03), tick), (.10, .18, .22), sm(.94, .96, face.u))
    ring = lathe([(.30, -.05), (.38, -.05), (.39, .05), (.30, .06)], 80, 3).paint((.10, .18, .22), 'plastic').at((0, 0, 0), (1.5708, 0, 0))
    needle = tube(np.array([[-.05, -.08, -.06], [.10, -.08, .12], [.2, -.08, .24]]), np.array([.018, .014, .004]), 6).paint((.6, .02, .01), 'plastic')
    dial = Piece(m.at((1.5, .18, H)) for m in (face.paint(C, 'matte'), ring, needle))
    stage.put(Piece([deck, post, *dial]).at((x, y, 0)), True, False)


@part
def stethoscope(stage, x=0, y=0, z=1.0):
    """A stethoscope that hangs over a rail."""
    hose = tube(smooth_line([(0, -.10, -.02), (.05, -.13, -.35), (.20, -.14, -.62), (.36, -.14, -.50), (.40, -.13, -.28)], 16), .03, 12)
    arms = [tube(smooth_line([(0, -.10, -.02), (side * .10, -.12, .02), (side * .17, -.11, -.2), (side * .12, -.13, -.48)], 12), .022, 10).paint((.03, .10, .22), 'plastic') for side in (1, -1)]
    bell = lathe([(0, 0), (.10, 0), (.11, .03), (.06, .06), (.03, .10), (0, .10)], 60, 4).paint((.62, .62, .64), 'steel').at((.40, -.16, -.26), (1.4, 0, 0))
    stage.put(Piece([*arms, hose.paint((.03, .10, .22), 'plastic'), bell]).at((x, y, z), (0, 0, 0), 1.5), True, False)


@part
def tripod(stage, x=0, y=0, turn=0.0, H=1.15, s=1.0):
    """A video camera on three legs, with its lens towards -x."""
    legs_ = [tube(np.array([[0, 0, H], [.36 * np.cos(a), .36 * np.sin(a), 0]]), .03, 8).paint((.03, .03, .034), 'plastic') for a in (.4, 2.5, 4.6)]
    body_ = box(.34, .14, .17, 4).paint((.05, .05, .056), 'plastic').at((0, 0, H + .2))
    lens_ = lathe([(0, 0), (.10, 0), (.11, .24), (.13, .26), (.13, .36), (.10, .36), (.09, .30), (0, .30)], 60, 3)
    lens_ = lens_.paint(lerp((.03, .03, .034), (.10, .12, .22), sm(.1, .09, np.hypot(lens_.V[:, 0], lens_.V[:, 1]))), 'gloss').at((-.30, 0, H + .2), (0, -1.5708, 0))
    red = sphere(2).at((-.30, -.10, H + .33), (0, 0, 0), .025).paint((.9, .02, .01), 'ember')
    screen = box(.15, .012, .11, 3).paint((.30, .36, .40), 'gloss').at((.06, -.20, H + .22), (0, 0, .25))
    grip = tube(smooth_line([(-.22, 0, H + .36), (-.12, 0, H + .46), (.14, 0, H + .46), (.24, 0, H + .36)], 8), .03, 8).paint((.03, .03, .034), 'plastic')
    stage.put(Piece([*legs_, body_, lens_, red, screen, grip]).at((x, y, 0), (0, 0, turn), s), True, False)


@part
def bucket(stage, x=0, y=0, R=.34, H=.55, color=(.05, .20, .42)):
    m = lathe([(0, .02), (R * .72, 0), (R * .95, H), (R, H + .02), (R * .93, H), (R * .72, .05)], 90, 5)
    water = grid(12, 60, lambda u, v: np.stack([R * .92 * u * np.cos(v * 6.2832), R * .92 * u * np.sin(v * 6.2832), H * .88 + 0 * u], 1), wrap_v=True)
    stage.put(Piece([m.paint(color, 'plastic'), water.paint((.10, .16, .18), 'oil')]).at((x, y, 0)), True, True)


@part
def pasture(stage, road=False, grass=11000, wind=None):
    """Grazed ground with bush behind it and an evening sky, and a laterite road if `road`. `wind`, from 0 to 1 during
    one gust, bends the blades."""
    def f(u, v):
        x, y = (u - .5) * 34, -6 + v * 24
        return np.stack([x, y, .10 * fbm(np.stack([x, y, 0 * x], 1), .5, 3) * sm(2.2, 4, np.hypot(x * .6, y))], 1)
    m = grid(150, 130, f)
    n, fine = fbm(m.V, .6, 4), fbm(m.V, 4, 4, .6)
    on_road = sm(1.35, 1.1, np.abs(m.V[:, 1] + .1)) * road
    C = lerp(lerp((.22, .19, .06), (.36, .22, .09), sm(-.4, .5, n + .6 * fine)), lerp((.42, .17, .06), (.30, .11, .04), sm(-.4, .4, fine)), on_road)
    stage.put(m.paint(C, 'dry'), False, False)
    k = grass
    x, y = rnd(-7, 7, k), -3.4 + 12 * rnd(0, 1, k) ** 1.5
    if road:
        x, y = (q[np.abs(y + .1) > 1.3 + .2 * np.sin(x * 3)] for q in (x, y))
        k = len(x)
    t = rnd(.7, 1.5, k)
    blades = [tube(np.array([[0, 0, 0], [.015 * q, 0, .07], [.05 * q, .01, .13]]), np.array([.013, .010, .002]), 4).paint(c, 'herb') for q, c in ((1, (.20, .27, .05)), (-1, (.30, .31, .08)), (2, (.14, .22, .04)), (-2, (.44, .36, .13)))]
    m = copies(blades, np.stack([x, y, 0 * x], 1), frames(np.tile([[0, 0, 1.]], (k, 1)), rnd(0, 6.28, k), rnd(-.35, .35, k)), rnd(.6, 1.5, k), np.stack([t, t, t], 1))
    if wind is not None:
        gust = np.sin(6.2832 * (wind + .22 * m.V[:, 0] + .09 * m.V[:, 1]) + 2 * fbm(m.V * (1, 1, 0), 1.2, 2))
        m = m.move(m.V + np.array([1, .3, 0]) * (.42 * gust * m.V[:, 2])[:, None])
    stage.put(m, False, False)
    for j in range(30):
        b = blob((rnd(.9, 1.9), .7, rnd(.5, 1.5)), .35, 2.2, 4, j * 3.1)
        stage.put(b.at((rnd(-10, 10), rnd(9, 13), .4)).paint(np.array((.06, .085, .025)) * rnd(.6, 1.6), 'dry'), False, False)
    sky = grid(8, 60, lambda u, v: np.stack([(u - .5) * 70, 18 + 0 * u, -1 + v * 18], 1))
    stage.put(sky.paint(np.stack([np.interp(sky.V[:, 2], [0, 2.2, 4.5, 8], [q[c] for q in ((1.0, .50, .18), (.95, .52, .26), (.60, .46, .42), (.22, .28, .42))]) for c in range(3)], 1), 'sky'), False, False)
