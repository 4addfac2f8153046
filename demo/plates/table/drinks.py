"""Hot drinks, milkshakes, smoothies and soft drinks. Glass, colour and garnish tell them apart."""
from table import add, p, row


def drink(kind, color, pieces=(), garnish=(), ground='slate', **o):
    return row([], [p('glass', kind=kind, color=[list(c) for c in color], **o)], list(pieces), list(garnish), camera='tall', ground=ground)


def f(kind, *at, s=1.0, tip=(0, 0)):
    return p('fruit', kind=kind, at=[list(a) for a in at], s=s, tip=list(tip))


def straw(color=(.75, .06, .03), **o):
    return p('straw', color=list(color), x=.12, y=.1, **o)


MINT = [p('sprig', x=0, y=0, n=4, kind='mint', s=.5)]
add('hot-beverages', {
    'flavoured-tea': row([], [], [p('cup', x=.45, y=-.35, kind='hibiscus', color=(.80, .78, .73), band=(.10, .30, .22)), p('teapot', x=-.75, y=.55, color=(.10, .30, .28))], [f('ginger', (1.35, .35, .4), s=.8), p('slices', kind='lemon', at=[(1.15, -.95), (-.4, -.75)]), p('sprig', x=-.9, y=-.75, n=3, kind='mint', s=.7)], camera='low', ground='walnut'),
    'tea': row([], [], [p('cup', x=-.1, y=0, kind='tea', band=(.015, .05, .24))], [f('sugar-cube', (1.0, -.55, .3), (1.2, -.35, 1)), p('bowl', R=.42, H=.4, x=1.15, y=.65, color=(.84, .83, .79)), p('fill', kind='milk', R=.36, z=.32, x=1.15, y=.65)], camera='low', ground='linen'),
    'coffee': row([], [], [p('cup', x=0, y=0, kind='crema', color=(.06, .06, .065), R=.62, H=.6)], [p('fruit_heap', kind='coffee-bean', n=26, R=.35, x=1.15, y=-.45), p('fruit_heap', kind='coffee-bean', n=6, R=.3, x=-1.0, y=-.7)], camera='low', ground='oak'),
})

V = ((.74, .62, .40), (.80, .70, .50))


def shake(color, tops=(), garnish=(), ground='slate', swirl=None, straw_color=(.75, .06, .03), cream=True, **o):
    return drink('shake', color, ([p('whipped', z=1.84)] if cream else [p('ice_balls', n=3)]) + list(tops) + [straw(straw_color, z=1.4, H=1.15, lean=(.4, .1))], garnish, ground, swirl=swirl, fill=.93, **o)


add('milkshakes', {
    'vanilla-milkshake': shake(V, [], [f('vanilla-ball', (.95, -.35, 0), s=.9)], cream=False, straw_color=(.80, .60, .10)),
    'chocolate-milkshake': shake(((.16, .065, .028), (.24, .105, .05)), [p('topping', what='chocolate', n=40), p('drizzle', kind='chocolate', R=.32)], [f('cocoa', (.95, -.3, .3), (1.1, -.45, 1), (.9, -.6, 2))], 'walnut', swirl=(.05, .018, .009)),
    'strawberry-milkshake': shake(((.82, .34, .34), (.88, .48, .46)), [], [f('strawberry', (.95, -.3, 0), (1.15, .0, 1), s=1.1, tip=(1.4, 0)), p('rim_fruit', kind='strawberry', x=-.45, y=-.2, z=1.85)], 'linen'),
    'banana-milkshake': shake(((.76, .56, .20), (.80, .63, .30)), [], [f('banana', (1.4, .45, .3), s=.9), p('fruit_heap', kind='banana-coin', n=4, R=.25, x=.95, y=-.5)], 'teal', straw_color=(.70, .50, .05)),
    'caramel-milkshake': shake(((.54, .28, .09), (.64, .40, .17)), [p('drizzle', kind='syrup', R=.34)], [f('caramel', (.9, -.35, .3), (1.1, -.1, 1), (.75, -.6, 2))], 'oak', swirl=(.46, .17, .02)),
    'cookies-and-cream': shake(((.42, .38, .33), (.58, .54, .47)), [p('topping', what='cookie', n=24)], [f('cookie', (1.0, -.2, 0), s=1.0), f('cookie', (.85, -.62, 1), s=.9)], 'indigo', straw_color=(.03, .03, .03)),
    'coffee-milkshake': shake(((.40, .23, .12), (.52, .33, .19)), [p('topping', what='cinnamon', n=60)], [p('fruit_heap', kind='coffee-bean', n=22, R=.32, x=.95, y=-.4)], 'stone', straw_color=(.2, .1, .05)),
    'peanut-butter-milkshake': shake(((.66, .44, .22), (.74, .54, .31)), [p('topping', what='peanuts', n=14, R=.28)], [f('peanut', (.9, -.3, .4), (1.1, -.1, 1.4), (.8, -.6, 2.4), (1.15, -.5, .1), s=1.2)], 'clay-red', swirl=(.52, .27, .09)),
    'coconut-milkshake': shake(((.76, .74, .68), (.80, .78, .73)), [p('topping', what='coconut', n=50)], [f('coconut', (1.4, .1, .2), s=1.0, tip=(.5, 0))], 'teal', straw_color=(.05, .35, .40)),
    'malt-milkshake': shake(((.30, .16, .08), (.46, .28, .15)), [], [p('bottle', kind='stubby', x=1.05, y=.4, liquid=(.05, .02, .01), tint=(.25, .12, .05), wrap=(.62, .45, .12), second=(.3, .04, .02), cap=(.6, .45, .1), band=(.25, .75), clear=True)], 'oak', cream=False, straw_color=(.5, .3, .05)),
    'red-velvet-milkshake': shake(((.46, .035, .035), (.58, .09, .08)), [p('topping', what='crumbs', n=30)], [p('cake_slice', x=1.25, y=.35, turn=2.3, s=.62, sponge=[.36, .016, .014], icing=[.90, .86, .78])], 'linen', straw_color=(.6, .05, .05)),
})


