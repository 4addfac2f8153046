import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

const root = fileURLToPath(new URL('../..', import.meta.url))
const read = (file: string) => readFileSync(`${root}/${file}`, 'utf8')
const own = 'tests/structure/plain-means.test.ts'

const files = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], {
  cwd: root,
  encoding: 'utf8',
})
  .split('\n')
  .filter(
    (file) => /\.(ts|tsx|mjs|js|json|sql|service|yaml|conf|sh)$|Dockerfile$|\.example$/.test(file) && file !== own,
  )

const forbidden: readonly (readonly [means: string, pattern: RegExp])[] = [
  ['a patched or replaced dependency', /patch-package|pnpm\.patch|\balias:/],
  ['an allocator switch', /MALLOC_|LD_PRELOAD/],
  [
    'a switch of V8',
    /setFlagsFromString|--(expose-gc|max-semi-space|semi-space|max-old-space|heap-growing|jitless|no-opt|no-maglev|no-sparkplug|no-parallel-scavenge|single-threaded|optimize-for-size|lite-mode)/,
  ],
  ['a private part of the standard library', /\b_(events|handle|readableState|writableState|httpMessage)\b/],
  ['a corked socket', /\.(un)?cork\(/],
  ['a private part of pg', /\.connection\.stream\b/],
]

test.each(forbidden)('the workaround %s is nowhere in the repository', (_, pattern) => {
  const found = files.flatMap((file) =>
    read(file)
      .split('\n')
      .flatMap((line, index) => (pattern.test(line) ? [`${file}:${index + 1}: ${line.trim().slice(0, 120)}`] : [])),
  )
  expect(found).toEqual([])
  expect(files.length).toBeGreaterThan(500)
})

test('no statement or connection of the server changes the planner’s settings', () => {
  const planner = /\benable_(seqscan|indexscan|bitmapscan|hashjoin|mergejoin|nestloop|sort)\b/
  expect(files.filter((file) => file.startsWith('server/') && planner.test(read(file)))).toEqual([])
})

test('no import reaches into the internal files of a dependency', () => {
  const internal =
    /from '(?:pg\/lib\/|hono\/dist\/|react-dom\/cjs\/|drizzle-orm\/node-postgres\/|drizzle-orm\/pg-core\/|@?[\w/-]+\/dist\/)/
  expect(files.filter((file) => internal.test(read(file)))).toEqual([])
})

test('package.json has no overrides, and its scripts use no eval, pipes, shell variables or NODE_OPTIONS', () => {
  const { scripts, ...rest } = JSON.parse(read('package.json')) as { scripts: Readonly<Record<string, string>> }
  expect(Object.keys(rest)).not.toContain('overrides')
  const riddles = Object.entries(scripts).filter(([, command]) => /\beval\b|[;{}|$`()]|NODE_OPTIONS/.test(command))
  expect(riddles).toEqual([])
})

test('vite.config.ts has at most 80 lines and rewrites no source, and tools/build.ts rewrites no dependency', () => {
  const configuration = read('vite.config.ts')
  expect(configuration.split('\n').length).toBeLessThanOrEqual(81)
  expect(configuration).not.toMatch(/transform|generateBundle|renderChunk|load\(/)
  // A plugin of the server's build rewrites `import.meta.url`, so that bundled code finds files beside its source. The
  // plugin must not rewrite dependencies.
  const plugins = read('tools/build.ts').match(/(?:transform|generateBundle|renderChunk|load)\(.*[\s\S]{0,90}/g) ?? []
  expect(plugins.filter((plugin) => !plugin.includes("id.includes('node_modules')"))).toEqual([])
})
