"""Chicken and turkey: legs, wings, halves, whole birds; grilled, fried or peppered."""
import numpy as np
from mesh import Piece, blob, grid, join, tube
from noise import cells, fbm, lerp, ramp, ridge, rnd, sm
from parts import part

COATS = {  # three colours, share of char, material, share of red sauce
    'grilled': (((.62, .26, .05), (.46, .14, .024), (.28, .065, .012)), .93, 'skin', 0), 'roast': (((.72, .38, .09), (.58, .23, .04), (.38, .11, .018)), .45, 'skin', 0),
    'fried': (((.80, .50, .15), (.64, .31, .06), (.40, .14, .02)), .15, 'batter', 0), 'peppered': (((.56, .20, .035), (.42, .10, .018), (.26, .05, .01)), .5, 'skin', .85),
    'glazed': (((.50, .14, .02), (.36, .075, .012), (.20, .035, .008)), .7, 'skin', 0), 'suya': (((.50, .20, .06), (.34, .10, .025), (.17, .045, .013)), .95, 'seared', 0), 'boiled': (((.66, .43, .20), (.56, .31, .12), (.40, .18, .05)), .08, 'skin', 0),
    'turkey': (((.48, .17, .035), (.32, .085, .017), (.17, .036, .009)), .95, 'skin', 0), 'jerk': (((.34, .11, .025), (.22, .06, .014), (.10, .028, .009)), .95, 'skin', .2),
}


def cook(m, off, coat='grilled', hot=1.0, ripple=1.0, base=None):
    """Adds skin to a smooth body: wrinkles, browning, char on top, sauce. The normal points from the body's axis."""
    colors, char_share, mat, sauce = COATS[coat]
    P = m.V
    N = np.zeros_like(P)
    for faces in (m.Q, m.T):
        if len(faces):
            a, b, c = P[faces[:, 0]], P[faces[:, 1]], P[faces[:, 2]]
            normal = np.cross(b - a, c - a)
            for k in range(faces.shape[1]):
                np.add.at(N, faces[:, k], normal)
    N /= np.linalg.norm(N, axis=1, keepdims=True) + 1e-9
    if (N * (P - P.mean(0))).sum() < 0:
        N = -N
    n1, n2 = fbm(P, 2.4, 4, .5, off), fbm(P, 8, 4, .55, off + 1)
    push = .045 * n1 + .014 * n2 + .016 * ridge(P, 2.6, 3, off + 2)
    if mat == 'batter':
        d, owner = cells(P, 9, off)
        push = push + .05 * sm(.6, .1, d) * (.3 + owner) + .03 * fbm(P, 16, 3, .7, off)
    V = P + N * (push * ripple)[:, None]
    char = hot * np.clip(sm(.20, .58, n1 * .75 + n2 * .6 + .25 * N[:, 2]) + .6 * sm(.5, .75, n2), 0, 1) * char_share
    C = ramp(.5 + .5 * n1 + .30 * n2 + .1, colors)
    C = lerp(C, (.022, .010, .006), char * .93)
    C = lerp(C, (.70, .26, .035), .35 * sm(.1, .5, fbm(P, 4, 3, .5, off + 7)) * (1 - char))
    if sauce:
        # Fried skin shows between patches of ground pepper with seeds and skins.
        red = sm(-.02, .22, fbm(P, 2.6, 4, .65, off + 9) + .30 * N[:, 2]) * sauce
        bits, owner = cells(P, 13, off + 4)
        sauce_color = lerp(lerp((.50, .060, .008), (.28, .022, .005), sm(-.3, .4, n2)), (.62, .22, .03), sm(.24, .14, bits) * (owner > .72))
        C = lerp(C, lerp(sauce_color, (.60, .030, .010), sm(.34, .24, bits) * (owner < .22)), red)
        V = V + N * (red * (.022 + .028 * sm(.5, .1, bits) * owner + .012 * n2))[:, None]
    return m.move(V).paint(C if base is None else base(C), mat, 1 + .7 * char)


def knuckle(off):
    m = join([blob((.15, .105, .10), .18, 1.6, 3, off).at((0, .055, 0)), blob((.15, .10, .10), .18, 1.6, 3, off + 3).at((.01, -.06, .01))])
    return m.paint(lerp((.70, .56, .38), (.34, .16, .06), sm(-.1, .5, fbm(m.V, 7, 3, .5, off))), 'satin')


