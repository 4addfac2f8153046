"""Combos, sides, sauces, swallows."""
from table import add, p, row

PLATE, WHITE, BLACK = [p('plate')], [p('plate', rim=None)], [p('plate', color=(.035, .035, .038), rim=None)]
BITS = [p('strew', what='red-dice', n=60, R=1.0), p('strew', what='strips', n=26, R=1.0), p('strew', what='scallion', n=24, R=1.0)]
FRIED = [p('strew', what='peas', n=110, R=1.05), p('strew', what='carrot', n=90, R=1.05), p('strew', what='corn', n=40, R=1.0), p('strew', what='pepper-dice', n=40, R=1.0), p('strew', what='scallion', n=16, R=1.0)]


def small(kind, x=-.4, y=.1, R=.72):
    return p('rice', kind=kind, R=R, H=.38, x=x, y=y)


def drink(x=1.4, y=.8, color=(.50, .012, .010), mark='wave', second=(.85, .84, .82)):
    return p('can', x=x - .12, y=y, color=color, second=second, mark=mark, s=.72)


COLA, ORANGE, GOLD, LIME = dict(), dict(color=(.86, .28, .01), mark='disc', second=(.10, .25, .05)), dict(color=(.72, .44, .04), mark='band', second=(.10, .03, .01)), dict(color=(.06, .34, .08), mark='leaf', second=(.88, .80, .10))

