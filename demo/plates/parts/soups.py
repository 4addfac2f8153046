"""Soups, stews, porridges and sauces: glossy height surfaces, some with a rim of oil."""
import numpy as np
from mesh import disc, radius, sphere
from noise import cells, fbm, lerp, ramp, ridge, rnd, sm
from parts import part

# Light and dark colour, material, and height of lumps, for plain sauces in spoonfuls, ramekins and bowls.
SAUCES = {
    'ragu': ((.50, .09, .014), (.32, .035, .008), 'lumpy', .035), 'pepper': ((.56, .045, .008), (.36, .02, .005), 'lumpy', .03), 'barbecue': ((.17, .030, .010), (.10, .016, .007), 'soup', .006),
    'sweet-chilli': ((.72, .12, .012), (.62, .06, .008), 'soup', .008), 'stew': ((.58, .10, .01), (.42, .045, .006), 'lumpy', .025), 'ayamase': ((.22, .17, .025), (.10, .085, .012), 'lumpy', .035),
    'cream': ((.78, .70, .54), (.72, .62, .44), 'cream', .012), 'mustard': ((.80, .48, .03), (.74, .40, .02), 'cream', .01), 'ketchup': ((.55, .02, .008), (.46, .015, .006), 'soup', .006),
    'honey': ((.72, .32, .03), (.62, .22, .015), 'oil', .004), 'agoyin': ((.16, .028, .010), (.07, .014, .006), 'lumpy', .03), 'pesto': ((.12, .26, .03), (.05, .15, .015), 'lumpy', .02),
    'guacamole': ((.46, .56, .12), (.34, .46, .08), 'lumpy', .04), 'butter': ((.86, .68, .22), (.80, .58, .14), 'cream', .01), 'chocolate': ((.07, .028, .012), (.045, .016, .008), 'soup', .008),
    'syrup': ((.58, .22, .02), (.46, .14, .012), 'oil', .004), 'gravy': ((.26, .10, .03), (.18, .06, .018), 'soup', .012), 'custard': ((.78, .52, .09), (.72, .44, .06), 'cream', .01),
    'pap': ((.76, .70, .55), (.70, .63, .47), 'cream', .014), 'oats': ((.66, .52, .34), (.54, .40, .24), 'cream', .03), 'milk': ((.90, .88, .84), (.88, .86, .81), 'cream', .004),
    'tea': ((.34, .10, .015), (.24, .06, .01), 'soup', .002), 'coffee': ((.08, .032, .014), (.05, .02, .01), 'soup', .002), 'crema': ((.50, .26, .09), (.36, .16, .05), 'foam', .004),
    'hibiscus': ((.42, .012, .04), (.30, .006, .025), 'soup', .002), 'asaro': ((.70, .29, .035), (.56, .17, .016), 'lumpy', .05), 'beans': ((.50, .20, .06), (.38, .13, .035), 'lumpy', .04),
    'mashed-beans': ((.56, .32, .16), (.46, .24, .11), 'lumpy', .05), 'baked-beans': ((.70, .20, .03), (.60, .13, .02), 'soup', .02), 'garlic-butter': ((.64, .38, .07), (.52, .26, .035), 'oil', .006),
    'relish': ((.55, .10, .012), (.42, .03, .008), 'lumpy', .04), 'coleslaw': ((.86, .84, .70), (.80, .78, .60), 'cream', .03), 'gbegiri': ((.80, .54, .10), (.74, .44, .06), 'soup', .012), 'ewedu': ((.075, .115, .016), (.045, .080, .010), 'soup', .02),
}


def sauce_top(kind, R):
    color, dark, mat, lump = SAUCES[kind]
    off = rnd(0, 50)
    m = disc(R, lambda x, y: lump * .7 * fbm(np.stack([x, y, x * 0 + off], 1), 4, 4, .6) + .012 * sm(R * .9, R, np.hypot(x, y)), 40, 90)
    return m.paint(lerp(color, dark, sm(-.4, .5, fbm(m.V * (1, 1, 0), 5, 4, .6, off))), mat)


@part
def fill(stage, kind='custard', R=1.1, z=.42, x=0, y=0, swirl=0.0, second=None):
    """A plain filling of a bowl or cup. `swirl` stirs a second colour in."""
    color, dark, mat, lump = SAUCES[kind]
    off = rnd(0, 50)

    def h(px, py):
        P = np.stack([px, py, px * 0 + off], 1)
        r = np.hypot(px, py) / R
        return z + lump * (fbm(P, 3.2 / max(R, .4), 4, .6) + .5 * ridge(P, 2.0, 3)) * sm(1, .85, r) + .03 * R * (1 - r * r) + .02 * sm(.93, 1, r)
    m = disc(R, h, 90, 220)
    P = m.V * (1, 1, 0) + (0, 0, off)
    C = lerp(color, dark, sm(-.4, .5, fbm(P, 3.5, 4, .6)))
    if second is not None:
        a, r = np.arctan2(m.V[:, 1], m.V[:, 0]), radius(m) / R
        C = lerp(C, SAUCES[second][0], sm(.55, .9, np.sin(a * 2 + r * 9 + fbm(P, 2, 3))) * sm(.95, .7, r) * swirl)
    stage.put(m.paint(C, mat).at((x, y, 0)))


