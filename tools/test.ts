// `npm test` runs all suites and prints the counts. `npm test browser` runs one suite.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { holdInTurn } from '#server/process/folder-lock.ts'
import { sharedPictures } from '#tests/support/running-server.ts'
import { findBrowser } from './browser.ts'

/** `names` are the failed tests, repeated at the end because the output of a long run is often cut. */
type Count = { passed: number; failed: number; names: readonly string[] }
type Suite = { readonly name: string; readonly run: (report: string, isQuiet: boolean) => Promise<Count> }

/**
 * The types are checked in the background. One checker and rarer garbage collection (GOGC) need less processor time.
 */
const types: Suite = {
  name: 'types',
  run: async (_, isQuiet) =>
    whole(await start('tsc', ['-b', '--singleThreaded'], { environment: { GOGC: '400' }, isQuiet })),
}
/**
 * These suites run one after the other, while the suite 'types' runs in the background. The browser tests open the
 * result of the build. The build fails if the script of a customer's page exceeds the budget.
 */
const first: readonly Suite[] = [
  { name: 'lint', run: async () => whole(await start('biome', ['check', '--error-on-warnings'])) },
  { name: 'build', run: async () => whole(await start('node', ['tools/build.ts'])) },
]
/**
 * These suites run at the same moment, because their tests wait for a third of their time. None depends on the
 * machine's speed.
 */
const beside: readonly Suite[] = [
  { name: 'unit', run: (report, isQuiet) => vitest('unit', report, isQuiet) },
  { name: 'server', run: (report, isQuiet) => vitest('server', report, isQuiet) },
]
const browser: Suite = { name: 'browser', run: (report) => playwright('pages*', report, { OTHER_SUITES: running }) }
/** Tests that measure time run without other suites. */
const speed: Suite = { name: 'speed', run: (report) => playwright('speed', report) }
const suites: readonly Suite[] = [types, ...first, ...beside, browser, speed]

const wanted = process.argv.slice(2)
const unknown = wanted.find((name) => !suites.some((suite) => suite.name === name))
if (unknown !== undefined) {
  console.error(`There is no suite "${unknown}". There are: ${suites.map(({ name }) => name).join(', ')}.`)
  process.exit(2)
}

const isWanted = ({ name }: Suite) => wanted.length === 0 || wanted.includes(name)
const folder = await mkdtemp(join(tmpdir(), 'buka-report-'))
/** Three of the five workers of the browser tests wait while this file exists, because other suites run beside them. */
const running = join(folder, 'running')
const rows: [string, Count, number][] = []
const runAll = async (some: readonly Suite[], isQuiet = false) => {
  for (const { name, run } of some.filter(isWanted)) {
    console.log(`\n── ${name}`)
    const began = performance.now()
    rows.push([name, await run(join(folder, `${name}.json`), isQuiet), performance.now() - began])
  }
}
const typed = runAll([types], wanted.length !== 1)
await runAll(first)
// Test servers draw only requested pictures while this lock is held.
await mkdir(sharedPictures, { recursive: true })
const release = await holdInTurn(sharedPictures, AbortSignal.timeout(2000)).catch(() => () => {})
const isBeside = isWanted(browser) && beside.some(isWanted)
await writeFile(running, '')
await Promise.all([typed, runAll(beside, isBeside).finally(() => rm(running)), runAll([browser])])
await runAll([speed])
await release()
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

type Ended = { readonly status: number | null }

/** Runs a program. If `isQuiet`, prints the output at the end, so that the lines of suites do not mix. */
async function start(
  command: string,
  words: string[],
  { environment = {}, isQuiet = false }: { environment?: NodeJS.ProcessEnv; isQuiet?: boolean } = {},
): Promise<Ended> {
  const child = spawn(command, words, {
    stdio: ['ignore', isQuiet ? 'pipe' : 'inherit', isQuiet ? 'pipe' : 'inherit'],
    env: { ...process.env, ...environment },
  })
  let said = ''
  for (const stream of [child.stdout, child.stderr])
    stream?.setEncoding('utf8').on('data', (text: string) => {
      said += text
    })
  const [status] = (await once(child, 'close')) as [number | null]
  if (said !== '') console.log(said)
  return { status }
}

function whole({ status }: Ended): Count {
  return status === 0 ? { passed: 1, failed: 0, names: [] } : { passed: 0, failed: 1, names: [] }
}

async function vitest(project: string, report: string, isQuiet: boolean): Promise<Count> {
  const words = ['run', `--project=${project}*`, '--reporter=default', '--reporter=json', `--outputFile.json=${report}`]
  const ran = await start('vitest', words, { isQuiet })
  return counted(ran, report, ({ numPassedTests, numFailedTests, numFailedTestSuites, testResults }) => ({
    passed: numPassedTests,
    // A file that cannot be loaded fails without a failed test.
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

async function playwright(project: string, report: string, given: NodeJS.ProcessEnv = {}): Promise<Count> {
  const environment = { ...given, PLAYWRIGHT_JSON_OUTPUT_FILE: report, CHROMIUM_PATH: findBrowser() }
  const ran = await start('playwright', ['test', `--project=${project}`], { environment })
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

/** Returns the counts of the report. A failed run without failed tests counts as one failure. */
async function counted(
  ran: Ended,
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
