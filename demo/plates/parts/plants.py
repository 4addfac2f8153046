"""Leaves, herbs, vegetables and what is strewn over a dish."""
import numpy as np
from mesh import Piece, blob, box, grid, join, smooth_line, sphere, torus, tube
from noise import cells, fbm, lerp, rnd, sm
from parts import part

RED, GREEN, YELLOW, ORANGE = (.52, .016, .008), (.07, .24, .02), (.74, .42, .02), (.78, .22, .012)


def leaf(L=.5, W=.22, col=(.05, .21, .02), curl=.25, wavy=.04, off=0.0, vein=(.12, .30, .06), tooth=0.0, mat='leaf', nu=34, nv=17):
    def f(u, v):
        s = (v - .5) * 2
        w = W / 2 * np.power(np.clip(np.sin(np.pi * np.power(u, .85)), 0, 1), .75) * (1 + tooth * np.sin(u * 60))
        z = curl * W * (np.abs(s) ** 1.6) * .6 - curl * L * (u - .5) ** 2 * .9 + wavy * L * np.sin(u * 15 + off) * s * np.abs(s) * .5
        return np.stack([(u - .5) * L, s * w, z + .012 * np.sin(u * 34 - np.abs(s) * 6) * (1 - np.abs(s)) * L], 1)
    m = grid(nu, nv, f)
    s = np.abs(m.v - .5) * 2
    veins = np.maximum(sm(.07, .0, s), .55 * sm(.8, 1, np.sin(m.u * 34 - s * 6)) * (1 - s))
    return m.paint(lerp(col, vein, veins) * (1 + .25 * fbm(m.V, 6, 3, .5, off))[:, None], mat)


def ring(R=.06, r=.016, h=1.0, col=GREEN, inner=None, mat='juicy', nu=26, nv=10):
    m = torus(R, r, h, nu, nv, .06)
    return m.paint(lerp(inner if inner is not None else col, col, sm(R - r * .6, R + r * .6, np.hypot(m.V[:, 0], m.V[:, 1]))), mat)


def strip(L=.3, col=RED, w=.026, mat='wet'):
    t = np.linspace(-1, 1, 12)
    bend = rnd(-.4, .4)
    P = np.stack([t * L / 2, bend * L * (1 - t * t) * .5, .05 * L * np.cos(t * 2) + .02 * np.sin(t * 5)], 1)
    m = tube(P, w * np.sqrt(np.clip(1.02 - t ** 6, .05, 1)), 7)
    return m.move(m.V * (1, 1, .55)).paint(np.asarray(col) * (1 + .12 * fbm(m.V, 9, 2, .5, bend * 9))[:, None], mat)


def round_slice(R, t, color, n=(44, 120), wave=.03, mat='wet', off=0.0):
    """A slice with a soft edge. color(r, a, P) returns the colours; r goes from 0 to 1."""
    def f(u, v):
        a = v * 6.2832
        r = u * R * (1 + wave * fbm(np.stack([np.cos(a), np.sin(a), a * 0 + off], 1), 1.1, 2))
        return np.stack([r * np.cos(a), r * np.sin(a), t * np.sqrt(np.clip(1.02 - u ** 14, 0, 1))], 1)
    m = grid(n[0], n[1], f, wrap_v=True)
    P = m.V * (1, 1, 0) / R
    V = m.V + np.array([0, 0, 1]) * (.02 * R * fbm(P, 7, 3, .5, off))[:, None]
    return m.move(V).paint(color(m.u, m.v * 6.2832, P), mat)


def tomato_slice(R=.3, t=.045, off=0.0):
    def color(r, a, P):
        n, n2 = fbm(P, 2.2, 3, .5, off), fbm(P, 9, 3, .5, off)
        spoke = np.abs(np.sin(a * 2 + .5 * n + off)) * np.maximum(r, .2)
        wall = np.maximum(np.maximum(sm(.76, .82, r + .05 * n), sm(.34, .26, r + .08 * n)), sm(.17, .09, spoke))
        d, owner = cells(P, 6.5, off + 2)
        C = lerp((.42, .050, .010), lerp((.62, .085, .035), (.70, .16, .075), sm(-.3, .5, n2 + .6 * sm(.3, .0, r))), wall)
        C = lerp(C, (.66, .36, .12), sm(.26, .20, d) * (1 - wall) * (owner > .25) * .75)
        return lerp(C, (.46, .014, .006), sm(.94, .975, r))
    return round_slice(R, t, color, (60, 170), off=off)


