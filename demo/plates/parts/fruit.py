"""Fruit, whole and cut."""
import numpy as np
from mesh import Piece, blob, box, grid, join, lathe, smooth_line, sphere, tube
from noise import cells, fbm, lerp, ramp, rnd, sm
from parts import part
from parts.plants import citrus_slice, leaf, plain_slice, round_slice


def kiwi_slice(R=.26, off=0.0):
    def color(r, a, P):
        ray = np.sin(a * 26) * .5 + .5
        C = lerp((.40, .56, .06), (.24, .42, .03), sm(.2, .8, ray) * sm(.2, .5, r))
        C = lerp(C, (.78, .80, .46), sm(.30, .18, r))
        C = lerp(C, (.02, .02, .015), sm(.10, .05, np.abs(r - .40)) * sm(.70, .9, np.sin(a * 21 + off)))
        return lerp(C, (.20, .12, .05), sm(.93, .97, r))
    return round_slice(R, .05, color, (46, 190), .02, 'wet', off)


def banana_coin(R=.19, off=0.0):
    def color(r, a, P):
        C = lerp((.86, .68, .30), (.80, .58, .18), sm(.2, .9, r))
        C = lerp(C, (.50, .38, .20), sm(.12, .06, np.abs(r - .22)) * sm(.55, .8, np.sin(a * 9 + off)) * .7)
        return lerp(C, (.78, .68, .36), sm(.92, .97, r))
    return round_slice(R, .06, color, (30, 60), .03, 'satin', off)


def strawberry_mesh(off=0.0):
    m = sphere(5)
    D = m.V
    z = D[:, 2]
    r = .22 * (1 + .22 * z) * (1 - .12 * sm(.6, 1, z))
    V = np.stack([D[:, 0] * r, D[:, 1] * r, z * .30], 1)
    d, owner = cells(D * (1, 1, .8), 4.6, 3)
    C = lerp((.56, .014, .010), (.44, .008, .008), sm(-.3, .4, fbm(D, 3, 3, .5, off)))
    C = lerp(C, (.80, .50, .16), sm(.16, .10, d))
    piece = Piece([m.move(V * (1 - .05 * sm(.30, .08, d))[:, None]).paint(C, 'wet')])
    for k in range(7):
        piece.append(leaf(.22, .09, (.07, .24, .03), .5, .1, k, nu=12, nv=7).at((.10 * np.cos(k * .9), .10 * np.sin(k * .9), .29), (0, .35, k * .9)))
    return piece


def pineapple_wedge(s=.5):
    """A quarter of a pineapple ring, with its skin."""
    def f(u, v):
        r, a = .28 + .72 * u, (v - .5) * 1.25
        return np.stack([s * (r * np.cos(a) - .6), s * r * np.sin(a), .06 + 0 * u], 1)
    a = grid(44, 40, f)
    fibre = np.sin(a.v * 60 + 2 * fbm(a.V, 4, 3)) * .5
    C = lerp(lerp((.90, .68, .12), (.84, .54, .05), sm(-.4, .4, fibre + fbm(a.V, 7, 3))), (.36, .24, .06), sm(.91, .95, a.u))
    b = a.move(a.V * (1, 1, -1))
    b.Q = b.Q[:, ::-1]
    e = grid(3, 60, lambda u, v: np.stack([s * (np.cos((v - .5) * 1.25) - .6), s * np.sin((v - .5) * 1.25), .06 * (1 - 2 * u)], 1))
    return join([a.paint(C, 'fruit'), b.paint(C, 'fruit'), e.paint((.34, .22, .06), 'peel')])


