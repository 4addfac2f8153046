/**
 * What may lie on a plate: the words of a grill's menu, and the drawing behind each.
 * Where a drawing would mislead (a blue fish, a skewer of fish cake) it is recoloured to what the kitchen serves, or drawn here.
 */

/** Which pixels a recolouring touches: all, the colourless ones, or those between two hues (degrees; may run through 0). */
export type Where = 'all' | 'pale' | readonly [hueFrom: number, hueTo: number]

export type Recolour = {
  readonly where: Where
  /** `#rrggbb`: what the touched pixels become on average; light and shade within them stay. */
  readonly to: string
}

export type Piece = {
  /** A drawing of `@lobehub/fluent-emoji-3d` by its codepoint, or the name of one in `drawings.ts`. */
  readonly art: string
  readonly recolour?: readonly Recolour[]
  /** Mirrored left to right. */
  readonly flip?: true
}

/** What a bowl, pot or glass holds: in all of their drawings the orange part. */
const liquid = (to: string): Recolour => ({ where: [8, 62], to })

export const pieces = {
  // from the fire
  drumstick: { art: '1f357' },
  'grilled-drumstick': { art: '1f357', recolour: [{ where: [292, 60], to: '#9c4a1c' }] },
  'turkey-leg': { art: '1f357', recolour: [{ where: [292, 60], to: '#7a3a1a' }], flip: true },
  'meat-on-bone': { art: '1f356' },
  steak: { art: '1f969' },
  'grilled-steak': {
    art: '1f969',
    recolour: [
      { where: 'pale', to: '#e6bd8c' },
      { where: [300, 18], to: '#9a4a28' },
    ],
  },
  suya: { art: 'suya' },
  'chicken-suya': { art: 'suya', recolour: [{ where: [8, 24], to: '#cc8340' }] },
  asun: { art: 'chunks' },
  'goat-meat': { art: 'chunks', recolour: [{ where: [8, 32], to: '#7d4427' }] },
  bacon: { art: '1f953' },
  sausage: { art: 'sausages' },
  fire: { art: '1f525' },

  // from the water
  fish: { art: '1f41f', recolour: [{ where: 'all', to: '#8a8f96' }] },
  'grilled-fish': { art: '1f41f', recolour: [{ where: 'all', to: '#b5652b' }] },
  prawn: { art: '1f990' },
  'fried-prawn': { art: '1f364' },
  crab: { art: '1f980' },
  lobster: { art: '1f99e' },
  snail: { art: '1f41a', recolour: [{ where: 'all', to: '#8b5a36' }] },

  // rice, pots and bowls
  'white-rice': { art: '1f35a' },
  'jollof-rice': { art: '1f35a', recolour: [{ where: 'pale', to: '#f08a35' }] },
  'fried-rice': {
    art: '1f35a',
    recolour: [
      { where: [320, 20], to: '#2f8f5b' },
      { where: 'pale', to: '#e8cf6a' },
    ],
  },
  'rice-and-stew': { art: '1f35b' },
  'pot-of-food': { art: '1f372' },
  'egusi-pot': { art: '1f372', recolour: [liquid('#e3b23a')] },
  'green-soup-pot': { art: '1f372', recolour: [liquid('#4f8a3a')] },
  'brown-soup-pot': { art: '1f372', recolour: [liquid('#9a5a2c')] },
  'red-soup-pot': { art: '1f372', recolour: [liquid('#d8432a')] },
  'soup-bowl': { art: 'bowl', recolour: [liquid('#d9622b')] },
  'peppersoup-bowl': { art: 'bowl', recolour: [liquid('#a9622a')] },
  'porridge-bowl': { art: 'bowl', recolour: [liquid('#f0e0bd')] },
  'beans-bowl': { art: 'bowl', recolour: [liquid('#8a4a2a')] },
  'sauce-bowl': { art: 'bowl', recolour: [liquid('#c2321f')] },
  pan: { art: '1f958' },

  // swallow and sides
  swallow: { art: 'mound', recolour: [{ where: [15, 75], to: '#f6eedd' }] },
  eba: { art: 'mound', recolour: [{ where: [15, 75], to: '#f2c146' }] },
  semo: { art: 'mound', recolour: [{ where: [15, 75], to: '#f3dca4' }] },
  amala: { art: 'mound', recolour: [{ where: [15, 75], to: '#7a5340' }] },
  plantain: { art: 'plantain' },
  'yam-fries': {
    art: '1f35f',
    recolour: [
      { where: [28, 62], to: '#f6e6bd' },
      { where: [300, 20], to: '#b9793a' },
    ],
  },
  fries: { art: '1f35f' },
  yam: { art: '1f954', recolour: [{ where: 'all', to: '#8f5a34' }] },
  'sweet-potato': { art: '1f360' },
  potato: { art: '1f954' },
  'moi-moi': { art: '1f36e', recolour: [{ where: [10, 60], to: '#e08a45' }] },
  akara: {
    art: '1f9c6',
    recolour: [
      { where: [50, 90], to: '#e9c98a' },
      { where: [300, 30], to: '#a04f1e' },
    ],
  },
  beans: { art: '1fad8' },
  corn: { art: '1f33d' },
  salad: { art: '1f957' },
  coleslaw: { art: 'bowl', recolour: [liquid('#e6eec2')] },
  flatbread: { art: '1fad3', recolour: [{ where: 'all', to: '#e3b578' }] },

  // breakfast
  bread: { art: '1f35e' },
  egg: { art: '1f95a' },
  'fried-egg': { art: '1f373' },
  pancakes: { art: '1f95e' },
  waffle: { art: '1f9c7' },
  butter: { art: '1f9c8' },
  honey: { art: '1f36f' },
  cheese: { art: '1f9c0' },

  // by hand and by fork
  burger: { art: '1f354' },
  sandwich: { art: '1f96a' },
  shawarma: { art: '1f32f' },
  wrap: { art: '1f959' },
  taco: { art: '1f32e' },
  'hot-dog': { art: '1f32d' },
  'pizza-slice': { art: '1f355' },
  noodles: { art: '1f35c' },
  spaghetti: { art: '1f35d' },

  // pastry and sweets
  'meat-pie': { art: '1f95f', recolour: [{ where: 'all', to: '#d99a4e' }] },
  'puff-puff': {
    art: '1f9c6',
    recolour: [
      { where: [50, 90], to: '#f7dc98' },
      { where: [300, 30], to: '#d08434' },
    ],
  },
  'sausage-roll': { art: '1f956' },
  pie: { art: '1f967' },
  croissant: { art: '1f950' },
  cookie: { art: '1f36a' },
  doughnut: { art: '1f369' },
  bagel: { art: '1f96f' },
  cupcake: { art: '1f9c1' },
  'cake-slice': { art: '1f370' },
  chocolate: { art: '1f36b' },
  'ice-cream': { art: '1f366' },
  'ice-cream-bowl': { art: '1f368' },

  // drinks
  'cup-straw': { art: '1f964' },
  'cup-orange': { art: '1f964', recolour: [{ where: [320, 20], to: '#f08a24' }] },
  'cup-green': { art: '1f964', recolour: [{ where: [320, 20], to: '#2f9e5a' }] },
  'cup-dark': { art: '1f964', recolour: [{ where: [320, 20], to: '#4a2a20' }] },
  can: { art: 'can' },
  'can-orange': { art: 'can', recolour: [{ where: [340, 20], to: '#f08a24' }] },
  'can-green': { art: 'can', recolour: [{ where: [340, 20], to: '#2f9e5a' }] },
  'can-gold': { art: 'can', recolour: [{ where: [340, 20], to: '#d9a52c' }] },
  'can-blue': { art: 'can', recolour: [{ where: [340, 20], to: '#2b6fc4' }] },
  bottle: { art: 'bottle', recolour: [{ where: [190, 220], to: '#7a4028' }] },
  'water-bottle': { art: 'bottle' },
  malt: { art: '1f37a', recolour: [{ where: [340, 62], to: '#5a2a16' }] },
  'juice-box': { art: '1f9c3' },
  'tropical-drink': { art: '1f379' },
  chapman: { art: '1f379', recolour: [{ where: [354, 62], to: '#d0263a' }] },
  'smoothie-pink': { art: '1f379', recolour: [{ where: [354, 62], to: '#f0709a' }] },
  'smoothie-green': { art: '1f379', recolour: [{ where: [354, 62], to: '#7fbf3f' }] },
  'smoothie-purple': { art: '1f379', recolour: [{ where: [354, 62], to: '#8a55b8' }] },
  'smoothie-yellow': { art: '1f379', recolour: [{ where: [354, 62], to: '#f7c531' }] },
  'smoothie-cream': { art: '1f379', recolour: [{ where: [354, 62], to: '#f3dfb8' }] },
  'milk-glass': { art: '1f95b' },
  'shake-chocolate': { art: 'shake', recolour: [liquid('#7e4a2e')] },
  'shake-strawberry': { art: 'shake', recolour: [liquid('#f28aa8')] },
  'shake-vanilla': { art: 'shake', recolour: [liquid('#f6e3b4')] },
  'shake-caramel': { art: 'shake', recolour: [liquid('#d49a55')] },
  zobo: { art: 'tumbler', recolour: [liquid('#a5173f')] },
  'iced-tea': { art: 'tumbler', recolour: [liquid('#b8692a')] },
  'tea-cup': { art: '1f375' },
  teapot: { art: '1fad6' },
  coffee: { art: '2615' },
  ice: { art: '1f9ca' },

  // fruit
  strawberry: { art: '1f353' },
  banana: { art: '1f34c' },
  mango: { art: '1f96d' },
  pineapple: { art: '1f34d' },
  orange: { art: '1f34a' },
  lemon: { art: '1f34b' },
  lime: { art: '1f34b', recolour: [{ where: [340, 68], to: '#86c232' }] },
  watermelon: { art: '1f349' },
  apple: { art: '1f34e' },
  'green-apple': { art: '1f34f' },
  peach: { art: '1f351' },
  grapes: { art: '1f347' },
  cherries: { art: '1f352' },
  blueberries: { art: '1fad0' },
  kiwi: { art: '1f95d' },
  coconut: { art: '1f965' },
  avocado: { art: '1f951' },

  // garden and spice
  pepper: { art: '1f336-fe0f' },
  'green-pepper': { art: '1fad1' },
  'sweet-pepper': { art: '1fad1', recolour: [{ where: [76, 200], to: '#d8302a' }] },
  tomato: { art: '1f345' },
  onion: { art: '1f9c5' },
  'red-onion': { art: '1f9c5', recolour: [{ where: 'all', to: '#a3456e' }] },
  garlic: { art: '1f9c4' },
  ginger: { art: '1fada' },
  leafy: { art: '1f96c' },
  broccoli: { art: '1f966' },
  carrot: { art: '1f955' },
  cucumber: { art: '1f952' },
  peas: { art: '1fadb' },
  mushroom: { art: 'mushroom' },
  olive: { art: '1fad2' },
  peanuts: { art: '1f95c' },
  herb: { art: '1f33f' },
  hibiscus: { art: '1f33a' },
  salt: { art: '1f9c2' },

  // the farm
  ram: { art: '1f40f' },
  'ram-right': { art: '1f40f', flip: true },
  'brown-ram': { art: '1f40f', recolour: [{ where: 'pale', to: '#9a6440' }], flip: true },
  'black-ram': { art: '1f40f', recolour: [{ where: 'pale', to: '#57494a' }] },
  ewe: { art: '1f411' },
  'ewe-right': { art: '1f411', flip: true },
  goat: { art: '1f410' },
  cow: { art: '1f404' },
  bull: { art: '1f402' },
  cock: { art: '1f413' },
  hut: { art: '1f6d6' },
  palm: { art: '1f334' },
  bucket: { art: '1faa3' },
  stethoscope: { art: '1fa7a' },
  scales: { art: '2696-fe0f' },
  'pick-up-truck': { art: '1f6fb' },
  'video-camera': { art: '1f4f9' },
} as const satisfies Record<string, Piece>

