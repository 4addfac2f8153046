"""Breakfast, noodles, pasta, pizza, salad."""
from table import add, p, row

PLATE, WHITE, BLACK = [p('plate')], [p('plate', rim=None)], [p('plate', color=(.035, .035, .038), rim=None)]
RED, GREEN, TEAL = [p('plate', rim=(.42, .02, .02))], [p('plate', rim=(.08, .22, .12))], [p('plate', color=(.16, .27, .28), rim=(.3, .2, .1))]

add('breakfast', {
    'full-lagos-breakfast': row([p('plate', R=1.7)], [p('bean_heap', x=-.75, y=-.45, R=.42)], [p('fried_eggs', at=[(-.45, .35), (.2, .6)], s=.75), p('sausages', at=[(.85, .25, .9), (1.08, .1, .9)], L=.85), p('plantain', n=5, x=1.05, y=-.62, step=(-.26, -.02), turn=1.2), p('bread_slices', at=[(-1.15, .3, .3), (-1.05, .15, .5)], s=.36)], [p('strew', what='pepper-corns', n=20, R=.5, y=.5)], camera='flat', ground='walnut'),
    'english-breakfast': row([p('plate', R=1.7, rim=None, color=(.78, .80, .80))], [p('bean_heap', x=.1, y=-.62, R=.42)], [p('fried_eggs', at=[(-.2, .3)], s=.8), p('bacon', at=[(.65, .6, .3), (.7, .42, .2), (.75, .25, .35)]), p('sausages', at=[(-.95, .0, 1.2), (-1.15, .05, 1.2)], L=.85), p('bread_slices', at=[(.95, -.35, .2)], s=.38, triangle=False), p('fruit', kind='tomato', at=[(-.6, -.55, 0)], s=.7), p('slices', kind='tomato', at=[(-.35, -.85)], R=.26)], [p('mushrooms', n=6, R=.25, x=.7, y=-.85, s=.18), p('strew', what='parsley', n=10, R=.6)], camera='flat', ground='indigo'),
    'yam-and-egg-sauce': row([p('plate', color=(.10, .20, .15), rim=(.35, .2, .08))], [], [p('yam_slices', n=4, x=.62, y=.52, step=(-.42, .0), R=.44, tilt=.45, turn=1.4), p('scrambled', n=36, R=.6, y=-.4, x=.05)], [p('strew', what='scallion', n=16, R=.6, y=-.2)], ground='oak'),
    'fried-yam-and-egg': row(PLATE, [], [p('yam_sticks', n=14, R=.5, x=.4, y=.25), p('fried_eggs', at=[(-.55, -.1), (-.15, -.5)], s=.78)], [p('ramekin', x=.75, y=-.6, R=.32, fill='pepper'), p('strew', what='pepper-corns', n=20, R=.6, x=-.3, y=-.3)], ground='teal'),
    'plantain-and-egg': row(RED, [], [p('plantain', n=6, x=1.0, y=.55, step=(-.28, .06), turn=1.3), p('plantain', n=6, x=1.05, y=.05, step=(-.28, .05), turn=1.3), p('fried_eggs', at=[(-.15, -.5)], s=.95)], [p('strew', what='pepper-corns', n=24, R=.5, y=-.4), p('strew', what='scallion', n=8, R=.5, y=-.4)], ground='walnut'),
    'bread-and-egg': row([p('board', L=3.1, W=2.0, kind='pale')], [], [p('loaf', x=-.45, y=.55, turn=.12, L=1.6, s=.44), p('bread_slices', kind='agege', at=[(.95, .35, .2)], s=.42, toast=.0, t=.1), p('omelette', x=-.05, y=-.42, turn=.05, s=.95)], [p('fruit', kind='tomato', at=[(1.15, -.6, 0)], s=.6), p('strew', what='scallion', n=10, R=.5, y=-.4)], camera='low', ground='slate'),
    'akara': row([p('basket', R=1.15, H=.4), p('paper', R=.85, lie=.12, color=(.62, .52, .38))], [], [p('fried_balls', kind='akara', n=15, R=.72, s=1.05)], [p('ramekin', x=1.25, y=-.8, R=.32, fill='pepper', z=0)], ground='linen'),
    'akara-and-pap': row([p('plate', R=1.05, x=.95, y=.35, rim=(.015, .05, .24), depth=.1), p('bowl', R=.95, H=.5, x=-.75, y=-.3, color=(.10, .20, .15))], [p('fill', kind='pap', R=.82, z=.38, x=-.75, y=-.3)], [p('balls_at', kind='akara', at=[(.6, .3), (1.1, .2), (.85, .65), (1.25, .6), (.9, -.1), (.85, .35)], s=1.0)], [p('strew', what='cinnamon', n=60, R=.4, x=-.75, y=-.3)], ground='walnut'),
    'moi-moi-and-custard': row([p('plate', R=1.0, x=.95, y=.3, rim=(.42, .02, .02), depth=.1), p('bowl', R=.95, H=.5, x=-.75, y=-.3, color=(.06, .12, .22))], [p('fill', kind='custard', R=.82, z=.38, x=-.75, y=-.3)], [p('moi_moi', at=[(.60, .62, 0), (1.22, .05, .12)], s=.74, cut=True)], [p('strew', what='cinnamon', n=50, R=.4, x=-.75, y=-.3)], camera='low', ground='clay-red'),
    'ewa-agoyin-and-bread': row([p('bowl', R=1.15, H=.46, x=-.4, y=-.25, color=(.80, .78, .73), rim=(.015, .05, .24))], [p('fill', kind='mashed-beans', R=1.0, z=.34, x=-.4, y=-.25), p('coat', kind='agoyin', R=.5, H=.06, x=-.4, y=-.25)], [p('loaf', x=1.0, y=.85, turn=-.35, L=1.5, s=.42)], [p('strew', what='beans', n=26, R=.85, x=-.4, y=-.25, rmin=.6), p('strew', what='oil', n=46, R=.6, x=-.4, y=-.25), p('strew', what='onion-red', n=8, R=.45, x=-.4, y=-.25)], ground='oak'),
    'yam-porridge': row([p('clay_bowl', R=1.25, H=.44)], [p('fill', kind='asaro', R=1.1, z=.3)], [p('chunks', kind='asaro', n=30, R=.9, s=.95, sink=.5, tip=.7), p('chunks', kind='smoked-fish', n=5, R=.65, s=1.0, sink=.2)], [p('coat', kind='asaro', R=.3, H=.02, x=.4, y=.3), p('strew', what='dark-greens', n=40, R=.9), p('strew', what=['red-dice', 'onion-red'], n=30, R=.9), p('strew', what='oil', n=60, R=1.0)], ground='slate'),
    'pancakes': row(WHITE, [], [p('pancakes', n=6, R=.92)], [p('ramekin', x=1.2, y=-.65, R=.28, fill='honey')], camera='low', ground='walnut'),
    'banana-pancakes': row(TEAL, [], [p('pancakes', n=5, R=.92, butter=False)], [p('fruit_heap', kind='banana-coin', n=9, R=.42, tip=.25), p('fruit_heap', kind='banana-coin', n=4, R=.3, x=.95, y=-.75, tip=.1), p('strew', what='cinnamon', n=50, R=.6)], camera='low', ground='oak'),
    'waffles-and-honey': row(PLATE, [], [p('waffles', at=[(-.1, .12, .2), (.08, -.05, .75)], R=.8)], [p('coat', kind='honey', R=.42, H=.015), p('ramekin', x=1.15, y=-.72, R=.28, fill='honey'), p('fruit', kind='honey-dip', at=[(-1.15, -.65, .5)], s=.7)], ground='indigo'),
    'chicken-and-waffles': row([p('plate', R=1.5, rim=None, color=(.80, .76, .68))], [], [p('waffles', at=[(-.05, -.1, .15)], R=.88), p('legs', at=[(-.15, .3, .3), (.1, -.22, -.15)], coat='fried', s=.62, tip=(.1, 0))], [p('coat', kind='honey', R=.28, H=.015, x=.45, y=-.5), p('strew', what='parsley', n=16, R=.7)], ground='teal'),
    'oats-and-fruit': row([p('bowl', R=1.2, H=.5, color=(.20, .34, .40))], [p('fill', kind='oats', R=1.06, z=.4), p('strew', what='oats', n=90, R=.95)], [p('fruit_heap', kind='banana-coin', n=9, R=.36, x=-.4, y=.15, tip=.2), p('fruit_heap', kind='blueberry', n=20, R=.32, x=.42, y=.3), p('fruit', kind='strawberry', at=[(.25, -.4, 0), (-.1, -.5, 2), (.55, -.3, 4)], s=.9, tip=(1.2, 0))], [p('sprig', x=.0, y=-.05, n=3, kind='mint', s=.45)], ground='linen'),
})


