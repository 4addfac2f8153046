import { readdir, readFile } from 'node:fs/promises'

type Process = { readonly id: number; readonly parent: number; readonly ticks: number; readonly pages: number }

/** Returns a process and its descendants. Linux only. */
async function processesBelow(root: number): Promise<Process[]> {
  const all: Process[] = []
  for (const name of await readdir('/proc').catch(() => [])) {
    const stat = await readFile(`/proc/${name}/stat`, 'utf8').catch(() => undefined)
    const fields = stat
      ?.slice(stat.lastIndexOf(')') + 2)
      .split(' ')
      .map(Number)
    if (!fields) continue
    // User and system time of the process and of its ended children.
    const ticks = fields.slice(11, 15).reduce((sum, each) => sum + each, 0)
    all.push({ id: Number(name), parent: fields[1] ?? 0, ticks, pages: fields[21] ?? 0 })
  }
  const below = all.filter(({ id }) => id === root)
  if (below.length === 0) throw new Error('The processes of the server are not known here.')
  // The loop also visits the entries that it adds.
  for (const { id } of below) below.push(...all.filter(({ parent }) => parent === id))
  return below
}

/** Returns the CPU milliseconds of a process and its descendants, including ended ones. */
export async function processorTime(root: number): Promise<number> {
  const millisecondsPerTick = 10
  return (await processesBelow(root)).reduce((sum, { ticks }) => sum + ticks, 0) * millisecondsPerTick
}

/** Returns the resident megabytes of the server and of the process that restarts it, without the database. */
export async function serverMemory(root: number): Promise<number> {
  const sizes = (await processesBelow(root)).map(async ({ id, pages }) => {
    const command = await readFile(`/proc/${id}/cmdline`, 'utf8')
    return id === root || /\bmain\.[jt]s/.test(command) ? (pages * 4096) / 1e6 : 0
  })
  return (await Promise.all(sizes)).reduce((sum, each) => sum + each, 0)
}