def smoothie(kind, color, pieces=(), garnish=(), ground='slate', **o):
    return drink(kind, color, pieces, garnish, ground, **o)


add('smoothies', {
    'mango-smoothie': smoothie('tumbler', ((.88, .40, .02), (.92, .50, .045)), [straw()], [p('mango_half', x=1.3, y=-.5), p('chunks_at', kind='mango', at=[(.45, -.65), (.75, -.75), (-.85, -.35)], sink=.02), p('sprig', x=-.05, y=0, n=3, kind='mint', s=.5)]),
    'strawberry-banana': smoothie('goblet', ((.80, .26, .28), (.86, .40, .38)), [straw((.85, .6, .1), z=1.2, H=1.1)], [f('strawberry', (.85, -.3, 0), (1.05, .05, 1), s=1.1, tip=(1.3, 0)), p('fruit_heap', kind='banana-coin', n=5, R=.25, x=-.85, y=-.4), p('rim_fruit', kind='strawberry', x=-.38, y=-.22, z=1.68)], 'linen'),
    'pineapple-ginger': smoothie('highball', ((.86, .66, .12), (.90, .74, .24)), [straw((.1, .4, .1), z=1.1, H=1.2)], [p('rim_fruit', kind='pineapple', x=.42, y=-.05, z=1.72), f('ginger', (.95, -.25, .5), s=.85), f('pineapple-wedge', (-.85, -.25, .6), s=.9)], 'teal'),
    'green-smoothie': smoothie('tumbler', ((.20, .34, .03), (.28, .44, .06)), [straw((.9, .9, .88))], [p('fan', kind='cucumber', x=.75, y=-.55, n=4, step=(.18, .06), R=.24), f('apple', (1.0, .35, 0), s=.95), f('half-lime', (-.85, -.3, 0), s=1.0, tip=(.5, 0)), p('sprig', n=3, kind='mint', s=.45)], 'oak'),
    'mixed-berry': smoothie('low', ((.26, .03, .10), (.36, .06, .16)), [straw((.5, .1, .3), z=.6, H=1.2)], [p('fruit_heap', kind='blueberry', n=16, R=.35, x=.95, y=-.35), f('strawberry', (-.85, -.3, 0), s=1.0, tip=(1.3, 0)), f('grapes', (.95, .55, .3), s=1.0), p('fruit_heap', kind='blueberry', n=4, R=.18)], 'stone'),
    'tropical-smoothie': smoothie('goblet', ((.90, .50, .06), (.92, .70, .28)), [straw((.9, .3, .05), z=1.2, H=1.1)], [f('coconut', (1.35, .1, .2), s=.95, tip=(.5, 0)), p('rim_fruit', kind='pineapple', x=-.40, y=-.1, z=1.7, turn=2.6), p('chunks_at', kind=['mango', 'pineapple-cube'], at=[(-.8, -.4), (-.6, -.6), (.6, -.6)], sink=.02)], 'indigo', bands=[(.88, .30, .02), (.90, .54, .05), (.90, .80, .50)]),
    'watermelon-cooler': smoothie('highball', ((.74, .07, .06), (.80, .14, .11)), [straw((.1, .45, .15), z=1.1, H=1.2)], [f('melon-wedge', (.95, .0, 1.2), s=.95, tip=(.25, 0)), f('half-lime', (-.8, -.35, 0), s=.95, tip=(.5, 0)), p('sprig', n=4, kind='mint', s=.45)], 'linen', ice=3),
    'avocado-honey': smoothie('tumbler', ((.36, .42, .10), (.46, .52, .16)), [p('drizzle', kind='honey', R=.36, n=5)], [p('avocado_half', x=1.15, y=-.2, turn=.4), p('avocado_half', x=-1.15, y=.1, turn=2.2, stone=False, s=.9), f('honey-dip', (.5, -.75, .3), s=.55)], 'walnut'),
    'banana-oat': smoothie('jar', ((.60, .43, .23), (.66, .51, .31)), [p('topping', what='oats', n=26, R=.26), straw((.5, .3, .1), z=.9, H=1.1)], [f('banana', (1.55, .5, .2), s=.9), p('fruit_heap', kind='oat-flower', n=26, R=.3, x=.7, y=-.55), f('peanut', (-.8, -.35, .4), (-.95, -.1, 1.4))], 'clay-red'),
    'tigernut-smoothie': smoothie('mug-glass', ((.60, .46, .28), (.68, .54, .35)), [straw((.5, .3, .1), z=.8, H=1.1), p('topping', what='cinnamon', n=60, R=.3)], [p('fruit_heap', kind='tigernut', n=18, R=.32, x=.9, y=-.35), f('date', (-.8, -.3, .4), (-.95, -.05, 1.2), s=1.0), p('topping', what='coconut', n=10, R=.2)], 'oak'),
    'kiwi-and-apple': smoothie('highball', ((.42, .54, .06), (.52, .64, .14)), [straw((.2, .5, .1), z=1.1, H=1.2)], [p('rim_fruit', kind='kiwi', x=.42, y=-.08, z=1.7), f('kiwi-slice', (.75, -.5, 0), (1.0, -.35, 1), s=1.0, tip=(.3, 0)), f('half-apple', (-.9, -.15, .3), s=1.0, tip=(.6, 0))], 'teal'),
})


