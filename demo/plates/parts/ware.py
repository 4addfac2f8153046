"""The ware and ground of dishes: table tops, plates, bowls, boards, paper, baskets, pans."""
import numpy as np
from mesh import Piece, grid, lathe, radius, smooth_line, tube
from noise import fbm, lerp, ridge, sm
from parts import part

CHINA = (.74, .73, .69)
BLUE = (.015, .05, .24)
TOPS = {'slate': ((.012, .012, .013), (.030, .028, .028)), 'stone': ((.030, .036, .042), (.060, .068, .074)), 'walnut': ((.050, .026, .014), (.105, .055, .029)),
        'oak': ((.16, .085, .04), (.27, .155, .08)), 'teal': ((.010, .045, .048), (.022, .075, .078)), 'clay-red': ((.10, .026, .014), (.16, .045, .024)),
        'linen': ((.30, .26, .20), (.42, .37, .30)), 'indigo': ((.010, .016, .050), (.022, .032, .09))}


@part
def top(stage, kind='slate'):
    def f(u, v):
        x, y = (u - .5) * 22, (v - .33) * 22
        return np.stack([x, y, .16 * np.maximum(y - 3.6, 0) ** 2], 1)
    m = grid(120, 120, f)
    a, b = TOPS[kind]
    P = m.V
    if kind in ('walnut', 'oak'):
        plank = np.floor(P[:, 1] / 1.1)
        seam = np.abs(P[:, 1] / 1.1 - plank - .5)
        grain = fbm(np.stack([P[:, 0] * .35 + plank * 3, P[:, 1] * 5, P[:, 2]], 1), 1.6, 4, .6)
        C = lerp(a, b, sm(-.5, .6, grain + np.sin(plank * 12.9) * .25)) * (1 - .6 * sm(.44, .5, seam))[:, None]
    else:
        C = lerp(a, b, sm(-.6, .7, fbm(P, .8, 5) + .3 * fbm(P * (1, 6, 1), 2.2, 3, .6, 3)))
    stage.put(m.paint(C, 'cloth' if kind in ('linen', 'indigo') else 'table'), frame=False, solid=False)


def turned(profile, color, mat, rim=None, rim_at=None, inside=None, n=110):
    """A turned vessel. The rim's colour begins at the height `rim_at`, the inside's colour beyond the profile's
    highest point."""
    m = lathe(profile, n, 6)
    C = np.tile(np.array(color, float), (len(m.V), 1))
    p = smooth_line(profile, 6)
    if inside is not None:
        C[m.u > (p[:, 1].argmax() + .5) / (len(p) - 1)] = inside
    if rim is not None:
        C = lerp(C, np.array(rim), sm(rim_at - .012, rim_at, m.V[:, 2]))
    return m.paint(C, mat)


@part
def plate(stage, R=1.5, color=CHINA, rim=BLUE, depth=.16, x=0, y=0, rings=None, frame=False):
    p = [(R * .5, 0), (R * .64, 0), (R * .80, depth * .6), (R * .995, depth + .04), (R, depth + .065), (R * .97, depth + .05),
         (R * .80, depth * .85), (R * .72, .09), (R * .62, .045), (R * .35, .03), (0, .03)]
    m = lathe(p, 110, 6)
    r = radius(m)
    C = np.tile(np.array(color, float), (len(r), 1))
    if rim is not None:
        C = lerp(C, np.array(rim), sm(R * .972, R * .980, r))
    if rings is not None:
        C = lerp(C, np.array(rings), sm(R * .84, R * .845, r) * sm(R * .90, R * .895, r))
    stage.put(m.paint(C, 'glaze').at((x, y, 0)), frame=frame)


@part
def bowl(stage, R=1.35, H=.55, color=(.03, .028, .03), inside=None, rim=None, x=0, y=0, mat='glaze', foot=.55, frame=False, lift=0.0):
    t = .05
    out = [(R * foot * .9, 0), (R * foot, 0), (R * .80, H * .34), (R * .95, H * .72), (R, H), (R - t * .4, H + .02), (R - t, H - .01), (R * .90, H * .70), (R * .74, H * .36), (R * .5, t + .04), (0, t + .02)]
    stage.put(turned(out, color, mat, rim, H, inside).at((x, y, lift)), frame=frame)


@part
def clay_bowl(stage, R=1.22, H=.56, x=0, y=0):
    bowl(stage, R, H, (.055, .028, .018), x=x, y=y, mat='clay')