def citrus_slice(R=.27, t=.045, kind='lemon'):
    rind, pith, pulp, k = {'lemon': ((.86, .56, .02), (.90, .84, .58), (.88, .62, .08), 4.5), 'lime': ((.20, .42, .03), (.80, .85, .55), (.50, .62, .12), 4.5),
                           'orange': ((.86, .30, .01), (.90, .74, .44), (.88, .36, .02), 5)}[kind]

    def color(r, a, P):
        segment = sm(.04, .12, r) * sm(.84, .80, r) * sm(.06, .16, np.abs(np.sin(a * k)) * r)
        C = lerp(pith, np.array(pulp), segment) * (1 + .12 * segment * fbm(np.stack([np.cos(a) * 3 + r * 2, np.sin(a) * 3, r * 14], 1), 2.2, 3))[:, None]
        return lerp(C, rind, sm(.93, .96, r))
    return round_slice(R, t, color, (40, 130), 0.0, 'juicy')


def cucumber_slice(R=.24, t=.04, off=0.0):
    def color(r, a, P):
        d, owner = cells(np.stack([np.cos(a) * 3, np.sin(a) * 3, r * 0], 1), 1.2, off)
        C = lerp((.36, .52, .16), (.50, .64, .26), sm(.3, .75, r))
        C = lerp(C, (.66, .70, .40), sm(.2, .1, d) * sm(.6, .4, np.abs(r - .38) * 3))
        C = lerp(C, (.26, .44, .09), sm(.80, .88, r))
        return lerp(C, (.035, .15, .02), sm(.89, .93, r))
    return round_slice(R, t, color, (34, 70), .02, 'wet', off)


def plain_slice(R, t, middle, edge, off=0.0, mat='satin', speckle=.15):
    """A slice of one colour with a skin, such as carrot, sausage, banana, potato or radish."""
    def color(r, a, P):
        return lerp(lerp(middle, np.array(middle) * (1 - speckle), sm(-.2, .5, fbm(P, 5, 4, .6, off))), edge, sm(.88, .95, r))
    return round_slice(R, t, color, (26, 56), .05, mat, off)


def onion_rings(R=.3, red=True, n=3):
    out = []
    for i in range(n):
        q = R * (1 - .24 * i)
        m = torus(q, .024 * (1 - .1 * i), 1.5, 50, 10, .05)
        o = sm(q * .97, q + .028, np.hypot(m.V[:, 0], m.V[:, 1]))
        out.append(m.paint(lerp((.80, .70, .74), (.36, .035, .12), o) if red else lerp((.83, .81, .70), (.74, .74, .54), o), 'juicy').at((0, 0, rnd(.02, .05))))
    return join(out)


def onion_sliver(red=True, R=.2):
    """A third of an onion ring."""
    a = np.linspace(0, rnd(1.6, 3.0), 16)
    m = tube(np.stack([R * np.cos(a), R * np.sin(a), .02 * np.sin(a * 3)], 1), .018 * np.sqrt(np.sin(np.linspace(.15, 3.0, 16))), 7)
    return m.move(m.V * (1, 1, 1.3) - m.V.mean(0)).paint(lerp((.82, .68, .72), (.40, .05, .15), rnd(0, 1, len(m.V)) * .3 + .35) if red else (.80, .76, .60), 'juicy')