export type PieceName = keyof typeof pieces

/** Drawings of what would spill or fall over: bowls, pots, glasses, animals. They are hardly turned. */
const standing: ReadonlySet<string> = new Set([
  'shake',
  'tumbler',
  'bowl',
  'mound',
  'can',
  'bottle',
  '1f35a',
  '1f35b',
  '1f372',
  '1f957',
  '1f36e',
  '1f36f',
  '1f35c',
  '1f35d',
  '1f35f',
  '1f95e',
  '1f9c8',
  '1f354',
  '1f368',
  '1f370',
  '1f964',
  '1f37a',
  '1f379',
  '1f95b',
  '1f375',
  '1fad6',
  '2615',
  '1f9c3',
  '1f525',
  '1f9c1',
  '1f40f',
  '1f410',
  '1f404',
])

/** What would look monstrous if it were as large as the dish beside it. */
const small: ReadonlySet<PieceName> = new Set<PieceName>([
  'egg',
  'lemon',
  'lime',
  'orange',
  'garlic',
  'ginger',
  'olive',
  'strawberry',
  'cherries',
  'blueberries',
  'kiwi',
  'tomato',
  'onion',
  'red-onion',
  'peanuts',
  'butter',
  'salt',
  'herb',
  'ice',
  'cookie',
  'mushroom',
  'pepper',
  'hibiscus',
  'peas',
  'chocolate',
])

/** How large a piece is drawn against others in the same spot. */
export const shareOf = (name: PieceName): number => (small.has(name) ? 0.78 : 1)

export const stands = (name: PieceName): boolean => standing.has(pieces[name].art)
