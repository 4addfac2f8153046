"""Meat: cubes for stews, grilled slabs with bars, ribs, chops, sausages, skewers."""
import numpy as np
from mesh import Piece, blob, grid, join, sphere, tube
from noise import cells, fbm, lerp, ramp, rnd, sm
from parts import part

CHAR = (.020, .010, .007)
# Half lengths, three colours from light to dark, material, power of the block, share of char.
CHUNKS = {
    'beef': ((.21, .16, .13), ((.27, .105, .038), (.17, .056, .019), (.085, .026, .010)), 'meat', 3.4, .5), 'goat': ((.22, .16, .13), ((.34, .15, .06), (.20, .07, .024), (.09, .028, .011)), 'meat', 3.0, .4),
    'chicken': ((.20, .15, .11), ((.74, .48, .22), (.58, .28, .09), (.36, .13, .03)), 'meat', 3.0, .3), 'fish': ((.30, .22, .15), ((.66, .55, .40), (.52, .39, .25), (.24, .15, .09)), 'flesh', 3.6, .15),
    'ponmo': ((.24, .18, .052), ((.44, .20, .065), (.32, .125, .036), (.17, .06, .018)), 'gloss', 9, .12), 'liver': ((.18, .13, .09), ((.20, .075, .045), (.13, .042, .026), (.07, .022, .014)), 'satin', 2.6, .3),
    'gizzard': ((.19, .13, .09), ((.36, .15, .07), (.23, .08, .034), (.11, .036, .016)), 'meat', 2.4, .45), 'kidney': ((.15, .11, .09), ((.24, .075, .045), (.15, .042, .026), (.08, .024, .015)), 'gloss', 2.2, .3),
    'shaki': ((.20, .15, .05), ((.50, .37, .22), (.38, .26, .13), (.24, .14, .06)), 'flesh', 3, .0), 'yam': ((.22, .19, .14), ((.86, .80, .62), (.80, .72, .52), (.70, .58, .36)), 'dough', 4, 0), 'smoked-fish': ((.22, .14, .08), ((.30, .17, .07), (.16, .08, .03), (.06, .03, .015)), 'fish', 3, .5),
    'potato': ((.15, .14, .12), ((.86, .74, .42), (.80, .64, .30), (.70, .50, .18)), 'satin', 3, 0), 'turkey': ((.30, .20, .16), ((.58, .26, .07), (.42, .13, .03), (.24, .06, .015)), 'skin', 2.6, .5), 'fried-goat': ((.17, .13, .10), ((.24, .075, .025), (.14, .038, .013), (.055, .017, .008)), 'seared', 3, .8),
    'asun': ((.20, .14, .085), ((.34, .13, .045), (.20, .062, .02), (.075, .024, .010)), 'seared', 3.9, .9), 'suya': ((.17, .13, .06), ((.32, .10, .03), (.18, .048, .015), (.07, .02, .009)), 'seared', 3, .8), 'shredded': ((.16, .05, .045), ((.74, .46, .19), (.56, .26, .08), (.34, .12, .03)), 'meat', 2.4, .5), 'beef-strip': ((.20, .06, .045), ((.28, .11, .045), (.18, .06, .022), (.085, .027, .011)), 'meat', 2.6, .5),
    'ham': ((.13, .11, .04), ((.60, .20, .11), (.54, .15, .085), (.42, .10, .05)), 'wet', 5, .1), 'calamari-fish': ((.2, .14, .1), ((.86, .80, .68), (.78, .68, .52), (.55, .40, .24)), 'flesh', 3, .1), 'tuna': ((.13, .10, .06), ((.74, .52, .40), (.66, .42, .30), (.52, .30, .20)), 'flesh', 2.6, 0),
    'titus': ((.26, .16, .10), ((.60, .44, .28), (.34, .22, .13), (.12, .09, .07)), 'fish', 3, .4), 'asaro': ((.19, .17, .12), ((.80, .47, .14), (.72, .33, .06), (.56, .19, .022)), 'dough', 6, 0), 'garden-egg': ((.13, .13, .11), ((.74, .74, .40), (.60, .64, .24), (.30, .40, .08)), 'wet', 2.2, 0), 'grilled-chicken': ((.22, .13, .07), ((.72, .42, .15), (.54, .23, .06), (.28, .09, .02)), 'meat', 3, .7),
    'mango': ((.12, .12, .12), ((.95, .58, .07), (.92, .48, .03), (.86, .38, .02)), 'fruit', 7, 0), 'pawpaw': ((.13, .12, .11), ((.90, .38, .06), (.86, .30, .04), (.80, .24, .03)), 'fruit', 6, 0), 'melon': ((.14, .13, .12), ((.74, .06, .04), (.66, .035, .03), (.56, .02, .02)), 'fruit', 6, 0),
    'pineapple-cube': ((.14, .12, .10), ((.92, .70, .14), (.88, .60, .07), (.80, .48, .04)), 'fruit', 5, 0), 'apple': ((.13, .11, .09), ((.90, .84, .58), (.86, .78, .48), (.80, .70, .38)), 'fruit', 5, 0), 'bacon-bit': ((.12, .06, .02), ((.64, .24, .12), (.46, .11, .05), (.26, .05, .02)), 'gloss', 3, .3),
}


