"""Pastry, sandwiches, shawarma."""
from table import add, p, row

PLATE, WHITE, BLACK = [p('plate', R=1.3)], [p('plate', R=1.3, rim=None)], [p('plate', R=1.3, color=(.035, .035, .038), rim=None)]
BOARD, DARK, PALE = [p('board', L=3.1, W=2.1)], [p('board', L=3.1, W=2.1, kind='dark')], [p('board', L=3.1, W=2.1, kind='pale')]
PAPER = [p('paper', R=1.2, sx=1.1, sy=.8, turn=-.1)]

add('pastry', {
    'meat-pie': row(BOARD + PAPER, [], [p('pies', at=[(-.46, .25, .25), (.25, -.55, 0)], R=.9)], [p('strew', what='crumbs', n=50, R=1.1)], ground='slate'),
    'chicken-pie': row(PLATE, [], [p('pies', at=[(-.1, .1, -.25), (.2, -.65, .1)], R=.88, dark=.14, vents=5, crimp=34)], [p('strew', what='sesame', n=40, R=.7), p('sprig', x=1.05, y=.25, n=2, kind='mint', s=.6)], ground='walnut'),
    'fish-pie': row([p('board', L=3.1, W=2.1, kind='slate'), p('paper', R=1.15, sx=1.1, sy=.8, color=(.72, .70, .64), stripes=(.10, .22, .34))], [], [p('pies', at=[(-.35, .2, .1), (.3, -.5, -.25)], R=.86, dark=-.12, vents=2, crimp=84)], [p('slices', kind='lemon', at=[(1.15, .1)], R=.24)], ground='teal'),
    'beef-sausage-roll': row(DARK + PAPER, [], [p('rolls', at=[(-.35, .5, .2), (.0, .05, .1), (.3, -.45, .15)], s=1.1)], [p('strew', what='crumbs', n=40, R=1.0), p('ramekin', x=1.25, y=.55, R=.28, fill='ketchup')], ground='oak'),
    'scotch-egg': row(PALE, [], [p('balls_at', kind='scotch', at=[(-.55, .35)], s=1.1), p('cut_ball', kind='scotch', x=.35, y=-.05, turn=.2, s=1.15, tip=.95)], [p('ramekin', x=-.75, y=-.55, R=.3, fill='mustard'), p('strew', what='parsley', n=14, R=.8)], camera='low', ground='slate'),
    'puff-puff': row([p('bowl', R=1.25, H=.5, color=(.80, .78, .73), rim=(.015, .05, .24)), p('paper', R=.95, lie=.16, color=(.70, .60, .46))], [], [p('fried_balls', kind='puff', n=20, R=.95)], [p('strew', what='sugar', n=500, R=.9)], ground='slate'),
    'small-chops': row([p('tray', L=3.3, W=2.3, color=(.04, .04, .045), rim=None)], [p('lettuce', n=6, R=.4, x=.9, y=-.5, L=.45)], [p('fried_balls', kind='puff', n=6, R=.4, x=-.85, y=.35, s=.85), p('samosas', at=[(.0, .6, .4), (.35, .45, .9), (.15, .25, .1)], s=.75), p('rolls', kind='spring', at=[(.95, .5, .6), (1.1, .25, .7), (.85, .1, .5)], s=.8), p('fried_balls', kind='mosa', n=7, R=.35, x=-.75, y=-.5), p('wings', n=3, R=.3, x=.85, y=-.5, coat='peppered', s=.5)], [p('ramekin', x=.1, y=-.55, R=.3, fill='sweet-chilli')], camera='flat', ground='walnut'),
    'chin-chin': row([p('bowl', R=.95, H=.62, color=(.50, .07, .03))], [p('fill', kind='honey', R=.8, z=.4)], [p('chin_chin', n=130, R=.68), p('chin_chin', n=22, R=.35, x=1.1, y=-.6)], [], ground='oak'),
    'buns': row([p('basket', R=1.1, H=.3), p('napkin', x=0, y=0, R=.8)], [], [p('balls_at', kind='buns', at=[(-.45, .25), (.45, .2), (0, -.5)], s=.95)], [p('strew', what='sugar', n=120, R=.8)], ground='linen'),
    'doughnut': row(WHITE, [], [p('doughnuts', at=[(-.35, .25), (.4, -.25)], s=.95, glaze=[.70, .40, .14])], [p('strew', what='sugar', n=420, R=.9)], ground='teal'),
    'butter-croissant': row([p('board', L=2.9, W=1.9, kind='marble')], [], [p('croissants', at=[(-.35, .3, .3), (.35, -.35, -.2)], s=1.0)], [p('strew', what='crumbs', n=60, R=1.1), p('ramekin', x=1.15, y=.45, R=.26, fill='butter')], ground='walnut'),
    'banana-bread': row(BOARD, [], [p('loaf', x=-.35, y=.5, turn=.25, L=1.7, s=.42, banana=True), p('banana_loaf', at=[(.55, -.35, .2), (.15, -.55, .5)], s=.72)], [p('fruit', kind='banana', at=[(-.85, -.55, .3)], s=.75), p('strew', what='crumbs', n=30, R=1.0)], camera='low', ground='clay-red'),
    'apple-pie': row([p('board', L=3.0, W=2.9, H=.1, kind='dark')], [], [p('lattice_pie')], [p('fruit', kind='red-apple', at=[(1.35, -1.05, 0)], s=.95), p('fruit', kind='cinnamon', at=[(-1.25, -1.1, .5)], s=.9)], ground='linen'),
    'chocolate-cake-slice': row([p('plate', R=1.15, rim=(.6, .45, .2), depth=.1)], [], [p('cake_slice', turn=2.5, sponge=[.17, .065, .024], icing=[.060, .021, .009])], [p('strew', what='chocolate', n=26, R=.4, lift=.02, frame=True), p('fruit', kind='strawberry', at=[(.85, -.45, 0)], s=.9, tip=(1.3, 0))], camera='low', ground='linen'),
    'vanilla-cupcake': row([p('plate', R=1.0, rim=None, color=(.20, .34, .40), depth=.08)], [], [p('cupcake', s=1.0)], [], camera='stack', ground='slate'),
    'egg-roll': row(PLATE, [], [p('balls_at', kind='egg-roll', at=[(-.5, .3)], s=1.05), p('cut_ball', kind='egg-roll', x=.4, y=-.1, turn=.15, s=1.1, tip=.95)], [p('ramekin', x=-.6, y=-.6, R=.27, fill='pepper')], camera='low', ground='clay-red'),
})


