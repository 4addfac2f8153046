import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, expect, onTestFinished, test } from 'vitest'
import { buildFolder } from '#server/http/build.ts'
import { freshDatabase } from '../support/database.ts'
import { clearDataDir, startServer, temporaryDataDir } from '../support/running-server.ts'

const database = await freshDatabase()
const dataDir = await temporaryDataDir()
afterAll(() => clearDataDir(dataDir))

const components = fileURLToPath(new URL('../../web/ui', import.meta.url))

/** The headings of the gallery: 'Option row' for option-row.tsx. */
async function titles(): Promise<string[]> {
  const files = (await readdir(components)).filter((file) => file.endsWith('.tsx'))
  return files.map((file) => {
    const words = file.replace('.tsx', '').replaceAll('-', ' ')
    return words.charAt(0).toUpperCase() + words.slice(1)
  })
}

async function startedUrl(development: boolean): Promise<string> {
  const server = await startServer({ development, env: { DATABASE_URL: database.url, DATA_DIR: dataDir } })
  onTestFinished(server.stop)
  return server.url
}

test('in development, /ui shows every component and the tokens', async () => {
  const page = await fetch(`${await startedUrl(true)}/ui`)
  expect(page.status).toBe(200)
  const html = await page.text()
  const headings = [...html.matchAll(/<h2[^>]*>([^<]+)<\/h2>/g)].map(([, heading]) => heading)
  expect(headings).toEqual(expect.arrayContaining(['Colours', 'Type', 'Radii and shadows', ...(await titles())]))
})

test('in production /ui returns 404, and the build contains nothing of it', async () => {
  const url = await startedUrl(false)
  expect((await fetch(`${url}/ui`)).status).toBe(404)
  const files = await readdir(buildFolder, { recursive: true, withFileTypes: true })
  for (const file of files.filter((file) => file.isFile())) {
    const path = join(file.parentPath, file.name)
    expect(/ui-gallery|gallery-colour/.test(await readFile(path, 'utf8')), path).toBe(false)
  }
})
