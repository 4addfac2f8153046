"""Glasses, cups, cans and bottles with what is in them."""
import numpy as np
from mesh import Piece, blob, box, copies, disc, frames, grid, lathe, radius, smooth_line, tube
from noise import cells, fbm, lerp, rnd, sm
from parts import part

# The outside of a glass as pairs of radius and height, from the foot up.
GLASSES = {
    'tumbler': [(.40, .0), (.42, .04), (.47, .75), (.55, 1.5)], 'highball': [(.36, .0), (.37, .04), (.38, .9), (.39, 1.75)], 'shake': [(.24, .42), (.36, .62), (.44, 1.1), (.56, 1.95)],
    'low': [(.48, .0), (.50, .05), (.52, .5), (.54, .98)], 'goblet': [(.16, .62), (.46, .86), (.52, 1.25), (.42, 1.75)], 'mug-glass': [(.44, .0), (.46, .04), (.46, .6), (.46, 1.2)], 'jar': [(.42, .0), (.46, .06), (.47, .9), (.40, 1.35)],
}


def ring_line(points, n=40):
    p = np.array(points, float)
    z = np.linspace(p[0, 1], p[-1, 1], n)
    return np.stack([np.interp(z, p[:, 1], p[:, 0]), z], 1)


@part
def glass(stage, kind='tumbler', x=0, y=0, color=((.88, .40, .02), (.92, .50, .045)), fill=.92, top='foam', ice=0, clear=False, drops=170, swirl=None, s=1.0, bands=None):
    """A filled glass. `top` is foam, flat or cream; `clear` lets light through; `swirl` draws sauce on the wall;
    `bands` are colours from the bottom up."""
    points = GLASSES[kind]
    z0, H = points[0][1], points[-1][1]
    wall = ring_line(smooth_line(points, 8))
    off, t = rnd(0, 60), .016
    zf = z0 + (H - z0) * fill
    at = lambda z: np.interp(z, wall[:, 1], wall[:, 0])
    piece = Piece()
    above = np.linspace(zf - .02, H, 14)
    shell = lathe([(at(z), z) for z in above] + [(at(z) - t, z) for z in above[::-1]], 110, 0)
    piece.append(shell.paint((1, 1, 1), 'glass'))
    if clear:
        full = np.linspace(z0, H, 24)
        piece.append(lathe([(at(z) + .004, z) for z in full], 110, 0).paint((1, 1, 1), 'glass'))
    base = z0 + (.10 if z0 < .1 else .04)
    levels = np.linspace(base, zf - .012, 50)
    R = lambda z: at(z) - t * (.5 if not clear else 1.4)
    profile = [(0, base - .02), (R(base) - .03, base - .02)] + [(R(z), z) for z in levels] + [(R(zf) - .014, zf + .003), (R(zf) * .9, zf - .006), (R(zf) * .4, zf + .010), (0, zf + .012)]
    m = lathe(profile, 130, 2)
    n = fbm(m.V * (1, 1, .5), 2.2, 4, .55, off)
    if bands:
        share = np.clip((m.V[:, 2] - base) / (zf - base) + .05 * n, 0, 1)
        xs = np.linspace(0, 1, len(bands))
        C = np.stack([np.interp(share, xs, [b[k] for b in bands]) for k in range(3)], 1)
    else:
        C = lerp(color[0], color[1], sm(-.4, .5, n + .5 * (m.V[:, 2] / H - .5)))
    surface = sm(zf - .03, zf, m.V[:, 2])
    V = m.V
    if top == 'foam':
        d, owner = cells(m.V, 24, off)
        C = lerp(C, np.clip(np.array(C) * 1.12 + .06, 0, 1), surface * .6)
        V = V + np.array([0, 0, 1]) * ((.010 * fbm(m.V, 9, 3, .6, off) + .006 * sm(.30, .22, d) * (owner > .3)) * surface)[:, None]
    if swirl is not None:
        a = np.arctan2(m.V[:, 1], m.V[:, 0])
        line = sm(.75, .93, np.sin(2 * a + m.V[:, 2] * 4.2 + 1.5 * n)) * sm(zf, zf - .25, m.V[:, 2])
        C = lerp(C, swirl, line * .9)
    if clear:
        tint = ','.join(f'{c:.3f}' for c in color[1])
        piece.append(m.move(V).paint(C, f'glass:{tint}'))
        piece.append(lathe([(0, base - .02), (R(base) - .03, base - .02), (R(base), base + .03)], 90, 3).paint(np.array(color[0]) * .9, 'drink'))
    else:
        piece.append(m.move(V).paint(C, 'drink'))
    lip = grid(110, 8, lambda u, v: np.stack([(at(H) - t * .5 + .011 * np.cos(v * 6.2832)) * np.cos(u * 6.2832), (at(H) - t * .5 + .011 * np.cos(v * 6.2832)) * np.sin(u * 6.2832), H + .011 * np.sin(v * 6.2832)], 1), True, True)
    piece.append(lip.paint((.55, .56, .56), 'lip'))
    foot(piece, kind, z0, at)
    for k in range(ice):
        cube = box(.15, .14, .13, 3)
        a = k * 2.4
        r = (R(zf) - .2) * (.2 + .8 * rnd())
        piece.append(cube.move(cube.V * (1 + .05 * fbm(cube.V, 4, 2, .5, k))[:, None]).paint(lerp((.80, .84, .86), color[1], .25), 'ice').at((r * np.cos(a), r * np.sin(a), zf - .02 + rnd(-.03, .06)), (rnd(0, 3), rnd(0, 3), rnd(0, 3)), .9))
    if drops:
        a, z = rnd(0, 6.28, drops), rnd(z0 + .05, zf - .05, drops)
        rr = at(z) + .003
        N = np.stack([np.cos(a), np.sin(a), 0 * a], 1)
        piece.append(copies([blob((1, 1, .5), .15, 1.5, 1, q).paint((1, 1, 1), 'glass') for q in range(2)], np.stack([rr * np.cos(a), rr * np.sin(a), z], 1), frames(N, a * 0), rnd(.006, .020, drops)))
    stage.put(piece.at((x, y, float(stage.height(x, y))), (0, 0, 0), s))