add('combo', {
    'party-jollof-bowl': row([p('bowl', R=1.4, H=.46, color=(.03, .032, .036))], [p('rice', kind='party', R=1.2, H=.52, z=.2)] + BITS, [p('coat', kind='stew', R=.46, H=.05, x=-.3, y=.3), p('chunks', kind=['beef', 'fried-goat'], n=11, R=.42, x=-.3, y=.3, s=1.0, sink=.12), p('plantain', n=5, x=.85, y=.0, step=(-.2, -.2), turn=-.75)], [p('strew', what=['onion-red', 'red-strips', 'scallion'], n=26, R=.45, x=-.3, y=.3)], ground='walnut'),
    'fried-rice-bowl': row([p('bowl', R=1.4, H=.46, color=(.62, .60, .55), rim=(.05, .2, .12))], [p('rice', kind='fried', R=1.2, H=.5, z=.2)] + FRIED, [p('chunks', kind='liver', n=9, R=.9, s=.55, sink=.3), p('legs', at=[(-.12, .35, .4)], coat='peppered', s=.66)], [], ground='teal'),
    'ofada-bowl': row([p('leaf_mat', L=3.4, W=1.9, n=2, y=-.2), p('clay_bowl', R=1.35, H=.42)], [p('rice', kind='ofada', R=1.12, H=.44, z=.2)], [p('coat', kind='ayamase', R=.66, H=.08, x=.35, y=-.15), p('chunks', kind=['beef', 'shaki', 'beef', 'ponmo'], n=12, R=.46, x=.35, y=-.15, s=.95, sink=.25), p('egg_halves', at=[(-.5, .35), (-.72, -.08)], s=.78)], [p('strew', what='locust', n=12, R=.5, x=.35, y=-.2), p('strew', what='green-chilli', n=6, R=.5, x=.35, y=-.2), p('strew', what='oil', n=20, R=.5, x=.35, y=-.2)]),
    'grilled-chicken-combo': row([p('plate', R=1.55)], [small('jollof')], [p('leg_and_thigh', x=.25, y=.55, turn=.1, s=.72), p('coleslaw', x=.6, y=-.5, R=.4)], [drink(1.6, .8), p('strew', what='scallion', n=12, R=.6, x=-.4)], camera='low'),
    'fried-chicken-combo': row([p('plate', R=1.55, rim=(.42, .02, .02))], [small('fried')], [p('legs', at=[(.3, .6, .3), (.65, .15, -.2)], coat='fried', s=.66), p('coleslaw', x=.35, y=-.6, R=.38)], [drink(1.65, .85, **ORANGE), p('strew', what=['peas', 'carrot', 'corn'], n=70, R=.6, x=-.4, y=.1)], camera='low', ground='oak'),
    'turkey-and-jollof-combo': row([p('tray', L=3.2, W=2.3, color=(.04, .04, .045), rim=None)], [small('jollof', -.62, .1, .65)], [p('chunks', kind='turkey', n=4, R=.34, x=.6, y=.4, s=1.1, sink=.1), p('coat', kind='stew', R=.34, H=.03, x=.6, y=.4), p('plantain', n=4, x=1.0, y=-.45, step=(-.25, -.04), turn=1.2)], [drink(1.55, .95, **GOLD), p('strew', what='red-strips', n=14, R=.5, x=.65, y=.3)], camera='low', ground='stone'),
    'croaker-combo': row([p('tray', L=3.3, W=2.3, rim=(.015, .05, .24))], [small('jollof', .85, -.15, .55)], [p('fish', kind='croaker', x=-.3, y=.6, turn=.06, s=.85, sauce=.7), p('plantain', n=4, x=.1, y=-.62, step=(-.27, -.02), turn=1.2)], [drink(1.65, .95, **LIME), p('slices', kind='lemon', at=[(-1.15, -.3)], R=.22)], camera='low', ground='walnut'),
    'suya-and-chips-combo': row([p('board', L=3.4, W=2.2), p('paper', R=1.35, sx=1.1, sy=.7)], [], [p('skewers', kind='beef', n=7, at=[(-.3, .5, .1), (-.3, .2, .04)], s=.95), p('fries', n=34, R=.42, x=.7, y=-.5)], [drink(1.4, .75), p('slices', kind='onion', at=[(-.75, -.45), (-.4, -.62)], R=.22), p('strew', what='yaji', n=400, R=.9, sy=.6)], camera='low'),
    'burger-combo': row([p('board', L=3.2, W=2.1, kind='dark')], [], [p('bun_base', x=-.55, y=.0), p('frill', x=-.55), p('patty', x=-.55), p('cheese_slice', x=-.55), p('slices', kind='tomato', at=[(-.85, -.2), (-.3, -.25)], R=.34), p('frill', x=-.55, R=.9), p('bun_top', x=-.55), p('fries', n=44, R=.5, x=.75, y=-.25)], [drink(.42, 1.0)], camera='stack'),
    'shawarma-combo': row([p('board', L=3.3, W=2.2)], [], [p('wrap', filling='chicken', at=[(-.5, .15, -.75)]), p('fries', n=34, R=.42, x=.85, y=.1)], [drink(.42, .95, **ORANGE), p('ramekin', x=-.75, y=-.7, R=.28, fill='cream')], camera='low', ground='walnut'),
    'asun-combo': row(BLACK, [small('jollof', -.5, .1, .75)], [p('chunks', kind='asun', n=22, R=.52, x=.55, y=.0, s=1.0, sink=.15), p('peppers', n=6, R=.4, x=.55, y=0, s=.09)], [p('strew', what=['onion-red', 'red-strips'], n=34, R=.5, x=.55, y=0), drink(1.45, 1.05, **GOLD)], camera='low', ground='clay-red'),
    'late-night-combo': row([p('bowl', R=1.35, H=.42, color=(.03, .03, .05))], [p('strands', kind='noodles', R=1.1, H=.36, z=.2)], [p('fried_eggs', at=[(-.25, .15)], s=.95), p('sausages', at=[(.42, .42, -.5), (.62, .18, -.5)], L=.85)], [p('strew', what=['scallion', 'chilli'], n=40, R=.9), drink(1.6, 1.0)], camera='low', ground='indigo'),
    'island-sharing-platter': row([p('board', L=4.4, W=3.0, kind='oak'), p('leaf_mat', L=4.0, W=1.8, y=.2)], [], [p('fish', kind='croaker', x=-.2, y=.75, turn=.08, s=1.1, sauce=.6), p('prawns', n=7, R=.5, x=1.35, y=-.2, s=.85, head=True), p('wings', n=5, R=.45, x=-1.3, y=-.35, s=.68), p('yam_sticks', n=11, R=.45, x=-.25, y=-.65, sy=.7), p('plantain', n=5, x=1.15, y=-.95, step=(-.25, .0), turn=1.2)], [p('slices', kind='lemon', at=[(1.75, .5), (1.6, .75)]), p('ramekin', x=.5, y=-.05, R=.3, fill='pepper'), p('strew', what='parsley', n=40, R=1.5)], camera='flat'),
    'sunday-rice-and-stew': row([p('plate', R=1.5, rim=(.08, .22, .12))], [p('rice', kind='white', R=.98, H=.46, x=-.3, y=.0)], [p('coat', kind='ragu', R=.56, H=.07, x=-.5, y=-.15), p('chunks', kind=['beef', 'goat'], n=5, R=.36, x=-.5, y=-.15, s=.95, sink=.2), p('legs', at=[(.25, .52, .25)], coat='peppered', s=.62), p('plantain', n=4, x=1.0, y=-.62, step=(-.27, -.04), turn=1.2)], [p('strew', what='red-strips', n=12, R=.42, x=-.5, y=-.15), p('strew', what='oil', n=24, R=.4, x=-.45, y=-.2)], ground='walnut', camera=dict(at='plate', exposure=1.2)),
    'family-fire-box': row([p('box_lunch', L=3.6, W=2.5, H=.34)], [p('rice', kind='jollof', R=.85, H=.36, x=-1.0, y=-.45, z=.03)], [p('whole_bird', x=-.55, y=.55, turn=.25, s=.72), p('skewers', kind='beef', n=6, s=.82, at=[(.85, .75, .1), (.9, .45, .05), (.95, .15, .0), (.95, -.1, -.03)]), p('plantain_heap', n=14, R=.5, x=.75, y=-.75, s=.9, sy=.6)], [p('strew', what='scallion', n=14, R=.6, x=-1.0, y=-.5), p('slices', kind='onion', at=[(1.6, -.75)], R=.2)], camera='flat', ground='walnut'),
})

