import { spawnSync } from 'node:child_process'
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join, normalize } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, test } from 'vitest'

const root = fileURLToPath(new URL('../..', import.meta.url))
// The folder is inside the checkout, because imports like `#domain` resolve by the package of a file.
const folder = join(root, '.tsbuild/layers')

type Project = {
  readonly include: readonly string[]
  readonly references?: readonly { readonly path: string }[]
}

const projectOf = (name: string): Project => JSON.parse(readFileSync(join(root, name, 'tsconfig.json'), 'utf8'))

/** The imports and globals that each project refuses. */
const forbidden = {
  domain: [
    `import '#contract/parts/fields.ts'`,
    `import '#server/process/log.ts'`,
    `export const now = () => process.hrtime()`,
    `export const page = () => document.title`,
  ],
  contract: [`import '#server/process/log.ts'`, `import '#web/data/api/client.ts'`],
  server: [`import '#web/data/api/client.ts'`],
  web: [`import '#server/process/log.ts'`],
} as const
const names = Object.keys(forbidden) as (keyof typeof forbidden)[]
const cases = names.flatMap((name) => forbidden[name].map((source, index) => [name, source, index] as const))

const fileOf = (name: string, index: number) => `${name}-${index}.ts`
let printed = ''

/** Runs TypeScript once for all cases. Each project has the real settings and references, and a file for each case. */
beforeAll(() => {
  for (const name of names) {
    const inside = join(folder, name)
    mkdirSync(inside, { recursive: true })
    const sources = [...forbidden[name], ...(name === 'server' ? [allowed] : [])]
    sources.forEach((source, index) => {
      writeFileSync(join(inside, fileOf(name, index)), source)
    })
    const references = (projectOf(name).references ?? []).map(({ path }) => ({ path: join(root, name, path) }))
    const config = { extends: join(root, name, 'tsconfig.json'), compilerOptions: { outDir: 'out' }, include: ['*.ts'] }
    writeFileSync(join(inside, 'tsconfig.json'), JSON.stringify({ ...config, references }))
  }
  const projects = names.map((name) => join(folder, name))
  printed = spawnSync(join(root, 'node_modules/.bin/tsc'), ['-b', '--checkers', '1', ...projects], {
    cwd: root,
    encoding: 'utf8',
  }).stdout
}, 240_000)
afterAll(() => rmSync(folder, { recursive: true }))

test.each(cases)('code in %s that contains `%s` does not compile', (name, _, index) => {
  expect(printed).toMatch(new RegExp(`layers/${name}/${fileOf(name, index)}\\b.*error TS`))
})

const allowed = `import '#contract/parts/fields.ts'\nimport '#domain/money/money.ts'`

test('code in server that imports contract and domain compiles', () => {
  expect(printed).not.toContain(fileOf('server', forbidden.server.length))
})

test('each TypeScript project has only the files of its layer', () => {
  const outside = names.flatMap((name) =>
    projectOf(name).include.filter((pattern) => normalize(pattern).startsWith('..')),
  )
  expect(outside).toEqual([])
})
