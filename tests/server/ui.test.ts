import { readdir } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { expect, onTestFinished, test } from 'vitest'
import { freshDatabase } from '../support/database.ts'
import { startServer } from '../support/running-server.ts'

const database = await freshDatabase()
const components = fileURLToPath(new URL('../../web/ui', import.meta.url))

/** Returns the headings that the gallery must have: 'Option row' for option-row.tsx. */
async function titles(): Promise<string[]> {
  const files = (await readdir(components)).filter((file) => file.endsWith('.tsx'))
  return files.map((file) => {
    const words = file.replace('.tsx', '').replaceAll('-', ' ')
    return words.charAt(0).toUpperCase() + words.slice(1)
  })
}

test('the page /ui shows every component and the design tokens in development', async () => {
  const server = await startServer({ development: true, env: { DATABASE_URL: database.url } })
  onTestFinished(server.stop)
  const page = await fetch(`${server.url}/ui`)
  expect(page.status).toBe(200)
  const html = await page.text()
  const headings = [...html.matchAll(/<h2[^>]*>([^<]+)<\/h2>/g)].map(([, heading]) => heading)
  expect(headings).toEqual(expect.arrayContaining(['Colours', 'Type', 'Radii and shadows', ...(await titles())]))
})