@part
def pan(stage, R=1.35, H=.26, x=0, y=0, handle=0.6, length=1.3):
    out = [(0, 0), (R * .88, 0), (R * .97, H * .5), (R, H), (R - .05, H + .01), (R * .92, H * .5), (R * .84, .06), (0, .06)]
    body = turned(out, (.022, .021, .021), 'iron')
    arm = tube(smooth_line([(R * .95, 0, H * .8), (R + length * .5, 0, H + .10), (R + length, 0, H + .12)], 10), .085, 10).paint((.022, .021, .021), 'iron')
    stage.put(Piece([body, arm.move(arm.V * (1, 1.5, 1))]).at((x, y, 0), (0, 0, handle)), frame=False)


@part
def board(stage, L=3.2, W=2.1, H=.14, x=0, y=0, turn=0.0, kind='oak'):
    def f(u, v):
        px, py = (u - .5) * L, (v - .5) * W
        e = np.maximum(np.abs(px) / (L / 2), np.abs(py) / (W / 2))
        q = np.clip((e - .965) / .035, 0, 1)
        return np.stack([px, py, H - .05 * q * q - (e > .9999) * H], 1)
    m = grid(190, 130, f)
    P = m.V
    grain = fbm(np.stack([P[:, 0] * .5, P[:, 1] * 6, P[:, 2] * 0], 1), 1.5, 5, .6) + .35 * fbm(np.stack([P[:, 0] * 1.2, P[:, 1] * 40, P[:, 2] * 0], 1), 1.2, 3, .6, 2)
    a, b = {'oak': ((.22, .115, .048), (.40, .23, .11)), 'dark': ((.10, .045, .02), (.21, .105, .048)), 'pale': ((.46, .31, .17), (.62, .45, .27)),
            'slate': ((.022, .023, .025), (.05, .05, .052)), 'marble': ((.30, .29, .27), (.46, .44, .41))}[kind]
    if kind in ('slate', 'marble'):
        grain = fbm(P, 1.1, 5, .6, 4)
    stage.put(m.paint(lerp(a, b, sm(-.6, .7, grain)), 'table' if kind == 'slate' else 'board').at((x, y, 0), (0, 0, turn)), frame=False)


@part
def paper(stage, R=1.6, color=(.60, .48, .34), sx=1.0, sy=1.0, turn=.2, x=0, y=0, off=1, stripes=None, lie=None):
    def f(u, v):
        px, py = (u - .5) * 2 * R * sx, (v - .5) * 2 * R * sy
        P = np.stack([px, py, px * 0], 1)
        e = np.maximum(np.abs(px) / (R * sx), np.abs(py) / (R * sy))
        z = .03 * np.abs(ridge(P, .9, 3, off)) + .03 * fbm(P, 2.2, 3, .5, off) + .20 * sm(.74, 1, e) * (.5 + fbm(P, .8, 2, .5, off + 2))
        return np.stack([px, py, np.maximum(z, .004)], 1)
    m = grid(130, 130, f)
    C = np.tile(np.array(color, float), (len(m.V), 1)) * (1 + .08 * fbm(m.V, 5, 3))[:, None]
    if stripes is not None:
        C = lerp(C, stripes, (np.sin((m.V[:, 0] + m.V[:, 1]) * 9) > .3) * .85)
    C *= (1 - .22 * sm(.15, .5, fbm(m.V, 1.3, 3, .5, 9)))[:, None]
    stage.put(m.paint(C, 'paper').at((x, y, (stage.height(x, y) if lie is None else lie) + .006), (0, 0, turn)), frame=False)


@part
def tray(stage, L=3.0, W=2.2, H=.16, color=(.80, .79, .75), rim=BLUE, x=0, y=0, turn=0.0, mat='glaze'):
    """An oblong dish with round corners."""
    def f(u, v):
        a = v * 6.2832
        k = np.power(np.abs(np.cos(a)) ** 5 + np.abs(np.sin(a)) ** 5, -1 / 5)
        s = np.interp(u, [0, .55, .62, .92, 1], [0, .80, .84, 1.0, 1.0])
        z = np.interp(u, [0, .55, .62, .92, .97, 1], [.03, .03, .05, H, H, H - .06])
        return np.stack([np.cos(a) * k * s * L / 2, np.sin(a) * k * s * W / 2, z], 1)
    m = grid(70, 160, f, wrap_v=True)
    C = np.tile(np.array(color, float), (len(m.V), 1))
    if rim is not None:
        C = lerp(C, rim, sm(.895, .905, m.u))
    stage.put(m.paint(C, mat).at((x, y, 0), (0, 0, turn)), frame=False)


