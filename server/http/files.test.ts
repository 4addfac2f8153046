import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Hono } from 'hono'
import { afterAll, expect, test } from 'vitest'
import { serveAssets } from './files.ts'

const folder = await mkdtemp(join(tmpdir(), 'buka-assets-'))
afterAll(() => rm(folder, { recursive: true }))
await mkdir(join(folder, 'assets'))
for (const ending of ['', '.br', '.gz']) await writeFile(join(folder, `assets/page-1.js${ending}`), `script${ending}`)

test('a script is sent as gzip to browsers that accept only gzip, as is usual over plain http', async () => {
  const app = new Hono()
  serveAssets(app, folder)
  for (const [accepts, encoding, body] of [
    ['gzip, deflate', 'gzip', 'script.gz'],
    ['gzip, deflate, br', 'br', 'script.br'],
    ['', null, 'script'],
  ]) {
    const response = await app.request('/assets/page-1.js', { headers: { 'Accept-Encoding': accepts ?? '' } })
    expect([accepts, response.headers.get('content-encoding'), await response.text()]).toEqual([
      accepts,
      encoding,
      body,
    ])
  }
})
