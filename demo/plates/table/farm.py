"""The farm: animals of the savanna at dusk, with the things that the text beside them mentions."""
import math
from table import add, p


def field(*things, road=False, elev=9, room=.86, ground='pasture'):
    return dict(ground=[p(ground, road=road)], ware=[], base=[], pieces=list(things), garnish=[], camera=dict(at='scene', elev=elev, fstop=2.4, fill=1.7, world=.34, room=room), seed=None)


add('farm', {
    'farm-hero': field(p('hut', x=1.15, y=2.3), p('rams', kind=['uda', 'white'], at=[(-.85, .85, .3), (.35, -.25, -.25)]), p('fence', x=-3.4, y=2.6, L=5, posts=5), room=.95),
    'farm-healthy': field(p('fence', y=.75, L=7, posts=6), p('rams', kind='white', at=[(-.2, 0, -.25)]), p('stethoscope', x=1.35, y=.62, z=1.0)),
    'farm-weighed': field(p('platform_scale', x=.1, y=0), p('rams', kind='brown', at=[(.12, .0, 0)], z=.12)),
    'farm-slaughter': dict(ground=[p('top', kind='walnut')], ware=[p('board', L=3.7, W=2.4)], base=[p('paper', R=1.6, sx=1.05, sy=.72, color=(.60, .48, .34))], pieces=[p('ribs', n=6, kind='goat', x=-.35, y=.45, turn=.12, L=1.5), p('steak', cut='lamb', x=.75, y=-.35, turn=.6, kind='lamb', s=1.05), p('steak', cut='lamb', x=.35, y=-.55, turn=.4, kind='lamb', off=3, s=1.05), p('chunks', kind='asun', n=12, R=.36, x=-.85, y=-.6, s=1.1)], garnish=[p('strew', what=['rosemary', 'parsley'], n=60, R=1.2, sy=.7), p('slices', kind='onion', at=[(1.25, .35)], R=.26), p('chilli_pod', x=1.3, y=-.05, turn=.5)], camera='flat', seed=None),
    'farm-delivered': field(p('truck', x=0, y=0), p('rams', kind='white', at=[(.82, 0, 0)], s=.66, z=.8), road=True),
    'farm-big-rams': field(p('rams', kind=['uda', 'yankasa'], at=[(.75, 1.1, .25), (-.3, 0, -.3)], heavy=1.12)),
    'farm-young-rams': field(p('rams', kind=['brown', 'black', 'white'], at=[(-1.05, 1.0, -.2), (1.15, .9, .5), (.05, 0, .1)], horns=.5, legs=1.05, heavy=.86)),
    'farm-breakfast': field(p('lettuce', n=16, R=.34, x=-1.05, y=-.45, L=.5), p('corn_cob', x=-.75, y=-.6, turn=.5, L=.62, R=.11, char=0.0), p('corn_cob', x=-.95, y=-.75, turn=-.2, L=.62, R=.11, char=0.0, off=4), p('rams', kind='black', at=[(.35, 0, -.15)])),
    'farm-pens': field(p('shed', x=.35, y=1.7), p('rams', kind=['yankasa', 'brown'], at=[(-.55, .0, -.3), (.7, 1.6, .2)], s=.85)),
    'farm-goats': field(p('rams', kind=['tan', 'black'], at=[(-.2, 0, -.25), (.85, 1.0, .35)], goat=True, legs=.92)),
    'farm-bull': field(p('bull', x=.2), p('bucket', x=-1.35, y=-.55)),
    'farm-ewe-and-lamb': field(p('rams', kind='white', at=[(-.15, .3, -.2)], horns=0), p('rams', kind='uda', at=[(.55, -.5, .35)], horns=0, s=.52, legs=1.2, heavy=.8)),
    'farm-on-the-road': field(p('truck', x=0, y=0, turn=.45), p('rams', kind='brown', at=[(.74, .36, .45)], s=.66, z=.8), road=True),
    'farm-video-offer': field(p('rams', kind='uda', at=[(-.75, .35, 2.85)]), p('tripod', x=1.55, y=-.3, turn=-.25, s=1.05)),
})


def pen(k, of=16):
    """A pose of the film of the pen. Two rams turn to the camera, the black ram raises its head, and a gust passes."""
    share, gust = k / (of - 1), k / of
    ease, swing = share * share * (3 - 2 * share), .35 * math.sin(2 * math.pi * gust)
    return dict(field(p('hut', x=2.0, y=4.2, frame=False), p('fence', y=2.1, L=5.0, posts=5, frame=True), p('fence', y=2.1, x=-4.1, L=3.2, posts=4), p('fence', y=2.1, x=4.1, L=3.2, posts=4),
        p('rams', kind=['uda', 'black', 'white'], frame=False, at=[(-.75, -.2, -.15), (.9, .45, 2.98), (.1, 1.3, .1)],
          poses=[(-.12 + .12 * ease, 0, 1.35 * ease, swing), (-1.62 + .55 * ease, .70 - .35 * ease, -.35 * ease, -swing), (-.22 * ease, -.15 * ease, .5 * ease, swing)])), ground=[p('pasture', wind=round(gust, 4))], seed=41)


add('film', {f'pen-{k:02}': pen(k) for k in range(16)})
