import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

const root = fileURLToPath(new URL('../..', import.meta.url))
const product = ['domain', 'contract', 'server', 'web']

type Named = { readonly id: string; readonly title?: string; readonly name?: string; readonly synonyms?: string[] }
type Category = Named & { readonly items: readonly Named[] }

/** Words of the demo's menu that are also the product's: colours, diets and parts of a kitchen. */
const generic = ['plantain', 'vegetarian', 'grill', 'sides']

const menu = join(root, 'restaurant/menu')
const categories = readdirSync(menu).map((file): Category => JSON.parse(readFileSync(join(menu, file), 'utf8')))
const names = new Set(
  categories
    .flatMap((category) => [category, ...category.items])
    .flatMap(({ id, title, name, synonyms = [] }) => [id, title, name, ...synonyms])
    .flatMap((name) => name?.toLowerCase() ?? [])
    .filter((name) => !generic.includes(name)),
)
const settings = JSON.parse(readFileSync(join(root, 'restaurant/settings.json'), 'utf8'))
const farm = JSON.parse(readFileSync(join(root, 'restaurant/farm.json'), 'utf8'))
for (const name of [settings.name, settings.shortName, farm.name, farm.shortName, farm.sells]) {
  names.add(name.toLowerCase())
}

/** Not searched, because its table of media types contains words of the demo. */
const mediaTypes = join('server', 'http/files.ts')

const files = product
  .flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' }).map((file) => join(folder, file)),
  )
  .filter((file) => /\.(tsx?|css)$/.test(file) && !/\.test\.tsx?$/.test(file) && file !== mediaTypes)

/** Comments may take examples from the demo. */
const withoutComments = (source: string) => source.replace(/\/\*.*?\*\//gs, '').replace(/(?<!:)\/\/.*$/gm, '')

/** Only whole words count: 'beans' is not in 'jellybeans', and 'tea' is not in 'iced-tea'. */
const named = new RegExp(`(?<![\\p{L}\\p{N}-])(?:${[...names].join('|')})(?![\\p{L}\\p{N}-])`, 'gu')

test('OWNER-7: no category, dish or farm of the demo is named in the product’s code', () => {
  const found = files.flatMap((file) =>
    [
      ...withoutComments(readFileSync(join(root, file), 'utf8'))
        .toLowerCase()
        .matchAll(named),
    ].map(([name]) => `${file}: ${name}`),
  )
  expect(names.size).toBeGreaterThan(100)
  expect(found).toEqual([])
})