def chunk(kind, off=0.0, sub=4):
    s, colors, mat, power, char = CHUNKS[kind]
    s = np.array(s) * (rnd(.85, 1.18), rnd(.85, 1.18), rnd(.9, 1.12))
    m = blob(s, .20 if power < 4 else .06, 1.5, sub, off, power, 4)
    P = m.V
    fibre = fbm(P * (1, 3, 3), 7, 3, .6, off)
    n = fbm(P, 5, 4, .6, off + 1)
    C = ramp(.42 + .5 * n + .4 * fibre * (power < 4), colors)
    if char:
        C = lerp(C, CHAR, char * sm(.35, .8, n + .3 * fibre))
    if kind == 'shaki':
        C = lerp(C, np.array(colors[2]) * .6, sm(.16, .04, np.abs(cells(P, 14, off)[0] - .5)) * .8)
    if kind == 'gizzard':
        P = P * np.stack([1 + 0 * n, *(2 * [1 - .42 * np.exp(-(P[:, 0] / .055) ** 2)])], 1)
    if kind == 'ponmo':
        # Cow skin: a tan, pitted face that curls around amber jelly, with sauce in its hollow.
        d, owner = cells(P, 24, off)
        C = lerp(C, np.array(colors[2]) * .7, sm(.26, .14, d) * (owner > .6) * .7)
        C = lerp((.52, .27, .075), C, sm(-.3, .5, P[:, 2] / s[2] + .3 * n))
        C = lerp(C, (.46, .05, .008), sm(.0, .4, fbm(P, 4, 3, .6, off + 5)) * sm(.2, .6, P[:, 2] / s[2]) * .75)
        curl = rnd(.7, 1.7)
        P = P * (1 + .10 * fbm(P * (1, 1, 0), 4, 2, .5, off))[:, None] + np.array([0, 0, 1]) * (curl * (P[:, 0:1] + .3 * P[:, 1:2]) ** 2)
    return m.move(P * (1 + .05 * fibre * (power < 4))[:, None]).paint(C, mat, 1 + .3 * n)


@part
def chunks(stage, kind='beef', n=5, R=.8, x=0, y=0, s=1.0, sink=.45, tip=.4, **options):
    """Pieces of one or several kinds, sunk into what is below them."""
    kinds = [kind] if isinstance(kind, str) else kind
    # Twelve shapes of a kind, turned in every direction, look like any number of different pieces.
    shapes = [chunk(kinds[k % len(kinds)], k * 4.1 + n) for k in range(min(n, 12))]
    stage.pile(lambda k: shapes[k % len(shapes)], n, R, x, y, scale=s, sink=sink, tip=tip, **options)


@part
def chunks_at(stage, kind='beef', at=((0, 0),), s=1.0, sink=.45, turn=None):
    kinds = [kind] if isinstance(kind, str) else kind
    for k, (x, y) in enumerate(at):
        stage.lay(chunk(kinds[k % len(kinds)], k * 4.1), x, y, rnd(0, 6.28) if turn is None else turn, (rnd(-.4, .4), rnd(-.4, .4)), s, sink)


def bars(P, angle=.7, pitch=.20, width=.28, wobble=0.0):
    d = (P[:, 0] * np.cos(angle) + P[:, 1] * np.sin(angle)) / pitch + wobble
    return sm(width, width - .12, np.abs(d - np.round(d)))


