"""Burgers, sandwiches, wraps, hot dogs: layers and fillings."""
import numpy as np
from mesh import Piece, blob, grid, lathe, radius, tube
from noise import cells, fbm, lerp, ramp, ridge, rnd, sm
from parts import part
from parts.plants import PROTOS, ruffle

PATTIES = {'beef': ((.30, .12, .045), (.19, .066, .024), (.10, .034, .013)), 'bean': ((.40, .20, .08), (.28, .13, .05), (.14, .06, .025)), 'crisp': ((.84, .54, .17), (.68, .33, .07), (.42, .15, .025))}


@part
def patty(stage, x=0, y=0, R=.84, H=.2, kind='beef'):
    off = rnd(0, 60)
    m = lathe([(0, 0), (R * .9, 0), (R, H * .3), (R, H * .7), (R * .9, H), (0, H)], 190, 18)
    P = m.V
    d, owner = cells(P, 9, off)
    n = fbm(P, 5, 4, .6, off)
    rad = P * (1, 1, 0)
    rad /= np.linalg.norm(rad, axis=1, keepdims=True) + 1e-6
    a = np.arctan2(P[:, 1], P[:, 0])
    wild = .10 * fbm(np.stack([np.cos(a), np.sin(a), a * 0 + off], 1), 1.8, 3) * (kind == 'crisp')
    V = P + rad * ((.05 * (sm(.6, .1, d) - .5) + .035 * n) + wild * radius(m) / R)[:, None]
    C = ramp(.45 + .5 * n + .5 * (owner - .5), PATTIES[kind])
    if kind != 'crisp':
        C = lerp(C, (.025, .012, .008), .7 * sm(.2, .7, n))
    stage.lay(m.move(V).paint(C, 'batter' if kind == 'crisp' else 'meat'), x, y, rnd(0, 6), sink=.0)


@part
def frill(stage, x=0, y=0, R=.96, col=(.24, .46, .05), n=7):
    """A leaf of lettuce under a bun, with a curled edge that hangs out."""
    off = rnd(0, 60)

    def f(u, v):
        a = v * 6.2832
        w, w2 = sm(.45, 1, u), sm(.72, 1, u)
        q = fbm(np.stack([np.cos(a), np.sin(a), u * .6 + off], 1), 1.9, 3)
        r = R * (.2 + .8 * u) * (1 + .10 * q * w + .03 * w2 * np.sin(19 * a + 6 * q))
        z = w * .09 * np.sin(n * a + off + 4 * q) + w2 * (.05 * np.sin(2.3 * n * a + 6 * q) + .02 * np.sin(37 * a + 5 * q)) - .13 * w * (1 + q)
        return np.stack([r * np.cos(a), r * np.sin(a), z], 1)
    m = grid(46, 420, f, wrap_v=True)
    C = lerp((.62, .72, .32), col, sm(.55, 1.0, m.u + .15 * fbm(m.V, 3, 3))) * (1 + .3 * fbm(m.V, 5, 3))[:, None]
    stage.lay(m.paint(C, 'leaf'), x, y, 0, z=float(stage.height(x, y)) + .05)


@part
def cheese_slice(stage, x=0, y=0, s=.78, turn=.6, color=(.88, .46, .04), drop=.5):
    def f(u, v):
        px, py = (u - .5) * 2 * s, (v - .5) * 2 * s
        d = np.clip(np.hypot(px, py) - .74, 0, 1)
        return np.stack([px * (1 - .28 * d), py * (1 - .28 * d), -drop * d ** 1.05 + .01 * np.sin(px * 5)], 1)
    m = grid(60, 60, f)
    stage.lay(m.paint(color, 'gloss'), x, y, turn, z=float(stage.height(x, y)) + .015)


@part
def layer(stage, what='onion-red', n=30, R=.7, x=0, y=0, **options):
    """Small things that show at the edge of a stack."""
    stage.strew(PROTOS[what](), n, R, x, y, rmin=.45, frame=True, **options)


@part
def sauce_drip(stage, kind='relish', x=0, y=0, R=.8, n=9):
    from parts.soups import SAUCES
    color, dark, mat, _ = SAUCES[kind]
    z = float(stage.height(x, y))
    for k in range(n):
        a = -1.57 + (k - n / 2) * .42 + rnd(-.15, .15)
        m = blob((.16, .10, rnd(.03, .05)), .2, 2, 3, k)
        stage.put(m.paint(lerp(color, dark, rnd()), mat).at((x + R * np.cos(a), y + R * np.sin(a), z), (0, 0, a)), solid=False)


