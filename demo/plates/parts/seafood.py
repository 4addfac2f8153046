"""Prawns, crab, lobster, calamari, snails."""
import numpy as np
from mesh import Piece, blob, grid, sphere, torus, tube
from noise import cells, fbm, lerp, ramp, rnd, sm
from parts import part


def prawn_mesh(off=0.0, s=1.0, char=.5, head=False, coat=False):
    """A prawn curled in the table's plane, with a tail fan at one end."""
    k, n = 64, 22
    t = np.linspace(0, 1, k)
    a = -.6 + 4.0 * t
    R = .27 - .03 * t
    axis = np.stack([R * np.cos(a), R * np.sin(a), 0 * t], 1)
    segment = np.abs(np.sin(t * np.pi * 6.5))
    r = (.125 * np.power(np.clip(1 - t, 0.02, 1), .42) + .028) * np.sqrt(np.clip(t * 16, .05, 1)) * (.93 + .07 * segment)
    m = tube(axis, r, n)
    ring_ = np.sin(m.u * np.pi * 13)
    outer = np.hypot(m.V[:, 0], m.V[:, 1]) - .25
    C = lerp((.88, .62, .44), (.84, .30, .10), sm(-.02, .10, outer + .02 * ring_))
    C = lerp(C, (.80, .20, .05), sm(.55, .95, ring_) * .7)
    C = lerp(C, (.05, .02, .012), char * sm(.15, .5, fbm(m.V, 6, 3, .6, off) + .8 * outer))
    if coat:
        C = ramp(.5 + .5 * fbm(m.V, 8, 3, .6, off), ((.84, .56, .18), (.70, .38, .08), (.46, .19, .03)))
    piece = Piece([m.paint(C, 'batter' if coat else 'shell')])
    end, da = axis[-1], a[-1] + np.pi / 2
    for q in (-.55, -.18, .18, .55):
        f = grid(12, 7, lambda u, v: np.stack([u * .22, (v - .5) * .085 * np.sin(np.pi * (u * .8 + .12)), .02 * u + .012 * np.cos((v - .5) * 6)], 1))
        piece.append(f.paint(lerp((.86, .34, .12), (.60, .10, .03), f.u), 'shell').at(end, (0, 0, da + q)))
    if head:
        h = blob((.24, .12, .12), .05, 1.5, 3, off)
        piece.append(h.paint(lerp((.86, .36, .12), (.66, .14, .04), sm(-.2, .3, fbm(h.V, 4, 3))), 'shell').at(axis[0] + (-.02, -.16, 0), (0, 0, 1.1)))
        piece.append(sphere(2).at(axis[0] + (.06, -.24, .09), (0, 0, 0), .028).paint((.01, .01, .01), 'wet'))
        for q in range(4):
            t2 = np.linspace(0, 1, 18)
            w = tube(np.stack([.10 + .1 * t2 - .3 * q * t2 * t2 * .6, -.30 - .45 * t2 + .2 * q * t2 * t2, .06 + .10 * np.sin(t2 * 3)], 1) + axis[0] * (1, 1, 0) * .5, .008, 5)
            piece.append(w.paint((.66, .16, .05), 'satin'))
    return piece.at((0, 0, 0), (0, 0, 0), s)


@part
def prawns(stage, n=5, R=.7, x=0, y=0, s=.9, char=.4, head=False, coat=False, sink=.1, tip=.4, sy=1.0, rmin=0.0):
    stage.pile(lambda k: prawn_mesh(rnd(0, 60), 1, char, head, coat), n, R, x, y, sy, tip=tip, scale=s, sink=sink, rmin=rmin)


@part
def prawn_row(stage, n=5, x=0, y=0, step=(.5, 0), s=1.15, char=.6, head=True, turn=2.2):
    for k in range(n):
        stage.lay(prawn_mesh(rnd(0, 60), 1, char, head), x + step[0] * (k - (n - 1) / 2), y + step[1] * (k - (n - 1) / 2), turn + rnd(-.12, .12), (rnd(-.1, .1), rnd(-.1, .1)), s, .04)


def calamari_ring(off, coat=True):
    m = torus(rnd(.17, .24), .055 if coat else .04, 1.2, 44, 14, .10)
    n = fbm(m.V, 10, 3, .65, off)
    if not coat:
        return m.paint(lerp((.76, .64, .48), (.68, .48, .32), sm(-.2, .4, n)), 'juicy')
    V = m.V + m.V / (np.linalg.norm(m.V, axis=1, keepdims=True) + 1e-6) * (.03 * n + .02 * sm(.5, .1, cells(m.V, 14, off)[0]))[:, None]
    return m.move(V).paint(ramp(.5 + .5 * n + .2 * fbm(m.V, 4, 2, .5, off), ((.88, .64, .26), (.76, .44, .11), (.52, .23, .04))), 'batter')