def melon_wedge(s=.6, t=.09):
    def f(u, v):
        r, a = u, (v - .5) * 1.5
        return np.stack([s * (r * np.cos(a) - .55), s * r * np.sin(a), t + .01 * np.sin(u * 30)], 1)
    a = grid(70, 60, f)
    d, owner = cells(np.stack([a.u * 4, a.v * 4, a.u * 0], 1), 1.6, 3)
    C = lerp((.72, .055, .04), (.60, .03, .025), sm(-.3, .4, fbm(a.V, 8, 3)))
    C = lerp(C, (.015, .010, .008), sm(.16, .10, d) * (a.u < .78) * (a.u > .25) * (owner > .4))
    C = lerp(C, (.80, .86, .66), sm(.83, .88, a.u))
    C = lerp(C, (.04, .18, .03), sm(.94, .96, a.u))
    b = a.move(a.V * (1, 1, -1))
    b.Q = b.Q[:, ::-1]
    e = grid(4, 70, lambda u, v: np.stack([s * (np.cos((v - .5) * 1.5) - .55), s * np.sin((v - .5) * 1.5), t * (1 - 2 * u)], 1))
    stripe = sm(-.2, .4, np.sin(e.v * 40 + 2 * fbm(e.V, 3, 3)))
    sides = [grid(40, 3, lambda u, v, q=q: np.stack([s * (u * np.cos(q) - .55), s * u * np.sin(q), t * (1 - 2 * v)], 1)).paint((.66, .04, .03), 'fruit') for q in (-.75, .75)]
    return join([a.paint(C, 'fruit'), b.paint(C, 'fruit'), e.paint(lerp((.05, .20, .03), (.02, .08, .015), stripe), 'peel')] + sides)


@part
def fruit(stage, kind='strawberry', at=((0, 0, 0),), s=1.0, tip=(0, 0), sink=.03):
    """Single pieces of fruit at (x, y, turn)."""
    for k, (x, y, turn) in enumerate(at):
        piece = FRUIT[kind](k)
        stage.lay(piece, x, y, turn, tip, s * rnd(.95, 1.05), sink)


@part
def fruit_heap(stage, kind='banana-coin', n=12, R=.6, x=0, y=0, s=1.0, tip=.35, sink=.12, sy=1.0):
    kinds = [kind] if isinstance(kind, str) else kind
    stage.pile(lambda k: FRUIT[kinds[k % len(kinds)]](k), n, R, x, y, sy, tip=tip, scale=s, sink=sink)


def ball(size, colors, mat='peel', dent=.0, stalk=None, off=0.0, speckle=None):
    m = sphere(5)
    D = m.V
    V = D * size
    top = np.hypot(D[:, 0], D[:, 1])
    V[:, 2] -= dent * size[2] * np.exp(-(top / .28) ** 2) * np.sign(D[:, 2])
    C = ramp(.5 + .6 * fbm(D, 1.8, 4, .55, off) + .25 * D[:, 2], colors)
    if speckle:
        C = lerp(C, speckle, sm(.22, .14, cells(D, 9, off)[0]) * .6)
    piece = Piece([m.move(V * (1 + .012 * fbm(D, 14, 2, .6, off))[:, None]).paint(C, mat)])
    if stalk:
        piece.append(tube(smooth_line([(0, 0, size[2] * (1 - dent) - .04), (.02, 0, size[2] + .06), (.06, .02, size[2] + .14)], 5), .022, 7).paint(stalk, 'satin'))
    return piece


def half_fruit(R, flesh, rind, mat='juicy', core=None, kind=None, depth=.9):
    under = sphere(4)
    V = under.V * (R, R, R * depth)
    V[:, 2] = np.minimum(V[:, 2], 0)
    face = citrus_slice(R, .03, kind) if kind else round_slice(R, .02, flesh, (46, 120), .01, mat)
    return Piece([under.move(V).paint(rind, 'peel'), face.at((0, 0, -.01))])


def coconut_half(k=0):
    R = .62
    outer = sphere(5)
    V = outer.V * R
    outer.T = outer.T[(outer.V[outer.T][:, :, 2] < .03).all(1)]
    hair = fbm(outer.V * (1, 1, 6), 4, 4, .7)
    shell = outer.move(V * (1 + .03 * hair)[:, None]).paint(lerp((.24, .13, .06), (.10, .05, .022), sm(-.4, .4, hair)), 'dry')
    inside = lathe([(0, -R * .72), (R * .5, -R * .62), (R * .78, -R * .28), (R * .83, 0), (R * .90, .015), (R, 0)], 110, 8)
    C = lerp((.90, .89, .85), (.20, .10, .045), sm(R * .925, R * .94, np.hypot(inside.V[:, 0], inside.V[:, 1])))
    return Piece([shell, inside.paint(C, 'cream')])


