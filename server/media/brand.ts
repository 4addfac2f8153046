import type { Site } from '#contract/site.ts'
import { type Brand, palette, surfaces, themes, tokens } from '#domain/restaurant/brand.ts'

/** A restaurant's colours and logo instead of the defaults. `logo` is the name of the logo's picture. */
export type Look = { readonly colours?: Brand | undefined; readonly logo?: string | undefined }

export const lookOf = (document: { readonly colours?: Brand; readonly logo?: { readonly name?: string } }): Look => ({
  colours: document.colours,
  logo: document.logo?.name,
})

/** Returns a key that identifies a look and that `readKey` parses; '' for the default look. */
function keyOf({ colours, logo }: Look): string {
  return [
    ...(colours ? [colours.main.slice(1), colours.second.slice(1)] : []),
    ...(logo === undefined ? [] : ['logo', logo]),
  ].join('-')
}

function readKey(key: string): Look | undefined {
  const parts = /^(?:([0-9a-f]{6})-([0-9a-f]{6}))?-?(?:logo-([0-9a-f]{16}))?$/.exec(key)
  if (!parts || key === '') return undefined
  const [, main, second, logo] = parts
  const look = { ...(main && second && { colours: { main: `#${main}`, second: `#${second}` } }), logo }
  return keyOf(look) === key ? look : undefined
}

/** Returns the file name of a logo, which is a square PNG. */
export const logoFile = (name: string) => `logo-${name}.png`

/** Returns the look as pages get it; undefined for the default look. */
export function shownBrand(look: Look): Site['brand'] {
  const key = keyOf(look)
  if (key === '') return undefined
  const { light, dark } = framesOf(look)
  return { key, styles: `/assets/brand-${key}.css`, light, dark }
}

const framesOf = ({ colours }: Look) => ({
  light: colours ? palette('light', colours).ember : surfaces.light.ground,
  dark: colours ? palette('dark', colours).ember : surfaces.dark.ground,
})

/**
 * Returns the style sheet of a look's key, to be loaded after the default style sheet; undefined for an invalid key.
 * Printed pages use the light theme.
 */
export function brandStyles(key: string): string | undefined {
  const look = readKey(key)
  if (!look) return undefined
  const { colours, logo } = look
  const [light, dark] = themes.map((theme) => {
    if (!colours) return ''
    const made = palette(theme, colours)
    return `:root{${tokens.map((token) => `--${token}:${made[token]}`).join(';')}}`
  })
  const drawn = logo === undefined ? '' : logoStyles(logo)
  return `${light}${dark && `@media screen and (prefers-color-scheme:dark){${dark}}`}${drawn}`
}

/** Returns CSS that shows the logo in place of the mark and in the places reserved for logos, also on printed pages. */
function logoStyles(name: string): string {
  const image = `url(/icons/${logoFile(name)}) center/contain no-repeat`
  return `.mark,.logo{display:block;background:${image};print-color-adjust:exact}.mark>*{display:none}`
}