MEATS = {'beef': ((.30, .115, .05), (.20, .066, .026), (.11, .034, .013)), 'pork': ((.46, .19, .06), (.33, .105, .03), (.17, .045, .014)), 'lamb': ((.36, .14, .065), (.25, .082, .034), (.13, .04, .016)),
         'chicken': ((.76, .46, .17), (.60, .28, .075), (.36, .12, .028)), 'glazed': ((.40, .085, .025), (.26, .042, .013), (.12, .02, .008)), 'suya': ((.44, .155, .045), (.27, .072, .02), (.12, .03, .011)), 'goat': ((.36, .135, .045), (.22, .068, .022), (.10, .03, .012))}
FAT = ((.66, .42, .19), (.46, .22, .07))


def slab(outline, t=.16, kind='beef', off=0.0, fat=.07, marks=.8, angle=.7, crust=0.0, nr=60, na=170):
    """A slab of meat with the outline r(a), seared on top, with a rim of fat and grill bars."""
    def f(u, v):
        a = v * 6.2832
        r = outline(a) * np.clip(u / .82, 0, 1) + 0 * a
        top = u < .82
        edge = np.clip((u - .82) / .18, 0, 1) * np.pi / 2
        z = np.where(top, t, t * np.cos(edge))
        r = r + .04 * np.sin(edge) * (~top)
        return np.stack([r * np.cos(a), r * np.sin(a), z], 1)
    m = grid(nr, na, f, wrap_v=True)
    P = m.V * (1, 1, 0)
    n, fine = fbm(P, 3.2, 4, .55, off), fbm(P, 13, 3, .65, off + 1)
    V = m.V + np.array([0, 0, 1]) * ((.03 * n + .012 * fine) * (m.u < .9))[:, None]
    C = ramp(.45 + .5 * n + .35 * fine, MEATS[kind])
    a = m.v * 6.2832
    band = sm(1 - fat, 1 - fat + .04, np.clip(m.u / .82, 0, 1) + .05 * n) * sm(-.3, .3, np.sin(a + off) + .4 * n) * (fat > 0)
    C = lerp(C, lerp(*FAT, sm(-.3, .4, fine)), band * .9)
    grill = bars(P, angle, .22, .2, .12 * n) * sm(-.5, 0, fine + .3)
    C = lerp(C, CHAR, np.clip(marks * grill + .5 * sm(.35, .7, n * .6 + fine * .5), 0, .95))
    if crust:
        d, owner = cells(P, 16, off)
        C = lerp(C, (.035, .025, .02), sm(.3, .2, d) * (owner > 1 - crust))
    return m.move(V).paint(C, 'seared')


def bone_rod(L, r=.055, off=0.0):
    t = np.linspace(0, 1, 24)
    m = tube(np.stack([t * L, .04 * np.sin(t * 2), t * 0], 1), r * (1 + .25 * sm(.75, 1, t) + .1 * np.sin(t * 6)), 12)
    return m.paint(lerp((.74, .60, .40), (.30, .15, .06), sm(.0, .5, fbm(m.V, 5, 3, .5, off) + .8 * sm(.75, 1, m.u) - .2)), 'satin')