def bunch(colors, r, n, cone=False):
    piece = Piece()
    for k in range(n):
        a, q = k * 2.4, np.sqrt(k / n) * r * 3.4
        m = sphere(3)
        C = lerp(colors[0], colors[1], sm(-.3, .4, fbm(m.V, 2, 2, .5, k)))
        piece.append(m.at((q * np.cos(a), q * .7 * np.sin(a), r * (1.5 - 1.2 * q / (r * 3.4)) + rnd(-.3, .3) * r), (0, 0, 0), r * rnd(.9, 1.1)).paint(C, 'fruit'))
    return piece


def banana(k=0):
    t = np.linspace(0, 1, 90)
    a = (t - .5) * 1.7
    m = tube(np.stack([1.0 * np.sin(a), 1.0 * np.cos(a) - .8, 0 * t], 1), .17 * np.power(np.clip(1 - np.abs(2 * t - 1) ** 5, 0, 1), .6) + .035, 30)
    n = fbm(m.V, 5, 4, .6, k)
    C = lerp(lerp((.88, .60, .04), (.80, .50, .03), sm(-.3, .4, n)), (.10, .05, .02), np.clip(sm(.96, .99, np.abs(2 * m.u - 1)) + sm(.35, .5, n), 0, 1))
    th = np.append(np.tile(np.arange(30), 90), [0, 0]) * 2 * np.pi / 30
    return Piece([m.move(m.V * (1, 1, .95)).paint(C * (1 - .10 * sm(.9, 1, np.cos(th * 5)))[:, None], 'peel')])


def ginger_root(k=0):
    lobes = [((0, 0, 0), (.42, .16, .14)), ((.26, .20, 0), (.16, .24, .12)), ((-.24, -.17, .01), (.14, .22, .12)), ((-.36, .12, 0), (.16, .14, .11)), ((.40, -.10, 0), (.20, .13, .11))]
    out = []
    for i, (loc, size) in enumerate(lobes):
        m = blob(size, .14, 2, 4, i * 3 + k)
        ring_ = np.sin((m.V[:, 0] + m.V[:, 1]) * 46)
        C = lerp((.66, .46, .22), (.46, .28, .11), sm(-.3, .6, ring_ * .4 + fbm(m.V, 6, 3)))
        out.append(m.paint(C, 'peel').at(loc))
    return Piece([join(out)])