CRISP = [p('paper', R=.95, color=(.66, .56, .42), lie=.12)]
add('extra-sides', {
    'jollof-rice': row([p('bowl', R=1.3, H=.42, color=(.80, .78, .73), rim=(.015, .05, .24))], [p('rice', kind='jollof', R=1.12, H=.56, z=.18)], [], BITS + [p('sprig', x=.1, y=.1, n=2, kind='bay', s=.7)]),
    'fried-rice': row([p('bowl', R=1.3, H=.42, color=(.03, .032, .036))], [p('rice', kind='fried', R=1.12, H=.56, z=.18)], [], FRIED, ground='walnut'),
    'plantain': row(PLATE, [], [p('plantain_heap', n=26, R=.85)], [], ground='teal'),
    'yam-fries': row([p('basket', R=1.15, H=.42)], [], [p('yam_sticks', n=20, R=.72, sy=.9)], [p('ramekin', x=1.25, y=-.85, R=.34, fill='pepper', z=0)], ground='walnut'),
    'french-fries': row([p('bowl', R=1.15, H=.5, color=(.62, .03, .02)), p('paper', R=.9, lie=.3, color=(.82, .78, .70))], [], [p('fries', n=95, R=.7, sy=1.0, L=.85, spread=3.1, angle=0, tip=.5)], [p('ramekin', x=1.3, y=-.75, R=.34, fill='ketchup', z=0)], ground='slate'),
    'coleslaw': row([p('bowl', R=1.1, H=.46, color=(.20, .34, .40))], [p('fill', kind='coleslaw', R=.9, z=.3)], [p('coleslaw', R=.85, H=.3, n=520)], [], ground='oak'),
    'white-rice': row([p('bowl', R=1.3, H=.42, color=(.06, .10, .22))], [p('rice', kind='white', R=1.12, H=.58, z=.18)], [], [p('sprig', x=.05, y=.05, n=3, kind='basil', s=.5)], ground='indigo', camera=dict(at='plate', exposure=1.4)),
    'moi-moi': row([p('plate', R=1.4, rim=(.08, .22, .12)), p('leaf_mat', L=2.5, W=1.3, n=2)], [], [p('moi_moi', at=[(-.58, .45, 0), (.52, -.22, .15)], s=.95, cut=True)], [p('strew', what='parsley', n=12, R=.8)], camera='low'),
    'boiled-yam': row([p('plate', R=1.35, rim=(.42, .02, .02), x=-.15)], [], [p('yam_slices', n=4, x=.45, y=.2, step=(-.36, .0), R=.48, tilt=.75, turn=1.35), p('yam_slices', n=3, x=-.75, y=-.5, step=(.5, -.03), R=.40, tilt=.0), p('yam_tuber', x=.95, y=.85, turn=1.1, L=1.2, R=.36)], [p('strew', what='parsley', n=10, R=.7), p('ramekin', x=1.15, y=-.55, R=.32, fill='pepper', z=0)], camera=dict(at='low', exposure=1.12), ground='clay-red'),
    'sweet-potato-fries': row([p('tray', L=2.6, W=1.9, color=(.04, .04, .045), rim=None), p('paper', R=1.05, sx=1.05, sy=.7)], [], [p('fries', kind='sweet', n=62, R=.72, sy=.75, L=.8, w=.07, angle=.4, spread=1.0)], [p('ramekin', x=1.0, y=-.62, R=.26, fill='cream'), p('strew', what='parsley', n=16, R=.7)], ground='stone'),
    'grilled-corn': row([p('board', L=3.0, W=1.9, kind='dark')], [p('leaf_mat', L=2.8, W=.9)], [p('corn_cob', x=-.05, y=.42, turn=.18, L=1.9, R=.26), p('corn_cob', x=.05, y=-.12, turn=.1, L=1.9, R=.26, off=5, char=.8)], [p('strew', what='butter-oil', n=26, R=.8, sy=.5), p('strew', what='chilli-flakes', n=60, R=.9, sy=.5), p('slices', kind='lime', at=[(.95, -.62), (.7, -.68)])], camera='flat'),
    'garden-salad': row([p('bowl', R=1.15, H=.42, color=(.50, .33, .17), mat='board')], [p('lettuce', n=44, R=.8, L=.6)], [p('slices', kind='cucumber', at=[(-.35, .2), (-.15, .35), (-.5, -.1), (.4, -.35)], R=.21), p('slices', kind='tomato', at=[(.3, .25), (.5, .0), (-.1, -.45)], R=.22)], [p('strew', what='carrot-strips', n=26, R=.7)], ground='linen'),
    'beans': row([p('clay_bowl', R=1.15, H=.46)], [p('pot_of_beans', R=.98, z=.34, n=430)], [], [p('strew', what='oil', n=50, R=.85), p('strew', what='onion-red', n=10, R=.6), p('strew', what='scallion', n=10, R=.7)], ground='oak'),
    'boli': row([p('paper', R=1.4, sx=1.1, sy=.8, color=(.60, .57, .52))], [], [p('boli', at=[(-.05, .35, .12), (.0, -.15, .04)])], [p('strew', what='peanuts', n=34, R=.4, x=.65, y=-.72, frame=True), p('ramekin', x=-.85, y=-.72, R=.28, fill='pepper')], camera='flat', ground='walnut'),
    'ofada-rice': row([p('leaf_mat', L=3.3, W=2.2, n=2, y=-.25)], [p('rice', kind='ofada', R=1.05, H=.52, y=-.05)], [], [p('sprig', x=.1, y=.1, n=2, kind='utazi', s=.5)], ground='clay-red'),
    'village-rice': row([p('clay_bowl', R=1.3, H=.42)], [p('rice', kind='village', R=1.1, H=.5, z=.2)], [p('chunks', kind='smoked-fish', n=6, R=.7, s=1.0, sink=.25)], [p('strew', what='scent-leaf', n=46, R=.95), p('strew', what=['locust', 'red-strips', 'crayfish'], n=60, R=.95), p('strew', what='oil', n=20, R=.9)], ground='slate'),
    'boiled-egg': row([p('plate', R=1.05, color=(.10, .20, .15), rim=(.35, .2, .08), depth=.10)], [], [p('egg_halves', at=[(.32, -.22), (-.38, -.38)], s=1.0, tip=.35), p('whole_egg', x=-.1, y=.3, s=1.0)], [p('strew', what='pepper-corns', n=30, R=.55), p('sprig', x=.65, y=.35, n=3, kind='mint', s=.45)], camera=dict(at='low', exposure=1.2), ground='oak'),
    'fried-egg': row([p('pan', R=1.05, H=.2, length=1.0)], [], [p('fried_eggs', at=[(0, 0)], s=1.2)], [p('strew', what='pepper-corns', n=26, R=.55), p('strew', what='scallion', n=10, R=.6)], ground='linen'),
})