def ruffle(L=.5, W=.3, off=0.0, col=(.20, .46, .035), rib=(.58, .70, .30)):
    """A torn piece of lettuce with a flat rib. The frilled edge is at +y."""
    def f(u, v):
        q = fbm(np.stack([u * 3, u * 0 + off, u * 0], 1), 1.3, 3, .5, off)
        w, w2 = sm(.25, 1, v), sm(.6, 1, v)
        z = w * (.10 * W * np.sin(9 * u + off) + .25 * W * q) + w2 * (.10 * W * np.sin(17 * u + 5 * q + off) + .07 * W * np.sin(37 * u + 6 * q))
        return np.stack([(u - .5) * L * (.8 + .5 * v), (v - .5) * W * (1 + .22 * q), z], 1)
    m = grid(90, 26, f)
    return m.paint(lerp(rib, col, sm(.1, .9, m.v + .2 * fbm(m.V, 5, 3, .5, off))) * (1 + .2 * fbm(m.V, 9, 3, .5, off))[:, None], 'leaf')


def pepper_piece(col=RED, s=.16):
    def f(u, v):
        x, y = (u - .5) * 2, (v - .5) * 2
        return np.stack([x * s * (1 - .1 * y * y), y * s, -.35 * s * x * x - .15 * s * y * y], 1)
    upper = grid(16, 16, f)
    lower = upper.move(upper.V - (0, 0, .035))
    lower.Q = lower.Q[:, ::-1]
    C = np.asarray(col) * (1 + .15 * fbm(upper.V, 5, 2))[:, None]
    return join([upper.paint(C, 'wet'), lower.paint(np.clip(np.asarray(col) * 1.3 + .04, 0, 1), 'wet')])


CAP = ((0, .82), (.40, .76), (.74, .52), (.96, .16), (1.0, -.10), (.84, -.26), (.58, -.20), (.32, -.16), (.24, -.40), (.25, -.78), (.16, -.96), (0, -1.0))


def mushroom_slice(s=.2, off=0.0, cooked=True):
    """A mushroom cut flat through cap and stem: pale flesh, dark gills, a browned edge."""
    half = smooth_line(CAP, 8)
    outline = np.concatenate([half, half[-2:0:-1] * (-1, 1)]) * s
    k = len(outline)

    def f(u, v):
        q = outline[np.round(v * k).astype(int) % k] * u[:, None]
        return np.stack([q[:, 0], q[:, 1] * (1 + .06 * np.sin(off)), .05 * s / .2 * np.sqrt(np.clip(1.03 - u ** 10, 0, 1))], 1)
    m = grid(22, k, f, wrap_v=True)
    x, y, n = m.V[:, 0] / s, m.V[:, 1] / s, fbm(m.V, 7, 3, .5, off)
    gill = sm(.10, .03, np.abs(y + .06 + .10 * x * x)) * sm(.88, .78, np.abs(x)) * sm(.20, .30, np.abs(x))
    flesh = lerp((.66, .46, .24), (.44, .24, .09), sm(-.1, .5, n)) if cooked else lerp((.80, .72, .60), (.74, .64, .50), sm(-.1, .5, n))
    C = lerp(lerp(flesh, (.15, .07, .03), gill * .85), (.26, .12, .045) if cooked else (.55, .42, .30), sm(.88, .97, m.u) * sm(-.3, .0, y))
    return m.move(m.V + np.array([0, 0, 1]) * (.02 * x ** 2 - .012 * gill)[:, None]).paint(C, 'satin')