@part
def steak(stage, cut='ribeye', x=0, y=0, turn=0.0, s=1.0, kind='beef', off=0.0, sliced=False, angle=.7):
    piece = Piece()
    if cut == 'ribeye':
        piece.append(slab(lambda a: .78 + .12 * np.cos(a) + .09 * np.cos(2 * a + .5) + .04 * np.sin(3 * a), .20, kind, off, .06, .85, angle, .5))
    elif cut == 't-bone':
        m = slab(lambda a: .84 + .20 * np.cos(a) - .10 * np.cos(2 * a) + .08 * np.cos(3 * a), .18, kind, off, .06, .9, angle, nr=110, na=260)
        # The bone is part of the cut face: a bar along one edge, and a stem between strip and fillet.
        px, py = m.V[:, 0], m.V[:, 1] + .05 * np.sin(m.V[:, 0] * 5)
        stem = np.abs(py - .04) - .075 * sm(.62, -.5, px) - .015
        rim = m.u / .82 + .04 * np.sin(py * 9)
        bar = np.maximum((.80 - rim) * .5, np.maximum(np.abs(py - .04) - .50, px + .1))
        bone = np.maximum(sm(.018, -.006, stem) * sm(.50, .44, px) * (rim < .9), sm(.018, -.006, bar))
        seam = np.maximum(sm(.06, .02, stem) * sm(.58, .5, px) * (rim < .9), sm(.06, .02, bar)) * (1 - bone)
        n1 = fbm(m.V, 9, 4, .6, off)
        C = lerp(lerp(m.C[:, :3], (.07, .022, .010), seam * .7), lerp((.80, .66, .44), (.50, .27, .11), sm(-.25, .45, n1)), bone)
        C = lerp(C, (.30, .12, .06), bone * sm(.016, .0, np.abs(py - .04)) * sm(.3, .1, px) * .6)
        piece.append(m.move(m.V + np.array([0, 0, 1]) * (.022 * bone - .02 * seam)[:, None] * (m.V[:, 2:3] > .05)).paint(C, 'seared'))
    elif cut == 'pork':
        piece.append(slab(lambda a: .62 + .17 * np.cos(a) + .10 * np.cos(2 * a) + .03 * np.sin(3 * a), .20, 'pork', off, .09, .8, angle))
        piece.append(bone_rod(.5, .08, off).at((-.55, -.15, .14), (0, 0, 2.4)))
    else:
        piece.append(slab(lambda a: .36 + .07 * np.cos(a + .4) + .05 * np.cos(2 * a), .17, 'lamb', off, .12, .75, angle, nr=40, na=110))
        piece.append(bone_rod(.95, .055, off).at((.24, .10, .10), (0, -.05, .25)))
    stage.lay(piece, x, y, turn, scale=s, sink=.02)


@part
def ribs(stage, x=0, y=0, turn=0.0, n=5, kind='glazed', s=1.0, L=1.3, tip=(0, 0), off=0.0):
    """A rack of ribs: bones stick out of a slab that swells over each bone."""
    W = .30 * n

    def f(u, v):
        a = v * 6.2832
        px = (u - .5) * W
        swell = .5 + .5 * np.cos((px / .30 + (n % 2) / 2 * 0) * 2 * np.pi + (np.pi if n % 2 == 0 else 0))
        close = np.power(np.clip(1 - np.abs(2 * u - 1) ** 7, 0, 1), .5)
        return np.stack([px, L * .40 * np.cos(a) * (1 + .05 * np.sin(px * 7 + off)) * (.9 + .1 * close), (.13 + .07 * swell) * np.sin(a) * close], 1)
    m = grid(150, 110, f, wrap_v=True)
    n1, fine = fbm(m.V, 3, 4, .55, off), fbm(m.V, 12, 3, .65, off)
    V = m.V * (1, 1, 1) + np.array([0, 0, 1]) * (.025 * n1 + .014 * fine)[:, None]
    C = ramp(.42 + .5 * n1 + .4 * fine, MEATS[kind])
    C = lerp(C, CHAR, np.clip(.9 * sm(.15, .6, n1 * .6 + fine * .6) + .6 * sm(.8, 1, np.abs(m.V[:, 1]) / (L * .4)), 0, .9))
    piece = Piece([m.move(V).paint(C, 'skin' if kind == 'glazed' else 'seared')])
    for k in range(n):
        px = (k - (n - 1) / 2) * .30
        piece.append(bone_rod(L * .62, .05, k).at((px, L * .12, -.01), (0, .04, 1.57 + rnd(-.05, .05))))
    stage.lay(piece, x, y, turn, tip, s, .02)


def sausage_mesh(L=1.0, r=.13, kind='beef', off=0.0, bend=.12):
    t = np.linspace(0, 1, 70)
    m = tube(np.stack([(t - .5) * L, bend * (1 - (2 * t - 1) ** 2), 0 * t], 1), r * np.power(np.clip(1.001 - np.abs(2 * t - 1) ** 8, 0, 1), .5), 26)
    n, fine = fbm(m.V, 3.5, 4, .5, off), fbm(m.V, 12, 3, .6, off)
    colors = {'beef': ((.52, .17, .05), (.38, .095, .028), (.20, .045, .014)), 'frank': ((.62, .20, .08), (.52, .13, .05), (.36, .07, .025))}[kind]
    cut = sm(.5, .9, np.cos(m.V[:, 0] / L * 2 * np.pi * 4.0)) * sm(.3, .8, m.V[:, 2] / r)
    C = lerp(ramp(.45 + .5 * n + .25 * fine, colors), CHAR, np.clip(.75 * cut * sm(-.3, .2, n + .2) + .6 * sm(.35, .7, n), 0, .9))
    return m.move(m.V * (1 + .015 * fine)[:, None]).paint(C, 'skin')