FRUIT = {
    'strawberry': strawberry_mesh, 'banana-coin': lambda k: banana_coin(.19, k), 'kiwi-slice': lambda k: kiwi_slice(.27, k), 'pineapple-wedge': lambda k: pineapple_wedge(.62), 'melon-wedge': lambda k: melon_wedge(.95), 'banana': banana, 'ginger': ginger_root, 'coconut': coconut_half,
    'lemon': lambda k: ball((.34, .27, .27), ((.86, .58, .03), (.88, .66, .06), (.80, .50, .02)), off=k), 'lime': lambda k: ball((.28, .24, .24), ((.14, .32, .03), (.22, .42, .04), (.10, .24, .02)), off=k), 'orange': lambda k: ball((.36, .36, .35), ((.86, .32, .01), (.90, .40, .02), (.78, .26, .01)), off=k, dent=.05),
    'apple': lambda k: ball((.38, .38, .34), ((.36, .50, .06), (.46, .60, .10), (.54, .66, .16)), 'peel', .30, (.16, .09, .03), k), 'red-apple': lambda k: ball((.38, .38, .34), ((.46, .02, .015), (.56, .05, .02), (.74, .40, .10)), 'peel', .30, (.16, .09, .03), k), 'peach': lambda k: ball((.35, .35, .33), ((.80, .26, .06), (.88, .46, .12), (.90, .60, .22)), 'matte', .12, None, k),
    'mango': lambda k: ball((.50, .34, .32), ((.80, .46, .04), (.74, .22, .02), (.36, .36, .05)), 'peel', 0, None, k), 'avocado': lambda k: ball((.44, .29, .29), ((.04, .07, .02), (.06, .10, .025), (.03, .045, .02)), 'peel', 0, None, k, (.10, .14, .05)),
    'half-orange': lambda k: half_fruit(.36, None, (.86, .32, .01), kind='orange'), 'half-lemon': lambda k: half_fruit(.30, None, (.86, .58, .03), kind='lemon'), 'half-lime': lambda k: half_fruit(.25, None, (.18, .38, .03), kind='lime'),
    'half-kiwi': lambda k: Piece([half_fruit(.27, lambda r, a, P: P * 0 + .5, (.24, .15, .07))[0], kiwi_slice(.27, k)]), 'half-apple': lambda k: half_fruit(.36, lambda r, a, P: lerp(lerp((.90, .86, .62), (.84, .78, .48), sm(.5, .1, r)), (.40, .54, .08), sm(.93, .97, r)), (.40, .54, .08), 'satin'), 'half-peach': lambda k: half_fruit(.35, lambda r, a, P: lerp(lerp((.90, .52, .12), (.70, .10, .05), sm(.55, .3, r)), (.84, .34, .08), sm(.93, .97, r)), (.84, .40, .10), 'fruit'),
    'blueberry': lambda k: ball((.11, .11, .10), ((.035, .045, .14), (.06, .07, .20), (.10, .12, .26)), 'matte', .15, None, k), 'grapes': lambda k: bunch(((.16, .02, .07), (.26, .04, .10)), .13, 16), 'raspberry': lambda k: bunch(((.50, .015, .04), (.62, .04, .07)), .05, 22),
    'tigernut': lambda k: ball((.10, .085, .08), ((.30, .17, .07), (.42, .26, .11), (.22, .12, .05)), 'dry', 0, None, k), 'date': lambda k: ball((.17, .10, .09), ((.13, .045, .015), (.20, .07, .02), (.09, .03, .012)), 'gloss', 0, None, k), 'garlic': lambda k: ball((.26, .26, .24), ((.86, .80, .72), (.80, .70, .62), (.74, .60, .56)), 'satin', -.25, (.7, .6, .46), k),
    'onion': lambda k: ball((.36, .36, .32), ((.36, .05, .12), (.46, .10, .18), (.28, .03, .09)), 'gloss', -.12, (.5, .34, .2), k), 'tomato': lambda k: ball((.33, .33, .27), ((.60, .03, .01), (.66, .06, .015), (.50, .02, .008)), 'wet', .12, (.10, .24, .03), k), 'potato': lambda k: ball((.36, .26, .24), ((.60, .40, .18), (.70, .50, .26), (.52, .32, .13)), 'dry', 0, None, k),
    'coffee-bean': lambda k: ball((.085, .06, .045), ((.06, .022, .010), (.10, .04, .018), (.04, .015, .008)), 'gloss', 0, None, k), 'peanut': lambda k: Piece([m.paint((.66, .46, .22), 'dry') for m in [join([blob((.13, .09, .085), .05, 4, 3, k).at((-.08, 0, 0)), blob((.12, .095, .09), .05, 4, 3, k + 2).at((.09, 0, 0))])]]), 'cocoa': lambda k: Piece([box(.17, .13, .055, 3).paint((.055, .020, .009), 'gloss')]),
    'caramel': lambda k: Piece([box(.14, .13, .10, 3).paint((.52, .22, .04), 'gloss')]), 'cookie': lambda k: cookie(), 'sugar-cube': lambda k: Piece([box(.10, .10, .09, 3).paint((.90, .88, .84), 'crumb')]), 'hibiscus': lambda k: hibiscus(k), 'pawpaw': lambda k: melon_like(k), 'melon-slice': lambda k: melon_wedge(.75, .07), 'honey-dip': lambda k: honey_dipper(), 'mint': lambda k: Piece([leaf(.3, .2, (.05, .27, .035), .5, .06, k + q, tooth=.12).at((.1 * np.cos(q * 2.1), .1 * np.sin(q * 2.1), .03), (0, -.25, q * 2.1)) for q in range(3)]), 'cinnamon': lambda k: cinnamon_stick(), 'carrot': lambda k: Piece([plain_slice(.16, .06, (.84, .32, .03), (.78, .24, .015), k)]),
    'vanilla-ball': lambda k: Piece([blob((.3, .3, .27), .06, 2.4, 5, k * 3).paint((.90, .84, .66), 'foam')]), 'oat-flower': lambda k: Piece([blob((.06, .045, .02), .15, 2, 2, k).paint((.74, .60, .38), 'dry')]), 'ice': lambda k: Piece([box(.15, .14, .13, 3).paint((.82, .86, .88), 'ice')]),
}