PROTOS = {
    'scallion': lambda: [ring(rnd(.042, .07), rnd(.011, .016), rnd(1.2, 2.4), (.06, .25, .02), (.42, .58, .20)) for _ in range(5)] + [ring(.055, .018, 1.6, (.40, .55, .18), (.75, .82, .55))],
    'parsley': lambda: [leaf(.085, .05, (.03, .17, .015), .6, .2, k, tooth=.3, mat='herb', nu=12, nv=7) for k in range(4)],
    'scent-leaf': lambda: [leaf(rnd(.13, .2), rnd(.07, .11), (.035, .17, .015), .6, .2, k, mat='cooked', nu=20, nv=9) for k in range(6)],
    'chilli': lambda: [ring(.085, .017, 1.6, RED, (.70, .09, .04), 'wet'), ring(.06, .015, 1.6, RED, (.70, .09, .04), 'wet')],
    'green-chilli': lambda: [ring(.075, .016, 1.6, (.07, .26, .02), (.4, .55, .2), 'wet')],
    'strips': lambda: [strip(rnd(.16, .3), c, .024) for c in (RED, GREEN, RED, ORANGE)],
    'red-strips': lambda: [strip(rnd(.14, .28), RED, .026) for _ in range(4)],
    'green-strips': lambda: [strip(rnd(.16, .3), GREEN, .028) for _ in range(4)],
    'yellow-strips': lambda: [strip(rnd(.16, .3), YELLOW, .028) for _ in range(3)],
    'carrot-strips': lambda: [strip(rnd(.2, .34), (.80, .25, .015), .018) for _ in range(4)],
    'cabbage': lambda: [strip(rnd(.22, .4), c, .02, 'juicy') for c in ((.74, .80, .56), (.82, .84, .68), (.58, .72, .38))],
    'ginger': lambda: [strip(rnd(.12, .2), (.76, .62, .30), .014) for _ in range(3)],
    'onion-red': lambda: [onion_sliver(True, rnd(.13, .22)) for _ in range(5)],
    'onion-white': lambda: [onion_sliver(False, rnd(.13, .22)) for _ in range(5)],
    'abacha': lambda: [strip(rnd(.18, .32), c, .017, 'satin') for c in ((.84, .58, .20), (.76, .46, .11), (.88, .66, .30), (.72, .38, .07))],
    'cheese-shreds': lambda: [strip(rnd(.08, .15), (.90, .78, .48), .011) for _ in range(4)],
    'peas': lambda: [sphere(2).at(scale=.05).paint((.14, .36, .03), 'wet'), sphere(2).at(scale=.046).paint((.20, .44, .05), 'wet')],
    'carrot': lambda: [box(.055, .05, .045, 2).paint((.82, .26, .015), 'satin'), box(.05, .05, .04, 2).paint((.88, .34, .03), 'satin')],
    'charred-corn': lambda: [blob((.062, .045, .036), .2, 1.5, 2, k).paint(c, 'wet') for k, c in enumerate([(.84, .56, .06), (.76, .44, .04), (.86, .62, .12), (.42, .17, .02), (.80, .50, .05), (.13, .05, .015)])],
    'corn': lambda: [blob((.062, .045, .036), .2, 1.5, 2, k).paint((.84, .60, .08), 'wet') for k in range(2)],
    'pepper-dice': lambda: [box(.055, .032, .02, 2).paint((.52, .02, .008), 'wet'), box(.055, .03, .02, 2).paint((.07, .26, .02), 'wet')],
    'red-dice': lambda: [box(.05, .035, .025, 2).paint(RED, 'wet'), blob((.045, .03, .02), .3, 2, 2).paint((.60, .05, .012), 'wet')],
    'tomato-dice': lambda: [box(.08, .07, .06, 2).paint((.60, .05, .014), 'wet'), box(.07, .06, .05, 2).paint((.54, .03, .01), 'wet')],
    'olive': lambda: [ring(.07, .034, 1.3, (.030, .012, .022), (.09, .045, .05), 'wet'), blob((.10, .075, .075), .03, 1.2, 3).paint((.035, .014, .024), 'wet')],
    'green-olive': lambda: [ring(.075, .038, 1.2, (.24, .24, .03), (.3, .3, .08), 'wet')],
    'crumbs': lambda: [blob((.03, .022, .02), .4, 2, 1, k).paint((.62, .36, .12), 'dry') for k in range(3)],
    'sugar': lambda: [box(.011, .011, .011, 1).paint((.95, .93, .9), 'ice')],
    'yaji': lambda: [blob((.009, .008, .006), .3, 2, 1, k).paint((.46, .17, .045), 'dry') for k in range(3)],
    'tuna': lambda: [blob((rnd(.09, .15), rnd(.05, .08), .03), .4, 1.8, 3, k).paint(c, 'flesh') for k, c in enumerate([(.62, .36, .20), (.70, .46, .28), (.54, .28, .14), (.66, .42, .26)])],
    'peanuts': lambda: [blob((.075, .05, .045), .08, 1.2, 2, k).paint((.70, .44, .18), 'satin') for k in range(3)],
    'sesame': lambda: [blob((.032, .02, .014), .08, 1, 1).paint((.86, .74, .50), 'satin')],
    'chilli-flakes': lambda: [blob((.022, .016, .006), .4, 2, 1, k).paint((.50, .03, .01), 'satin') for k in range(3)],
    'oil': lambda: [blob((1, 1, .3), 0, 1, 2).at(scale=.026).paint((.70, .20, .012), 'oil'), blob((1, 1, .3), 0, 1, 2).at(scale=.015).paint((.66, .16, .01), 'oil')],
    'butter-oil': lambda: [blob((1, 1, .3), 0, 1, 2).at(scale=.03).paint((.78, .50, .06), 'oil')],
    'garlic': lambda: [blob((.03, .022, .018), .3, 2, 1, k).paint((.80, .62, .30), 'satin') for k in range(3)],
    'mint': lambda: [leaf(.16, .1, (.05, .26, .03), .5, .2, k, tooth=.2, nu=20, nv=9) for k in range(3)],
    'basil': lambda: [leaf(.34, .22, (.065, .27, .018), .5, .05, k, vein=(.16, .40, .06), nu=24, nv=11) for k in range(3)],
    'feta': lambda: [box(.1, .09, .07, 2).paint((.76, .72, .62), 'matte'), blob((.08, .07, .06), .3, 2, 2).paint((.76, .72, .62), 'matte')],
    'croutons': lambda: [blob((.10, .09, .08), .18, 2, 3, k, 5).paint((.68, .40, .13), 'crumb') for k in range(3)],
    'crayfish': lambda: [strip(rnd(.08, .13), (.66, .30, .12), .02) for _ in range(3)],
    'beans': lambda: [blob((.085, .055, .05), .06, 1.2, 2, k).paint(c, 'wet') for k, c in enumerate([(.42, .13, .04), (.36, .10, .03), (.48, .18, .06)])],
    'baked-beans': lambda: [blob((.085, .055, .05), .06, 1.2, 2, k).paint(c, 'wet') for k, c in enumerate([(.70, .22, .04), (.64, .16, .02), (.74, .28, .06)])],
    'mince': lambda: [blob((rnd(.035, .06), rnd(.028, .045), .03), .75, 2.0, 3, k).paint(lerp((.20, .06, .022), (.40, .08, .014), rnd()), 'meat') for k in range(7)],
    'cubes-ham': lambda: [box(.10, .08, .03, 2).paint((.72, .26, .17), 'wet'), box(.09, .09, .03, 2).paint((.66, .22, .14), 'wet')],
    'pineapple': lambda: [blob((.12, .08, .05), .12, 2, 3, k, 5).paint(c, 'fruit') for k, c in enumerate([(.86, .60, .06), (.88, .66, .12), (.78, .46, .04)])],
    'cookie': lambda: [blob((rnd(.05, .1), rnd(.05, .08), .04), .4, 2, 2, k).paint((.035, .018, .012), 'dry') for k in range(3)],
    'chocolate': lambda: [strip(rnd(.08, .16), (.05, .018, .008), .02, 'satin') for _ in range(3)],
    'coconut': lambda: [strip(rnd(.1, .18), (.88, .86, .80), .013, 'matte') for _ in range(3)],
    'cinnamon': lambda: [blob((.008, .007, .005), .3, 2, 1, k).paint((.28, .10, .03), 'dry') for k in range(2)],
    'locust': lambda: [blob((.05, .035, .03), .2, 1.5, 2, k).paint((.05, .025, .015), 'satin') for k in range(2)],
    'greens': lambda: [leaf(.22 * rnd(.6, 1.2), .22 * rnd(.3, .6), np.array((.035, .135, .014)) * rnd(.6, 1.6), rnd(.3, .9), .2, k, vein=(.06, .17, .03), mat='cooked', nu=18, nv=9) for k in range(8)],
    'dark-greens': lambda: [leaf(.13 * rnd(.6, 1.2), .05 * rnd(.6, 1.2), np.array((.018, .075, .010)) * rnd(.6, 1.5), rnd(.3, .9), .2, k, vein=(.03, .09, .02), mat='cooked', nu=16, nv=7) for k in range(7)],
    'okro': lambda: [ring(rnd(.05, .075), .022, 1.1, (.13, .30, .03), (.50, .56, .22), 'wet', 20, 9) for _ in range(4)],
    'okro-seeds': lambda: [sphere(1).at(scale=.022).paint((.80, .78, .56), 'wet')],
    'egg-bits': lambda: [blob((rnd(.09, .15), rnd(.07, .1), .045), .5, 1.8, 3, k).paint(lerp((.86, .62, .10), (.90, .78, .38), rnd()), 'cream') for k in range(5)],
    'green-beans': lambda: [strip(rnd(.3, .4), (.10, .27, .03), .034) for _ in range(3)],
    'pepper-corns': lambda: [blob((.016, .016, .014), .3, 2, 1, k).paint((.04, .03, .025), 'dry') for k in range(2)],
    'rosemary': lambda: [leaf(.10, .018, (.05, .12, .03), .3, .1, k, mat='herb', nu=8, nv=5) for k in range(3)],
    'oats': lambda: [blob((.045, .035, .012), .15, 1.5, 1, k).paint((.72, .58, .38), 'dry') for k in range(2)],
    'periwinkle': lambda: [blob((.075, .055, .055), .15, 2, 3, k).paint((.14, .09, .06), 'satin') for k in range(2)],
}