@part
def sandwich(stage, x=0, y=0, turn=.2, layers=('lettuce', 'chicken', 'tomato'), kind='toast', toast=.7, s=.62, third=None, lift=0.0, tip=(0, 0)):
    """A triangle that lies flat, with its layers at the long cut side towards the camera. Standing on its crust, it
    would be hard to recognise."""
    stage.lay(triangle(layers, toast, s, third), x, y, turn, tip, 1, .02)


LAYERS = {  # thickness, colour, dark colour, material, how ragged
    'lettuce': (.06, (.34, .56, .10), (.16, .36, .03), 'leaf', .16), 'chicken': (.13, (.80, .60, .36), (.58, .32, .12), 'meat', .07), 'tomato': (.07, (.66, .07, .025), (.50, .03, .012), 'wet', .03),
    'egg': (.09, (.90, .88, .80), (.88, .62, .14), 'cream', .05), 'bacon': (.05, (.60, .20, .09), (.30, .06, .025), 'gloss', .10), 'cheese': (.05, (.90, .54, .07), (.84, .42, .03), 'gloss', .08), 'suya': (.13, (.26, .075, .024), (.10, .03, .012), 'seared', .10),
    'onion': (.05, (.74, .52, .60), (.46, .10, .22), 'juicy', .10), 'tuna': (.13, (.80, .66, .52), (.64, .46, .32), 'flesh', .08), 'sardine': (.11, (.58, .50, .42), (.28, .25, .24), 'fish', .06), 'steak': (.13, (.46, .12, .07), (.16, .05, .022), 'meat', .06),
    'cream': (.04, (.88, .84, .74), (.84, .78, .64), 'cream', .08), 'fried-onion': (.07, (.58, .32, .10), (.34, .15, .04), 'gloss', .12), 'mustard': (.03, (.80, .50, .04), (.74, .42, .03), 'cream', .08), 'scrambled': (.12, (.90, .68, .18), (.84, .54, .10), 'cream', .08),
    'pepper': (.05, (.60, .06, .015), (.10, .28, .03), 'wet', .09), 'cucumber': (.05, (.70, .80, .46), (.10, .26, .04), 'wet', .05),
}


def triangle(layers, toast, s, third):
    """Half of a sandwich, cut corner to corner. The cut is at y = 0 and faces -y."""
    def outline(v, grow):
        # The outline goes along the cut from left to right, then back along the two crusts.
        x = np.interp(v, [0, .46, .73, 1], [-1.32, 1.32, 0, -1.32]) * s * grow
        y = np.interp(v, [0, .46, .73, 1], [0, 0, 1.32, 0]) * s * grow
        return x, y + .0
    piece, z = Piece(), 0.0

    def slab_of(t, color_fn, mat, ragged, grow=1.0, k=0):
        nonlocal z

        def f(u, v):
            # The profile goes from the middle of the bottom outwards, up the wall, and back to the middle of the top.
            g = np.interp(u, [0, .30, .34, .66, .70, 1], [.0, .97, 1, 1, .97, 0])
            h = np.interp(u, [0, .30, .36, .64, .70, 1], [0, 0, .12, .88, 1, 1])
            px, py = outline(v, grow)
            cx, cy = 0, .45 * s
            q = ragged * fbm(np.stack([px * 3, py * 3, u * 1.5 + k * 5], 1), 1.8, 3) * sm(.28, .34, u) * sm(.72, .66, u)
            return np.stack([cx + (px - cx) * (g + q), cy + (py - cy) * (g + q) - .35 * q, h * t * (1 + 1.2 * q)], 1)
        m = grid(40, 190, f)
        piece.append(m.paint(color_fn(m), mat).at((0, 0, z)))
        z += t * .93

    def bread(k):
        def color(m):
            wall = sm(.31, .35, m.u) * sm(.69, .65, m.u)
            n, fine = fbm(m.V, 2.5, 4, .55, k), fbm(m.V, 15, 3, .7, k)
            crumb = lerp((.80, .69, .49), (.71, .57, .36), sm(-.3, .4, fine))
            face = lerp(crumb, lerp((.72, .42, .14), (.40, .16, .04), sm(-.2, .5, n + .3 * fine)), toast * sm(-.4, .2, n + .3))
            crust = (m.v > .47) * 1.0
            return lerp(face, lerp(crumb, (.44, .18, .05), crust), wall)
        slab_of(.16, color, 'crumb', .03, 1.0, k)
    stack = list(layers) + ([None] + list(third) if third else [])
    bread(0)
    for k, name in enumerate(stack):
        if name is None:
            bread(k + 3)
            continue
        t, a, b, mat, ragged = LAYERS[name]
        slab_of(t, lambda m, k=k, a=a, b=b: lerp(a, b, sm(-.35, .4, fbm(m.V * (1, 1, 2), 5, 4, .6, k * 3))), mat, ragged, .99 + ragged * .35, k)
    bread(9)
    return piece


