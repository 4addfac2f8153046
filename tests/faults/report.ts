/** Milliseconds between lines where nobody watches them grow. */
const lineEvery = 5000

/** What a run is doing: one line that is written over on a terminal, a line now and then elsewhere. */
export type Progress = (line: string) => void

export function progress(): Progress {
  let printedAt = Number.NEGATIVE_INFINITY
  return (line) => {
    if (process.stdout.isTTY) return void process.stdout.write(`\r\x1b[K  ${line}`)
    if (performance.now() - printedAt < lineEvery) return
    printedAt = performance.now()
    console.log(`  ${line}`)
  }
}

export type Rows = Readonly<Record<string, string | number>>

export function table(title: string, rows: Rows): string {
  const width = Math.max(...Object.keys(rows).map((name) => name.length))
  const lines = Object.entries(rows).map(([name, value]) => `  ${name.padEnd(width)}  ${value}`)
  return ['', title, ...lines, ''].join('\n')
}

/** A program that cannot begin, in one sentence a person can act on. */
export class CannotStart extends Error {
  override name = 'CannotStart'
}

/** Runs a program by hand: says what came of it, and fails where `wrong` names something or the time is up. */
export async function run(minutes: number, program: () => Promise<{ report: string; wrong: readonly string[] }>) {
  const late = setTimeout(() => {
    console.error(`\nNot through within ${minutes} minutes.`)
    process.exit(1)
  }, minutes * 60_000)
  // What was started ends with this process, where it gets to say so.
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1))
  const { report, wrong } = await program().catch((error: unknown) => {
    if (!(error instanceof CannotStart)) throw error
    console.error(error.message)
    process.exit(2)
  })
  clearTimeout(late)
  console.log(`${process.stdout.isTTY ? '\n' : ''}${report}`)
  for (const line of wrong) console.error(`  WRONG: ${line}`)
  console.log(wrong.length === 0 ? '  All is right.' : `  ${wrong.length} things are wrong.`)
  process.exitCode = wrong.length === 0 ? 0 : 1
}