def drumstick(off=0.0, coat='grilled', fat=1.0):
    """A drumstick along x, about 1.9 long, with the flesh at +x."""
    def f(u, v):
        a = v * 6.2832
        r = .105 + .045 * sm(.12, .0, u) + .40 * fat * sm(.16, .66, u)
        r = r * np.sqrt(np.clip(1 - np.clip((u - .74) / .262, 0, 1) ** 2.3, 0, 1)) + 1e-3
        r = r * (1 + .05 * np.cos(a) + .05 * np.cos(2 * a + .6))
        return np.stack([-1.0 + 1.9 * u, r * np.cos(a), r * .93 * np.sin(a) + .06 * np.sin(u * 3.0)], 1)
    m = grid(120, 110, f, wrap_v=True)
    n = fbm(m.V, 8, 3, .55, off + 1)
    edge = .13 + .025 * np.sin(m.v * 18.8 + off) + .02 * n
    skin = sm(edge - .008, edge + .012, m.u)
    rad = m.V * (0, 1, 1)
    rad /= np.linalg.norm(rad, axis=1, keepdims=True) + 1e-6
    m = m.move(m.V - rad * (.03 * (1 - skin))[:, None])
    shank = lerp((.62, .42, .26), (.44, .17, .05), sm(.05, .13, m.u))
    return Piece([cook(m, off, coat, base=lambda C: lerp(shank, C, skin)), knuckle(off).at((-1.02, 0, 0))])


def thigh(off=0.0, coat='grilled'):
    """The upper half of a leg: a flat, three-cornered piece."""
    m = blob((.62, .48, .27), .10, 1.1, 5, off)
    m = m.move(m.V * (1, 1, 1) * (1 + .22 * (m.V[:, :1] > -9) * (m.V[:, 0:1] / .62) * np.array([[0, -1, 0.]])))
    return Piece([cook(m, off, coat)])


def wing(off=0.0, coat='glazed', tip=True):
    """Two joints that meet at an elbow."""
    t = np.linspace(0, 1, 40)
    upper = tube(np.stack([-.62 + .66 * t, .30 - .52 * t, .03 * np.sin(t * 3)], 1), .16 + .07 * np.sin(np.pi * np.clip(1 - t, 0, 1) ** 1.4) - .04 * t, 28)
    lower = tube(np.stack([.0 + .70 * t, -.22 + .46 * t, .04 * np.sin(t * 3)], 1), (.13 + .055 * np.sin(np.pi * np.clip(t, 0, 1))) * np.sqrt(np.clip(1.02 - t ** 9, 0, 1)), 28)
    parts_ = [upper, lower]
    if tip:
        parts_.append(tube(np.stack([.66 + .34 * t, .22 + .02 * t - .16 * t * t, .02 * t], 1), .085 * (1 - .7 * t), 18))
    return Piece([cook(m.move(m.V * (1, 1, .85)), off + k * 3, coat) for k, m in enumerate(parts_)])


def bird(off=0.0, coat='grilled', half=False):
    """A whole bird on its back, with its head end at +x. `half` keeps one side."""
    body = blob((1.0, .74, .58), .05, 1.2, 5, off)
    P = body.V
    keel = np.exp(-(P[:, 1] / .16) ** 2) * sm(-.1, .35, P[:, 2])
    V = P + np.array([0, 0, 1]) * (.10 * keel * sm(-.9, .2, P[:, 0]) * sm(1.0, .4, P[:, 0]) - .05 * np.exp(-(P[:, 1] / .05) ** 2) * sm(.2, .5, P[:, 2]))[:, None]
    V[:, 1] *= (1 - .22 * sm(.2, 1.0, P[:, 0]))
    piece = Piece([cook(body.move(V), off, coat)])
    for side in ((1,) if half else (1, -1)):
        piece.extend(drumstick(off + side * 2, coat, .95).at((-.72, side * .62, .10), (side * .5, -.10, side * -.38), .74))
        piece.extend(thigh(off + side * 5, coat).at((-.30, side * .64, .0), (side * .6, 0, side * .3), .80))
        piece.extend(wing(off + side * 7, coat).at((.42, side * .74, .02), (side * .5, 0, side * -.25 + (3.14 if side < 0 else 0)), .70))
    if half:
        piece = Piece(m.move(np.where(m.V[:, 1:2] < -.04, m.V * (1, .08, 1) + (0, -.04, 0), m.V)) for m in piece)
    return piece


@part
def legs(stage, at=((0, 0, .36),), coat='grilled', s=.7, tip=(.25, -.05), fat=1.0, sink=.04):
    for k, (x, y, turn) in enumerate(at):
        stage.lay(drumstick(rnd(0, 60), coat, fat), x, y, turn, (tip[0] + rnd(-.1, .1), tip[1] + rnd(-.04, .04)), s, sink)


@part
def leg_and_thigh(stage, x=0, y=0, turn=.3, coat='grilled', s=.85):
    off = rnd(0, 60)
    piece = Piece(drumstick(off, coat).at((-.35, .06, 0)) + thigh(off + 3, coat).at((.62, -.18, .02), (0, 0, -.5), 1.02))
    stage.lay(piece, x, y, turn, (.12, 0), s, .03)


