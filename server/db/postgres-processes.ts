import { readdir, readFile, readlink, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

/** Returns the process id in postmaster.pid. If PostgreSQL was killed, another process may have this id by now. */
export async function postmasterPid(cluster: string): Promise<number | undefined> {
  return Number.parseInt(await readFile(join(cluster, 'postmaster.pid'), 'utf8').catch(() => ''), 10) || undefined
}

/**
 * Returns the ids of PostgreSQL processes that use `cluster`: a postmaster, or backends of a killed postmaster, which
 * end after their statement. Returns an empty list on systems without /proc; PostgreSQL's own check must suffice there.
 */
export async function processesIn(cluster: string): Promise<number[]> {
  if (process.platform !== 'linux') return []
  const uid = (await stat(cluster).catch(() => undefined))?.uid
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name))
  const inside = await Promise.all(
    pids
      .map(async (pid) => {
        if ((await stat(`/proc/${pid}`)).uid !== uid) return false
        return await readlink(`/proc/${pid}/cwd`).then(
          (cwd) => cwd === cluster,
          // Root in a container cannot always read a process's working directory, but a postmaster has the folder among
          // its arguments.
          async () => (await readFile(`/proc/${pid}/cmdline`, 'utf8')).split('\0').includes(cluster),
        )
      })
      .map((each) => each.catch(() => false)),
  )
  return pids.filter((_, index) => inside[index]).map(Number)
}

/** Resolves when the process has ended. Polls, because the process is not a child of this process. */
export async function death(cluster: string, pid: number): Promise<void> {
  while (await isRunning(cluster, pid)) await sleep(200, undefined, { ref: false })
}

export async function isRunning(cluster: string, pid: number): Promise<boolean> {
  try {
    process.kill(pid, 0)
  } catch {
    return false
  }
  if (process.platform !== 'linux') return (await postmasterPid(cluster)) === pid
  // A dead process stays as a zombie until its parent reads its status, and meanwhile still accepts signals.
  const state = /\) (\w)/.exec(await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => ''))?.[1]
  return state !== undefined && !'ZX'.includes(state)
}