@part
def sausages(stage, at=((0, 0, 0),), L=1.0, r=.13, kind='beef', **options):
    for k, (x, y, turn) in enumerate(at):
        stage.lay(sausage_mesh(L, r, kind, k * 3.3), x, y, turn, sink=.04, **options)


@part
def bacon(stage, at=((0, 0, 0),), L=.95, W=.26):
    for k, (x, y, turn) in enumerate(at):
        off = k * 5.1 + x

        def f(u, v):
            px, py = (u - .5) * L, (v - .5) * W * (1 + .12 * np.sin(u * 9 + off))
            return np.stack([px, py, .05 * np.sin(u * 17 + off) + .025 * np.sin(u * 31 + v * 5) + .04 * fbm(np.stack([px, py, px * 0], 1), 4, 2, .5, off)], 1)
        m = grid(90, 26, f)
        lean = np.sin(m.v * 13 + 1.4 * fbm(m.V * (1, 3, 1), 3, 3, .5, off))
        C = lerp((.40, .075, .03), (.80, .50, .24), sm(.2, .6, lean) * .9)
        C = lerp(C, (.13, .03, .012), .8 * sm(.25, .6, fbm(m.V, 5, 3, .6, off)))
        back = m.move(m.V - (0, 0, .02))
        back.Q = back.Q[:, ::-1]
        stage.lay(join([m.paint(C, 'gloss'), back.paint(C * .7, 'gloss')]), x, y, turn, sink=.0)


SUYA = {  # colours, char, dust, half size, material
    'beef': (((.29, .080, .022), (.155, .038, .012), (.060, .018, .008)), 1.0, .5, (.17, .21, .052)), 'ram': (((.38, .14, .05), (.21, .06, .02), (.08, .024, .010)), .8, .35, (.16, .19, .07)),
    'chicken': (((.68, .34, .10), (.50, .20, .045), (.27, .08, .018)), .9, .45, (.18, .20, .085)), 'tozo': (((.50, .22, .08), (.27, .08, .026), (.10, .03, .012)), .75, .35, (.19, .19, .10)),
    'liver': (((.17, .055, .035), (.105, .03, .02), (.05, .016, .011)), .6, .25, (.17, .20, .07)), 'gizzard': (((.34, .12, .06), (.20, .055, .03), (.09, .026, .014)), .7, .35, (.15, .15, .12)), 'kidney': (((.26, .07, .035), (.16, .04, .022), (.075, .02, .012)), .6, .3, (.15, .16, .11)),
}


def suya_bit(kind, k):
    colors, char, dust, (sx, sy, sz) = SUYA[kind]
    sx, sy = sx * rnd(.88, 1.1), sy * rnd(.85, 1.15)
    m = blob((sx, sy, sz), .30 if sz < .08 else .16, 1.7, 4, k, 3.2, 4)
    P = m.V.copy()
    P[:, 2] += .05 * np.sin(P[:, 1] * 11 + k) + .04 * np.sin(P[:, 0] * 13 + k * 2)
    fine, n = fbm(P, 24, 2, .7, k), fbm(P, 5, 4, .6, k + 1)
    powder = sm(-.05, .35, fine + .4 * n)
    edge = sm(.7, 1.05, np.hypot(P[:, 0] / sx, P[:, 1] / sy) + .2 * n)
    C = lerp(ramp(.5 + .6 * n + .2 * fine, colors), (.46, .16, .04), powder * dust)
    if kind in ('ram', 'tozo'):
        C = lerp(C, (.74, .52, .26), sm(.12, .35, fbm(P, 4, 3, .5, k + 8)) * .7)
    C = lerp(C, (.016, .008, .006), np.clip(edge * .95 + sm(.18, .55, n + .3 * fine), 0, 1) * .9 * char)
    return m.move(P * (1 + .05 * fine)[:, None]).paint(C, 'seared', .75 + 1.2 * powder)


def stick(x0, L):
    m = tube(np.array([[x0, 0, 0], [x0 + L * .5, 0, .01], [x0 + L, 0, 0.0]]), .018, 8)
    return m.paint(lerp((.62, .42, .20), (.10, .05, .02), sm(.9, 1, m.u)), 'matte')


