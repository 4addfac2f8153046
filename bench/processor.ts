import { execFileSync } from 'node:child_process'
import { availableParallelism } from 'node:os'

/** Core of the server, its database and the minimal implementations, and core of the clients and the bench. */
const restaurantCore = '0'
const clientCore = '1'

/** True if processes are pinned to cores, as on Linux with `taskset` and a second core. */
export const isPinned = availableParallelism() > 1 && pinsItself()

function pinsItself(): boolean {
  try {
    execFileSync('taskset', ['-a', '-p', '-c', clientCore, String(process.pid)], { stdio: 'ignore' })
    return true
  } catch {
    return false
  }
}

/** The words before a command that run the command on the server's core. */
export const besideServer: readonly string[] = isPinned ? ['taskset', '-c', restaurantCore] : []