@part
def calamari(stage, n=16, R=.85, x=0, y=0, coat=True, s=1.0, sink=.1, tip=.7, sy=1.0):
    stage.pile(lambda k: calamari_ring(k * 3.1, coat), n, R, x, y, sy, tip=tip, scale=s, sink=sink)


def crab_mesh(off=0.0):
    body = blob((.62, .46, .20), .05, 1.6, 5, off)
    P = body.V
    front = P[:, 1] / .46
    V = P + np.array([0, 1, 0]) * (.05 * np.abs(np.sin(P[:, 0] * 9)) * sm(.2, .8, front))[:, None] + np.array([0, 0, 1]) * (.02 * fbm(P, 6, 3, .6, off) + .05 * np.exp(-((np.abs(P[:, 0]) - .22) / .13) ** 2) * sm(.05, .18, P[:, 2]))[:, None]
    C = ramp(.5 + .6 * fbm(P, 4, 4, .6, off), ((.86, .36, .10), (.72, .18, .04), (.48, .08, .02)))
    C = lerp(C, (.88, .70, .48), sm(.02, -.12, P[:, 2]))
    piece = Piece([body.move(V).paint(C, 'shell')])

    def limb(points, r):
        m = tube(points, r, 14)
        k = lerp((.84, .34, .09), (.60, .12, .03), sm(-.3, .4, fbm(m.V, 5, 3, .5, off)))
        return m.paint(lerp(k, (.14, .05, .02), sm(.88, 1, m.u) * .8), 'shell')
    t = np.linspace(0, 1, 22)
    for side in (1, -1):
        for q in range(4):
            reach = .95 - .08 * q
            piece.append(limb(np.stack([side * (.42 + reach * t * .8), .10 - .24 * q - .12 * (q - 1) * t, .04 + .26 * np.sin(t * 2.6) - .16 * t], 1), .075 * (1 - .78 * t) * (1 - .25 * np.exp(-((t - .45) / .06) ** 2))))
        piece.append(limb(np.stack([side * (.40 + .46 * np.sin(t * 1.5)), .26 + .40 * t, .08 + .12 * np.sin(t * 2)], 1), .10 * (1 + .2 * t)))
        claw = blob((.17, .29, .13), .05, 2, 4, off + side)
        Cc = lerp((.84, .32, .08), (.56, .10, .025), sm(-.2, .4, fbm(claw.V, 4, 3, .5, off)))
        piece.append(claw.paint(Cc, 'shell').at((side * .78, .84, .14), (0, 0, side * .5)))
        for q in (-1, 1):
            pincer = tube(np.stack([.30 * t * .3 * q + q * .06, .32 * t, 0 * t], 1), .075 * (1 - .85 * t), 10)
            piece.append(pincer.paint(lerp((.80, .26, .06), (.10, .05, .03), sm(.45, .8, pincer.u)), 'shell').at((side * .66, 1.04, .14), (0, 0, side * .55)))
        piece.append(sphere(2).at((side * .14, .45, .12), (0, 0, 0), .035).paint((.01, .01, .01), 'wet'))
    return piece


@part
def crab(stage, x=0, y=0, turn=0.0, s=.8, sink=.04, tip=(0, 0), z=None):
    stage.lay(crab_mesh(rnd(0, 60)), x, y, turn, tip, s, sink, z=z)


