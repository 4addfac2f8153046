const lineEveryMs = 5000

/** Shows progress: a terminal has one line, which is overwritten; other outputs get a line every few seconds. */
export type Progress = (line: string) => void

export function progress(): Progress {
  let printedAt = Number.NEGATIVE_INFINITY
  return (line) => {
    if (process.stdout.isTTY) return void process.stdout.write(`\r\x1b[K  ${line}`)
    if (performance.now() - printedAt < lineEveryMs) return
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

/** Thrown if a run cannot start. The message is a sentence with the reason. */
export class CannotStart extends Error {
  override name = 'CannotStart'
}

/** Runs a program from the command line: prints its report, and exits 1 after failures or at its time limit. */
export async function run(minutes: number, program: () => Promise<{ report: string; failures: readonly string[] }>) {
  const late = setTimeout(() => {
    console.error(`\nNot finished within ${minutes} minutes.`)
    process.exit(1)
  }, minutes * 60_000)
  // This process's 'exit' event ends the child processes.
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1))
  const { report, failures } = await program().catch((error: unknown) => {
    if (!(error instanceof CannotStart)) throw error
    console.error(error.message)
    process.exit(2)
  })
  clearTimeout(late)
  console.log(`${process.stdout.isTTY ? '\n' : ''}${report}`)
  for (const line of failures) console.error(`  FAILED: ${line}`)
  console.log(failures.length === 0 ? '  Passed.' : `  ${failures.length} failures.`)
  process.exitCode = failures.length === 0 ? 0 : 1
}
