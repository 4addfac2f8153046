import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { watchDisk } from './disk.ts'

test.each([
  [Number.MAX_SAFE_INTEGER, true],
  [1, false],
])(
  'SAFE-15: with a limit of %d free bytes, a disk with some free space counts as full: %s',
  async (leastFree, full) => {
    const folder = await mkdtemp(join(tmpdir(), 'buka-disk-'))
    onTestFinished(() => rm(folder, { recursive: true }))
    await mkdir(join(folder, 'postgres'))
    const disk = watchDisk(folder, { leastFree })
    onTestFinished(disk.stop)
    await disk.looked
    expect(disk.isFull()).toBe(full)
  },
)