def noodles(kind, pieces=(), garnish=(), ware=None, ground='slate', H=.46):
    return row([ware or p('bowl', R=1.32, H=.42, color=(.03, .03, .033))], [p('strands', kind=kind, R=1.1, H=H, z=.18)], list(pieces), list(garnish), ground=ground)


def bowl(color, rim=None, mat='glaze'):
    return p('bowl', R=1.32, H=.42, color=color, rim=rim, mat=mat)


CREAM, NAVY, JADE, BRICK = (.80, .78, .73), (.04, .07, .16), (.10, .20, .15), (.34, .06, .03)
add('noodles', {
    'plain-noodles': noodles('noodles', [], [p('strew', what=['onion-white', 'chilli', 'scallion'], n=34, R=.95)], bowl(CREAM, (.42, .02, .02)), 'walnut'),
    'noodles-and-egg': noodles('noodles', [p('fried_eggs', at=[(.1, -.05)], s=1.05)], [p('strew', what='scallion', n=30, R=.95), p('strew', what='pepper-corns', n=20, R=.6)]),
    'vegetable-noodles': noodles('noodles-pale', [], [p('strew', what=['carrot-strips', 'cabbage', 'green-strips', 'scallion'], n=190, R=1.0, frame=True)], bowl(NAVY), 'oak'),
    'chicken-noodles': noodles('noodles-soy', [p('chunks', kind='shredded', n=34, R=.75, s=1.3, sink=.2, tip=.3)], [p('strew', what=['scallion', 'carrot-strips', 'sesame'], n=60, R=.95)], bowl(CREAM, (.015, .05, .24)), 'teal'),
    'beef-stir-fry-noodles': noodles('noodles-soy', [p('chunks', kind='beef-strip', n=26, R=.78, s=1.4, sink=.2, tip=.3), p('peppers', n=12, R=.85, s=.13)], [p('strew', what=['ginger', 'sesame', 'scallion'], n=60, R=.9)], p('pan', R=1.35, handle=.5), 'clay-red'),
    'suya-noodles': noodles('noodles', [p('chunks', kind='suya', n=20, R=.72, s=1.25, sink=.15, tip=.3)], [p('strew', what='onion-red', n=36, R=.8), p('strew', what='yaji', n=900, R=1.0), p('strew', what='tomato-dice', n=14, R=.8)], bowl(BRICK), 'walnut'),
    'seafood-noodles': noodles('noodles-pale', [p('prawns', n=7, R=.72, s=.9), p('calamari', n=6, R=.75, s=.78, coat=False, sink=.15, tip=.3)], [p('strew', what=['chilli', 'scallion', 'garlic'], n=60, R=.95)], bowl((.06, .12, .22)), 'stone'),
    'sardine-noodles': noodles('noodles-jollof', [p('fish', kind='mackerel', x=-.15, y=.42, turn=.2, s=.44, sauce=.3, marks=.1), p('fish', kind='mackerel', x=.1, y=.08, turn=.1, s=.46, sauce=.3, marks=.1), p('fish', kind='mackerel', x=-.05, y=-.28, turn=.3, s=.44, sauce=.3, marks=.1)], [p('strew', what=['onion-white', 'red-strips', 'scallion'], n=50, R=.95)], bowl(CREAM, (.08, .22, .12)), 'indigo'),
    'jollof-noodles': noodles('noodles-red', [], [p('strew', what=['red-dice', 'green-strips', 'onion-white'], n=80, R=1.0), p('fan', kind='tomato', x=-.3, y=.1, n=3, step=(.22, .05), R=.24), p('sprig', x=.35, y=-.2, n=2, kind='bay', s=.6)], bowl((.04, .04, .045)), 'linen'),
    'singapore-noodles': noodles('vermicelli', [p('prawns', n=8, R=.72, s=.85)], [p('strew', what='egg-bits', n=20, R=.95, size=(.7, 1.0), frame=True), p('strew', what=['green-strips', 'red-strips', 'carrot-strips', 'scallion'], n=90, R=.98)], bowl(CREAM, (.3, .2, .1)), 'oak'),
    'hot-pepper-noodles': noodles('noodles-red', [p('chilli_pod', x=-.3, y=.15, turn=.5), p('chilli_pod', x=.25, y=.3, turn=2.2, col=(.74, .30, .02)), p('chilli_pod', x=.2, y=-.3, turn=4, s=.9)], [p('strew', what=['chilli', 'chilli-flakes', 'onion-red'], n=120, R=1.0), p('strew', what='oil', n=50, R=.9)], bowl(NAVY, (.5, .04, .02)), 'clay-red'),
})


