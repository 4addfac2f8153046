// `npm test`: all suites, one after the other so that two cores are enough, then the counts. `npm test browser` runs one
// suite.
import { type SpawnSyncReturns, spawnSync } from 'node:child_process'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { findBrowser } from './browser.ts'

/** `names` repeats the failed tests at the end, because the output of a long run is often cut. */
type Count = { passed: number; failed: number; names: readonly string[] }
type Suite = { readonly name: string; readonly run: (report: string) => Promise<Count> }

const suites: readonly Suite[] = [
  { name: 'types', run: async () => whole(start('tsc', ['-b'])) },
  { name: 'lint', run: async () => whole(start('biome', ['check', '--error-on-warnings'])) },
  // The build fails above the budget of bytes.
  { name: 'build', run: async () => whole(start('node', ['tools/build.ts'])) },
  { name: 'unit', run: (report) => vitest('unit', report) },
  { name: 'server', run: (report) => vitest('server', report) },
  { name: 'browser', run: playwright },
]

const wanted = process.argv.slice(2)
const unknown = wanted.find((name) => !suites.some((suite) => suite.name === name))
if (unknown !== undefined) {
  console.error(`There is no suite "${unknown}". There are: ${suites.map(({ name }) => name).join(', ')}.`)
  process.exit(2)
}

const folder = await mkdtemp(join(tmpdir(), 'buka-report-'))
const rows: [string, Count, number][] = []
for (const { name, run } of suites) {
  if (wanted.length > 0 && !wanted.includes(name)) continue
  console.log(`\n── ${name}`)
  const began = performance.now()
  rows.push([name, await run(join(folder, `${name}.json`)), performance.now() - began])
}
await rm(folder, { recursive: true })

console.log()
for (const [name, { passed, failed }, time] of rows) {
  console.log(
    `  ${name.padEnd(10)} ${String(passed).padStart(5)} passed ${String(failed).padStart(5)} failed ${(time / 1000).toFixed(1).padStart(8)} s`,
  )
}
const names = rows.flatMap(([suite, { names }]) => names.map((name) => `\n  failed in ${suite}: ${name}`))
if (names.length > 0) console.log(names.join(''))
const passed = rows.reduce((sum, [, count]) => sum + count.passed, 0)
const failed = rows.reduce((sum, [, count]) => sum + count.failed, 0)
console.log(`\n${passed} passed, ${failed} failed`)
process.exitCode = failed > 0 ? 1 : 0

function start(command: string, words: string[], environment: NodeJS.ProcessEnv = {}): SpawnSyncReturns<Buffer> {
  return spawnSync(command, words, { stdio: 'inherit', env: { ...process.env, ...environment } })
}

/** A check that passes or fails as a whole. */
function whole({ status }: SpawnSyncReturns<Buffer>): Count {
  return status === 0 ? { passed: 1, failed: 0, names: [] } : { passed: 0, failed: 1, names: [] }
}

async function vitest(project: string, report: string): Promise<Count> {
  const ran = start('vitest', [
    'run',
    '--project',
    project,
    '--reporter=default',
    '--reporter=json',
    `--outputFile.json=${report}`,
  ])
  return counted(ran, report, ({ numPassedTests, numFailedTests, numFailedTestSuites, testResults }) => ({
    passed: numPassedTests,
    // A file that cannot be loaded fails without a test.
    failed: numFailedTests > 0 ? numFailedTests : numFailedTestSuites,
    names: testResults
      .filter(({ status }: VitestFile) => status === 'failed')
      .flatMap(({ name, assertionResults }: VitestFile) => {
        const failed = assertionResults.filter(({ status }) => status === 'failed')
        return failed.length === 0 ? [name] : failed.map(({ fullName }) => `${relative('.', name)}: ${fullName}`)
      }),
  }))
}

type VitestFile = {
  name: string
  status: string
  assertionResults: readonly { status: string; fullName: string }[]
}

type PlaywrightSuite = {
  suites?: readonly PlaywrightSuite[]
  specs: readonly { ok: boolean; file: string; title: string }[]
}

async function playwright(report: string): Promise<Count> {
  const ran = start('playwright', ['test'], { PLAYWRIGHT_JSON_OUTPUT_FILE: report, CHROMIUM_PATH: findBrowser() })
  const failures = ({ suites = [], specs }: PlaywrightSuite): string[] => [
    ...specs.filter(({ ok }) => !ok).map(({ file, title }) => `${file}: ${title}`),
    ...suites.flatMap(failures),
  ]
  return counted(ran, report, ({ stats, suites }) => ({
    passed: stats.expected + stats.flaky,
    failed: stats.unexpected,
    names: suites.flatMap(failures),
  }))
}

/** The counts of the report; a failed run without failed tests counts as one failure. */
async function counted(
  ran: SpawnSyncReturns<Buffer>,
  report: string,
  // biome-ignore lint/suspicious/noExplicitAny: the runners' reports, read at a few places each
  read: (report: any) => Count,
): Promise<Count> {
  const count = await readFile(report, 'utf8').then(
    (text) => read(JSON.parse(text)),
    () => ({ passed: 0, failed: 0, names: [] }),
  )
  return ran.status !== 0 && count.failed === 0 ? { ...count, failed: 1 } : count
}
