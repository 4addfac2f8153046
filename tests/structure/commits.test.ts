import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

const root = fileURLToPath(new URL('../..', import.meta.url))

// A release from an archive has no history.
test.skipIf(!existsSync(join(root, '.git')))('the latest commit subjects are `area: imperative`', () => {
  const log = execFileSync('git', ['log', '-20', '--no-merges', '--format=%s'], { cwd: root, encoding: 'utf8' })
  const wrong = log
    .trim()
    .split('\n')
    .filter((subject) => subject.length > 72 || !/^[a-z][\w/,+ -]*: [a-z]/.test(subject))
  expect(wrong).toEqual([])
})
