import { execFile } from 'node:child_process'
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import sharp from 'sharp'
import { afterAll, describe, expect, test } from 'vitest'
import { childrenRunning } from '#tests/support/processes.ts'
import { type Drawing, draw, NotDrawn } from './drawing.ts'

const folder = await mkdtemp(join(tmpdir(), 'buka-drawing-'))
afterAll(() => rm(folder, { recursive: true }))

const picture = join(folder, 'picture.png')
await sharp({ create: { width: 64, height: 48, channels: 3, background: '#8a4b22' } }).toFile(picture)
const drawingOf = (file: string): Drawing => ({ kind: 'colour', name: file, of: { file } })

test('a file that is not a picture is refused, and the next picture is drawn', async () => {
  const broken = join(folder, 'broken.png')
  await writeFile(broken, 'no picture')
  await expect(draw(drawingOf(broken))).rejects.toThrow('unsupported image format')
  expect(String(await draw(drawingOf(picture)))).toBe('#8a4b22')
})

describe.runIf(process.platform === 'linux')('SAFE-15: a process that draws', () => {
  test('a killed drawing process is replaced, and the new process makes all of its drawings', async () => {
    const killed = await onlyProcess()
    process.kill(killed, 'SIGSTOP')
    const all = Array.from({ length: 5 }, () => draw(drawingOf(picture)))
    process.kill(killed, 'SIGKILL')
    expect((await Promise.all(all)).map(String)).toEqual(Array(5).fill('#8a4b22'))
    expect(await drawingProcesses()).not.toContain(killed)
  })

  test('a drawing that kills its process twice is refused, and other drawings are made', async () => {
    // A named pipe without a writer makes the process that draws it wait for ever.
    const endless = join(folder, 'endless.png')
    await promisify(execFile)('mkfifo', [endless])
    const first = await onlyProcess()
    process.kill(first, 'SIGSTOP')
    const killer = draw(drawingOf(endless))
    const others = Array.from({ length: 3 }, () => draw(drawingOf(picture)))
    const refused = expect(killer).rejects.toBeInstanceOf(NotDrawn)
    process.kill(first, 'SIGKILL')
    process.kill(await nextProcess(first), 'SIGKILL')
    await refused
    expect((await Promise.all(others)).map(String)).toEqual(Array(3).fill('#8a4b22'))
  })

  test('a drawing process has the lowest priority in all of its threads', async () => {
    const own = await onlyProcess()
    const threads = await readdir(`/proc/${own}/task`)
    const stats = await Promise.all(threads.map((id) => readFile(`/proc/${own}/task/${id}/stat`, 'utf8')))
    // The thread's name, which may contain spaces, comes before its state, 15 numbers and its priority.
    const priorities = stats.map((stat) => Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[16]))
    expect(new Set(priorities)).toEqual(new Set([19]))
    expect(threads.length).toBeGreaterThan(4)
  })

  test('a drawing process survives a SIGTERM, which a terminal and systemd send to all processes of the server', async () => {
    const own = await onlyProcess()
    process.kill(own, 'SIGTERM')
    expect(String(await draw(drawingOf(picture)))).toBe('#8a4b22')
    expect(await drawingProcesses()).toContain(own)
  })
})

/**
 * Draws until exactly one drawing process is left, and returns its id. Processes of the test before may still run: they
 * end after 10 s without a drawing.
 */
async function onlyProcess(): Promise<number> {
  for (;;) {
    await draw(drawingOf(picture))
    const [own, other] = await drawingProcesses()
    if (own !== undefined && other === undefined) return own
  }
}

async function nextProcess(former: number): Promise<number> {
  for (;;) {
    const next = (await drawingProcesses()).find((id) => id !== former)
    if (next !== undefined) return next
  }
}

const drawingProcesses = () => childrenRunning('drawing-process')