def foot(piece, kind, z0, at):
    if z0 < .1:
        piece.append(lathe([(0, 0), (at(0) * .94, 0), (at(0), .03), (at(.09), .09)], 90, 3).paint((1, 1, 1), 'glass'))
    else:
        r = at(z0)
        stem = lathe([(.02, .0), (.40, .0), (.42, .03), (.20, .07), (.075, .16), (.07, z0 - .12), (r * .6, z0 - .03), (r, z0 + .01)], 90, 5)
        piece.append(stem.paint((.62, .63, .64), 'lip'))
        piece.append(stem.move(stem.V * (1.01, 1.01, 1)).paint((1, 1, 1), 'glass'))


@part
def straw(stage, x=0, y=0, z=1.0, H=1.1, color=(.75, .06, .03), lean=(-.2, .12), r=.05):
    m = tube(smooth_line(np.array([[x, y, z], [x + lean[0] * .4, y + lean[1] * .4, z + H * .5], [x + lean[0], y + lean[1], z + H]]), 60), r, 16)
    stripes = (np.sin(m.u * H * 32 + np.append(np.tile(np.arange(16), len(m.V) // 16), [0, 0])[:len(m.V)] * .3927) > 0).astype(float)
    stage.put(m.paint(lerp((.90, .88, .84), color, stripes), 'plastic'), solid=False)


@part
def whipped(stage, x=0, y=0, z=1.9, R=.5, H=.62, color=(.82, .77, .67), turns=2.6):
    t = np.linspace(0, 1, 200)
    q = t * 2 * np.pi * turns
    r = R * .72 * (1 - t) ** .8
    centre = np.stack([x + r * np.cos(q), y + r * np.sin(q), z + .06 + (H - .1) * t], 1)
    m = tube(centre, R * .36 * (1 - .75 * t) + .01, 24)
    groove = np.sin(np.tile(np.arange(24), 200) * 2 * np.pi / 24 * 6)
    V = m.V.copy()
    c = np.repeat(centre, 24, 0)
    V[:-2] = c + (V[:-2] - c) * (1 + .10 * groove)[:, None]
    stage.put(m.move(V).paint(color, 'cream'))


@part
def topping(stage, what='chocolate', n=26, R=.34, x=0, y=0, **options):
    from parts.plants import PROTOS
    stage.strew(PROTOS[what](), n, R, x, y, frame=True, **options)


@part
def drizzle(stage, kind='chocolate', x=0, y=0, R=.40, n=7):
    """Thin lines of sauce across whatever is below."""
    from parts.soups import SAUCES
    color, dark, mat, _ = SAUCES[kind]
    t = np.linspace(-1, 1, 26 * n)
    px = x + R * t
    py = y + R * .8 * np.sin(t * n * 2.6) * np.sqrt(np.clip(1 - t * t, 0, 1))
    m = tube(np.stack([px, py, stage.height(px, py) + .012], 1), .022, 8)
    stage.put(m.paint(color, mat), solid=False)


@part
def ice_balls(stage, n=3, x=0, y=0, r=.3, color=(.90, .84, .68), R=.24, z=None):
    for k in range(n):
        m = blob((r, r, r * .92), .06, 2.4, 5, k * 3)
        fine = fbm(m.V, 16, 3, .7, k)
        stage.lay(m.move(m.V * (1 + .03 * fine)[:, None]).paint(np.array(color) * (1 + .06 * fine)[:, None], 'foam'), x + R * np.cos(k * 2.1 + .4) * (n > 1), y + R * np.sin(k * 2.1 + .4) * (n > 1), 0, sink=.2)


@part
def rim_fruit(stage, kind='lemon', x=.5, y=-.05, z=1.5, R=.26, turn=.4):
    """A slice of fruit on the rim."""
    from parts.fruit import kiwi_slice, strawberry_mesh, pineapple_wedge, melon_wedge, banana_coin
    from parts.plants import citrus_slice, cucumber_slice
    makers = {'cucumber': lambda: cucumber_slice(R, .04), 'kiwi': lambda: kiwi_slice(R), 'strawberry': strawberry_mesh, 'pineapple': lambda: pineapple_wedge(R * 1.9), 'melon': lambda: melon_wedge(R * 2.1), 'banana': lambda: banana_coin(R * .9)}
    m = makers[kind]() if kind in makers else citrus_slice(R, .04, kind)
    piece = m if isinstance(m, Piece) else Piece([m])
    flat = kind not in ('strawberry',)
    stage.put(piece.at((0, 0, 0), (1.35 if flat else 0, .1, turn)).at((x, y, z)))


@part
def cup(stage, x=0, y=0, kind='coffee', R=.58, H=.62, color=(.84, .83, .79), saucer=True, band=None, turn=.5):
    from parts.soups import sauce_top
    from parts.ware import turned
    piece = Piece()
    lift = 0
    if saucer:
        m = lathe([(.3, 0), (.34, .03), (.7, .05), (.98, .13), (1.0, .15), (.96, .15), (.66, .085), (.40, .07), (0, .07)], 110, 5)
        piece.append(m.paint(lerp(color, band if band is not None else color, sm(.93, .94, radius(m))), 'glaze'))
        lift = .07
    body = turned([(R * .5, 0), (R * .56, .02), (R * .82, H * .3), (R * .97, H * .75), (R, H), (R - .03, H + .01), (R * .92, H * .75), (R * .7, H * .3), (0, .08)], color, 'glaze', band, H - .06, color)
    piece.append(body.at((0, 0, lift)))
    piece.append(sauce_top(kind, R * .93).at((0, 0, lift + H * .86)))
    handle = tube(smooth_line([(R * .9, 0, H * .80), (R * 1.30, 0, H * .86), (R * 1.45, 0, H * .55), (R * 1.2, 0, H * .28), (R * .75, 0, H * .28)], 10), .065, 14)
    piece.append(handle.paint(color, 'glaze').at((0, 0, lift), (0, 0, -turn)))
    stage.put(piece.at((x, y, float(stage.height(x, y)))))


@part
def teapot(stage, x=0, y=0, color=(.50, .07, .03), s=1.0, turn=.3):
    body = lathe([(0, 0), (.42, 0), (.50, .03), (.72, .35), (.70, .72), (.44, .98), (.34, 1.0), (.30, 1.04), (.22, 1.10), (.06, 1.14), (.06, 1.2), (.10, 1.25), (.06, 1.31), (0, 1.32)], 130, 7)
    spout = tube(smooth_line([(.60, 0, .32), (.86, 0, .48), (.98, 0, .82), (1.14, 0, .95)], 12), np.interp(np.linspace(0, 1, 37), [0, 1], [.17, .075]), 22)
    handle = tube(smooth_line([(-.60, 0, .80), (-.95, 0, .90), (-1.10, 0, .58), (-.90, 0, .28), (-.64, 0, .28)], 10), .07, 14)
    stage.lay(Piece([m.paint(color, 'glaze') for m in (body, spout, handle)]), x, y, turn, scale=s, sink=0)


@part
def can(stage, x=0, y=0, color=(.50, .012, .010), second=(.85, .84, .82), mark='wave', s=1.0, turn=0.0):
    """A can with a mark that names no brand."""
    wall = [(.335, z) for z in np.linspace(.16, 1.08, 24)]
    m = lathe([(0, .04), (.22, .02), (.28, 0), (.33, .10), *wall, (.33, 1.14), (.28, 1.24), (.285, 1.27), (.265, 1.27), (.25, 1.22), (0, 1.22)], 300, 6)
    C = label(m, color, second, mark, .13, 1.12, turn)
    metal = (m.V[:, 2] < .10) | (m.V[:, 2] > 1.15)
    C[metal] = (.62, .63, .64)
    tab = box(.07, .045, .012, 2).paint((.66, .67, .68), 'steel').at((0, -.06, 1.235))
    stage.put(Piece([m.paint(C, 'plastic'), tab, beads(.337, .15, 1.08)]).at((x, y, float(stage.height(x, y))), (0, 0, 0), s))


def inside(x, y, corners):
    """Returns 1 for points within the polygon, 0 for others."""
    crossings = np.zeros(len(x), int)
    for (ax, ay), (bx, by) in zip(corners, corners[1:] + corners[:1]):
        crossings += ((ay > y) != (by > y)) & (x < (bx - ax) * (y - ay) / (by - ay + 1e-9) + ax)
    return (crossings % 2).astype(float)


def label(m, color, second, mark, low, high, turn=0.0):
    a = np.arctan2(m.V[:, 1], m.V[:, 0]) + 1.57 + turn
    a = (a + np.pi) % (2 * np.pi) - np.pi
    z = (m.V[:, 2] - low) / (high - low)
    if mark == 'wave':
        on = sm(.10, .075, np.abs(z - .48 - .20 * np.sin(a * 1.3 + .4)))
    elif mark == 'disc':
        d = np.hypot(a * .62, (z - .55) * 1.55)
        on = np.maximum(sm(.42, .40, d) * sm(.30, .32, d), sm(.25, .23, d))
    elif mark == 'leaf':
        d = np.hypot(a * .9, (z - .52) * 1.1) + .12 * np.sin(a * 5)
        on = sm(.36, .33, d)
    elif mark == 'bolt':
        on = inside(a, z, ((.30, .92), (-.42, .44), (-.06, .44), (-.26, .08), (.46, .60), (.08, .60)))
    elif mark == 'stripes':
        on = sm(.2, .3, np.sin(z * 24)) * sm(.30, .34, z) * sm(.76, .72, z)
    else:
        on = sm(.22, .24, z) * sm(.80, .78, z)
    return lerp(color, second, on)


def beads(r, low, high, n=130):
    a, z = rnd(0, 6.28, n), rnd(low, high, n)
    N = np.stack([np.cos(a), np.sin(a), 0 * a], 1)
    rr = r(z) if callable(r) else r
    return copies([blob((1, 1, .5), .15, 1.5, 1, q).paint((1, 1, 1), 'glass') for q in range(2)], np.stack([rr * np.cos(a), rr * np.sin(a), z], 1), frames(N, a * 0), rnd(.007, .022, n))


BOTTLES = {'cola': [(.30, 0), (.34, .05), (.31, .45), (.26, .72), (.34, 1.05), (.33, 1.30), (.16, 1.75), (.13, 1.95), (.15, 2.0), (.15, 2.08)], 'water': [(.33, 0), (.36, .06), (.35, .5), (.36, .9), (.36, 1.35), (.33, 1.6), (.15, 1.95), (.145, 2.05), (.17, 2.08), (.17, 2.14)],
           'stubby': [(.38, 0), (.42, .06), (.42, .95), (.38, 1.12), (.17, 1.5), (.15, 1.72), (.17, 1.76), (.17, 1.82)], 'wine': [(.36, 0), (.38, .05), (.38, 1.1), (.34, 1.28), (.15, 1.6), (.135, 2.1), (.16, 2.14), (.16, 2.24)]}


@part
def bottle(stage, kind='water', x=0, y=0, liquid=(.80, .86, .90), tint=(.9, .96, 1), fill=.86, cap=(.05, .16, .45), wrap=None, second=(.9, .9, .88), mark='band', band=(.42, .80), clear=True, thick=False, s=1.0):
    """`wrap` is the label's colour, `band` the share of the height that it covers. `thick` is for an opaque drink."""
    p = smooth_line(BOTTLES[kind], 8)
    H = p[-1, 1]
    at = lambda z: np.interp(z, p[:, 1], p[:, 0])
    piece = Piece()
    name = 'glass:' + ','.join(f'{c:.2f}' for c in tint)
    piece.append(lathe([(0, .02)] + [tuple(q) for q in p], 110, 0).paint((1, 1, 1), name if clear else 'gloss'))
    inner = [(0, .05)] + [(max(at(z) - .03, .02), z) for z in np.linspace(.05, H * fill, 40)] + [(0, H * fill)]
    body = lathe(inner, 90, 0)
    piece.append(body.paint(liquid, name if clear and not thick else 'drink'))
    if clear and not thick:
        piece.append(lathe([(0, .03), (at(.06) - .02, .03), (at(.1) - .02, .1)], 90, 2).paint(liquid, 'lip'))
    if wrap is not None:
        lo, hi = band[0] * H * .8, band[1] * H * .8
        tag = lathe([(at(z) + .006, z) for z in np.linspace(lo, hi, 80)], 260, 0)
        piece.append(tag.paint(label(tag, wrap, second, mark, lo, hi), 'plastic'))
    piece.append(lathe([(0, H + .06), (at(H) + .012, H + .06), (at(H) + .02, H + .04), (at(H) + .02, H - .09)][::-1], 60, 0).paint(cap, 'plastic'))
    piece.append(beads(lambda z: at(z) + .004, .1, H * .75, 150))
    stage.put(piece.at((x, y, float(stage.height(x, y))), (0, 0, 0), s))


@part
def calabash(stage, x=0, y=0, R=.8, H=.62):
    """A gourd bowl of white, foaming palm wine."""
    from parts.soups import sauce_top
    from parts.ware import turned
    body = turned([(0, 0), (R * .5, .01), (R * .9, H * .4), (R, H * .8), (R * .97, H), (R * .92, H), (R * .93, H * .7), (0, .08)], (.42, .20, .06), 'gloss', inside=(.50, .28, .10))
    C = body.C[:, :3] * (1 + .3 * fbm(body.V, 3, 4))[:, None]
    froth = disc(R * .91, lambda a, b: .02 * fbm(np.stack([a, b, a * 0], 1), 6, 3) + .03 * sm(.35, .1, cells(np.stack([a, b, a * 0], 1), 9)[0]) * sm(.5, .9, np.hypot(a, b) / R), 60, 140)
    stage.put(Piece([body.paint(C), froth.paint((.88, .86, .78), 'foam').at((0, 0, H * .84))]).at((x, y, 0)))
