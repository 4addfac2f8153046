// `npm run lighthouse` runs Lighthouse's mobile preset on the customer's pages, and on hand-written pages with the
// same first view and no script. Fails below its limits. `--runs 1` makes a short run, `--pages /,/cart` measures some
// pages, and `--reports DIR` keeps the reports.
import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, readFile, rm } from 'node:fs/promises'
import { createServer, get, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { availableParallelism, loadavg, tmpdir } from 'node:os'
import { delimiter, dirname, join } from 'node:path'
import { parseArgs, promisify } from 'node:util'
import { brotliCompressSync } from 'node:zlib'
import { type BrowserContext, chromium, type Page } from '@playwright/test'
import { addPlain, openRestaurant, signUp } from '#tests/browser/restaurant.ts'
import { browserFlags, findBrowser } from '../tools/browser.ts'
import { buildWhatIsMissing } from '../tools/build-missing.ts'

const run = promisify(execFile)

/** Fetched at the first run instead of installed, because it brings a hundred packages. */
const lighthouse = 'lighthouse@13.5.0'
const everyPage = ['/', '/menu/grills', '/cart', '/payment', '/orders', '/farm']
/** `least` is the lowest allowed median of each score, `worst` the lowest allowed score of a single run. */
const least = { performance: 100, accessibility: 100, 'best-practices': 100, seo: 100 } as const
const worst = 97
const mostLcpRatio = 1.05

/** Pages that show little to visitors, and so are measured signed in. Each function prepares what the page shows. */
const before: Readonly<Record<string, (page: Page) => Promise<unknown>>> = {
  '/payment': async (page) => {
    await addPlain(page, 'chapman')
    await page.goto('/cart')
    await page.waitForFunction(() => localStorage.getItem('cart')?.includes('chapman'))
  },
  '/orders': async (page) => {
    const post = async (path: string, data: object) => (await page.request.post(path, { data })).json()
    const quote = await post('/api/quotes', { items: [{ itemId: 'chapman', selection: {}, quantity: 1 }] })
    await post('/api/orders', { quoteId: quote.id })
  },
}

/** Cookies and storage of the customer of each page in `before`, by path. */
const customers = new Map<string, Awaited<ReturnType<BrowserContext['storageState']>>>()

/** The phone of Lighthouse's mobile preset. */
const phone = { viewport: { width: 412, height: 823 }, deviceScaleFactor: 1.75, isMobile: true, hasTouch: true }

const reportPatience = 120_000

/** The milliseconds to wait after hydration until the first view has loaded. */
const settling = 1500

/**
 * The network is really throttled for the comparison. The preset's simulation counts scripts that arrive before the
 * first paint as blocking, and on one machine all scripts do.
 */
const slowed = ['--throttling-method=devtools']

/** Milliseconds after which a page counts as loaded: Lighthouse would otherwise wait for the end of the live stream. */
const longestLoad = 15_000

type Category = keyof typeof least
type Report = {
  readonly runtimeError?: { readonly message: string }
  readonly categories: Readonly<
    Record<string, { score: number | null; auditRefs: readonly { id: string; weight: number }[] }>
  >
  readonly audits: Readonly<
    Record<
      string,
      { score: number | null; numericValue?: number; displayValue?: string; details?: { items?: readonly unknown[] } }
    >
  >
}

const { values } = parseArgs({
  options: { runs: { type: 'string', default: '5' }, pages: { type: 'string' }, reports: { type: 'string' } },
})
const paths = values.pages?.split(',') ?? everyPage
const runs = Number(values.runs)
if (!(Number.isInteger(runs) && runs > 0)) throw new Error(`--runs ${values.runs}: say how often, such as 5.`)

await buildWhatIsMissing()
const browser = findBrowser()
const folder = values.reports ?? (await mkdtemp(join(tmpdir(), 'buka-lighthouse-')))
await mkdir(folder, { recursive: true })
const restaurant = await openRestaurant()
const still = createServer()
try {
  const [load = 0] = loadavg()
  if (load > availableParallelism()) {
    console.log(`  The machine is busy (load ${load.toFixed(1)}): the figures will be worse than on an idle one.`)
  }
  const handWritten = await servePlain(still)
  const broken: string[] = []
  const rows: Record<string, string | number>[] = []
  for (const path of paths) {
    const preset: Report[] = []
    const ours: Report[] = []
    const plain: Report[] = []
    for (let turn = 1; turn <= runs; turn++) {
      console.log(`  ${path}, ${turn} of ${runs}`)
      const name = `${nameOf(path)}-${turn}`
      preset.push(await asCustomer(path, Object.keys(least), name))
      ours.push(await asCustomer(path, ['performance'], `${name}-slowed`, slowed))
      plain.push(await measure(handWritten + path, ['performance'], `${name}-plain`, slowed))
    }
    // The ratio has no limit if the page has a customer: the hand-written page contains the customer's data, but our
    // page loads the data after its first paint.
    const lcpLimit = customers.has(path) ? Infinity : mostLcpRatio
    const { row, faults } = judge(preset, ours, plain, lcpLimit)
    rows.push({ page: path, ...row })
    broken.push(...faults.map((fault) => `${path}: ${fault}`))
  }
  print(rows)
  for (const fault of broken) console.log(`  ${fault}`)
  if (broken.length > 0) process.exitCode = 1
} finally {
  still.close()
  await restaurant.stop()
  if (!values.reports) await rm(folder, { recursive: true })
}

/** Returns a report of one of our pages in a new browser profile, signed in if the page has a customer. */
async function asCustomer(path: string, categories: readonly string[], name: string, more: readonly string[] = []) {
  const customer = customers.get(path)
  if (!customer) return measure(restaurant.url + path, categories, name, more)
  const profile = await mkdtemp(join(tmpdir(), 'buka-profile-'))
  try {
    const context = await chromium.launchPersistentContext(profile, { executablePath: browser, args: browserFlags })
    await context.addCookies(customer.cookies)
    const page = await context.newPage()
    // The script below needs a document of the restaurant's origin, and robots.txt has no script that could interfere.
    await page.goto(`${restaurant.url}/robots.txt`)
    const stored = customer.origins.flatMap(({ localStorage }) => localStorage)
    await page.evaluate((stored) => {
      for (const { name, value } of stored) localStorage.setItem(name, value)
    }, stored)
    await context.close()
    // Skip the audit that expects an indexable page, because search engines must not index these pages.
    const kept = ['--disable-storage-reset', '--skip-audits=is-crawlable', ...more]
    return await measure(restaurant.url + path, categories, name, kept, [`--user-data-dir=${profile}`])
  } finally {
    await rm(profile, { recursive: true, maxRetries: 5 })
  }
}

async function measure(
  url: string,
  categories: readonly string[],
  name: string,
  more: readonly string[] = [],
  flags: readonly string[] = [],
): Promise<Report> {
  const file = join(folder, `${name}.json`)
  const words = [
    ...['exec', '--yes', '--prefer-offline', `--package=${lighthouse}`, '--', 'lighthouse', url, '--quiet'],
    ...['--output=json', `--output-path=${file}`, `--only-categories=${categories.join(',')}`],
    `--max-wait-for-load=${longestLoad}`,
    ...more,
    `--chrome-flags=${[...browserFlags, ...flags, '--headless=new'].join(' ')}`,
  ]
  // Put this process's Node first in PATH, because the system's Node may be too old for Lighthouse.
  const PATH = [dirname(process.execPath), process.env.PATH].join(delimiter)
  await run('npm', words, {
    env: { ...process.env, PATH, CHROME_PATH: browser },
    timeout: reportPatience,
    maxBuffer: 2 ** 26,
  })
  const report = JSON.parse(await readFile(file, 'utf8')) as Report
  if (report.runtimeError) throw new Error(`${url}: ${report.runtimeError.message}`)
  return report
}

/**
 * Visits the pages, so that the server encodes their pictures. Then serves the first view of each page as a
 * hand-written page, without script and without the parts below. Returns the address.
 */
async function servePlain(server: ReturnType<typeof createServer>): Promise<string> {
  const visitor = await chromium.launch({ executablePath: browser, args: browserFlags })
  const pages = new Map<string, Buffer>()
  try {
    for (const path of paths) {
      const page = await visitor.newPage({ baseURL: restaurant.url, ...phone })
      if (before[path]) {
        await signUp(page)
        await before[path](page)
        customers.set(path, await page.context().storageState())
      }
      // Wait for hydration instead of 'networkidle', which never fires, because the live stream does not end.
      await page.addInitScript(() => {
        addEventListener('taken-over', () => Object.assign(window, { takenOver: true }))
      })
      await page.goto(path)
      await page.waitForFunction(() => 'takenOver' in window)
      await page.waitForTimeout(settling)
      pages.set(path, brotliCompressSync(await page.evaluate(firstView)))
      await page.close()
    }
  } finally {
    await visitor.close()
  }
  const files = new Map<string, Promise<{ headers: IncomingMessage['headers']; body: Buffer }>>()
  server.on('request', async ({ url = '/' }, answer) => {
    const page = pages.get(url)
    if (page) {
      const headers = {
        'Content-Type': 'text/html; charset=utf-8',
        'Content-Encoding': 'br',
        'Cache-Control': 'no-cache',
      }
      answer.writeHead(200, headers).end(page)
      return
    }
    const file = files.get(url) ?? fetchAsSent(restaurant.url + url)
    files.set(url, file)
    const { headers, body } = await file
    answer.writeHead(200, headers).end(body)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return `http://localhost:${(server.address() as AddressInfo).port}`
}

/** Runs in the page. Returns its first view as HTML. */
function firstView(): string {
  const isBelow = (element: Element) => {
    const { top, left } = element.getBoundingClientRect()
    return top >= innerHeight || left >= innerWidth
  }
  const gone = [...document.body.querySelectorAll('*')].filter(isBelow)
  const asides = document.querySelectorAll('script, dialog, [popover], link[rel=modulepreload], meta[property^=og]')
  for (const element of [...gone, ...asides]) element.remove()
  for (const image of document.images) image.loading = 'eager'
  return `<!doctype html>${document.documentElement.outerHTML}`
}

/** Fetches a file with the compression that a browser gets. */
function fetchAsSent(url: string): Promise<{ headers: IncomingMessage['headers']; body: Buffer }> {
  return new Promise((resolve, reject) => {
    get(url, { headers: { 'Accept-Encoding': 'br' } }, async (answer) => {
      const { 'content-type': type, 'content-encoding': encoding, 'cache-control': cache } = answer.headers
      const headers = {
        ...(type && { 'content-type': type }),
        ...(encoding && { 'content-encoding': encoding }),
        ...(cache && { 'cache-control': cache }),
      }
      resolve({ headers, body: Buffer.concat(await answer.toArray()) })
    }).once('error', reject)
  })
}

/** Returns a page's medians, and a sentence for each limit that it misses. */
function judge(preset: readonly Report[], ours: readonly Report[], plain: readonly Report[], lcpLimit: number) {
  const figure = (reports: readonly Report[], audit: string) =>
    median(reports.map(({ audits }) => audits[audit]?.numericValue ?? Number.NaN))
  const scores = (category: Category) => preset.map(({ categories }) => 100 * (categories[category]?.score ?? 0))
  const score = (category: Category) => Math.round(median(scores(category)))
  const lcp = figure(ours, 'largest-contentful-paint')
  const plainLcp = figure(plain, 'largest-contentful-paint')
  const ratio = lcp / plainLcp
  const shift = Math.max(...[preset, ours].map((reports) => figure(reports, 'cumulative-layout-shift')))
  const faults = [
    ...(Object.keys(least) as Category[])
      .filter((category) => score(category) < least[category] || Math.min(...scores(category)) < worst)
      .map((category) => {
        const each = scores(category).map(Math.round).join(', ')
        return `${category} ${each}, wanted ${least[category]} and none below ${worst} (${reasons(preset, category)})`
      }),
    ...(ratio <= lcpLimit ? [] : [`LCP is ${ratio.toFixed(2)} of the plain page's, wanted ${lcpLimit}`]),
    ...(shift === 0 ? [] : [`CLS ${shift.toFixed(4)}, wanted 0`]),
  ]
  const row = {
    performance: score('performance'),
    accessibility: score('accessibility'),
    'best practices': score('best-practices'),
    SEO: score('seo'),
    'preset LCP ms': Math.round(figure(preset, 'largest-contentful-paint')),
    'LCP ms': Math.round(lcp),
    'plain LCP ms': Math.round(plainLcp),
    ratio: ratio.toFixed(2),
    CLS: shift.toFixed(3),
    'TBT ms': Math.round(figure(preset, 'total-blocking-time')),
  }
  return { row, faults }
}

/** Names the audits that cost points. */
function reasons(reports: readonly Report[], category: Category): string {
  const costly = reports.flatMap(({ categories, audits }) =>
    (categories[category]?.auditRefs ?? []).flatMap(({ id, weight }) => {
      const { score = null, displayValue, details } = audits[id] ?? {}
      if (weight === 0 || score === null || score >= 0.99) return []
      return `${id} ${displayValue ?? `at ${details?.items?.length ?? 0} places`}`
    }),
  )
  return [...new Set(costly)].join('; ')
}

function median(numbers: readonly number[]): number {
  const sorted = numbers.toSorted((one, other) => one - other)
  const middle = sorted.length / 2
  return ((sorted[Math.ceil(middle) - 1] ?? Number.NaN) + (sorted[Math.floor(middle)] ?? Number.NaN)) / 2
}

function nameOf(path: string): string {
  return path.slice(1).replaceAll('/', '-') || 'home'
}

function print(rows: readonly Record<string, string | number>[]): void {
  const heads = Object.keys(rows[0] ?? {})
  const widthOf = (head: string) =>
    Math.max(...[head, ...rows.map((row) => row[head])].map((cell) => String(cell).length))
  const line = (cells: readonly unknown[]) =>
    heads.map((head, at) => String(cells[at])[at === 0 ? 'padEnd' : 'padStart'](widthOf(head))).join('  ')
  console.log(`\n  ${line(heads)}`)
  for (const row of rows) console.log(`  ${line(heads.map((head) => row[head]))}`)
  console.log(`\n  The median of ${runs}. Plain: the same first view written by hand, without a script.\n`)
}
