// `npm run pictures`: takes the screenshots of README.md from the running product with demo orders.
// `npm run pictures -- --all DIR`: every screen, wide and narrow, light and dark, for review; `--only cart,desk` limits them to
// names with these beginnings.
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { chromium, type Locator, type Page } from '@playwright/test'
import sharp from 'sharp'
import type { Site } from '#contract/site.ts'
import type { Cart } from '#domain/order/cart.ts'
import { openRestaurant, phoneAddress } from '#tests/browser/restaurant.ts'
import { browserFlags, findBrowser } from './browser.ts'
import { buildWhatIsMissing } from './build-missing.ts'
import { type Dish, feast, fridayNight, type Guest, type Night, supper } from './demo-orders.ts'

const inReadme = [
  'home-360-dark',
  'menu-360-light',
  'customiser-360-dark',
  'orders-360-light',
  'desk-1440-dark',
] as const

/** Bytes. The README loads them all. */
const heaviest = 200_000

const schemes = ['light', 'dark'] as const
const heights = { 360: 740, 768: 1024, 1440: 900 } as const
type Width = keyof typeof heights
type Scheme = (typeof schemes)[number]
const widths = Object.keys(heights).map(Number) as Width[]

type Screen = {
  readonly name: string
  readonly path: string
  readonly as?: Guest
  readonly cart?: Cart
  readonly delivery?: true
  readonly widths?: readonly Width[]
  readonly schemes?: readonly Scheme[]
  /** Steps before the screenshot. */
  readonly pose: (page: Page) => Promise<unknown>
}

const { values } = parseArgs({ options: { all: { type: 'string' }, only: { type: 'string', default: '' } } })
const folder = values.all ?? fileURLToPath(new URL('../docs/pictures', import.meta.url))
await buildWhatIsMissing()
await mkdir(folder, { recursive: true })
const restaurant = await openRestaurant()
const browser = await chromium.launch({
  executablePath: findBrowser(),
  // Subpixel text positions, as in a normal browser.
  args: [...browserFlags, '--font-render-hinting=none'],
})
try {
  const night = await fridayNight(restaurant)
  await takeAll(await screens(night), (name) =>
    values.all === undefined ? inReadme.some((wanted) => wanted === name) : isAskedFor(name),
  )
  if (values.all !== undefined) await takeAll(await moreScreens(night), isAskedFor)
} finally {
  await browser.close()
  await restaurant.stop()
}

function isAskedFor(name: string): boolean {
  return values.only.split(',').some((beginning) => name.startsWith(beginning))
}

async function takeAll(screens: readonly Screen[], wanted: (name: string) => boolean): Promise<void> {
  for (const screen of screens) {
    for (const width of screen.widths ?? widths) {
      for (const scheme of screen.schemes ?? schemes) {
        const name = `${screen.name}-${width}-${scheme}`
        if (!wanted(name)) continue
        await take(screen, width, scheme, join(folder, name)).catch((error: Error) => {
          console.error(`${name}: ${error.message}`)
          process.exitCode = 1
        })
      }
    }
  }
}

async function screens({ regular, staff, rider, cartOf }: Night): Promise<Screen[]> {
  const cart = await cartOf(supper)
  return [
    {
      name: 'home',
      path: '/',
      pose: (page) => page.getByRole('complementary', { name: 'Chat and next step' }).waitFor(),
    },
    { name: 'menu', path: '/menu/grills', pose: (page) => page.getByRole('article').first().waitFor() },
    { name: 'customiser', path: '/menu/grills', pose: chooseCroaker },
    { name: 'cart', path: '/cart', as: regular, cart, delivery: true, pose: button('Proceed to Payment') },
    { name: 'payment', path: '/cart', as: regular, cart, delivery: true, pose: goToPay },
    { name: 'orders', path: '/orders', as: regular, pose: orders('Preparing') },
    { name: 'account', path: '/account', as: regular, pose: (page) => page.getByText('Completed').first().waitFor() },
    {
      name: 'desk',
      path: '/desk',
      as: staff,
      pose: (page) => page.getByRole('article').first().waitFor(),
    },
    {
      name: 'kitchen',
      path: '/kitchen',
      as: staff,
      widths: [768, 1440],
      pose: (page) => page.getByRole('article').first().waitFor(),
    },
    {
      name: 'rider',
      path: '/rider',
      as: rider,
      widths: [360],
      pose: (page) => page.getByRole('article').first().waitFor(),
    },
  ]
}

