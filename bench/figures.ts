import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { availableParallelism, loadavg } from 'node:os'
import { join } from 'node:path'
import { isPinned } from './processor.ts'

/** A measured figure; lower is better. `ms` is processor time unless `what` says otherwise. */
type Figure = {
  /** The name of the figure, by which `--compare` finds the figure in an earlier run. */
  readonly what: string
  readonly value: number
  readonly unit: 'ms' | 'MB' | 'kB'
  /** The highest allowed value, in the same unit. */
  readonly limit?: number
  /**
   * The cost, in the same unit, of a minimal implementation or of the same work beside fewer orders. `limit` is the
   * highest allowed ratio of the figure to this cost.
   */
  readonly beside?: { readonly what: string; readonly value: number; readonly limit?: number }
  /** The share of its core that the client used, from 0 to 1. */
  readonly client?: number
}

/** The costs of the same work beside growing numbers of orders. */
type Growth = { readonly what: string; readonly points: readonly { orders: number; milliseconds: number }[] }

/** The content of `figures.json`. */
type Run = {
  readonly at: string
  readonly cores: number
  readonly isPinned: boolean
  /** The machine's load of the last minute, at the beginning and the end of the run. */
  readonly load: readonly (number | undefined)[]
  readonly figures: readonly Figure[]
}

/** The client may be the bottleneck above this share of its core. */
const mostClient = 0.9

const [loadBefore] = loadavg()
const figures: Figure[] = []
const growths: Growth[] = []
let earlier: ReadonlyMap<string, Figure> = new Map()

/** Compares the figures that follow with those of `file`, the `figures.json` of an earlier run. */
export async function compareWith(file: string): Promise<void> {
  const run = JSON.parse(await readFile(file, 'utf8')) as Run
  earlier = new Map(run.figures.map((figure) => [figure.what, figure]))
}

export function figure(measured: Figure): void {
  progress('')
  figures.push(measured)
  console.log(`  ${amount(measured).padStart(10)}  ${measured.what}${wordsOf(measured)}`)
}

export function keepGrowth(measured: Growth): void {
  growths.push(measured)
}

/** Shows progress in a line that the next call replaces. Prints nothing without a terminal. */
export function progress(text: string): void {
  if (process.stderr.isTTY) process.stderr.write(`\r\x1b[K${text && `  ${text} …`}`)
}

/** Writes `figures.json` and `report.html` into `folder`. */
export async function writeReport(folder: string): Promise<void> {
  const load = [loadBefore, loadavg()[0]]
  const run: Run = { at: new Date().toISOString(), cores: availableParallelism(), isPinned, load, figures }
  console.log(`\n  ${conditions(run)}`)
  await mkdir(folder, { recursive: true })
  await writeFile(join(folder, 'figures.json'), `${JSON.stringify(run, null, 2)}\n`)
  await writeFile(join(folder, 'report.html'), html(run))
  console.log(`  The report is in ${join(folder, 'report.html')}.`)
}

/** Returns whether the figure is within its limits, or undefined if it has none. */
function holds({ value, limit, beside }: Figure): boolean | undefined {
  const limits = [limit, beside?.limit && beside.limit * beside.value].filter((each) => each !== undefined)
  return limits.length === 0 ? undefined : limits.every((each) => value <= each)
}

function wordsOf(measured: Figure): string {
  const { value, unit, limit, beside, client } = measured
  const before = earlier.get(measured.what)
  return [
    limit !== undefined && `limit ${amount({ value: limit, unit })}`,
    beside && `${beside.what}: ${amount({ ...beside, unit })}, ratio ${ratio(value, beside.value)}${mostTimes(beside)}`,
    client !== undefined && `client ${share(client)}`,
    before && `before ${amount(before)}, ratio ${ratio(value, before.value)}`,
    holds(measured) === false && 'NOT REACHED',
  ]
    .filter((part) => part)
    .map((part) => `; ${part}`)
    .join('')
}

/** Returns sentences on what may have disturbed the run. */
function conditions({ cores, isPinned, load, figures }: Run): string {
  const limited = figures.filter(({ client = 0 }) => client > mostClient).map(({ what }) => what)
  return [
    `${cores} cores, load ${load.map((each) => each?.toFixed(1)).join(' to ')}.`,
    load.some((each = 0) => each > cores) && 'Other programs ran beside the bench.',
    isPinned ? 'Server and database had one core, clients another.' : 'Server and clients shared the cores.',
    limited.length > 0 && `The client may have been the limit of: ${limited.join('; ')}.`,
  ]
    .filter((part) => part)
    .join(' ')
}