def skewer(kind, n, k, colors=None):
    from parts.plants import GREEN, RED, YELLOW, mushroom_slice, onion_rings, pepper_piece
    from parts.seafood import prawn_mesh
    piece, x, i = Piece(), -.55, 0
    cycle = {'kebab': ['cube', 'red', 'onion', 'cube', 'green', 'onion'], 'vegetable': ['mushroom', 'red', 'onion', 'green', 'mushroom', 'yellow'], 'prawn-mix': ['prawn', 'red', 'prawn', 'onion'], 'prawn': ['prawn']}.get(kind)
    for i in range(n):
        what = cycle[i % len(cycle)] if cycle else kind
        q = k * 5.7 + i * 3.3
        if what in SUYA:
            piece.append(suya_bit(what, q).at((x, rnd(-.03, .03), rnd(-.01, .02)), (rnd(-.35, .35), -.42 + rnd(-.15, .15), rnd(-.3, .3))))
            x += .215 if SUYA[what][3][2] < .09 else .25
        elif what == 'cube':
            piece.append(chunk('suya', q).at((x + .02, 0, 0), (rnd(-.4, .4), 1.3, rnd(-.2, .2)), (1.5, 1.35, 2.0)))
            x += .27
        elif what == 'prawn':
            piece.extend(prawn_mesh(q, s=.88).at((x + .10, 0, 0), (1.35 + rnd(-.15, .15), 0, 1.4 + rnd(-.1, .1))))
            x += .44
        elif what == 'mushroom':
            m = blob((.17, .17, .13), .06, 1.5, 3, q)
            piece.append(m.paint(lerp((.60, .42, .24), (.20, .10, .045), sm(-.1, .5, fbm(m.V, 5, 3, .5, q))), 'satin').at((x + .05, 0, 0), (0, 1.2, 0)))
            x += .24
        else:
            col = dict(red=RED, green=GREEN, yellow=YELLOW).get(what)
            m = pepper_piece(col, .18) if col else onion_rings(.19, True, 3)
            C = lerp(m.C[:, :3], CHAR, .75 * sm(.1, .5, fbm(m.V, 5, 3, .6, q)))
            piece.append(m.paint(C).at((x, 0, 0), (rnd(-.2, .2), 1.35, 0)))
            x += .11
    piece.append(stick(-.85, x + 1.15))
    center = (x - .55) / 2 - .1
    return piece.at((-center, 0, 0))


@part
def skewers(stage, kind='beef', at=((0, 0, 0),), n=7, s=1.0):
    kinds = [kind] if isinstance(kind, str) else kind
    for k, (x, y, turn) in enumerate(at):
        stage.lay(skewer(kinds[k % len(kinds)], n, k + x), x, y, turn, (rnd(-.25, .25), 0), s, .06)


@part
def heap(stage, x=0, y=0, R=.34, H=.16, color=(.46, .17, .045), n=1700):
    """A small heap of ground spice."""
    from mesh import copies, frames
    r, a = R * np.sqrt(rnd(0, 1, n)), rnd(0, 6.28, n)
    P = np.stack([x + r * np.cos(a), y + r * np.sin(a), float(stage.height(x, y)) + .01 + H * np.clip(1 - r / R, 0, 1)], 1)
    t = rnd(.55, 1.35, n)
    protos = [blob((1, 1, .7), .3, 2, 1, k).paint(color, 'dry') for k in range(3)]
    cone = sphere(3)
    V = cone.V * (R * .96, R * .96, H * .95)
    V[:, 2] = np.maximum(V[:, 2], 0) * np.clip(1 - np.hypot(V[:, 0], V[:, 1]) / R, 0, 1) ** .5
    stage.put(cone.move(V).paint(np.array(color) * .8, 'dry').at((x, y, float(stage.height(x, y)))))
    stage.put(copies(protos, P, frames(np.tile([[0, 0, 1.]], (n, 1)), rnd(0, 6, n), rnd(-.5, .5, n)), rnd(.007, .016, n), np.stack([t, t, t], 1)), solid=False)


