// `npm run pictures` takes the five screenshots of README.md from the running product with demo orders.
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type Browser, chromium, type Page } from '@playwright/test'
import sharp from 'sharp'
import { openRestaurant, phoneAddress } from '#tests/browser/restaurant.ts'
import { browserFlags, findBrowser } from './browser.ts'
import { buildWhatIsMissing } from './build-missing.ts'
import { fridayNight, type Guest } from './demo-orders.ts'

/** The most bytes of a screenshot. The README loads all of them. */
const heaviest = 200_000

const folder = fileURLToPath(new URL('../docs/pictures', import.meta.url))

type Screen = {
  readonly name: string
  readonly path: string
  readonly as?: Guest
  readonly width: 360 | 1440
  readonly scheme: 'light' | 'dark'
  readonly pose: (page: Page) => Promise<unknown>
}

await buildWhatIsMissing()
const restaurant = await openRestaurant()
const browser = await chromium.launch({
  executablePath: findBrowser(),
  // Places text at subpixels, as a visible browser does.
  args: [...browserFlags, '--font-render-hinting=none'],
})
try {
  const { regular, staff } = await fridayNight(restaurant)
  const firstCard = (page: Page) => page.getByRole('article').first().waitFor()
  const nextStep = (page: Page) => page.getByRole('complementary', { name: 'Chat and next step' }).waitFor()
  const screens: readonly Screen[] = [
    { name: 'home', path: '/', width: 360, scheme: 'dark', pose: nextStep },
    { name: 'menu', path: '/menu/grills', width: 360, scheme: 'light', pose: firstCard },
    { name: 'customiser', path: '/menu/grills', width: 360, scheme: 'dark', pose: chooseCroaker },
    { name: 'orders', path: '/orders', as: regular, width: 360, scheme: 'light', pose: showPreparing },
    { name: 'desk', path: '/desk', as: staff, width: 1440, scheme: 'dark', pose: firstCard },
  ]
  for (const screen of screens) {
    const file = join(folder, `${screen.name}-${screen.width}-${screen.scheme}.png`)
    const picture = await take(browser, screen)
    if (picture.length > heaviest) throw new Error(`${file} has ${picture.length} bytes: too large for the README.`)
    await writeFile(file, picture)
  }
} finally {
  await browser.close()
  await restaurant.stop()
}

async function chooseCroaker(page: Page): Promise<void> {
  const name = 'Grilled Croaker'
  await page.getByRole('article', { name, exact: true }).getByRole('button', { name, exact: true }).click()
  const sheet = page.getByRole('dialog')
  await sheet.getByRole('radio', { name: 'Plantain' }).check()
  await sheet.getByRole('radio', { name: 'Pepper Sauce' }).check()
  await sheet.getByRole('button', { name: 'Show extra sides' }).click()
  await sheet.getByRole('checkbox', { name: 'Jollof Rice' }).check()
  await sheet.getByRole('group', { name: 'Free side' }).evaluate((group) => group.scrollIntoView({ block: 'start' }))
}

async function showPreparing(page: Page): Promise<void> {
  await page.getByRole('tab', { name: 'Preparing' }).click()
  await page.getByRole('article').first().waitFor()
}

async function take(browser: Browser, { path, as, width, scheme, pose }: Screen): Promise<Buffer> {
  const context = await browser.newContext({
    baseURL: restaurant.url,
    extraHTTPHeaders: { 'X-Forwarded-For': phoneAddress() },
    viewport: { width, height: width === 360 ? 740 : 900 },
    deviceScaleFactor: width === 360 ? 2 : 1,
    colorScheme: scheme,
    reducedMotion: 'reduce',
    locale: 'en-NG',
    timezoneId: 'Africa/Lagos',
    storageState: { cookies: (await as?.cookies()) ?? [], origins: [] },
  })
  const page = await context.newPage()
  await page.goto(path)
  await pose(page)
  await page.evaluate(async () => {
    await document.fonts.ready
    await Promise.all([...document.images].map((image) => image.decode().catch(() => {})))
  })
  const picture = await page.screenshot({ animations: 'disabled' })
  await context.close()
  return sharp(picture).png({ palette: true, effort: 10 }).toBuffer()
}