BROTHS = {  # dark, light, oil, share of oil, edge
    'pepper': ((.15, .035, .010), (.26, .075, .016), (.62, .19, .012), .75, (.60, .16, .01)), 'stew': ((.42, .045, .006), (.58, .10, .01), (.70, .17, .01), .8, (.66, .16, .01)),
    'ogbono': ((.20, .10, .025), (.33, .18, .05), (.66, .24, .02), .6, (.60, .18, .015)), 'nsala': ((.62, .50, .30), (.72, .61, .40), (.66, .40, .10), .35, (.66, .50, .24)),
    'banga': ((.30, .065, .010), (.44, .13, .018), (.72, .20, .012), 1.0, (.70, .18, .012)), 'fisherman': ((.44, .12, .02), (.58, .22, .035), (.76, .28, .02), .8, (.70, .24, .02)),
    'clear': ((.30, .13, .03), (.42, .21, .06), (.74, .36, .05), .8, (.66, .30, .04)), 'bitterleaf': ((.17, .085, .020), (.28, .14, .035), (.66, .22, .016), .9, (.62, .18, .014)),
    'oha': ((.34, .15, .03), (.46, .23, .055), (.72, .24, .02), .9, (.66, .22, .018)), 'okro': ((.16, .22, .03), (.28, .33, .06), (.70, .24, .02), .5, (.62, .24, .02)),
    'buka': ((.28, .022, .005), (.42, .05, .008), (.70, .13, .008), 1.0, (.68, .11, .008)), 'red': ((.34, .03, .006), (.50, .07, .01), (.72, .16, .01), .8, (.66, .14, .01)),
    'nkwobi': ((.42, .15, .018), (.54, .22, .03), (.78, .36, .03), .5, (.74, .30, .02)), 'cowleg': ((.34, .14, .035), (.46, .22, .06), (.72, .32, .04), .6, (.62, .25, .03)), 'turkey': ((.26, .07, .014), (.36, .12, .024), (.70, .26, .02), .7, (.62, .20, .015)),
    'tomato-light': ((.46, .08, .012), (.60, .15, .02), (.74, .24, .015), .8, (.70, .2, .015)), 'ponmo': ((.30, .06, .01), (.40, .10, .016), (.70, .22, .015), .8, (.64, .18, .012)),
}


@part
def broth(stage, kind='pepper', R=1.075, z=.52, x=0, y=0, rough=.006, thick=0.0):
    """A thin soup with round spots of oil. `thick` raises folds."""
    dark, light, oil, share, rim = BROTHS[kind]
    off = rnd(0, 50)

    def h(px, py):
        P = np.stack([px, py, px * 0 + off], 1)
        r = np.hypot(px, py)
        return z + rough * fbm(P, 3, 3) + thick * (ridge(P, 2.2, 3) + fbm(P, 6, 3)) * sm(R, R * .85, r) + .012 * sm(R * .93, R, r)
    m = disc(R, h, 120, 300)
    P = m.V * (1, 1, 0) + (0, 0, off)
    C = lerp(dark, light, sm(-.5, .5, fbm(P, 2.2, 4, .55, off)))
    d, owner = cells(P, 6.5, 4)
    d2, owner2 = cells(P, 15, 8)
    spot = .06 + .22 * owner * owner
    floats = np.maximum(sm(spot, spot - .03, d) * (owner > .45), sm(.05 + .2 * owner2, .03 + .2 * owner2, d2) * (owner2 > .6) * .8)
    pool = sm(.25, .5, fbm(P, 1.7, 3, .5, off + 9)) * sm(.6, 1.0, share)
    C = lerp(C, oil, np.clip(floats * .75 * share + .7 * pool, 0, 1))
    C = lerp(C, rim, sm(R * .95, R, radius(m)) * .7)
    stage.put(m.paint(C, 'soup' if thick < .02 else 'lumpy').at((x, y, 0)))


@part
def egusi(stage, R=1.12, z=.42, x=0, y=0, light=(.84, .57, .17), oil=(.52, .10, .006), green=.85):
    """Curds of ground melon seeds above red oil."""
    off = rnd(0, 50)

    def h(px, py):
        P = np.stack([px, py, px * 0 + off], 1)
        P = P + .05 * np.stack([fbm(P, 5, 2, .5, 31), fbm(P, 5, 2, .5, 33), px * 0], 1)
        many = sm(-.25, .35, fbm(P, 1.6, 3, .5, 1) + .12)
        r = np.hypot(px, py) / R
        return z + sm(1.0, .84, r) * ((.070 * sm(.70, .05, cells(P, 5.0)[0]) + .060 * sm(.60, .05, cells(P, 12, 3)[0])) * (.25 + .75 * many) + .034 * fbm(P, 14, 3, .6) * many) + .05 * (1 - r ** 2)
    m = disc(R, h, 170, 400)
    P = m.V * (1, 1, 0) + (0, 0, off)
    up = (m.V[:, 2] - z) / .17
    light = np.array(light)
    n = fbm(P, 7, 4, .6, 2)
    C = ramp(up + .20 * n, [oil, np.array(oil) * (1.27, 2, 2), light * (.83, .51, .19), light * (.93, .75, .47), light])
    C = lerp(C, (.035, .10, .012), sm(.30, .55, fbm(P * (1.3, 1, 1), 4.5, 4, .6, 6)) * sm(.05, .35, up) * green)
    m = m.paint(C, 'lumpy', .30 + 1.5 * sm(.2, .55, up + .15 * n))
    stage.put(m.at((x, y, 0)))