def sandwich(layers, third=None, toast=.7, side=(), garnish=(), ware=None, ground='slate', turn=.12, at=((-.2, -.6), (.35, .9)), camera='low'):
    pieces = [p('sandwich', x=at[1][0], y=at[1][1], turn=turn + .35, layers=list(layers), third=third, toast=toast, s=.62), p('sandwich', x=at[0][0], y=at[0][1], turn=turn, layers=list(layers), third=third, toast=toast, s=.66)]
    return row(ware or BOARD, [], pieces + list(side), list(garnish), camera=camera, ground=ground)


def burger(kind, over, lettuce=True, ware=None, ground='slate', side=(), sesame=True, under=()):
    stack = [p('bun_base', x=-.3)] + ([p('frill', x=-.3)] if lettuce else []) + list(under) + [p('patty', x=-.3, kind=kind)] + list(over) + [p('bun_top', x=-.3, sesame=sesame)]
    return row(ware or DARK, [], stack + list(side), [], camera='stack', ground=ground)


FRIES = [p('fries', n=26, R=.5, x=1.15, y=-.05)]
add('sandwiches', {
    'club-sandwich': sandwich(['lettuce', 'chicken', 'tomato', 'cream'], ['bacon', 'egg', 'lettuce'], .8, [p('fries', n=16, R=.4, x=1.25, y=-.55)], [], WHITE, 'walnut'),
    'grilled-chicken-sandwich': sandwich(['lettuce', 'chicken', 'chicken', 'cream', 'tomato'], None, .35, [], [p('slices', kind='tomato', at=[(1.2, -.45), (1.0, -.65)], R=.22)], BOARD, 'teal'),
    'suya-sandwich': sandwich(['tomato', 'suya', 'onion', 'suya'], None, .9, [], [p('slices', kind='onion', at=[(1.2, -.4)], R=.26), p('heap', x=-1.2, y=-.6, R=.22, H=.1)], DARK, 'clay-red'),
    'tuna-melt': sandwich(['tuna', 'tuna', 'cheese', 'cheese'], None, 1.0, [], [p('slices', kind='cucumber', at=[(1.15, -.5), (.95, -.65)], R=.2)], [p('board', L=3.1, W=2.1, kind='slate')], 'oak'),
    'egg-and-cheese-toastie': sandwich(['cheese', 'scrambled', 'scrambled', 'cheese'], None, .95, [], [p('ramekin', x=1.2, y=-.5, R=.28, fill='ketchup')], [p('plate', R=1.5, rim=(.015, .05, .24))], 'walnut'),
    'sardine-sandwich': sandwich(['cream', 'sardine', 'onion', 'pepper'], None, .0, [], [p('slices', kind='onion', at=[(1.15, -.35)], R=.26), p('peppers', n=4, R=.2, x=1.1, y=-.75, s=.12)], PALE, 'indigo'),
    'steak-sandwich': sandwich(['mustard', 'steak', 'steak', 'fried-onion', 'lettuce'], None, .6, [p('fries', n=16, R=.4, x=1.25, y=-.5)], [], [p('board', L=3.2, W=2.1, kind='dark')], 'oak'),
    'fire-burger': burger('beef', [p('cheese_slice', x=-.3), p('sauce_drip', kind='relish', x=-.3), p('layer', what='onion-red', n=30, R=.74, x=-.3), p('slices', kind='tomato', at=[(-.6, -.2), (0, -.2)], R=.34), p('frill', x=-.3, R=.9)], side=FRIES, lettuce=False),
    'chicken-burger': burger('crisp', [p('sauce_drip', kind='cream', x=-.3), p('layer', what='cabbage', n=110, R=.84, x=-.3), p('layer', what='carrot-strips', n=40, R=.84, x=-.3)], side=FRIES, ware=BOARD, ground='walnut', sesame=False),
    'veggie-burger': burger('bean', [p('slices', kind='tomato', at=[(-.6, -.2), (0, -.2), (-.3, .3)], R=.36), p('avocado_fan', x=-.1, y=-.45, n=5, step=.13, turn=1.57), p('layer', what='onion-red', n=20, R=.7, x=-.3)], ware=[p('board', L=3.1, W=2.1, kind='slate')], ground='oak', side=[p('fries', kind='sweet', n=24, R=.5, x=1.15, y=-.05)]),
    'hot-dog': row([p('paper', R=1.3, sx=1.15, sy=.7, color=(.80, .76, .68), stripes=(.55, .04, .02), turn=.1)], [], [p('hot_dog', turn=.15, s=1.1)], [], ground='teal', camera='flat'),
    'avocado-toast': row([p('board', L=2.6, W=1.7, kind='dark')], [], [p('bread_slices', kind='agege', at=[(-.52, .12, .15), (.52, -.08, -.1)], s=.56, toast=.85), p('coat', kind='guacamole', R=.50, H=.03, x=-.52, y=.12), p('coat', kind='guacamole', R=.50, H=.03, x=.52, y=-.08), p('avocado_fan', x=-.52, y=-.16, n=6, step=.11, turn=.1, s=.92), p('avocado_fan', x=.52, y=-.36, n=6, step=.11, turn=-.1, s=.92)], [p('strew', what='chilli-flakes', n=70, R=.42, x=-.52, y=.12), p('strew', what='chilli-flakes', n=70, R=.42, x=.52, y=-.08), p('slices', kind='lime', at=[(.1, -.72), (-.12, -.78)], R=.22)], ground='oak', camera='flat'),
})


