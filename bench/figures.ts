import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { availableParallelism, loadavg } from 'node:os'
import { join } from 'node:path'

type Unit = 'ms' | 'MB' | 'kB' | '/s'

/** What a bench measured. Of `/s` more is better, of all others less. */
type Figure = {
  /** Names it in every run: the figures of two runs are compared by it. */
  readonly what: string
  readonly value: number
  readonly unit: Unit
  /** The most that is wanted, in the same unit. */
  readonly limit?: number
  /** What the machine does at best, or what the same work took before, in the same run and unit. */
  readonly beside?: {
    readonly what: string
    readonly value: number
    /** Of `/s` the least share of it, of all others the most times it. */
    readonly limit?: number
  }
}

/** A line of a plot: what the same work takes beside so many orders. */
type Growth = { readonly what: string; readonly points: readonly { orders: number; milliseconds: number }[] }

/** A run as it is kept: `figures.json`. */
type Run = { readonly at: string; readonly cores: number; readonly figures: readonly Figure[] }

const figures: Figure[] = []
const growths: Growth[] = []
let earlier: ReadonlyMap<string, Figure> = new Map()

/** From here on each figure is printed beside that of `file`, the `figures.json` of an earlier run. */
export async function compareWith(file: string): Promise<void> {
  const run = JSON.parse(await readFile(file, 'utf8')) as Run
  earlier = new Map(run.figures.map((figure) => [figure.what, figure]))
}

/** Prints the figure and keeps it for the report. */
export function figure(measured: Figure): void {
  progress('')
  figures.push(measured)
  console.log(`  ${amount(measured).padStart(10)}  ${measured.what}${wordsOf(measured)}`)
}

export function keepGrowth(measured: Growth): void {
  growths.push(measured)
}

/** What is being done, in one line that the next one replaces; nothing where nobody looks on. */
export function progress(text: string): void {
  if (process.stderr.isTTY) process.stderr.write(`\r\x1b[K${text && `  ${text} …`}`)
}

/** Writes `figures.json`, with which a later run is compared, and `report.html` into `folder`. */
export async function writeReport(folder: string): Promise<void> {
  const run: Run = { at: new Date().toISOString(), cores: availableParallelism(), figures }
  await mkdir(folder, { recursive: true })
  await writeFile(join(folder, 'figures.json'), `${JSON.stringify(run, null, 2)}\n`)
  await writeFile(join(folder, 'report.html'), html(run))
  console.log(`  The report is in ${join(folder, 'report.html')}.`)
}

/** Whether it is within its limits; undefined where it has none. */
function holds({ value, unit, limit, beside }: Figure): boolean | undefined {
  if (limit === undefined && beside?.limit === undefined) return undefined
  if (limit !== undefined && value > limit) return false
  if (beside?.limit === undefined) return true
  return unit === '/s' ? value >= beside.value * beside.limit : value <= beside.value * beside.limit
}

function wordsOf(measured: Figure): string {
  const { value, unit, limit, beside } = measured
  const before = earlier.get(measured.what)
  return [
    limit !== undefined && `limit ${amount({ value: limit, unit })}`,
    beside &&
      `${beside.what}: ${amount({ value: beside.value, unit })}, ratio ${ratio(value, beside.value)}${
        beside.limit === undefined ? '' : `, ${unit === '/s' ? 'at least' : 'at most'} ${beside.limit}`
      }`,
    before && `before ${amount(before)}, ratio ${ratio(value, before.value)}`,
    holds(measured) === false && 'NOT REACHED',
  ]
    .filter((part) => part)
    .map((part) => `; ${part}`)
    .join('')
}

const ratio = (one: number, other: number) => (one / other).toFixed(2)

function amount({ value, unit }: Pick<Figure, 'value' | 'unit'>): string {
  const digits = value < 100 && unit !== '/s' ? 1 : 0
  return unit === '/s' ? `${value.toFixed(0)}/s` : `${value.toFixed(digits)} ${unit}`
}

function html(run: Run): string {
  const rows = run.figures.map((measured) => {
    const before = earlier.get(measured.what)
    const { value, unit, limit, beside } = measured
    const wanted = [
      limit !== undefined ? `at most ${amount({ value: limit, unit })}` : '',
      beside?.limit !== undefined ? `${unit === '/s' ? 'at least' : 'at most'} ${beside.limit} of ${beside.what}` : '',
    ]
    const cells = [
      measured.what,
      amount(measured),
      beside ? `${amount({ value: beside.value, unit })} ${beside.what}` : '',
      beside ? ratio(value, beside.value) : '',
      wanted.filter((each) => each).join(', '),
      before ? `${amount(before)} (${ratio(value, before.value)})` : '',
    ]
    const verdict = { true: 'reached', false: 'not reached', undefined: '' }[String(holds(measured))] ?? ''
    return `<tr>${cells.map((cell) => `<td>${escaped(cell)}`).join('')}<td>${bar(measured)}<td class="${verdict.replace(' ', '-')}">${verdict}`
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
<p>${escaped(new Date(run.at).toUTCString())}, ${run.cores} cores, load ${loadavg()
    .map((load) => load.toFixed(1))
    .join(', ')}. Only ratios of one run can be compared between machines.
<div class="wide"><table><thead><tr><th>What<th>Figure<th>Beside<th>Ratio<th>Wanted<th>Before<th>Share of the limit<th></thead>
<tbody>
${rows.join('\n')}
</table></div>
${growths.length > 0 ? `<h2>Growth</h2>\n<div class="plots">${growths.map(plot).join('\n')}</div>` : ''}
</html>
`
}

/** How much of its limit a figure takes: the line is the limit. */
function bar(measured: Figure): string {
  const { value, unit, limit, beside } = measured
  const most = limit ?? (beside?.limit === undefined ? undefined : beside.value * beside.limit)
  if (most === undefined) return ''
  const share = unit === '/s' && limit === undefined ? most / value : value / most
  const width = Math.min(2, share) * 60
  return `<svg width="124" height="14" role="img" aria-label="${(share * 100).toFixed(0)} % of the limit"><rect width="${width.toFixed(0)}" height="14" fill="${share > 1 ? '#d4472f' : '#3c8d5a'}"/><path d="M60 0v14" stroke="currentColor"/></svg>`
}

/** Milliseconds beside ten times as many orders, and ten times as many again. */
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
