import type { ChildProcess } from 'node:child_process'
import { constants, setPriority } from 'node:os'

/**
 * Gives a newly started process the lowest priority, so that requests come first. Its threads inherit the priority of
 * its first one, which has started none yet.
 */
export function yieldToRequests({ pid }: ChildProcess): void {
  if (pid !== undefined) setPriority(pid, constants.priority.PRIORITY_LOW)
}