@part
def hot_dog(stage, x=0, y=0, turn=.2, s=1.0):
    from parts.meat import sausage_mesh
    t = np.linspace(0, 1, 80)
    piece = Piece()
    for side in (1, -1):
        bun = tube(np.stack([(t - .5) * 1.9, 0 * t + side * (.27 + .03 * (side > 0)), .06 + .10 * (side > 0) + 0 * t], 1), .23 * np.power(np.clip(1.002 - np.abs(2 * t - 1) ** 6, 0, 1), .5), 36)
        n = fbm(bun.V, 2, 4, .5, side)
        C = lerp(ramp(.45 + .35 * n + .3 * (bun.V[:, 2] - .10) / .23 + .2, ((.84, .60, .28), (.68, .34, .08), (.42, .15, .03))), (.92, .82, .60), sm(.10, .04, side * bun.V[:, 1] - .14))
        piece.append(bun.paint(C, 'bun'))
    piece.append(sausage_mesh(2.15, .19, 'frank', 3, .0).at((0, 0, .30)))
    for color, phase, dy in (((.82, .50, .03), 0, .06), ((.55, .02, .008), 1.6, -.05)):
        q = np.linspace(-.85, .85, 140)
        piece.append(tube(np.stack([q, .07 * np.sin(q * 15 + phase) + dy * .3, .50 + 0 * q - .03 * np.abs(np.sin(q * 15 + phase))], 1), .032, 9).paint(color, 'cream'))
    stage.lay(piece, x, y, turn, scale=s, sink=.02)
    stage.strew([p.at(scale=.7) for p in PROTOS['onion-white']()], 26, .5, x, y, .35, lift=.01)


FILLINGS = {  # proto makers for the open end: (maker name or chunk kind, count, size), colour of the core
    'chicken': ([('chunk:shredded', 26, 1.0), ('cabbage', 10, .8), ('carrot-strips', 5, .7), ('cream', 6, 1)], (.48, .22, .07)), 'beef': ([('chunk:beef-strip', 26, 1.0), ('onion-white', 8, .7), ('red-strips', 5, .7), ('cream', 3, 1)], (.20, .08, .03)),
    'mixed': ([('chunk:shredded', 12, 1.0), ('chunk:beef-strip', 12, 1.0), ('sausage', 3, 1), ('cabbage', 6, .8), ('cream', 4, 1)], (.34, .15, .05)), 'suya': ([('chunk:suya', 22, .9), ('onion-red', 12, .8), ('tomato-dice', 4, .8)], (.16, .05, .018)),
    'asun': ([('chunk:fried-goat', 22, .75), ('red-strips', 8, .8), ('green-strips', 6, .8), ('onion-red', 6, .7)], (.15, .045, .015)), 'turkey': ([('chunk:shredded', 28, 1.15), ('cream', 9, 1.1), ('parsley', 8, 1)], (.62, .42, .22)),
    'prawn': ([('prawn', 8, .62), ('cabbage', 12, .8), ('cream', 4, 1), ('parsley', 6, 1)], (.66, .42, .22)), 'veggie': ([('mushroom', 9, .8), ('red-strips', 6, 1), ('green-strips', 6, 1), ('yellow-strips', 5, 1), ('cabbage', 8, .8), ('cream', 4, 1)], (.42, .30, .14)),
    'plantain': ([('plantain', 9, .52), ('beans', 26, .9), ('red-dice', 8, 1), ('cream', 2, 1)], (.50, .24, .06)),
}


def filling_proto(name, k):
    from parts.meat import chunk, sausage_mesh
    from parts.plants import mushroom_slice, plain_slice
    from parts.seafood import prawn_mesh
    from parts.sides import plantain_slice
    if name.startswith('chunk:'):
        return Piece([chunk(name[6:], k * 3.1, 3)])
    if name == 'cream':
        return Piece([blob((.09, .06, .035), .25, 1.6, 3, k).paint((.88, .82, .70), 'cream')])
    if name == 'prawn':
        return prawn_mesh(k * 3.0)
    if name == 'mushroom':
        return Piece([mushroom_slice(.2, k)])
    if name == 'sausage':
        return Piece([plain_slice(.13, .05, (.62, .25, .13), (.42, .11, .04), k)])
    if name == 'plantain':
        return Piece([plantain_slice(.38, .25, .07, k * 3.0)])
    options = PROTOS[name]()
    return Piece([options[k % len(options)]])


