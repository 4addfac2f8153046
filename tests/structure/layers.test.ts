import { spawnSync } from 'node:child_process'
import { cpSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, expect, test } from 'vitest'

const root = fileURLToPath(new URL('../..', import.meta.url))
const copy = mkdtempSync(join(tmpdir(), 'buka-layers-'))
afterAll(() => rmSync(copy, { recursive: true }))

for (const each of ['domain', 'contract', 'server', 'web', 'package.json', 'tsconfig.base.json']) {
  cpSync(join(root, each), join(copy, each), { recursive: true })
}
symlinkSync(join(root, 'node_modules'), join(copy, 'node_modules'))

function compile(project: string, file: string, source: string) {
  const path = join(copy, project, file)
  writeFileSync(path, source)
  const { status, stdout } = spawnSync(join(root, 'node_modules/.bin/tsc'), ['-b', project], {
    cwd: copy,
    encoding: 'utf8',
  })
  rmSync(path)
  return { status, stdout }
}

test.each([
  ['domain', `import '#contract/parts/fields.ts'`],
  ['domain', `import '#server/process/log.ts'`],
  ['domain', `export const now = () => process.hrtime()`],
  ['domain', `export const page = () => document.title`],
  ['contract', `import '#server/process/log.ts'`],
  ['contract', `import '#web/api/client.ts'`],
  ['server', `import '#web/api/client.ts'`],
  ['web', `import '#server/process/log.ts'`],
])(
  'in %s, `%s` does not compile',
  (project, source) => {
    const { status, stdout } = compile(project, 'forbidden.ts', source)
    expect(status).not.toBe(0)
    expect(stdout).toContain('forbidden.ts')
  },
  240_000,
)

test('in server, an import of contract and domain does compile', () => {
  const { stdout } = compile('server', 'allowed.ts', `import '#contract/parts/fields.ts'\nimport '#domain/money.ts'`)
  expect(stdout).not.toContain('allowed.ts')
}, 240_000)
