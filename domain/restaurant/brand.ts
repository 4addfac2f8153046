/** The two colours of a restaurant, `#rrggbb`: `main` for buttons and links, `second` for promises and promotions. */
export type Brand = { readonly main: string; readonly second: string }

/** The default colours, for which the style sheet has hand-made themes. */
export const usual: Brand = { main: '#ff6a2e', second: '#ffc043' }

/** The backgrounds of the style sheet that the colours appear on. */
export const surfaces = {
  light: { ground: '#fff8ee', raise: '#ffffff', raise2: '#fdeed9', text: '#231712', soft: '#6d5a4b' },
  dark: { ground: '#17110e', raise: '#221814', raise2: '#2e211a', text: '#fff4e4', soft: '#cdb9a4' },
} as const

export type Theme = keyof typeof surfaces
export const themes = Object.keys(surfaces) as Theme[]

const white = '#ffffff'
const onDark = '#1b0d05'

/** The least contrasts by WCAG 2.2: `legible` between a text and its background, `visible` between two backgrounds. */
const legible = 4.5
const visible = 1.3

/**
 * The largest fraction of black or white that may be mixed into a colour; with a larger fraction the colour would not
 * be recognisable.
 */
const most = 0.5

/** The custom properties derived from the two colours. */
export const tokens = [
  'ember',
  'on-ember',
  'plantain',
  'on-plantain',
  'promise',
  'wash-ember',
  'wash-plantain',
  'tile-ember',
  'tile-plantain',
] as const
type Palette = Readonly<Record<(typeof tokens)[number], string>>

/** Returns the reason why the main colour is unusable for text and buttons; undefined if it is usable. */
export function problemOf(main: string): string | undefined {
  if (mainIn('light', main).share > most)
    return 'Words and buttons of this colour could not be read on a light page. Please choose a darker one.'
  if (mainIn('dark', main).share > most)
    return 'Words and buttons of this colour could not be read on a dark page. Please choose a lighter one.'
  return undefined
}

/**
 * Returns the colours of a theme. Each of the two brand colours is darkened for the light theme, or lightened for the
 * dark theme, until it is legible. Backgrounds and borders are mixed from the adjusted colour.
 */
export function palette(theme: Theme, { main, second }: Brand): Palette {
  const { ground, raise } = surfaces[theme]
  const ember = mainIn(theme, main).colour
  const plantain = moved(
    theme,
    second,
    (colour) =>
      [ground, raise].every((surface) => contrast(colour, surface) >= visible) &&
      [surfaces.light.text, white].some((words) => contrast(colour, words) >= legible),
  ).colour
  const washOf = (colour: string) => mix(raise, colour, theme === 'light' ? 0.13 : 0.2)
  const tileOf = (colour: string) =>
    (theme === 'light' ? [0.18, 0.32] : [0.28, 0.16]).map((share) => mix(ground, colour, share)).join(', ')
  const words = [...Object.values(groundsOf(theme)), washOf(plantain)]
  return {
    ember,
    'on-ember': theme === 'light' ? white : onDark,
    plantain,
    'on-plantain': contrast(plantain, surfaces.light.text) >= legible ? surfaces.light.text : white,
    promise: moved(theme, plantain, (colour) => words.every((surface) => contrast(colour, surface) >= legible)).colour,
    'wash-ember': washOf(ember),
    'wash-plantain': washOf(plantain),
    'tile-ember': tileOf(ember),
    'tile-plantain': tileOf(plantain),
  }
}

const groundsOf = (theme: Theme) => [surfaces[theme].ground, surfaces[theme].raise, surfaces[theme].raise2]

/** Adjusts the main colour for text on every background of the theme. */
function mainIn(theme: Theme, main: string): Moved {
  return moved(theme, main, (colour) => groundsOf(theme).every((surface) => contrast(colour, surface) >= legible))
}

type Moved = { readonly colour: string; readonly share: number }

/** Mixes in the smallest fraction of black (white in the dark theme) with which the colour passes `isRight`. */
function moved(theme: Theme, colour: string, isRight: (colour: string) => boolean): Moved {
  for (let percent = 0; percent < 100; percent++) {
    const share = percent / 100
    const mixed = mix(colour, theme === 'light' ? '#000000' : white, share)
    if (isRight(mixed)) return { colour: mixed, share }
  }
  return { colour: theme === 'light' ? '#000000' : white, share: 1 }
}

const channels = (colour: string) => [1, 3, 5].map((at) => Number.parseInt(colour.slice(at, at + 2), 16))

/** Mixes `share` of the second colour into the first. */
function mix(first: string, second: string, share: number): string {
  const other = channels(second)
  const mixed = channels(first).map((value, at) => Math.round(value + ((other[at] ?? 0) - value) * share))
  return `#${mixed.map((value) => value.toString(16).padStart(2, '0')).join('')}`
}

/** Returns the contrast of two colours by WCAG 2.2, from 1 to 21. */
export function contrast(one: string, other: string): number {
  const [dark = 0, light = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b)
  return (light + 0.05) / (dark + 0.05)
}

function luminance(colour: string): number {
  const [red = 0, green = 0, blue = 0] = channels(colour).map((value) => {
    const share = value / 255
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}