def wrap_piece(filling, off, L=1.75, R=.34, sleeve=(.62, .05, .02), paper=(.86, .83, .76), green=True, grilled=True):
    """Rolled flatbread along x, open at +x. `sleeve` is the stripe of the paper around its lower half; None for no
    paper."""
    def f(u, v):
        a = v * 6.2832 * 1.12 - .4
        rr = R * (1 + .035 * (v - .5)) * (.80 + .20 * sm(0, .25, u)) * (1 + .03 * np.sin(2 * a + off)) * (1 if sleeve else np.power(np.clip(u * 9, .02, 1), .5))
        y, z = rr * np.cos(a), rr * .93 * np.sin(a)
        return np.stack([-L / 2 + u * L - .16 * sm(.6, 1, u) * (z / R), y, z], 1)
    m = grid(130, 150, f)
    P = m.V
    n, n2 = fbm(P, 3, 4, .55, off), fbm(P, 10, 3, .6, off + 2)
    V = P + P * (0, 1, 1) / R * (.016 * n + .008 * n2)[:, None]
    bars_ = sm(.72, .9, np.sin(P[:, 0] * 17 + .8 * n + P[:, 1] * 3)) * sm(0, .2, P[:, 2]) * grilled
    C = lerp((.80, .62, .38), (.66, .40, .16), sm(-.4, .4, n))
    C = lerp(C, (.42, .18, .05), sm(.05, .5, n + .45 * n2) * .75)
    C = lerp(C, (.13, .05, .018), bars_ * .75 * sm(-.5, .2, n2))
    C = lerp(C, (.86, .72, .50), sm(.985, 1, m.u))
    inner = m.move(V * (1, .93, .93))
    piece = Piece([m.move(V).paint(C, 'crust'), inner.paint((.80, .66, .44), 'dry')])
    if sleeve:
        def s(u, v):
            a = v * 6.2832
            fold = .022 * ridge(np.stack([np.cos(a), np.sin(a), u * 3], 1), 1.6, 3, off)
            rr = R * (.84 + .22 * sm(0, .25, u)) + .022 + fold + .03 * sm(.9, 1, u)
            return np.stack([-L / 2 - .12 + u * L * .58 + .05 * np.sin(3 * a + off) * sm(.7, 1, u), rr * np.cos(a), rr * .95 * np.sin(a)], 1)
        q = grid(90, 110, s, wrap_v=True)
        piece.append(q.paint(lerp(paper, sleeve, (np.sin(q.V[:, 0] * 30) > .55) * .85), 'paper'))
    e = L / 2 - .06
    makers, core_color = FILLINGS[filling]
    core = blob((.12, R * .86, R * .80), .2, 2, 4, off)
    piece.append(core.paint(lerp(core_color, np.array(core_color) * .6, sm(-.3, .3, fbm(core.V, 6, 3))), 'meat').at((e - .08, 0, 0)))
    for name, count, size in makers:
        for k in range(count):
            r, a = R * .80 * np.sqrt(rnd()), rnd(0, 6.28)
            piece.extend(filling_proto(name, k + int(off)).at((e + rnd(-.02, .14), r * np.cos(a), r * .92 * np.sin(a)), (rnd(0, 6), rnd(-.6, .6), rnd(-.7, .7)), size * .85))
    if green:
        for k, a in enumerate(np.linspace(.5, 5.9, 5)):
            leaf_ = ruffle(rnd(.28, .40), rnd(.22, .30), k * 3.1).at((0, 0, 0), (1.57, 0, -1.57)).at((0, 0, 0), (0, rnd(1.2, 1.75), 0))
            piece.append(leaf_.at((e - .02, R * .70 * np.cos(a), R * .66 * np.sin(a)), (a, 0, 0)))
    return piece


@part
def wrap(stage, filling='chicken', at=((-.1, .5, -.4), (-.1, -.25, -.7)), L=1.75, R=.34, sleeve=(.62, .05, .02), green=True, s=1.0, tip=(.25, -.12)):
    for k, (x, y, turn) in enumerate(at):
        stage.lay(wrap_piece(filling, k * 5.0 + 2, L, R, sleeve, green=green), x, y, turn, tip, s, .03)


@part
def wrap_half(stage, filling='chicken', at=((0, 0, 0),), L=.95, R=.36, green=True, s=1.0, stand=False):
    """A wrap cut in half. If it stands, its open ends face up."""
    for k, (x, y, turn) in enumerate(at):
        stage.lay(wrap_piece(filling, k * 5.0 + 4, L, R, None, green=green), x, y, turn, (0, -1.15 if stand else -.25), s, .06)