/** Screens in difficult states: empty, full, with errors and with very long texts. */
async function moreScreens(night: Night): Promise<Screen[]> {
  const { regular, newcomer, staff, cartOf } = night
  const cart = await cartOf(supper)
  const party = await cartOf(feast)
  const wedding = await night.wedding()
  const troubled = await night.troubled()
  const asked = await night.asked()
  const { categories } = (await (await fetch(`${restaurant.url}/api/site`)).json()) as Site
  const changed = await changedCart(cartOf)
  const inOffice = (name: string, pose: Screen['pose']): Screen => ({ name, path: '/office/staff', as: staff, pose })
  const onDesk = (name: string, pose: Screen['pose']): Screen => ({ name, path: '/desk', as: staff, pose })
  return [
    ...categories.flatMap(({ id }) =>
      (
        [
          [1440, 'light'],
          [360, 'dark'],
        ] as const
      ).map(([width, scheme]) => ({
        name: `menu-${id}`,
        path: `/menu/${id}`,
        widths: [width],
        schemes: [scheme],
        pose: (page: Page) => page.getByRole('article').first().waitFor(),
      })),
    ),
    {
      name: 'menu-categories',
      path: '/menu/grills',
      widths: [360, 768],
      pose: (page) =>
        page
          .getByRole('main')
          .getByRole('button', { name: /^All \d/ })
          .click(),
    },
    { name: 'pages', path: '/', widths: [360], pose: button('Open the menu', true) },
    { name: 'customiser-top', path: '/menu/grills', pose: (page) => customise(page, 'Half Grilled Chicken') },
    { name: 'customiser-missing', path: '/menu/grills', pose: missChoices },
    { name: 'customiser-note', path: '/menu/grills', pose: writeNote },
    {
      name: 'added',
      path: '/menu/softdrinks',
      pose: (page) =>
        page
          .getByRole('button', { name: /Add to Cart/ })
          .first()
          .click(),
    },
    { name: 'not-found', path: '/nowhere', pose: (page) => page.getByRole('button', { name: 'Stay here' }).click() },
    { name: 'cart-empty', path: '/cart', pose: (page) => page.getByText('Your cart is empty!').waitFor() },
    { name: 'cart-signed-out', path: '/cart', cart, pose: button('Login to Checkout') },
    {
      name: 'cart-changed',
      path: '/cart',
      as: regular,
      cart: changed,
      pose: (page) => page.getByText(/have changed/).scrollIntoViewIfNeeded(),
    },
    {
      name: 'cart-extras',
      path: '/cart',
      as: regular,
      cart,
      pose: async (page) => {
        await page.getByRole('button', { name: 'Edit extras' }).first().click()
        await page.getByRole('dialog').waitFor()
      },
    },
    { name: 'cart-party', path: '/cart', as: wedding, cart: party, pose: button('Proceed to Payment') },
    {
      name: 'payment-party',
      path: '/cart',
      as: wedding,
      cart: party,
      delivery: true,
      pose: goToPay,
    },
    { name: 'checkout', path: '/checkout', as: regular, cart, delivery: true, pose: button('Proceed to Payment') },
    { name: 'orders-pending', path: '/orders', as: regular, pose: orders('Pending') },
    { name: 'orders-ready', path: '/orders', as: regular, pose: orders('Ready') },
    {
      name: 'orders-empty',
      path: '/orders',
      as: newcomer,
      pose: (page) => page.getByText('No pending orders.').waitFor(),
    },
    { name: 'orders-party', path: '/orders', as: wedding, pose: orders('Preparing') },
    {
      name: 'account-empty',
      path: '/account',
      as: newcomer,
      pose: (page) => page.getByRole('heading', { name: 'My Orders' }).waitFor(),
    },
    {
      name: 'account-party',
      path: '/account',
      as: wedding,
      pose: (page) => page.getByRole('heading', { name: 'My Orders' }).waitFor(),
    },
    { name: 'account-signed-out', path: '/account', pose: (page) => page.getByText('Please Log In').waitFor() },
    {
      name: 'log-in',
      path: '/account',
      pose: openPanel('Log in'),
    },
    {
      name: 'sign-up',
      path: '/account',
      pose: openPanel('Sign up'),
    },
    {
      name: 'forgot-password',
      path: '/account',
      pose: async (page) => {
        await openPanel('Log in')(page)
        await page.getByRole('button', { name: 'Forgot your password?' }).click()
      },
    },
    {
      name: 'account-password',
      path: '/account',
      as: regular,
      pose: async (page) => {
        await page.getByRole('button', { name: 'Change password' }).click()
        await page.getByLabel('Current password', { exact: true }).waitFor()
      },
    },
    onDesk('desk-account', async (page) => {
      await fromMenu(page, 'Account')
      await page.getByLabel('Current password', { exact: true }).waitFor()
    }),
    ...['orders', 'days', 'figures', 'customers', 'menu', 'settings'].map((place) => ({
      name: `office-${place}`,
      path: `/office/${place}`,
      as: staff,
      pose: main,
    })),
    { name: 'office-overview', path: '/office', as: staff, pose: main },
    { name: 'privacy', path: '/privacy', pose: main },
    { name: 'search', path: '/search?q=fish', pose: (page) => page.getByRole('article').first().waitFor() },
    inOffice('office', (page) => page.getByRole('list', { name: /^Audit entries/ }).waitFor()),
    inOffice('office-add', async (page) => {
      await page.getByRole('button', { name: 'Add member' }).click()
      await page.getByLabel('Type').check()
      await page.getByRole('button', { name: 'Add', exact: true }).click()
    }),
    inOffice('office-generated-password', async (page) => {
      await page.getByRole('button', { name: 'New password for kitchen' }).click()
      await page.getByRole('button', { name: 'Set password' }).click()
      await page.getByText('Shown only once').waitFor()
    }),
    inOffice('office-code', (page) => page.getByRole('button', { name: 'Customer reset code' }).click()),
    inOffice('office-off', (page) => page.getByRole('button', { name: 'Switch off cashier' }).click()),
    { name: 'sign-up-wrong', path: '/account', pose: signUpWrongly },
    { name: 'offline', path: '/offline', pose: (page) => page.getByRole('heading', { level: 1 }).waitFor() },
    { name: 'farm', path: '/farm', pose: (page) => page.getByRole('heading', { level: 1 }).waitFor() },
    { name: 'desk-sign-in', path: '/desk', pose: (page) => page.getByLabel('Username').waitFor() },
    { name: 'orders-trouble', path: '/orders', as: troubled, pose: orders('Pending') },
    {
      name: 'account-refund',
      path: '/account',
      as: troubled,
      pose: (page) => page.getByText(/on its way/).waitFor(),
    },
    { name: 'sold-out', path: '/orders', as: asked, pose: orders('Preparing') },
    { name: 'instead', path: '/orders', as: asked, pose: chooseInstead },
    {
      name: 'instead-dish',
      path: '/orders',
      as: asked,
      pose: async (page) => {
        await chooseInstead(page)
        await page.getByRole('list', { name: 'Dishes' }).getByRole('button').first().click()
        await page.getByRole('button', { name: /^Take this/ }).waitFor()
      },
    },
    {
      name: 'cancel-own',
      path: '/orders',
      as: asked,
      pose: async (page) => {
        await page.getByRole('button', { name: /^Cancel order/ }).click()
        await page.getByRole('button', { name: 'Keep order' }).waitFor()
      },
    },
    {
      name: 'receipt',
      path: '/orders',
      as: asked,
      pose: async (page) => {
        await page.getByRole('link', { name: /^Receipt/ }).click()
        await page.getByRole('button', { name: 'Print' }).waitFor()
      },
    },
    {
      name: 'rated',
      path: '/account',
      as: asked,
      pose: (page) => page.getByRole('button', { name: /^Rate/ }).scrollIntoViewIfNeeded(),
    },
    {
      name: 'rate',
      path: '/account',
      as: asked,
      pose: async (page) => {
        await page.getByRole('button', { name: /^Change(?! password)/ }).click()
        await page.getByRole('button', { name: 'Send' }).waitFor()
      },
    },
    onDesk('desk-sold-out', async (page) => {
      await showFire(page)
      await openPanelOf(page.getByRole('article').filter({ hasText: 'sold out, asked' }))
      await page.getByRole('button', { name: 'Back in stock' }).scrollIntoViewIfNeeded()
    }),
    onDesk('desk-run-out', async (page) => {
      await showFire(page)
      await inPanel(page, 'Sold out')
    }),
    onDesk('desk-ratings', async (page) => {
      await fromMenu(page, 'Ratings')
      await page.getByText('in the last 30 days').waitFor()
    }),
    {
      name: 'kitchen-sold-out',
      path: '/kitchen',
      as: staff,
      widths: [768, 1440],
      pose: (page) => page.getByRole('button', { name: 'Back in stock' }).scrollIntoViewIfNeeded(),
    },
    onDesk('desk-party', (page) => page.getByRole('button', { name: 'Confirm payment' }).first().waitFor()),
    onDesk('desk-payment', (page) => page.getByRole('button', { name: 'Confirm payment' }).first().click()),
    onDesk('desk-unpaid', (page) => inPanel(page, 'Start unpaid')),
    onDesk('desk-refunds', async (page) => {
      await fromMenu(page, /^Refunds/)
      await page
        .getByRole('button', { name: /^Refund / })
        .first()
        .click()
    }),
    onDesk('desk-statement', async (page) => {
      await page.getByRole('article').first().waitFor()
      const codes = await page.getByRole('article').getByRole('heading', { level: 3 }).allTextContents()
      await fromMenu(page, /^Statement/)
      const rows = codes.map((code, index) => `TRF FROM TUNDE BAKARE TO INA ${code},31500,FT2611${1000 + index}`)
      const text = ['Narration,Credit,Reference', ...rows, 'Gas for the week,much,FT26119999'].join('\n')
      const file = { name: 'night.csv', mimeType: 'text/csv', buffer: Buffer.from(text) }
      await page.getByLabel(/^Import statement/).setInputFiles(file)
      await page.getByLabel('Statement of').selectOption('demo-bank')
      await page.getByText('came in').scrollIntoViewIfNeeded()
    }),
    onDesk('desk-cancel', (page) => inPanel(page, 'Cancel')),
    {
      name: 'kitchen-rush',
      path: '/kitchen',
      as: staff,
      widths: [768],
      pose: (page) => fromMenu(page, /^Rush/),
    },
    {
      name: 'kitchen-dishes',
      path: '/kitchen',
      as: staff,
      widths: [768],
      pose: (page) => page.getByRole('button', { name: 'Dishes' }).click(),
    },
    {
      name: 'counter',
      path: '/desk/new',
      as: staff,
      pose: (page) => page.getByRole('button', { name: /₦/ }).first().waitFor(),
    },
    {
      name: 'counter-payment',
      path: '/desk/new',
      as: staff,
      pose: async (page) => {
        await page.getByLabel('Search all dishes').fill('Coke')
        await page.getByRole('button', { name: /^Coke/ }).click()
        await page.getByRole('button', { name: 'Continue to payment' }).click()
        await page.getByLabel('Cash given').waitFor()
      },
    },
    onDesk('desk-dishes', (page) => fromMenu(page, 'Dishes')),
  ]
}