@part
def thighs(stage, at=((0, 0, 0),), coat='grilled', s=.8):
    for x, y, turn in at:
        stage.lay(thigh(rnd(0, 60), coat), x, y, turn, (rnd(-.15, .15), rnd(-.1, .1)), s, .04)


@part
def wings(stage, n=7, R=.75, x=0, y=0, coat='glazed', s=.72, sy=.8, tip=.3):
    stage.pile(lambda k: wing(rnd(0, 60), coat, k % 3 != 1), n, R, x, y, sy, tip=tip, scale=s)


@part
def one_wing(stage, x=0, y=0, turn=.3, coat='grilled', s=1.2):
    stage.lay(wing(rnd(0, 60), coat), x, y, turn, (.1, 0), s, .03)


def big_wing(off=0.0, coat='turkey'):
    """A turkey's wing of three joints: the round joint with its knuckle, the flat joint, the charred tip."""
    flat = blob((.56, .23, .15), .07, 1.2, 5, off)
    P = flat.V
    P = np.stack([P[:, 0], P[:, 1] * (1 + .25 * P[:, 0]), P[:, 2]], 1) - np.array([0, 0, 1]) * (.06 * np.exp(-(P[:, 1] / .06) ** 2) * sm(.5, .2, np.abs(P[:, 0])) * (P[:, 2] > 0))[:, None]
    t = np.linspace(0, 1, 40)
    tip = tube(np.stack([.52 * t, .05 * np.sin(t * 3), .05 * t * t], 1), .03 + .10 * np.sqrt(np.clip(1 - (2 * np.abs(t - .38)) ** 2, 0, 1)) * sm(1.1, .6, t), 24)
    tip = cook(tip.move(tip.V * (1, 1.2, .7)), off + 3, coat, 1.5)
    return Piece(drumstick(off + 5, coat, .82).at((-.72, .20, .02), (0, 0, -.30), .66) + [cook(flat.move(P), off + 1, coat).at((.30, -.02, 0), (.25, 0, .34)), tip.at((.66, .14, .0), (0, 0, -.5))])


@part
def big_wings(stage, at=((0, 0, 0),), coat='turkey', s=1.0, sink=.03):
    for x, y, turn in at:
        stage.lay(big_wing(rnd(0, 60), coat), x, y, turn, (rnd(-.06, .06), 0), s, sink)


@part
def grilled_breast(stage, x=0, y=0, turn=.2, s=1.0, n=5):
    """A grilled breast of chicken with grill marks and cuts that show pale flesh."""
    from parts.meat import slab
    off = rnd(0, 60)
    m = slab(lambda a: .62 + .20 * np.cos(a) - .07 * np.cos(2 * a) + .05 * np.sin(a), .20, 'chicken', off, 0, .85, 1.1, 0, 90, 240)
    V = m.V.copy()
    q = (V[:, 0] + .25 * V[:, 1] + .72) / 1.5 * n
    near = np.abs(q - np.round(q)) * (np.round(q) > 0) * (np.round(q) < n) + 9 * ((np.round(q) <= 0) | (np.round(q) >= n))
    cut = sm(.16, .04, near) * sm(.02, .1, V[:, 2])
    V[:, 0] += .09 * (np.floor(np.clip(q, 0, n - .01)) - (n - 1) / 2)
    V[:, 2] -= .13 * cut
    C = lerp(m.C[:, :3], lerp((.86, .70, .46), (.74, .52, .28), sm(-.3, .4, fbm(V, 9, 3, .6, off))), cut)
    stage.lay(m.move(V).paint(C, 'meat'), x, y, turn, scale=s, sink=.05)


@part
def whole_bird(stage, x=0, y=0, turn=.4, coat='grilled', half=False, s=.95, tip=(0, 0)):
    stage.lay(bird(rnd(0, 60), coat, half), x, y, turn, tip, s, .10)


@part
def flat_bird(stage, x=0, y=0, turn=.2, coat='suya', s=.9):
    """A butterflied bird: two breasts, with legs and wings pressed flat."""
    off = rnd(0, 60)
    piece = Piece()
    for side in (1, -1):
        m = blob((.62, .42, .17), .10, 1.3, 5, off + side)
        piece.append(cook(m, off + side, coat).at((.25, side * .40, 0), (0, 0, side * .18)))
        piece.extend(thigh(off + side * 3, coat).at((-.45, side * .50, 0), (0, 0, side * .7), (.8, .8, .6)))
        piece.extend(drumstick(off + side * 5, coat).at((-1.05, side * .82, 0), (0, 0, side * -.45), (.62, .62, .55)))
        piece.extend(wing(off + side * 7, coat).at((.72, side * .82, 0), (0, 0, side * .5), (.62, side * .62, .55)))
    stage.lay(piece, x, y, turn, scale=s, sink=.06)