const mostTimes = ({ limit }: { limit?: number }) => (limit === undefined ? '' : `, at most ${limit}`)
const ratio = (one: number, other: number) => (one / other).toFixed(2)
const share = (part: number) => `${(part * 100).toFixed(0)} %`

function amount({ value, unit }: Pick<Figure, 'value' | 'unit'>): string {
  return `${value < 1000 ? Number(value.toPrecision(3)) : Math.round(value)} ${unit}`
}

function html(run: Run): string {
  const rows = run.figures.map((measured) => {
    const before = earlier.get(measured.what)
    const { value, unit, limit, beside, client } = measured
    const cells = [
      measured.what,
      amount(measured),
      beside ? `${amount({ ...beside, unit })} ${beside.what}` : '',
      beside ? ratio(value, beside.value) : '',
      [limit !== undefined ? `at most ${amount({ value: limit, unit })}` : '', beside ? mostTimes(beside) : '']
        .join('')
        .replace(/^, /, ''),
      client === undefined ? '' : share(client),
      before ? `${amount(before)} (${ratio(value, before.value)})` : '',
    ]
    const verdict = { true: 'reached', false: 'not reached', undefined: '' }[String(holds(measured))] ?? ''
    return `<tr>${cells.map((cell) => `<td>${escaped(cell)}`).join('')}<td class="${verdict.replace(' ', '-')}">${verdict}`
  })
  return `<!doctype html>
<html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Bench of ${run.at}</title>
<style>
  :root { color-scheme: light dark; font: 15px/1.5 system-ui, sans-serif }
  body { max-width: 76rem; margin: 2rem auto; padding: 0 1rem }
  .wide { overflow-x: auto }
  table { border-collapse: collapse; width: 100% }
  th, td { text-align: left; padding: .3rem .6rem; border-bottom: 1px solid #8884; vertical-align: top }
  td:nth-child(2), td:nth-child(4) { text-align: right; font-variant-numeric: tabular-nums; white-space: nowrap }
  .not-reached { font-weight: 700; color: light-dark(#a3200d, #ff9d8a) }
  .plots { display: grid; grid-template-columns: repeat(auto-fill, minmax(24rem, 1fr)) }
  figure { margin: 1rem 0 } svg { max-width: 100% } text { fill: currentColor; font-size: 12px }
</style>
<h1>Bench</h1>
<p>${escaped(new Date(run.at).toUTCString())}. ${escaped(conditions(run))} Only ratios of one run can be compared between machines.
<div class="wide"><table><thead><tr><th>What<th>Figure<th>Beside<th>Ratio<th>Wanted<th>Client<th>Before<th></thead>
<tbody>
${rows.join('\n')}
</table></div>
${growths.length > 0 ? `<h2>Growth</h2>\n<div class="plots">${growths.map(plot).join('\n')}</div>` : ''}
</html>
`
}

function plot({ what, points }: Growth): string {
  const most = Math.max(...points.map(({ milliseconds }) => milliseconds), 1)
  const place = (index: number) => 40 + (index * 300) / Math.max(1, points.length - 1)
  const height = (milliseconds: number) => 90 - (milliseconds / most) * 60
  const marks = points.map(
    ({ orders, milliseconds }, index) =>
      `<circle cx="${place(index).toFixed(0)}" cy="${height(milliseconds).toFixed(0)}" r="3" fill="currentColor"/>
<text x="${place(index).toFixed(0)}" y="${(height(milliseconds) - 8).toFixed(0)}" text-anchor="middle">${milliseconds.toFixed(1)} ms</text>
<text x="${place(index).toFixed(0)}" y="110" text-anchor="middle">${orders.toLocaleString('en')}</text>`,
  )
  const line = points.map(({ milliseconds }, index) => `${place(index).toFixed(0)},${height(milliseconds).toFixed(0)}`)
  return `<figure><figcaption>${escaped(what)}, beside so many orders</figcaption>
<svg viewBox="0 0 380 116" width="380"><polyline points="${line.join(' ')}" fill="none" stroke="currentColor"/>
${marks.join('\n')}</svg></figure>`
}

const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')
