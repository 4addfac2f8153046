import { execFileSync } from 'node:child_process'
import { chmodSync, cpSync, mkdirSync, mkdtempSync, readlinkSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'

const link = `../node-${process.platform}-${process.arch}/bin/node`

/**
 * Creates a checkout as npm leaves it, without the link. `node` adds a Node package for this machine. Returns the
 * folder.
 */
function checkout({ node }: { node: boolean }) {
  const folder = mkdtempSync(join(tmpdir(), 'buka-link-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  mkdirSync(join(folder, 'node_modules/.bin'), { recursive: true })
  cpSync(join(import.meta.dirname, 'link-node.mjs'), join(folder, 'tools/link-node.mjs'))
  if (node) {
    const program = join(folder, 'node_modules/.bin', link)
    mkdirSync(join(program, '..'), { recursive: true })
    writeFileSync(program, '#!/bin/sh\necho brought\n')
    chmodSync(program, 0o755)
  }
  return folder
}

const run = (folder: string) => execFileSync(process.execPath, ['tools/link-node.mjs'], { cwd: folder })

test.skipIf(process.platform === 'win32')(
  'link-node.mjs links the Node that `npm ci` installs, even if npm has removed the link',
  () => {
    const folder = checkout({ node: true })
    run(folder)
    expect(readlinkSync(join(folder, 'node_modules/.bin/node'))).toBe(link)
    expect(execFileSync(join(folder, 'node_modules/.bin/node'), { encoding: 'utf8' })).toBe('brought\n')
    // The second run finds the link and changes nothing.
    run(folder)
  },
)

test('link-node.mjs succeeds on a platform for which npm has no Node package', () => {
  run(checkout({ node: false }))
})