@part
def strew(stage, what, n=60, R=1.0, x=0, y=0, **options):
    """Strews small things. `what` is a name in PROTOS, or several names that share n."""
    for name in [what] if isinstance(what, str) else what:
        stage.strew(PROTOS[name](), n if isinstance(what, str) else max(1, n // len(what)), R, x, y, **options)


@part
def sprig(stage, x=0, y=0, n=3, s=.7, kind='basil', turn=.5):
    """A few large leaves that meet at one point."""
    size = dict(basil=(.55, .36, (.065, .27, .018)), mint=(.46, .30, (.05, .27, .035)), bay=(.6, .2, (.05, .16, .03)), utazi=(.5, .26, (.03, .14, .02)))[kind]
    for k in range(n):
        a = turn + k * 6.2832 / n + rnd(-.25, .25)
        m = leaf(size[0] * s, size[1] * s, size[2], .5, .06, k, vein=(.16, .40, .06), tooth=.12 if kind == 'mint' else 0)
        stage.lay(m, x + .2 * s * np.cos(a), y + .2 * s * np.sin(a), a, (rnd(-.15, .15), -.28), sink=.0, frame=False)


@part
def slices(stage, kind='tomato', at=((0, 0),), R=.26, lean=.12, **options):
    """Single slices at the given places."""
    for k, (x, y) in enumerate(at):
        make = {'tomato': lambda: tomato_slice(R, .045, x * 3 + k), 'cucumber': lambda: cucumber_slice(R, .04, k), 'onion': lambda: onion_rings(R, True), 'white-onion': lambda: onion_rings(R, False),
                'egg': lambda: egg_half_slice(R, k)}.get(kind) or (lambda: citrus_slice(R, .045, kind))
        stage.lay(make(), x, y, rnd(0, 6.28), (rnd(-lean, lean), rnd(-lean, lean)), sink=.02, **options)


def egg_half_slice(R, off):
    def color(r, a, P):
        return lerp(lerp((.86, .42, .025), (.88, .54, .07), sm(-.3, .4, fbm(P, 6, 3, .5, off))), (.76, .75, .70), sm(.62, .66, np.hypot(P[:, 0] - .06, P[:, 1])))
    return round_slice(R, .06, color, (40, 80), .02, 'cream', off)


@part
def fan(stage, kind='cucumber', x=0, y=0, n=5, step=(.2, 0), R=.24, tip=.5, turn=0.0, sy=1.0):
    """A row of slices that lean on one another."""
    for k in range(n):
        make = dict(tomato=lambda: tomato_slice(R, .045, k), cucumber=lambda: cucumber_slice(R, .04, k), lemon=lambda: citrus_slice(R), lime=lambda: citrus_slice(R, kind='lime'), orange=lambda: citrus_slice(R, kind='orange'), egg=lambda: egg_half_slice(R, k))[kind]
        stage.lay(make(), x + step[0] * k, y + step[1] * k, turn, (0, -tip), sink=.05)


@part
def mushrooms(stage, n=12, R=.9, x=0, y=0, s=.2, cooked=True, **options):
    stage.pile(lambda k: mushroom_slice(s * rnd(.8, 1.15), k, cooked), n, R, x, y, tip=.3, **options)


@part
def peppers(stage, n=10, R=.9, x=0, y=0, s=.14, colors=(RED, GREEN, YELLOW), char=0.0, **options):
    def make(k):
        m = pepper_piece(colors[k % len(colors)], s * rnd(.8, 1.2))
        return m.paint(lerp(m.C[:, :3], (.03, .015, .008), char * sm(.0, .35, fbm(m.V, 7, 3, .6, k) + .5 * np.abs(m.V[:, 1]) / s - .2)), rough=1 + char) if char else m
    stage.pile(make, n, R, x, y, tip=.5, **options)


@part
def lettuce(stage, n=24, R=1.0, x=0, y=0, col=(.20, .46, .035), rib=(.58, .70, .30), L=.6, W=.42, H=.25, **options):
    for k in range(n):
        r, a = R * np.sqrt(rnd()), 2.4 * k
        m = ruffle(L * rnd(.7, 1.2), W * rnd(.8, 1.2), k * 3.1, np.array(col) * rnd(.8, 1.2), rib)
        stage.lay(m, x + r * np.cos(a), y + r * np.sin(a), a - 1.57 + rnd(-.5, .5), (rnd(.15, .7), rnd(-.3, .3)), sink=.35, **options)


@part
def corn_cob(stage, x=0, y=0, turn=0.0, L=1.5, R=.24, char=.6, off=0.0, butter=True):
    def f(u, v):
        r = R * (np.clip(1 - np.abs(u - .45) ** 2.6 * 3.2, .12, 1))
        return np.stack([(u - .5) * L, r * np.cos(v * 6.2832), r * np.sin(v * 6.2832)], 1)
    m = grid(230, 150, f, wrap_v=True)
    rows, along = m.v * 16, m.u * 36
    k = (np.abs(np.sin(rows * np.pi)) * np.abs(np.sin((along + .5 * np.floor(rows)) * np.pi))) ** .5
    rad = m.V * (0, 1, 1) / R
    spot = fbm(np.stack([np.floor(along + .5 * np.floor(rows)), np.floor(rows), rows * 0], 1), .37, 3, .7, off)
    C = lerp((.46, .20, .02), lerp((.86, .56, .05), (.90, .68, .16), sm(-.3, .3, spot)), sm(.2, .75, k))
    C = lerp(C, (.05, .022, .01), char * sm(.05, .4, spot + .5 * fbm(m.V, 3, 3, .5, off)) * sm(.3, .8, k) * sm(-.6, .4, m.V[:, 2] / R))
    stage.lay(m.move(m.V + rad * (.045 * k)[:, None]).paint(C, 'wet'), x, y, turn, sink=.03)


@part
def chilli_pod(stage, x=0, y=0, turn=0.0, kind='rodo', col=RED, s=1.0):
    """A whole pepper: 'rodo' has the shape of a lantern, 'long' of a pod."""
    if kind == 'rodo':
        m = blob((.2, .17, .17), .16, 1.8, 4, x * 5 + y, 2.5)
        stalk = tube(smooth_line([(.17, 0, .02), (.27, .02, .06), (.34, .06, .06)], 6), .018, 7)
    else:
        t = np.linspace(0, 1, 40)
        m = tube(np.stack([-.45 + .9 * t, .12 * np.sin(t * 2.5), .02 * np.sin(t * 5)], 1), .085 * np.clip(t * 1.2 + .06, 0, 1) ** .6 * np.sqrt(np.clip(1.03 - t ** 8, 0, 1)), 20)
        stalk = tube(smooth_line([(.44, .06, 0), (.55, .05, .03), (.62, .0, .05)], 6), .016, 7)
    C = np.array(col) * (1 + .25 * fbm(m.V, 2.5, 3))[:, None]
    stage.lay(Piece([m.paint(C, 'wet'), stalk.paint((.12, .26, .04), 'satin')]), x, y, turn, scale=s, sink=.02)


@part
def avocado_half(stage, x=0, y=0, turn=0.0, s=1.0, stone=True, tip=.2):
    def f(u, v):
        a = v * 6.2832
        r = u * (.40 + .10 * np.cos(a)) * (1 - .12 * np.cos(a) ** 2)
        px, py = r * np.cos(a) * 1.18, r * np.sin(a)
        d = np.hypot(px + .07, py)
        dip = 0 * d if stone else .12 * np.sqrt(np.clip(1 - (d / .2) ** 2, 0, 1))
        return np.stack([px, py, .01 - dip], 1)
    m = grid(50, 110, f, wrap_v=True)
    C = lerp(lerp((.80, .76, .30), (.52, .62, .14), sm(.4, .92, m.u)), (.05, .08, .02), sm(.955, .975, m.u))
    under = sphere(4)
    V = under.V * (.55, .42, .34)
    V[:, 0] += .04
    V[:, 2] = np.minimum(V[:, 2], 0)
    piece = Piece([m.paint(C, 'cream'), under.move(V).paint((.045, .06, .018), 'peel')])
    if stone:
        piece.append(sphere(4).at((-.07, 0, .02), (0, 0, 0), (.19, .18, .16)).paint((.24, .09, .03), 'gloss'))
    stage.lay(piece, x, y, turn, (tip, 0), s)


@part
def avocado_fan(stage, x=0, y=0, n=7, step=.11, turn=0.0, s=1.0):
    for k in range(n):
        def f(u, v):
            a = v * 6.2832
            r = u * (.34 + .09 * np.cos(a))
            cut = np.hypot(r * np.cos(a) + .06, r * np.sin(a)) < .0
            return np.stack([r * np.cos(a) * 1.2, r * np.sin(a), .03 * np.sqrt(np.clip(1.02 - u ** 12, 0, 1)) + 0 * cut], 1)
        m = grid(24, 60, f, wrap_v=True)
        C = lerp(lerp((.80, .76, .32), (.56, .66, .18), sm(.4, .9, m.u)), (.07, .12, .03), sm(.95, .98, m.u))
        dx, dy = -np.sin(turn), np.cos(turn)
        stage.lay(m.paint(C, 'cream'), x + dx * step * k, y + dy * step * k, turn, (-.45, 0), s, sink=.1)


@part
def mango_half(stage, x=0, y=0, turn=-.35, L=.6, W=.42, tip=.5):
    """A mango's cheek, cut in cubes and turned inside out."""
    def f(u, v):
        px, py = (u - .5) * 2, (v - .5) * 2
        x2, y2 = px * np.sqrt(np.clip(1 - py * py * .5, 0, 1)), py * np.sqrt(np.clip(1 - px * px * .5, 0, 1))
        r2 = x2 * x2 + y2 * y2
        e = np.maximum(np.abs((px * 3.0) % 1 - .5), np.abs((py * 2.1) % 1 - .5))
        s = 1 + .12 * (1 - r2)
        return np.stack([x2 * L * s, y2 * W * s, .30 * np.sqrt(np.clip(1.02 - r2, 0, 1)) - .17 * sm(.37, .50, e)], 1)
    m = grid(190, 140, f)
    a, b = (m.u - .5) * 2, (m.v - .5) * 2
    e = np.maximum(np.abs((a * 3.0) % 1 - .5), np.abs((b * 2.1) % 1 - .5))
    C = lerp(lerp((.90, .42, .015), (.96, .60, .07), sm(-.4, .5, fbm(m.V, 5, 4, .6))), (.80, .30, .008), sm(.36, .5, e))
    C = lerp(C, (.72, .20, .02), sm(.93, .985, np.maximum(np.abs(a), np.abs(b))))
    skin = sphere(4)
    V = skin.V * (L * 1.02, W * 1.02, .16)
    V[:, 2] = np.minimum(V[:, 2], .02)
    C2 = lerp((.62, .30, .03), (.45, .05, .02), sm(-.3, .4, fbm(skin.V, 1.5, 3)))
    stage.lay(Piece([m.paint(C, 'fruit'), skin.move(V).paint(C2, 'peel')]), x, y, turn, (tip, -.25))
