import { readFile } from 'node:fs/promises'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import * as Brand from './brand.ts'

const colour = fc.integer({ min: 0, max: 0xffffff }).map((value) => `#${value.toString(16).padStart(6, '0')}`)

test('OWNER-4: text and buttons in any two accepted colours have a contrast of at least 4.5 in both themes', () => {
  fc.assert(
    fc.property(colour, colour, (main, second) => {
      fc.pre(Brand.problemOf(main) === undefined)
      for (const theme of Brand.themes) {
        const { ground, raise, raise2, text } = Brand.surfaces[theme]
        const made = Brand.palette(theme, { main, second })
        const grounds = [ground, raise, raise2]
        const words = [
          ...grounds.flatMap((surface) => [[made.ember, surface] as const, [made.promise, surface] as const]),
          [made['on-ember'], made.ember],
          [made['on-plantain'], made.plantain],
          [made.promise, made['wash-plantain']],
          [text, made['wash-ember']],
          [text, made['wash-plantain']],
          ...[made['tile-ember'], made['tile-plantain']].flatMap((tile) =>
            tile.split(', ').map((end) => [text, end] as const),
          ),
        ] as const
        for (const [one, other] of words) {
          expect(Brand.contrast(one, other), `${main} ${second} ${theme}: ${one} on ${other}`).toBeGreaterThanOrEqual(
            4.5,
          )
        }
      }
    }),
  )
})

test.each([
  ['#ffffff', /darker/],
  ['#fff3a0', /darker/],
  ['#000000', /lighter/],
  ['#10100a', /lighter/],
])('the brand colour %s is refused with a sentence', (main, sentence) => {
  expect(Brand.problemOf(main)).toMatch(sentence)
})

test.each(['#ff6a2e', '#1a2a5a', '#0b6b3a', '#c2185b', '#ffd400', '#777777'])(
  'the brand colour %s is accepted',
  (main) => {
    expect(Brand.problemOf(main)).toBeUndefined()
  },
)

test('a legible brand colour stays as chosen', () => {
  expect(Brand.palette('dark', Brand.usual).ember).toBe(Brand.usual.main)
  expect(Brand.palette('light', { main: '#8a1c4a', second: '#ffc043' }).ember).toBe('#8a1c4a')
})

test('the surfaces and the default colours in brand.ts equal those of the style sheet', async () => {
  const style = await readFile(new URL('../../web/app/style.css', import.meta.url), 'utf8')
  const dark = style.indexOf('prefers-color-scheme: dark')
  const parts = { light: style.slice(0, dark), dark: style.slice(dark) }
  for (const theme of Brand.themes)
    for (const [name, value] of Object.entries(Brand.surfaces[theme]))
      expect(parts[theme]).toContain(`--${name}: ${value};`)
  expect(parts.dark).toContain(`--ember: ${Brand.usual.main};`)
  expect(parts.dark).toContain(`--plantain: ${Brand.usual.second};`)
  for (const token of Brand.tokens) expect(parts.light).toContain(`--${token}:`)
})
