import type { ChildProcess } from 'node:child_process'
import { constants, setPriority } from 'node:os'

/**
 * Gives a process that was just started the lowest priority: it works in the time that requests leave. Its threads inherit the
 * priority of its first one, which has started none yet.
 */
export function yieldToRequests({ pid }: ChildProcess): void {
  if (pid !== undefined) setPriority(pid, constants.priority.PRIORITY_LOW)
}