def pasta(kind, base=(), pieces=(), garnish=(), ware=None, ground='slate', R=1.08):
    return row(ware or WHITE, [p('strands', kind=kind, R=R, H=.46, z=.07)] + list(base), list(pieces), list(garnish), ground=ground)


add('pasta', {
    'jollof-spaghetti': pasta('jollof', [], [p('chunks', kind='fried-goat', n=6, R=.6, s=1.1, sink=.2)], [p('strew', what=['red-dice', 'green-strips', 'onion-red'], n=90, R=1.0), p('strew', what='scallion', n=20, R=.9)], PLATE, 'walnut'),
    'stir-fry-spaghetti': pasta('soy', [], [p('peppers', n=18, R=.85, s=.14)], [p('strew', what=['carrot-strips', 'green-beans', 'cabbage', 'scallion'], n=130, R=1.0, frame=True), p('strew', what='pepper-corns', n=50, R=.9)], [p('pan', R=1.4, handle=.5)], 'oak', 1.12),
    'spaghetti-bolognese': pasta('spaghetti', [p('coat', kind='ragu', R=.62, H=.14)], [p('strew', what='mince', n=380, R=.60, frame=True)], [p('strew', what='cheese-shreds', n=80, R=.5, lift=.03), p('sprig', n=3, s=.62), p('strew', what='parsley', n=24, R=1.0)], WHITE, 'slate'),
    'chicken-alfredo': pasta('creamy', [p('coat', kind='cream', R=.6, H=.03)], [p('grilled_breast', x=.0, y=.05, turn=.2, s=.95)], [p('strew', what='cheese-shreds', n=90, R=.95, lift=.02), p('strew', what='parsley', n=60, R=.95), p('strew', what='pepper-corns', n=26, R=.9)], [p('bowl', R=1.35, H=.38, color=(.05, .06, .10))], 'linen'),
    'creamy-prawn-pasta': pasta('creamy', [p('coat', kind='cream', R=.45, H=.03)], [p('prawns', n=8, R=.72, s=1.05)], [p('strew', what=['parsley', 'garlic', 'chilli-flakes'], n=90, R=.95), p('slices', kind='lemon', at=[(.95, -.55)], R=.22)], TEAL, 'stone'),
    'seafood-marinara': pasta('tomato', [p('coat', kind='ragu', R=.6, H=.04)], [p('prawns', n=7, R=.72, s=.9), p('calamari', n=6, R=.75, s=.78, coat=False, sink=.15, tip=.3)], [p('strew', what='parsley', n=40, R=1.0), p('sprig', x=.1, y=.1, n=2, s=.5)], [p('bowl', R=1.38, H=.36, color=(.80, .78, .73), rim=(.015, .05, .24))], 'teal'),
    'suya-pasta': pasta('creamy', [], [p('chunks', kind='suya', n=20, R=.7, s=1.25, sink=.15, tip=.3)], [p('strew', what='onion-red', n=40, R=.85), p('strew', what='yaji', n=900, R=1.0), p('strew', what='parsley', n=20, R=.9)], BLACK, 'walnut'),
    'asun-pasta': pasta('tomato', [], [p('chunks', kind='fried-goat', n=24, R=.7, s=1.1, sink=.15), p('peppers', n=9, R=.75, s=.12)], [p('strew', what=['onion-red', 'chilli', 'scallion'], n=60, R=.9)], [p('clay_bowl', R=1.35, H=.36)], 'clay-red'),
    'mushroom-pasta': pasta('creamy', [p('coat', kind='cream', R=.4, H=.03)], [p('mushrooms', n=26, R=.82, s=.24)], [p('strew', what=['parsley', 'rosemary', 'garlic'], n=90, R=.95), p('strew', what='cheese-shreds', n=30, R=.8)], GREEN, 'oak'),
    'pasta-arrabbiata': pasta('tomato', [p('coat', kind='ragu', R=.5, H=.02)], [p('chilli_pod', x=.25, y=.2, turn=.7, kind='long', s=.85)], [p('strew', what='tomato-dice', n=44, R=.6), p('strew', what=['chilli', 'chilli-flakes', 'garlic'], n=110, R=.95), p('sprig', x=-.3, y=-.2, n=3, s=.55), p('strew', what='parsley', n=26, R=.95)], RED, 'indigo'),
})