def wrap(filling, ware=None, ground='slate', garnish=(), sleeve=(.62, .05, .02), green=True, at=((-.12, .45, -.45), (-.1, -.35, -.62)), sides=()):
    return row(ware or BOARD, [], [p('wrap', filling=filling, at=[list(a) for a in at], sleeve=list(sleeve) if sleeve else None, green=green)] + list(sides), list(garnish), ground=ground, camera=dict(at='plate', elev=42))


def halves(filling, ware, ground, garnish, green=True):
    return row(ware, [], [p('wrap_half', filling=filling, at=[[-.45, .2, -.7], [.15, .3, -1.0], [.1, -.45, -.75]], green=green)], garnish, ground=ground, camera='low')


add('shawarma', {
    'chicken-shawarma': wrap('chicken', garnish=[p('slices', kind='tomato', at=[(-1.1, -.62), (-.9, -.78)], R=.2), p('ramekin', x=1.05, y=.55, R=.28, fill='cream')]),
    'beef-shawarma': wrap('beef', DARK, 'walnut', [p('slices', kind='onion', at=[(1.1, .45), (-1.1, -.6)], R=.24), p('ramekin', x=1.05, y=-.75, R=.26, fill='pepper')], (.08, .08, .09), False),
    'mixed-shawarma': wrap('mixed', [p('plate', R=1.6, rim=(.015, .05, .24))], 'teal', [p('slices', kind='cucumber', at=[(1.05, .5), (1.15, .25)], R=.2)], (.80, .42, .03)),
    'suya-shawarma': halves('suya', DARK, 'clay-red', [p('strew', what='yaji', n=600, R=1.2), p('slices', kind='onion', at=[(1.05, -.35), (-1.05, -.55)], R=.24), p('slices', kind='tomato', at=[(.85, -.65)], R=.22)], False),
    'asun-shawarma': wrap('asun', [p('board', L=3.1, W=2.1, kind='slate')], 'oak', [p('chilli_pod', x=1.05, y=.5, turn=.5), p('chilli_pod', x=1.1, y=.15, turn=2, col=(.74, .30, .02), s=.9)], (.50, .02, .01), False),
    'turkey-shawarma': halves('turkey', WHITE, 'indigo', [p('ramekin', x=.95, y=-.35, R=.3, fill='cream'), p('fruit', kind='garlic', at=[(-1.0, -.6, 0)], s=.6)]),
    'prawn-shawarma': wrap('prawn', PALE, 'stone', [p('slices', kind='lime', at=[(1.1, .5), (-1.1, -.65)], R=.23), p('prawns', n=1, R=.05, x=1.1, y=.15, s=.8)], (.05, .30, .34)),
    'veggie-shawarma': wrap('veggie', BOARD, 'linen', [p('peppers', n=3, R=.2, x=1.1, y=.5, s=.14), p('mushrooms', n=3, R=.2, x=-1.1, y=-.65)], (.10, .34, .08)),
    'shawarma-plate': row([p('plate', R=1.6)], [p('lettuce', n=9, R=.4, x=.8, y=.5, L=.45)], [p('fries', n=34, R=.42, x=-.7, y=.5, sy=.7), p('chunks', kind='shredded', n=60, R=.52, x=.0, y=-.3, s=1.45, sink=.15, tip=.3)], [p('ramekin', x=.95, y=-.4, R=.34, fill='cream'), p('slices', kind='tomato', at=[(.75, .35), (1.0, .5)], R=.22), p('slices', kind='cucumber', at=[(.5, .6), (.55, .8)], R=.2), p('strew', what=['parsley', 'onion-red'], n=44, R=.5, x=.0, y=-.3)], camera='flat', ground='walnut'),
    'plantain-wrap': halves('plantain', [p('leaf_mat', L=3.0, W=1.7, n=2, y=-.2), p('board', L=2.6, W=1.7, kind='oak')], 'slate', [p('ramekin', x=.95, y=-.4, R=.28, fill='pepper')]),
})