@part
def kilishi(stage, n=7, R=.7, x=0, y=0):
    """Dried beef in thin, dark, dusted sheets that curl."""
    for k in range(n):
        q = k * 3.7
        L, W = rnd(.75, 1.05), rnd(.42, .6)

        def f(u, v):
            px, py = (u - .5) * 2 * L / 2 * 1.3, (v - .5) * 2 * W / 2 * 1.3
            P = np.stack([px, py, px * 0], 1)
            e = 1 + .16 * fbm(P, 1.8, 3, .6, q)
            return np.stack([px * e, py * e, .07 * fbm(P, 1.7, 3, .5, q) + .12 * (px / L) ** 2 + .02 * fbm(P, 8, 3, .6, q)], 1)
        m = grid(70, 50, f)
        n1, fine = fbm(m.V, 4, 4, .6, q), fbm(m.V, 18, 3, .7, q)
        C = lerp(ramp(.5 + .6 * n1, ((.36, .070, .018), (.24, .038, .011), (.12, .02, .008))), (.58, .26, .07), sm(.0, .4, fine) * .6)
        C = lerp(C, (.60, .05, .012), sm(.3, .5, fbm(m.V, 11, 2, .6, q + 4)) * .7)
        back = m.move(m.V - (0, 0, .022))
        back.Q = back.Q[:, ::-1]
        a = 2.4 * k
        stage.lay(join([m.paint(C, 'seared', 1.3), back.paint(C * .6, 'seared')]), x + R * np.cos(a) * rnd(.2, 1), y + .6 * R * np.sin(a) * rnd(.2, 1), rnd(-.7, .7), (rnd(-.3, .3), rnd(-.25, .25)), sink=.1)


def foot(off, bone):
    m = blob((.34, .19, .13), .24, 1.5, 4, off, 3.2, 4)
    n, fine = fbm(m.V, 4, 4, .6, off), fbm(m.V, 13, 3, .6, off)
    # The skin on top is brown; below, where the piece was cut, is amber jelly.
    jelly = lerp((.56, .30, .09), (.40, .17, .04), sm(-.3, .4, n + .4 * fine))
    skin = lerp((.27, .105, .032), (.12, .04, .014), sm(-.3, .4, n + .5 * fine))
    # The sauce covers patches of the skin.
    C = lerp(lerp(jelly, skin, sm(-.02, .05, m.V[:, 2] + .05 * n)), lerp((.62, .27, .035), (.44, .13, .018), sm(-.3, .4, fine)), .8 * sm(.0, .22, fbm(m.V, 4.5, 4, .6, off + 3)))
    piece = Piece([m.move(m.V * (1 + .05 * fine)[:, None]).paint(C, 'gloss', 1.2)])
    if bone:
        t = np.linspace(0, 1, 40)
        b = tube(np.stack([t * .98 - .49, 0 * t, .02 + 0 * t], 1), .062 + .035 * sm(.22, .0, np.minimum(t, 1 - t)), 16)
        marrow = ((b.u == 0) | (b.u == 1)) * 1.0
        piece.append(b.paint(lerp(lerp((.70, .54, .34), (.46, .25, .10), sm(-.2, .4, fbm(b.V, 7, 3, .5, off))), (.20, .06, .03), marrow), 'satin'))
    return piece


@part
def bone_rounds(stage, kind='oxtail', n=5, R=.6, x=0, y=0, sink=.45, s=1.0):
    """Rounds of oxtail with a bone in the middle, or split pieces of cow foot with skin and jelly, every second with
    the shank's bone."""
    colors = ((.32, .13, .05), (.20, .068, .024), (.10, .03, .012))

    def make(k):
        off = k * 4.3
        if kind == 'foot':
            return foot(off, k % 2 == 0)
        m = blob((.30, .27, .13), .16, 1.4, 4, off, 2.8, 4)
        n1, fine = fbm(m.V, 4, 4, .6, off), fbm(m.V, 11, 3, .6, off)
        C = ramp(.45 + .5 * n1 + .4 * fine, colors)
        d = np.hypot(m.V[:, 0] / (1 + .25 * np.cos(2 * np.arctan2(m.V[:, 1], m.V[:, 0]))), m.V[:, 1])
        bone = sm(.13, .115, d) * (m.V[:, 2] > 0)
        C = lerp(lerp(C, (.66, .50, .30), bone), (.26, .08, .04), sm(.08, .065, d) * bone)
        return m.move(m.V - np.array([0, 0, 1]) * (.03 * sm(.08, .05, d) * bone)[:, None]).paint(C, 'meat')
    stage.pile(make, n, R, x, y, tip=.45, sink=sink, scale=s)
