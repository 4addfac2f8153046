import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Page } from '@playwright/test'
import { build } from 'vite'
import { expect, test } from './restaurant.ts'

test.use({ contextOptions: { reducedMotion: 'no-preference' } })

// These tests use a page that has nothing but the ambient film.

// The tests run one after the other in one worker, which builds the page once.
test.describe.configure({ mode: 'default' })

let built: string
test.beforeAll(async () => {
  built = await mkdtemp(join(tmpdir(), 'buka-film-page-'))
  await build({
    root: fileURLToPath(new URL('../..', import.meta.url)),
    configFile: false,
    logLevel: 'error',
    build: {
      outDir: built,
      emptyOutDir: true,
      modulePreload: false,
      assetsDir: '.',
      rolldownOptions: {
        input: fileURLToPath(new URL('film-page.ts', import.meta.url)),
        output: { entryFileNames: 'film-page.js' },
      },
    },
  })
})
test.afterAll(() => rm(built, { recursive: true }))

/** Opens the page and returns the paths of fetched films, a list that grows. */
async function open(page: Page, { above = 0 } = {}): Promise<string[]> {
  const fetched: string[] = []
  page.on('request', (request) => {
    const { pathname } = new URL(request.url())
    if (/\.(webm|mp4|vtt)$/.test(pathname)) fetched.push(pathname)
  })
  await page.route('**/film-page/*', async (route) => {
    const name = basename(new URL(route.request().url()).pathname)
    if (name.endsWith('.js')) {
      return route.fulfill({ contentType: 'text/javascript', body: await readFile(join(built, name), 'utf8') })
    }
    await route.fulfill({
      contentType: 'text/html',
      body: `<!doctype html><style>#above{height:${above}px}video{width:320px}img{width:320px;height:240px}</style>
        <div id="page"></div><script type="module" src="/film-page/film-page.js"></script>`,
    })
  })
  await page.goto('/film-page/')
  await expect(page.getByRole('button')).toBeAttached()
  return fetched
}

const button = (page: Page, name: 'Play' | 'Pause') => page.getByRole('button', { name: new RegExp(`^${name}: `) })
const isPaused = (page: Page) => page.locator('video').evaluate((video: HTMLVideoElement) => video.paused)
const hasMoved = (page: Page) =>
  expect.poll(() => page.locator('video').evaluate((video: HTMLVideoElement) => video.currentTime)).toBeGreaterThan(0.1)

/** The milliseconds for which a page has time to send a request that a test expects not to be sent. */
const aWhile = 400

test('HOME-2: an ambient film plays muted without a press, stays paused after a press on Pause, and is paused and resumed with its carousel', async ({
  page,
}) => {
  const fetched = await open(page)
  await hasMoved(page)
  expect(await page.locator('video').evaluate((video: HTMLVideoElement) => video.muted && video.loop)).toBe(true)
  expect(fetched.filter((path) => path.endsWith('.vtt'))).toEqual([])
  await button(page, 'Pause').click()
  await expect(button(page, 'Play')).toBeVisible()
  await page.waitForTimeout(aWhile)
  expect(await isPaused(page)).toBe(true)
  await button(page, 'Play').click()
  await expect(button(page, 'Pause')).toBeVisible()

  await test.step('pausing the carousel pauses its film, and resuming the carousel resumes the film', async () => {
    await page.getByRole('checkbox', { name: 'Hold' }).check()
    await expect.poll(() => isPaused(page)).toBe(true)
    await page.getByRole('checkbox', { name: 'Hold' }).uncheck()
    await expect.poll(() => isPaused(page)).toBe(false)
  })
})

test('HOME-2: an ambient film is fetched and plays only while it is in view', async ({ page }) => {
  const fetched = await open(page, { above: 3000 })
  await page.waitForTimeout(aWhile)
  expect(fetched).toEqual([])
  await page.locator('video').scrollIntoViewIfNeeded()
  await hasMoved(page)
  await page.evaluate(() => window.scrollTo(0, 0))
  await expect.poll(() => isPaused(page)).toBe(true)
})

test('HOME-2: an ambient film is fetched only on request under Save-Data', async ({ page }) => {
  await page.addInitScript(() => {
    Object.defineProperty(navigator, 'connection', { value: { saveData: true } })
  })
  const fetched = await open(page)
  await page.waitForTimeout(aWhile)
  expect(fetched).toEqual([])
  await button(page, 'Play').click()
  await hasMoved(page)
})

test('HOME-2: an ambient film plays only on request under reduced motion', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' })
  const fetched = await open(page)
  await page.waitForTimeout(aWhile)
  expect(fetched).toEqual([])
  await button(page, 'Play').click()
  await hasMoved(page)
})