/** Presses a row of the menu of a console. */
async function fromMenu(page: Page, name: string | RegExp): Promise<void> {
  await page.getByRole('button', { name: /^More/ }).click()
  await page.getByRole('navigation', { name: 'More' }).getByRole('button', { name }).click()
}

/** Opens the first order of the desk and presses a button in its panel. */
async function inPanel(page: Page, name: string): Promise<void> {
  await openPanelOf(page.getByRole('article').first())
  await page.getByRole('complementary').getByRole('button', { name }).click()
}

async function openPanelOf(card: Locator): Promise<void> {
  await card.getByRole('heading', { level: 3 }).getByRole('button').click()
}

/** On a phone the desk shows one column. */
async function showFire(page: Page): Promise<void> {
  await page.getByRole('heading', { name: /^Check transfer/ }).waitFor()
  const columns = page.getByRole('navigation', { name: 'Columns' })
  if (await columns.isVisible()) await columns.getByRole('button', { name: /^On the fire/ }).click()
}

async function chooseInstead(page: Page): Promise<void> {
  await page.getByRole('tab', { name: 'Preparing' }).click()
  await page.getByRole('button', { name: 'Choose' }).click()
  await page.getByRole('list', { name: 'Dishes' }).getByRole('button').first().waitFor()
}

