import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

const root = fileURLToPath(new URL('../..', import.meta.url))
const product = ['domain', 'contract', 'server', 'web']

type Import = { readonly from: string; readonly to: string }

const files = product.flatMap((folder) =>
  readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .map((file) => join(folder, file))
    .filter((file) => /\.tsx?$/.test(file)),
)

/** The imports that load before a file can run; `import()` loads later and ties no folders together. */
const imports: readonly Import[] = files
  .filter((file) => !/\.test\.tsx?$/.test(file))
  .flatMap((from) => {
    const statements = readFileSync(join(root, from), 'utf8').matchAll(
      /^(?:import '|(?:import|export) [^'"=]*? from ')([.#][^']+)'/gm,
    )
    return [...statements].map(([, path = '']) => ({
      from,
      to: path.startsWith('#') ? path.slice(1) : normalize(join(dirname(from), path)),
    }))
  })

test('no two folders import each other, directly or through others', () => {
  const needs = new Map<string, Set<string>>()
  for (const { from, to } of imports) {
    if (dirname(from) !== dirname(to))
      needs.set(dirname(from), (needs.get(dirname(from)) ?? new Set()).add(dirname(to)))
  }
  const circles: string[] = []
  const done = new Set<string>()
  const visit = (folder: string, path: readonly string[]) => {
    if (path.includes(folder)) circles.push([...path.slice(path.indexOf(folder)), folder].join(' -> '))
    if (done.has(folder) || path.includes(folder)) return
    for (const next of needs.get(folder) ?? []) visit(next, [...path, folder])
    done.add(folder)
  }
  for (const folder of needs.keys()) visit(folder, [])
  expect(circles).toEqual([])
})

/** The areas of `web/`, each above those that it may import. `entry` is the files directly in `app/`. */
const areas = ['entry', 'office', 'desk', 'customer', 'staff', 'orders', 'ui', 'navigation', 'data', 'start-up']
const forbiddenPairs: readonly (readonly [string, string])[] = [
  ['office', 'customer'],
  ['desk', 'customer'],
]

function areaOf(file: string): string {
  const [, area = '', inside = ''] = file.split('/')
  if (area !== 'app') return area
  return areas.includes(inside) ? inside : 'entry'
}

test('an area of web/ imports only areas below it, and the areas for customers and staff never import each other', () => {
  const wrong = imports.filter(({ from, to }) => {
    if (!from.startsWith('web/') || !/^web\/.*\.tsx?$/.test(to)) return false
    const [one, other] = [areaOf(from), areaOf(to)]
    return areas.indexOf(one) > areas.indexOf(other) || forbiddenPairs.some(([a, b]) => one === a && other === b)
  })
  expect(wrong).toEqual([])
})

test('every folder of web/ is listed in the `areas` of folders.test.ts', () => {
  const unknown = files.filter((file) => file.startsWith('web/') && !areas.includes(areaOf(file)))
  expect(unknown).toEqual([])
})

test('the product imports neither tests nor tools nor the demo’s drawing programs', () => {
  expect(imports.filter(({ to }) => !product.includes(to.split('/')[0] ?? ''))).toEqual([])
})

test('no folder has more than 25 files that are not tests', () => {
  const counts = Map.groupBy(
    files.filter((file) => !/\.test\.tsx?$/.test(file)),
    dirname,
  )
  const crowded = [...counts].filter(([, inside]) => inside.length > 25)
  expect(crowded.map(([folder, inside]) => `${folder}: ${inside.length}`)).toEqual([])
})

test('every export is imported by another file', () => {
  const used = new Set<string>()
  const others = ['tests', 'tools', 'bench', 'demo'].flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
      .filter((file) => /\.tsx?$/.test(file))
      .map((file) => join(folder, file)),
  )
  for (const file of [...files, ...others]) {
    const text = readFileSync(join(root, file), 'utf8')
    for (const [, names, path = ''] of text.matchAll(
      /(?:^(?:import|export) (?:type )?(?:\{([^}]*)\}|.*) from |import\(\s*)'([.#][^']+)'/gm,
    )) {
      const from = path.startsWith('#') ? path.slice(1) : normalize(join(dirname(file), path))
      // An import of the whole module uses the names that its file mentions.
      for (const name of (names ?? text).match(/\w+/g) ?? []) used.add(`${from}: ${name}`)
    }
  }
  // The tables of the schema are left out, because SQL text has other names for them.
  const exported = files
    .filter((file) => file !== 'server/db/schema.ts')
    .flatMap((file) =>
      [
        ...readFileSync(join(root, file), 'utf8').matchAll(/^export (?:async )?(?:const|function|class|type) (\w+)/gm),
      ].map(([, name]) => `${file}: ${name}`),
    )
  expect(exported.filter((each) => !used.has(each))).toEqual([])
})

test("customers' pages use no component of a folder that web/app/styles/customers.css leaves out", () => {
  const style = readFileSync(join(root, 'web/app/styles/customers.css'), 'utf8')
  const leftOut = [...style.matchAll(/@source not "\.\.\/\.\.\/([^"]+)"/g)].map(([, path]) => `web/${path}`)
  const reached = new Set<string>()
  const visit = (file: string) => {
    if (reached.has(file) || file === 'web/app/navigation/staff-pages.ts') return
    reached.add(file)
    const text = file.startsWith('web/') ? readFileSync(join(root, file), 'utf8') : ''
    for (const [, path = ''] of text.matchAll(/(?:from |import |import\()'([.#][^']+\.tsx?)'/g)) {
      visit(path.startsWith('#') ? path.slice(1) : normalize(join(dirname(file), path)))
    }
  }
  visit('web/app/entry-client.tsx')
  expect([...reached]).toContain('web/orders/dishes/dish-card.tsx')
  expect([...reached].filter((file) => file.endsWith('.tsx') && leftOut.some((each) => file.startsWith(each)))).toEqual(
    [],
  )
})