def pizza(base='tomato', tops=(), cheese=('mozzarella',), cover=.55, blobs=17, garnish=(), kind='oak', ground='slate'):
    return row([p('board', L=3.5, W=3.4, H=.1, kind=kind)], [p('pizza', base=base, cheese=list(cheese), cover=cover, blobs=blobs)], [p('spread', **t) if isinstance(t, dict) else t for t in tops], list(garnish), camera=dict(at='flat', elev=56), ground=ground)


def t(what, n, **o):
    return dict(what=what, n=n, **o)


OILY = [p('strew', what='parsley', n=50, R=1.2), p('strew', what='butter-oil', n=40, R=1.2)]
add('pizza', {
    'margherita': pizza(tops=[t('tomato', 7, gap=.6)], garnish=[p('sprig', x=x, y=y, n=2, s=.55, turn=a) for x, y, a in [(-.55, .4, .5), (.5, .45, 2), (.05, -.35, 1), (-.75, -.4, 3), (.75, -.4, 0), (.05, .95, 2)]] + OILY),
    'suya-pizza': pizza(tops=[t('suya', 36, s=.88, gap=.18), t('onion', 8, s=.9, gap=.5)], cover=.62, garnish=[p('strew', what='yaji', n=1500, R=1.3), p('strew', what='parsley', n=20, R=1.2)], ground='walnut'),
    'pepperoni': pizza(tops=[t('pepperoni', 28, gap=.30, s=1.05, R=1.25)], cover=.85, garnish=[p('strew', what='butter-oil', n=60, R=1.2)], kind='dark'),
    'barbecue-chicken': pizza('barbecue', [t('grilled-chicken', 22, gap=.24), t('onion', 8, gap=.4)], cover=.66, garnish=[p('drizzle', kind='barbecue', R=1.1, n=9), p('strew', what='parsley', n=40, R=1.2)], kind='pale', ground='clay-red'),
    'chicken-and-mushroom': pizza('cream', [t('grilled-chicken', 16, gap=.28), t('mushroom', 22, gap=.24, s=1.1)], cover=.8, garnish=OILY, ground='teal'),
    'vegetarian-pizza': pizza(tops=[t('mushroom', 9, gap=.4), t('onion', 7, gap=.45)], cover=.66, garnish=[p('peppers', n=16, R=1.15, s=.15), p('strew', what='olive', n=24, R=1.2, frame=True), p('strew', what='corn', n=60, R=1.2)], ground='oak', kind='dark'),
    'hawaiian': pizza(tops=[t('pineapple', 24, gap=.26, s=1.4), t('ham', 18, gap=.30, s=1.25)], cover=.75, garnish=OILY, kind='pale', ground='indigo'),
    'meat-lovers': pizza(tops=[t('beef', 10, gap=.36, s=.8), t('sausage', 12, gap=.34, s=1.2), t('pepperoni', 12, gap=.38), t('grilled-chicken', 8, gap=.4)], cover=.72, garnish=[p('strew', what='scallion', n=16, R=1.1)], kind='slate', ground='walnut'),
    'seafood-pizza': pizza(tops=[t('calamari', 7, gap=.55, s=.8), t('prawn', 13, gap=.40, s=1.1)], cover=.68, garnish=[p('strew', what=['parsley', 'garlic'], n=80, R=1.2), p('slices', kind='lemon', at=[(1.55, -1.25), (1.3, -1.4)], R=.22)], ground='stone', kind='dark'),
    'hot-asun-pizza': pizza('pepper', [t('fried-goat', 26, gap=.22), t('onion', 6, gap=.45)], cover=.6, garnish=[p('peppers', n=10, R=1.1, s=.11, colors=((.52, .016, .008), (.78, .22, .012))), p('strew', what='chilli', n=40, R=1.2), p('strew', what='scallion', n=16, R=1.1)], ground='clay-red', kind='dark'),
    'four-cheese': pizza('cream', [t('feta', 18, gap=.34, s=.8)], ('mozzarella', 'cheddar'), cover=.74, garnish=[p('strew', what='cheese-shreds', n=160, R=1.2), p('sprig', x=.05, y=.05, n=3, s=.5), p('strew', what='parsley', n=14, R=1.1), p('strew', what='butter-oil', n=50, R=1.2)], kind='dark', ground='slate'),
})