function main(page: Page): Promise<void> {
  return page.getByRole('main').waitFor()
}

function button(name: string, click = false): Screen['pose'] {
  return (page) => (click ? page.getByRole('button', { name }).click() : page.getByRole('button', { name }).waitFor())
}

function orders(tab: string): Screen['pose'] {
  return async (page) => {
    await page.getByRole('tab', { name: tab }).click()
    await page.getByRole('article').first().waitFor()
  }
}

/** Through the cart, which stores the total that was shown. */
async function goToPay(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Proceed to Payment' }).click()
  await page.getByRole('button', { name: "I've Made the Transfer" }).waitFor()
}

async function customise(page: Page, dish: string): Promise<void> {
  await page.getByRole('article', { name: dish, exact: true }).getByRole('button', { name: dish, exact: true }).click()
  await page.getByRole('dialog').getByRole('radio').first().waitFor()
}

async function chooseCroaker(page: Page): Promise<void> {
  await customise(page, 'Grilled Croaker')
  const sheet = page.getByRole('dialog')
  await sheet.getByRole('radio', { name: 'Plantain' }).check()
  await sheet.getByRole('radio', { name: 'Pepper Sauce' }).check()
  await sheet.getByRole('button', { name: 'Show extra sides' }).click()
  await sheet.getByRole('checkbox', { name: 'Jollof Rice' }).check()
  await sheet.getByRole('group', { name: 'Free side' }).evaluate((group) => group.scrollIntoView({ block: 'start' }))
}