@part
def leaf_mat(stage, L=2.9, W=1.3, x=0, y=0, turn=.15, n=1):
    from parts.plants import leaf
    for k in range(n):
        m = leaf(L, W, (.03, .13, .016), .04, .01, 3 + k, vein=(.10, .24, .05))
        stage.lay(m, x, y + .5 * k, turn + .5 * k, frame=False, sink=0, z=float(stage.height(x, y)) + .03)


@part
def basket(stage, R=1.2, H=.5, x=0, y=0, color=(.42, .24, .10)):
    """Woven ribbons: a lathe whose radius and colour vary like a weave."""
    m = lathe([(0, .03), (R * .75, .02), (R * .86, H * .4), (R, H), (R - .07, H + .01), (R * .80, H * .4), (R * .68, .08), (0, .07)], 160, 9)
    a = np.arctan2(m.V[:, 1], m.V[:, 0])
    weave = np.sin(a * 34 + np.pi * np.floor(m.V[:, 2] * 13)) * np.abs(np.sin(m.V[:, 2] * 13 * np.pi))
    side = sm(.04, .1, m.V[:, 2])
    V = m.V * (1 + .018 * weave * side)[:, None]
    C = np.array(color) * (1 + .55 * weave * side + .2 * fbm(m.V, 5, 3))[:, None]
    stage.put(m.move(V).paint(C, 'matte').at((x, y, 0)), frame=False)


@part
def napkin(stage, x=-1.6, y=-.4, R=.8, turn=.5, color=(.50, .07, .03), stripe=(.75, .65, .5)):
    def f(u, v):
        px, py = (u - .5) * 2 * R, (v - .5) * 2.6 * R
        P = np.stack([px, py, px * 0], 1)
        return np.stack([px, py, .03 + .05 * ridge(P, .8, 2, 4) + .03 * fbm(P, 2, 3)], 1)
    m = grid(160, 160, f)
    # Gingham: two sets of bands, darkest where they cross.
    check = .5 * (np.sin(m.V[:, 0] * 26) > 0) + .5 * (np.sin(m.V[:, 1] * 26) > 0)
    stage.put(m.paint(lerp(color, stripe, check), 'cloth').at((x, y, 0), (0, 0, turn)), frame=False)


@part
def ramekin(stage, x=0, y=0, R=.36, H=.26, color=CHINA, fill='pepper', z=None):
    """A small pot of sauce that stands on whatever is below."""
    from parts.soups import sauce_top
    out = [(R * .8, 0), (R * .86, 0), (R * .95, H * .5), (R, H), (R - .03, H + .012), (R * .90, H * .6), (R * .78, .06), (0, .05)]
    base = float(stage.height(x, y)) if z is None else z
    stage.put(Piece([turned(out, color, 'glaze', n=72), sauce_top(fill, R * .93).at((0, 0, H * .80))]).at((x, y, base)))


@part
def box_lunch(stage, L=2.2, W=1.9, H=.5, x=0, y=0, turn=0.0, color=(.46, .32, .19)):
    """A card tray with straight sides."""
    k = H * .25
    P = np.array([(-L / 2, -W / 2, 0), (L / 2, -W / 2, 0), (L / 2, W / 2, 0), (-L / 2, W / 2, 0),
                  (-L / 2 - k, -W / 2 - k, H), (L / 2 + k, -W / 2 - k, H), (L / 2 + k, W / 2 + k, H), (-L / 2 - k, W / 2 + k, H)])
    walls = []
    for a, b, c, d in [(0, 1, 5, 4), (1, 2, 6, 5), (2, 3, 7, 6), (3, 0, 4, 7), (0, 1, 2, 3)]:
        q = grid(24, 24, lambda u, v: ((1 - u) * (1 - v))[:, None] * P[a] + (u * (1 - v))[:, None] * P[b] + (u * v)[:, None] * P[c] + ((1 - u) * v)[:, None] * P[d])
        walls.append(q.paint(np.array(color) * (1 + .08 * fbm(q.V, 6, 3))[:, None], 'paper'))
    stage.put(Piece(walls).at((x, y, .01), (0, 0, turn)), frame=False)