def salad(pieces=(), garnish=(), ware=None, ground='slate', n=34, R=.92, col=(.20, .46, .035), base=None):
    return row([ware or p('bowl', R=1.3, H=.46, color=(.03, .03, .033))], base if base is not None else [p('lettuce', n=n, R=R, col=col)], list(pieces), list(garnish), ground=ground)


WOOD = p('bowl', R=1.3, H=.46, color=(.42, .25, .12), mat='board')
add('salad', {
    'house-salad': salad([p('fan', kind='cucumber', x=-.75, y=.0, n=5, step=(.13, .12), R=.24, tip=.35), p('slices', kind='tomato', at=[(.5, .35), (.7, .12), (.45, .05)], R=.25), p('coleslaw', x=-.3, y=-.55, R=.26, n=70, H=.1)], [p('strew', what='carrot-strips', n=70, R=.38, x=.45, y=-.45, frame=True), p('strew', what='corn', n=80, R=.30, x=-.05, y=.6, size=(.9, 1.1))], p('bowl', R=1.3, H=.46, color=(.03, .03, .033)), 'walnut', n=54),
    'nigerian-party-salad': salad([p('bean_heap', x=.35, y=-.3, R=.45, n=90), p('slices', kind='egg', at=[(-.45, .35), (-.1, .55), (.35, .5), (-.6, -.05)], R=.24), p('slices', kind='tomato', at=[(.7, .2)], R=.23)], [p('coat', kind='cream', R=.35, H=.05, x=-.2, y=-.1), p('strew', what=['corn', 'carrot-strips', 'peas'], n=110, R=.85)], p('bowl', R=1.3, H=.46, color=(.80, .78, .73), rim=(.42, .02, .02)), 'teal'),
    'chicken-caesar': salad([p('grilled_breast', turn=.3, s=.85), p('strew', what='croutons', n=18, R=.85, rmin=.5, frame=True)], [p('strew', what='cheese-shreds', n=90, R=.9, size=(1.1, 1.6)), p('drizzle', kind='cream', R=.85, n=5)], p('plate', R=1.5, rim=None, color=(.10, .12, .14)), 'oak', col=(.30, .50, .06)),
    'suya-salad': salad([p('chunks', kind='suya', n=22, R=.72, s=1.3, sink=.15), p('slices', kind='tomato', at=[(.65, .3), (-.6, -.4)], R=.24)], [p('strew', what='onion-red', n=40, R=.85), p('strew', what='yaji', n=500, R=.9), p('strew', what='peanuts', n=16, R=.8)], p('bowl', R=1.3, H=.44, color=(.34, .06, .03)), 'walnut'),
    'prawn-and-avocado': salad([p('avocado_half', x=-.65, y=.25, turn=.5, s=.9), p('avocado_half', x=-.45, y=-.45, turn=-.3, s=.85, stone=False), p('prawns', n=8, R=.5, x=.45, y=.05, s=.95)], [p('slices', kind='lime', at=[(.25, -.75), (.5, -.75)], R=.22), p('strew', what=['chilli', 'parsley'], n=36, R=.8)], p('plate', R=1.45, color=(.16, .27, .28), rim=(.3, .2, .1)), 'stone', n=36, R=.85),
    'greek-salad': salad([p('slices', kind='cucumber', at=[(-.6, .3), (-.35, .55), (.6, .4), (.5, -.5), (-.6, -.35), (-.1, -.65), (.75, .0)], R=.23), p('slices', kind='tomato', at=[(.2, .45), (-.7, -.02), (.7, -.25), (.15, -.5)], R=.24), p('strew', what='feta', n=30, R=.72, lift=.04, size=(.7, .95)), p('strew', what='olive', n=22, R=.85, lift=.05, size=(.85, 1.1))], [p('slices', kind='onion', at=[(-.25, .15), (.35, -.05)], R=.25), p('strew', what='rosemary', n=40, R=.8), p('strew', what='parsley', n=26, R=.85), p('strew', what='butter-oil', n=40, R=.9)], p('bowl', R=1.3, H=.42, color=(.80, .79, .75), rim=(.015, .05, .24)), 'indigo', n=40, R=.9),
    'tuna-salad': salad([p('coat', kind='mashed-beans', R=.42, H=.20, x=.0, y=.05), p('strew', what='tuna', n=170, R=.46, x=.0, y=.05, frame=True, size=(.8, 1.2), tilt=.8), p('chunks', kind='potato', n=6, R=.3, x=-.7, y=-.3, s=.8, sink=.2), p('egg_halves', at=[(.7, .3), (.75, -.2), (-.65, .4)], s=.85), p('strew', what='green-beans', n=44, R=.85, rmin=.55, frame=True)], [p('strew', what='olive', n=11, R=.8, size=(.8, 1.0)), p('strew', what='onion-red', n=12, R=.6)], p('plate', R=1.45, rim=(.08, .22, .12)), 'oak', n=34, R=.85),
    'grilled-corn-salad': salad([], [p('strew', what='charred-corn', n=760, R=.92, size=(.95, 1.2), frame=True, lift=.02), p('strew', what='charred-corn', n=420, R=.8, size=(.95, 1.2), lift=.03), p('strew', what=['pepper-dice', 'red-dice', 'tomato-dice'], n=120, R=.9, size=(1.0, 1.3)), p('strew', what='onion-red', n=34, R=.85), p('strew', what=['parsley', 'mint'], n=70, R=.9), p('slices', kind='lime', at=[(.62, -.5), (.85, -.3)], R=.24)], p('bowl', R=1.25, H=.46, color=(.04, .07, .16)), 'clay-red', base=[p('fill', kind='relish', R=1.02, z=.36), p('lettuce', n=16, R=.95, L=.5)]),
    'fruit-salad': salad([p('chunks', kind=['pineapple-cube', 'melon', 'pawpaw'], n=58, R=.9, s=.9, sink=.2), p('fruit_heap', kind='blueberry', n=14, R=.8), p('fruit_heap', kind='strawberry', n=3, R=.6, s=.75), p('fruit_heap', kind='kiwi-slice', n=4, R=.6, s=.8)], [p('sprig', x=.1, y=.1, n=3, kind='mint', s=.55)], p('bowl', R=1.25, H=.5, color=(.20, .34, .40)), 'linen', base=[]),
    'abacha': salad([p('strew', what='abacha', n=900, R=1.0, tilt=.7, lift=.02, frame=True), p('chunks', kind='garden-egg', n=5, R=.8, s=.9, sink=.25), p('chunks', kind='smoked-fish', n=4, R=.55, s=1.1, sink=.1)], [p('strew', what='abacha', n=160, R=.9, tilt=.7, lift=.03), p('strew', what='dark-greens', n=60, R=.9), p('slices', kind='onion', at=[(-.35, .25), (.4, -.3)], R=.24), p('strew', what=['beans', 'red-strips'], n=50, R=.9), p('strew', what='oil', n=60, R=.95)], p('clay_bowl', R=1.25, H=.42), 'walnut', base=[p('coat', kind='asaro', R=.95, H=.34)]),
})