@part
def greens(stage, R=1.12, z=.41, x=0, y=0, colors=((.015, .05, .006), (.04, .13, .014), (.12, .24, .03)), oil=(.55, .12, .008)):
    """Cooked leaves with oil in the hollows, and whole leaves on top."""
    off = rnd(0, 50)

    def h(px, py):
        P = np.stack([px, py, px * 0 + off], 1)
        r = np.hypot(px, py) / R
        return z + sm(1.0, .84, r) * (.09 * fbm(P, 2.4, 3) + .05 * ridge(P, 5.0, 3, 4)) + .10 * (1 - r ** 2)
    m = disc(R, h, 110, 260)
    P = m.V * (1, 1, 0) + (0, 0, off)
    pool = sm(.28, .05, (m.V[:, 2] - z) / .2)
    C = lerp(ramp(.5 + .8 * fbm(P, 6, 5, .65, 2), colors), oil, pool * .85)
    stage.put(m.paint(C, 'lumpy', .5 + .9 * (1 - pool)).at((x, y, 0)))


@part
def two_soups(stage, R=1.12, z=.42, x=0, y=0, left='gbegiri', right='ewedu', stew=True):
    """Abula: two soups side by side, with stew along the line where they meet."""
    off = rnd(0, 50)

    def h(px, py):
        P = np.stack([px, py, px * 0 + off], 1)
        return z + .022 * fbm(P, 3.2, 4, .55) + .05 * (1 - (np.hypot(px, py) / R) ** 2)
    m = disc(R, h, 130, 300)
    P = m.V * (1, 1, 0) + (0, 0, off)
    side = sm(-.05, .05, m.V[:, 0] + .16 * fbm(P, 1.6, 3) + .12 * np.sin(m.V[:, 1] * 2.2))
    n = sm(-.4, .5, fbm(P, 4, 4, .6))
    C = lerp(lerp(*SAUCES[left][:2], n), lerp(*SAUCES[right][:2], n), side)
    if stew:
        red = sm(.02, .14, .42 * R - np.hypot(m.V[:, 0] - .05, m.V[:, 1] * .9) + .18 * fbm(P, 2.2, 4, .6, 7))
        C = lerp(C, lerp((.62, .11, .01), (.42, .04, .006), n), red)
    stage.put(m.paint(C, 'soup').at((x, y, 0)))


SWALLOWS = {  # two colours, grain, material roughness
    'poundo': ((.66, .60, .47), (.73, .67, .54), .004), 'eba': ((.72, .46, .09), (.80, .56, .16), .018), 'amala': ((.10, .052, .034), (.15, .085, .058), .005),
    'semo': ((.82, .72, .44), (.86, .77, .52), .006), 'wheat': ((.34, .19, .10), (.44, .27, .15), .012), 'fufu': ((.80, .78, .72), (.85, .83, .77), .006),
}


@part
def swallow(stage, kind='poundo', x=0, y=0, s=(.62, .54, .45), turn=.3):
    a, b, coarse = SWALLOWS[kind]
    off = rnd(0, 50)
    m = sphere(6)
    D = m.V
    fold = fbm(D * (1, 1, .6), 1.2, 3, .5, off)
    wave = np.sin(3.0 * np.arctan2(D[:, 1], D[:, 0]) + 7 * D[:, 2] + 2 * fold)
    crease = sm(.10, .0, np.abs(D[:, 1] - .5 * D[:, 0] + .1 * fold - .15)) * sm(.3, .8, D[:, 2])
    r = 1 + .05 * fold + .012 * wave * sm(1, .3, np.abs(D[:, 2])) + coarse * fbm(D, 16, 3, .7, off + 2) - .05 * crease
    V = D * r[:, None] * np.asarray(s)
    V[:, 2] = np.where(V[:, 2] < -.5 * s[2], -.5 * s[2] + (V[:, 2] + .5 * s[2]) * .1, V[:, 2])
    V[:, :2] *= (1 + .10 * sm(.1, -.5, V[:, 2] / s[2]))[:, None]
    C = lerp(a, b, sm(-.4, .5, fold + .3 * fbm(D, 7, 4, .6, off)))
    stage.lay(m.move(V).paint(C, 'satin' if kind in ('amala', 'wheat') else 'dough'), x, y, turn, sink=.02)


@part
def ladle(stage, kind='stew', x=0, y=0, R=.5, H=.06, sy=1.0):
    """A puddle of sauce on a plate."""
    from parts.grains import coat
    coat(stage, kind, R, H, x, y, sy)
