import { readdir, readFile } from 'node:fs/promises'

/** Returns the ids of the child processes of `parent` that run a file whose name begins with `program`. Linux only. */
export async function childrenRunning(program: string, parent = process.pid): Promise<number[]> {
  const found: number[] = []
  for (const id of await readdir('/proc')) {
    const [, state, by] =
      /^\d+ \(.*\) (\S) (\d+)/s.exec(await readFile(`/proc/${id}/stat`, 'utf8').catch(() => '')) ?? []
    if (Number(by) !== parent || state === 'Z') continue
    const command = await readFile(`/proc/${id}/cmdline`, 'utf8').catch(() => '')
    if (command.includes(`/${program}`)) found.push(Number(id))
  }
  return found
}
