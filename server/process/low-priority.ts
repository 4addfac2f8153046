import type { ChildProcess } from 'node:child_process'
import { constants, setPriority } from 'node:os'

/**
 * Gives a newly started process the lowest priority, so requests come first. The process has only one thread yet, and
 * later threads inherit the priority.
 */
export function yieldToRequests({ pid }: ChildProcess): void {
  if (pid !== undefined) setPriority(pid, constants.priority.PRIORITY_LOW)
}
