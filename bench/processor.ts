import { execFileSync } from 'node:child_process'
import { readdir, readFile } from 'node:fs/promises'
import { availableParallelism } from 'node:os'

/** The server, its database and the floors share the first core; clients and the bench itself have the second. */
const restaurantCore = '0'
const clientCore = '1'

/** Whether processes are kept on their cores: on Linux with `taskset` and a second core. */
export const isPinned = availableParallelism() > 1 && pinsItself()

function pinsItself(): boolean {
  try {
    execFileSync('taskset', ['-a', '-p', '-c', clientCore, String(process.pid)], { stdio: 'ignore' })
    return true
  } catch {
    return false
  }
}

/** The command that runs what follows it beside the server. */
export const besideServer: readonly string[] = isPinned ? ['taskset', '-c', restaurantCore] : []

type Process = { readonly id: number; readonly parent: number; readonly ticks: number; readonly pages: number }

/** This process and all below it. Linux alone tells. */
async function processesBelow(root: number): Promise<Process[]> {
  const all: Process[] = []
  for (const name of await readdir('/proc').catch(() => [])) {
    const stat = await readFile(`/proc/${name}/stat`, 'utf8').catch(() => undefined)
    const fields = stat
      ?.slice(stat.lastIndexOf(')') + 2)
      .split(' ')
      .map(Number)
    if (!fields) continue
    // User and system time, its own and that of ended children.
    const ticks = fields.slice(11, 15).reduce((sum, each) => sum + each, 0)
    all.push({ id: Number(name), parent: fields[1] ?? 0, ticks, pages: fields[21] ?? 0 })
  }
  const below = all.filter(({ id }) => id === root)
  if (below.length === 0) throw new Error('The processes of the server are not known here.')
  // Grows while it is walked.
  for (const { id } of below) below.push(...all.filter(({ parent }) => parent === id))
  return below
}

/** Milliseconds of processor time of a process and all below it, also of those that have ended. */
export async function processorTime(root: number): Promise<number> {
  const millisecondsPerTick = 10
  return (await processesBelow(root)).reduce((sum, { ticks }) => sum + ticks, 0) * millisecondsPerTick
}

/** Megabytes of the server and the process that keeps it, without the database. */
export async function serverMemory(root: number): Promise<number> {
  const sizes = (await processesBelow(root)).map(async ({ id, pages }) => {
    const command = await readFile(`/proc/${id}/cmdline`, 'utf8')
    return id === root || /\bmain\.[jt]s/.test(command) ? (pages * 4096) / 1e6 : 0
  })
  return (await Promise.all(sizes)).reduce((sum, each) => sum + each, 0)
}