async function missChoices(page: Page): Promise<void> {
  await customise(page, 'Half Grilled Chicken')
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /^Choose/ })
    .click()
}

async function writeNote(page: Page): Promise<void> {
  await customise(page, 'Half Grilled Chicken')
  await page.getByRole('dialog').getByRole('button', { name: 'Note for the Chef' }).click()
}

function openPanel(name: string): Screen['pose'] {
  return async (page) => {
    await page.getByRole('main').getByRole('button', { name }).click()
    await page.getByRole('dialog').getByLabel('Username').waitFor()
  }
}

async function signUpWrongly(page: Page): Promise<void> {
  await openPanel('Sign up')(page)
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /Sign up|Create/ })
    .last()
    .click()
}

/** An old cart: one dish has a higher price, another is sold out. */
async function changedCart(cartOf: Night['cartOf']): Promise<Cart> {
  const soldOut: Dish = {
    itemId: 'grilled-red-snapper',
    selection: { 'free-side': { plantain: 1 }, sauce: { barbecued: 1 } },
  }
  const { items: lines } = await cartOf([...supper, soldOut])
  return {
    items: lines.map((line, index) =>
      index === 1
        ? { ...line, seen: { ...line.seen, total: (line.seen.itemTotal - 600) as typeof line.seen.itemTotal } }
        : line,
    ),
  }
}

async function take(screen: Screen, width: Width, scheme: Scheme, path: string): Promise<void> {
  const keep = (key: string, value: unknown) => ({ name: key, value: JSON.stringify(value) })
  const context = await browser.newContext({
    baseURL: restaurant.url,
    extraHTTPHeaders: { 'X-Forwarded-For': phoneAddress() },
    viewport: { width, height: heights[width] },
    deviceScaleFactor: width === 360 ? 2 : 1,
    colorScheme: scheme,
    reducedMotion: 'reduce',
    locale: 'en-NG',
    timezoneId: 'Africa/Lagos',
    storageState: {
      cookies: (await screen.as?.cookies()) ?? [],
      origins: [
        {
          origin: restaurant.url,
          localStorage: [
            ...(screen.cart ? [keep('cart', screen.cart)] : []),
            ...(screen.delivery ? [keep('orderDetails', { deliveryMethod: 'delivery' })] : []),
          ],
        },
      ],
    },
  })
  context.setDefaultTimeout(10_000)
  const page = await context.newPage()
  await page.goto(screen.path)
  await screen.pose(page)
  // The stream of live events never ends.
  await page.waitForLoadState('networkidle', { timeout: 1_000 }).catch(() => {})
  const size = await shoot(page, `${path}.png`)
  if (values.all === undefined && size > heaviest)
    throw new Error(`${path}.png has ${size} bytes: too large for the README.`)
  const isLonger = await page.evaluate(
    () => !document.querySelector(':modal') && document.body.scrollHeight > innerHeight,
  )
  if (values.all !== undefined && isLonger) await shoot(page, `${path}-whole.png`, true)
  await context.close()
}

/** Scrolls down the page and back. */
async function seeAll(): Promise<void> {
  for (let y = 0; y < document.body.scrollHeight; y += innerHeight / 2) {
    window.scrollTo({ top: y, behavior: 'instant' })
    await new Promise((seen) => setTimeout(seen, 60))
  }
  window.scrollTo({ top: 0, behavior: 'instant' })
}

/** Returns the bytes written. */
async function shoot(page: Page, path: string, fullPage = false): Promise<number> {
  // Pictures load lazily.
  if (fullPage) await page.evaluate(seeAll)
  await page.evaluate(async () => {
    await document.fonts.ready
    await Promise.all([...document.images].map((image) => image.decode().catch(() => {})))
  })
  const picture = await page.screenshot({ fullPage, animations: 'disabled' })
  const png = values.all === undefined ? await sharp(picture).png({ palette: true, effort: 10 }).toBuffer() : picture
  await writeFile(path, png)
  return png.length
}