add('sauces', {
    'barbecued': row([p('bowl', R=.72, H=.42, x=-.3, y=-.35, color=(.80, .78, .73)), p('board', L=3.4, W=2.3, kind='oak', H=.02)], [p('fill', kind='barbecue', R=.61, z=.34, x=-.3, y=-.35)], [p('ribs', n=4, kind='glazed', x=.55, y=.75, turn=.12, L=1.5, s=.95)], [p('strew', what='sesame', n=20, R=.4, x=-.3, y=-.35, frame=True), p('strew', what='sesame', n=20, R=.5, x=.5, y=.7), p('slices', kind='onion', at=[(.75, -.45)], R=.24)], ground='walnut'),
    'pepper-sauce': row([p('clay_bowl', R=.8, H=.42)], [p('fill', kind='pepper', R=.68, z=.32)], [], [p('strew', what=['red-dice', 'onion-red', 'scallion'], n=40, R=.55), p('strew', what='oil', n=50, R=.6), p('chilli_pod', x=.95, y=-.45, turn=.6), p('chilli_pod', x=1.1, y=-.1, turn=1.9, col=(.74, .30, .02))]),
    'sweet-chili-sauce': row([p('bowl', R=.8, H=.42, color=(.04, .05, .09))], [p('fill', kind='sweet-chilli', R=.68, z=.33)], [], [p('strew', what='chilli-flakes', n=60, R=.55), p('strew', what='sesame', n=16, R=.5), p('chilli_pod', x=.95, y=-.5, turn=.3, kind='long')], ground='teal'),
})


ROUND = dict(at='plate', room=.66, elev=42, exposure=1.1)


def swallow(kind, ware, ground='slate', extra=()):
    # The plate is wider than the swallow, which would otherwise look like a dome.
    return row([ware], [], [p('swallow', kind=kind, s=(.74, .64, .50))], list(extra), ground=ground, camera=ROUND)


add('swallows', {
    'poundo': swallow('poundo', p('plate', R=1.2, color=(.035, .035, .038), rim=None)), 'semo': swallow('semo', p('plate', R=1.2, rim=(.42, .02, .02)), 'teal'), 'eba': swallow('eba', p('plate', R=1.2, rim=(.08, .22, .12)), 'walnut'),
    'amala': swallow('amala', p('plate', R=1.2, rim=(.015, .05, .24)), 'clay-red'), 'wheat': swallow('wheat', p('bowl', R=1.12, H=.30, color=(.10, .20, .15), rim=(.35, .2, .08)), 'oak'),
    'fufu': row([p('basket', R=1.25, H=.22), p('leaf_mat', L=2.3, W=1.5, n=2, y=-.2)], [], [p('swallow', kind='fufu', s=(.72, .62, .50))], ground='stone', camera=ROUND),
})