def pet(liquid, tint, wrap, second, mark, cap, fruit=(), ground='slate', glass=None, thick=False):
    return row([], [], [p('bottle', kind='cola', liquid=list(liquid), tint=list(tint), wrap=list(wrap), second=list(second), mark=mark, cap=list(cap), band=[.44, .72], thick=thick)]
               + ([p('glass', kind='low', x=.95, y=-.15, **glass)] if glass else []), list(fruit), camera='tall', ground=ground)


def poured(color, **o):
    return dict(color=[list(c) for c in color], clear=True, ice=4, top='flat', fill=.84, **o)


COLA, ORANGE, CLEAR, GOLD = ((.10, .03, .01), (.42, .17, .08)), ((.80, .26, .01), (.84, .34, .02)), ((.72, .76, .72), (.90, .95, .90)), ((.80, .66, .26), (.98, .88, .55))
add('softdrinks', {
    'coke': pet((.10, .03, .01), (.35, .15, .07), (.50, .010, .012), (.85, .83, .80), 'wave', (.50, .01, .01), ground='linen', glass=poured(COLA)),
    'fanta': pet((.84, .32, .015), (1, .95, .85), (.86, .28, .01), (.03, .08, .30), 'disc', (.86, .30, .02), [f('half-orange', (-.85, -.35, 0), s=.9, tip=(.5, 0))], 'indigo', dict(poured(ORANGE), clear=False), True),
    'sprite': pet((.82, .90, .84), (.55, .85, .55), (.03, .34, .08), (.86, .80, .08), 'leaf', (.03, .34, .08), [f('half-lime', (-.8, -.35, 0), tip=(.5, 0))], 'teal', poured(CLEAR)),
    'pepsi': pet((.10, .03, .01), (.35, .15, .07), (.010, .045, .30), (.82, .82, .84), 'disc', (.01, .05, .32), ground='oak', glass=poured(COLA)),
    'bitter-lemon': pet((.90, .88, .66), (.97, .97, .80), (.86, .74, .05), (.06, .20, .08), 'stripes', (.85, .75, .1), [f('half-lemon', (-.85, -.35, 0), tip=(.5, 0)), f('lemon', (-.95, .25, .4))], 'linen', poured(((.86, .82, .52), (.99, .97, .78)))),
    'malt': row([], [], [p('bottle', kind='stubby', x=-.45, liquid=[.10, .035, .012], tint=[.45, .22, .09], wrap=[.62, .42, .08], second=[.40, .03, .02], mark='disc', cap=[.6, .45, .1], band=[.3, .8], s=1.15), p('glass', kind='tumbler', x=.65, y=-.1, color=[[.06, .020, .008], [.11, .04, .016]], top='foam', fill=.84)], [], camera='tall', ground='linen'),
    'table-water': row([], [], [p('bottle', kind='water', x=-.35, liquid=[.96, .98, 1], tint=[.97, .99, 1], wrap=[.03, .20, .52], second=[.88, .9, .92], mark='wave', cap=[.03, .18, .50], s=1.1), p('glass', kind='tumbler', x=.7, y=-.15, color=[[.88, .93, .96], [.98, .99, 1]], clear=True, top='flat', fill=.78, ice=3, s=.85)], [], camera='tall', ground='linen'),
    'sparkling-water': row([], [], [p('bottle', kind='wine', x=-.3, liquid=[.7, .85, .75], tint=[.5, .82, .62], wrap=[.86, .87, .84], second=[.08, .30, .16], mark='leaf', cap=[.10, .34, .18], band=[.3, .62]), p('glass', kind='highball', x=.65, y=-.1, color=[[.70, .78, .74], [.92, .97, .94]], clear=True, top='flat', ice=4, s=.82)], [f('half-lime', (.1, -.65, 0), (-.9, -.4, 1), tip=(.4, 0))], camera='tall', ground='teal'),
    'zobo': drink('jar', ((.40, .01, .05), (.80, .16, .30)), [], [f('hibiscus', (.95, -.25, .3), s=1.0), f('ginger', (-.95, -.2, .4), s=.75), p('rim_fruit', kind='pineapple', x=.40, y=-.05, z=1.32)], 'slate', clear=True, ice=4, top='flat'),
    'chapman': drink('mug-glass', ((.62, .06, .02), (.95, .30, .10)), [straw((.9, .9, .88), z=.7, H=1.1)], [p('rim_fruit', kind='cucumber', x=.44, y=-.1, z=1.18, R=.3), p('slices', kind='orange', at=[(-.85, -.4)], R=.3), p('slices', kind='cucumber', at=[(.8, -.5), (1.05, -.4)], R=.26), f('strawberry', (-.7, -.75, 1), s=.7, tip=(1.3, 0))], 'walnut', clear=True, ice=5, top='flat'),
    'kunu': row([], [], [p('bottle', kind='stubby', x=-.55, y=.2, liquid=[.62, .48, .30], thick=True, tint=[1, 1, 1], cap=[.50, .03, .02], s=1.15, fill=.80), p('glass', kind='tumbler', x=.55, y=-.15, color=[[.60, .46, .28], [.68, .55, .37]], s=.85), p('topping', what='cinnamon', n=50, R=.3, x=.55, y=-.15)], [f('ginger', (-.15, -.75, .4), s=.7), p('fruit_heap', kind='oat-flower', n=44, R=.24, x=1.15, y=-.55)], camera='tall', ground='clay-red'),
    'fresh-orange-juice': drink('tumbler', ((.90, .36, .01), (.92, .46, .03)), [straw((.9, .5, .1))], [f('half-orange', (.9, -.3, 0), s=1.0, tip=(.6, 0)), f('orange', (-.95, .2, 0), s=1.0), p('rim_fruit', kind='orange', x=.5, y=-.05, z=1.48, R=.3)], 'linen'),
    'fresh-pineapple-juice': drink('highball', ((.90, .68, .08), (.92, .76, .16)), [straw((.2, .5, .1), z=1.1, H=1.2)], [f('pineapple-wedge', (.85, -.35, .5), (1.05, .0, 1.6), (-.85, -.3, 2), s=1.0)], 'oak', ice=3),
    'lemonade': drink('jar', ((.84, .78, .42), (.98, .95, .70)), [straw((.85, .7, .1), z=.9, H=1.1)], [f('half-lemon', (.85, -.35, 0), tip=(.5, 0)), f('lemon', (-.9, .1, .4)), p('rim_fruit', kind='lemon', x=.42, y=-.08, z=1.32)] + MINT, 'linen', clear=True, ice=4, top='flat'),
    'iced-tea': drink('highball', ((.50, .18, .03), (.92, .62, .30)), [straw((.3, .15, .05), z=1.1, H=1.2)], [f('half-peach', (.9, -.3, .2), s=1.0, tip=(.6, 0)), f('peach', (-.9, .15, 0)), p('sprig', n=3, kind='mint', s=.45)], 'linen', clear=True, ice=5, top='flat'),
    'energy-drink': row([], [], [p('can', x=-.45, color=[.015, .05, .22], second=[.95, .72, .03], mark='bolt', s=1.3), p('glass', kind='highball', x=.62, y=-.1, s=.9, **poured(((.84, .50, .03), (.99, .84, .26))))], [p('fruit_heap', kind='ice', n=4, R=.22, x=.05, y=-.75)], camera='tall', ground='linen'),
    'palm-wine': row([], [], [p('calabash', x=-.35, y=-.1), p('bottle', kind='wine', x=.85, y=.35, liquid=[.80, .77, .66], tint=[1, 1, .96], cap=[.45, .3, .15], thick=True, fill=.99)], [p('leaf_mat', L=2.2, W=.8, y=.9)], camera='low', ground='clay-red'),
})