@part
def lobster_tail(stage, x=0, y=0, turn=.2, s=1.0):
    """A tail split along its back, with the meat lifted over the shell."""
    off = rnd(0, 60)

    def shell(u, v):
        a = (v - .5) * np.pi * 1.15
        w = .42 * (1 - .45 * u) * (1 + .05 * np.abs(np.sin(u * np.pi * 6)))
        return np.stack([(u - .5) * 1.7, w * np.sin(a), .22 - .30 * np.cos(a) * (1 - .35 * u) + .02 * np.sin(u * np.pi * 12)], 1)
    sh = grid(110, 50, shell)
    C = lerp((.72, .14, .03), (.46, .05, .014), sm(-.3, .4, fbm(sh.V, 5, 3, .5, off) + .5 * np.sin(sh.u * np.pi * 12)))
    inner = sh.move(sh.V * (1, .95, .95) + (0, 0, .015))
    inner.Q = inner.Q[:, ::-1]

    def flesh(u, v):
        a = v * 6.2832
        w = .32 * np.sqrt(np.clip(1 - np.abs(2 * u - 1) ** 3.5, 0, 1)) * (1 - .35 * u)
        split = 1 - .30 * np.exp(-(np.cos(a) / .22) ** 2) * (np.sin(a) > 0)
        return np.stack([(u - .52) * 1.62, w * np.cos(a) * 1.12, .17 + w * .85 * np.sin(a) * split], 1)
    fl = grid(130, 80, flesh, wrap_v=True)
    n, fine = fbm(fl.V * (1.4, 1, 1), 3, 4, .6, off), fbm(fl.V, 11, 3, .6, off)
    Cf = lerp((.76, .60, .41), (.70, .34, .13), sm(-.2, .4, n + .3 * fine))
    Cf = lerp(Cf, (.74, .20, .05), .7 * sm(.55, .95, np.sin(fl.V[:, 0] * 26 + 2 * n)) * sm(.35, .95, np.abs(np.cos(fl.v * 6.2832))))
    Cf = lerp(Cf, (.16, .05, .02), .85 * sm(.7, .95, np.sin((fl.V[:, 0] + .5 * fl.V[:, 1]) * 20)) * sm(.30, .40, fl.V[:, 2]) * sm(-.3, .2, fine))
    Cf = lerp(Cf, (.30, .10, .03), .85 * sm(.30, .62, n * .6 + fine * .6 + .4 * (fl.V[:, 2] - .25)))
    piece = Piece([sh.paint(C, 'shell'), inner.paint((.80, .45, .28), 'satin'), fl.move(fl.V * (1, 1, 1) + np.array([0, 0, 1]) * (.02 * fine)[:, None]).paint(Cf, 'meat')])
    for q in (-.75, -.38, 0, .38, .75):
        f = grid(20, 12, lambda u, v: np.stack([u * .52, (v - .5) * .30 * np.sin(np.pi * (u * .75 + .12)), .14 - .06 * u + .03 * np.cos((v - .5) * 6) + .01 * np.sin(v * 40)], 1))
        piece.append(f.paint(lerp((.74, .16, .04), (.36, .04, .012), f.u), 'shell').at((.78, 0, 0), (0, 0, q)))
    stage.lay(piece, x, y, turn, scale=s, sink=.02)


def snail_mesh(off=0.0):
    """A large forest snail without its shell: a dark, wrinkled, curled foot."""
    t = np.linspace(0, 1, 60)
    a = 1.0 + 3.4 * t
    r = .20 - .06 * t
    m = tube(np.stack([r * np.cos(a) * 1.5, r * np.sin(a), .06 * np.sin(t * 3)], 1), (.05 + .12 * np.sin(np.pi * np.clip(t * .86 + .1, 0, 1))), 26)
    n, fine, d = fbm(m.V, 5, 4, .6, off), fbm(m.V, 16, 3, .65, off), cells(m.V, 15, off)[0]
    C = ramp(.5 + .5 * n + .3 * fine, ((.34, .20, .10), (.18, .095, .045), (.07, .035, .018)))
    return m.move(m.V * (1 + .10 * n + .06 * (.5 - d))[:, None]).paint(C, 'meat')


@part
def snails(stage, n=9, R=.8, x=0, y=0, s=1.0, sy=.85, sink=.1):
    stage.pile(lambda k: snail_mesh(k * 3.7), n, R, x, y, sy, scale=s, sink=sink)


@part
def snail_shell(stage, x=0, y=0, turn=0.0, s=1.0):
    k = 170
    t = np.linspace(0, 1, k)
    a = t * 2 * np.pi * 3.3
    R = .42 * np.exp(-2.6 * (1 - t))
    m = tube(np.stack([R * np.cos(a), R * np.sin(a), .62 * (1 - np.exp(-2.6 * (1 - t))) * 1.0 + .02], 1), np.maximum(R * .62, .012), 22)
    stripe = sm(.0, .5, np.sin(m.u * 90) + .8 * fbm(m.V, 3, 3))
    stage.lay(m.paint(lerp((.62, .42, .20), (.16, .07, .025), stripe), 'gloss'), x, y, turn, (1.35, .3), s, .02)


@part
def battered_fish(stage, at=((0, 0, .3),), s=1.0):
    for k, (x, y, turn) in enumerate(at):
        off = k * 5.3
        m = blob((.95, .34, .17), .08, 1.3, 6, off, 2.4)
        V = m.V * (1, 1, 1)
        V[:, 1] = V[:, 1] * (1 - .45 * sm(-.1, .95, V[:, 0])) + .16 * (V[:, 0] / .95) ** 2
        n, fine, d = fbm(V, 4, 4, .6, off), fbm(V, 15, 3, .65, off), cells(V, 11, off)[0]
        C = ramp(.42 + .55 * n + .35 * fine, ((.84, .52, .15), (.68, .33, .06), (.40, .15, .022)))
        D = V / (np.linalg.norm(V, axis=1, keepdims=True) + 1e-6)
        stage.lay(m.move(V + D * (.03 * n + .014 * fine + .022 * sm(.5, .1, d))[:, None]).paint(C, 'batter'), x, y, turn, (rnd(-.1, .1), rnd(-.12, .12)), s, .04)