def cookie():
    m = lathe([(0, 0), (.34, 0), (.38, .03), (.38, .06), (.34, .085), (0, .09)], 110, 7)
    r = np.hypot(m.V[:, 0], m.V[:, 1])
    a = np.arctan2(m.V[:, 1], m.V[:, 0])
    mark = .012 * np.sin(a * 24) * sm(.27, .30, r) + .012 * (np.sin(r * 60) > .5) * (r < .22)
    m = m.move(m.V * (1 + .03 * np.sin(a * 24) * (r > .33))[:, None] + np.array([0, 0, 1]) * (mark * (m.V[:, 2] > .05))[:, None]).paint((.035, .018, .013), 'dry')
    white = lathe([(0, 0), (.35, 0), (.36, .03), (.35, .06), (0, .06)], 80, 5).paint((.90, .88, .82), 'cream')
    return Piece([m, white.at((0, 0, .08)), m.at((0, 0, .13))])


def hibiscus(k):
    piece = Piece()
    for q in range(5):
        piece.append(leaf(.50, .36, (.34, .012, .03), .7, .08, q + k, vein=(.22, .008, .025), mat='cooked').at((.20 * np.cos(q * 1.257), .20 * np.sin(q * 1.257), .08), (0, -.5, q * 1.257)))
    piece.append(tube(smooth_line([(0, 0, .05), (.05, .02, .3), (.12, .05, .5)], 6), .022, 8).paint((.80, .46, .10), 'satin'))
    return piece


def melon_like(k):
    """A long slice of pawpaw, with its seeds scraped into a row."""
    def f(u, v):
        a = (v - .5) * 1.9
        w = .34 * np.sqrt(np.clip(1 - np.abs(2 * u - 1) ** 2.2, 0, 1)) + .005
        return np.stack([(u - .5) * 1.5, w * np.sin(a) * 1.2, .25 * (2 * u - 1) ** 2 + .30 - w * np.cos(a) * .9], 1)
    m = grid(70, 40, f)
    d, owner = cells(m.V, 9, k)
    mid = np.abs(m.v - .5) * 2
    C = lerp((.88, .36, .05), (.80, .26, .03), sm(-.3, .4, fbm(m.V, 5, 3)))
    C = lerp(C, (.02, .018, .016), sm(.30, .22, d) * sm(.28, .12, mid) * sm(.1, .2, m.u) * sm(.9, .8, m.u))
    C = lerp(C, (.62, .46, .06), sm(.88, .97, mid))
    back = m.move(m.V - (0, 0, .07))
    back.Q = back.Q[:, ::-1]
    return Piece([m.paint(C, 'fruit'), back.paint((.60, .44, .06), 'peel')])


def honey_dipper():
    head = lathe([(0, 0), (.08, .02), (.15, .07), (.10, .10), (.17, .14), (.11, .18), (.18, .22), (.11, .26), (.17, .30), (.10, .34), (.13, .38), (.04, .43), (.035, .48), (.035, 1.3), (0, 1.31)], 60, 4)
    C = lerp((.62, .26, .02), (.60, .38, .16), sm(.40, .46, head.V[:, 2]))
    return Piece([head.paint(C, 'gloss').at((0, 0, .12), (0, 1.35, 0))])


def cinnamon_stick():
    out = []
    for side in (1, -1):
        a = np.linspace(0, 5.2, 40)
        r = .10 - .012 * a

        def f(u, v):
            q = v * 5.2
            rr = .10 - .012 * q
            return np.stack([(u - .5) * .95, side * (.085 - rr * np.cos(q)), .10 - rr * np.sin(q)], 1)
        out.append(grid(30, 40, f))
    m = join(out)
    return Piece([m.paint(lerp((.36, .15, .05), (.22, .08, .025), sm(-.3, .4, fbm(m.V * (4, 1, 1), 4, 3))), 'dry')])


@part
def charcoal(stage, n=60, R=2.2, x=0, y=0, sy=.6, hot=.6, s=1.0, most=9.0):
    """Lumps of coal that glow in their cracks and under white ash. `most` is the greatest height."""
    for k in range(n):
        r, a = R * np.sqrt(rnd()), 2.4 * k
        off = k * 3.1
        m = blob((rnd(.17, .3), rnd(.14, .24), rnd(.12, .19)), .30, 1.6, 4, off, 3.6)
        n1, crack = fbm(m.V, 3.2, 4, .6, off), np.abs(fbm(m.V, 2.6, 3, .6, off + 9))
        heat = np.clip(sm(.20, .02, crack) * 1.0 + sm(.05, -.12, m.V[:, 2]) * .9 + .35 * sm(.1, .5, n1), 0, 1) * hot * rnd(.5, 1.3)
        C = lerp((.002, .002, .002), (.030, .024, .020), sm(.15, .55, fbm(m.V, 9, 3, .6, off)))
        C = lerp(C, (1.3, .17, .012), np.clip(heat, 0, 1) ** 1.5)
        px, py = x + r * np.cos(a), y + sy * r * np.sin(a)
        turn = rnd(0, 6)
        lump = Piece([m.paint(C, 'ember')]).at((0, 0, 0), (rnd(-.5, .5), rnd(-.5, .5), turn), s)
        z = stage.rest(lump, px, py, .2)
        if z <= most:
            stage.put(lump.at((px, py, z)), frame=False)


@part
def grate(stage, L=4.4, W=2.4, x=0, y=0, z=.62, n=15):
    """Bars over the coals."""
    bars = []
    for k in range(n):
        py = y + (k / (n - 1) - .5) * W
        bars.append(tube(np.array([[x - L / 2, py, z], [x, py, z], [x + L / 2, py, z]]), .034, 10))
    for px in (x - L * .46, x + L * .46):
        bars.append(tube(np.array([[px, y - W / 2, z - .05], [px, y, z - .05], [px, y + W / 2, z - .05]]), .045, 10))
    stage.put(join(bars).paint((.030, .027, .025), 'iron'), frame=False)
    # Food rests on the bars instead of the coals between them.
    i, j = stage._cell(np.array([x - L / 2, x + L / 2]), np.array([y - W / 2, y + W / 2]))
    i, j = np.clip(i.astype(int), 0, len(stage.ground) - 1), np.clip(j.astype(int), 0, len(stage.ground) - 1)
    stage.ground[i[0]:i[1], j[0]:j[1]] = np.maximum(stage.ground[i[0]:i[1], j[0]:j[1]], z + .034)


@part
def lamp(stage, at=((0, 2.5, 1.2),), r=.12, color=(1.5, .62, .16)):
    """Small warm lamps, out of focus behind the food."""
    for x, y, z in at:
        stage.put(sphere(3).at((x, y, z), (0, 0, 0), r).paint(color, 'ember'), frame=False, solid=False)
