import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterAll, expect, test } from 'vitest'
import { type Drawing, draw } from './drawing.ts'

const folder = await mkdtemp(join(tmpdir(), 'buka-drawing-'))
afterAll(() => rm(folder, { recursive: true }))

const picture = join(folder, 'picture.png')
await sharp({ create: { width: 64, height: 48, channels: 3, background: '#8a4b22' } }).toFile(picture)
const drawingOf = (file: string): Drawing => ({ kind: 'colour', name: file, of: { file }, widest: 64 })

test('a file that is no picture is refused, and the next is drawn', async () => {
  const broken = join(folder, 'broken.png')
  await writeFile(broken, 'no picture')
  await expect(draw(drawingOf(broken))).rejects.toThrow('unsupported image format')
  expect(String(await draw(drawingOf(picture)))).toBe('#8a4b22')
})

test.runIf(process.platform === 'linux')(
  'what a killed process was drawing is refused, and another process draws the next',
  async () => {
    await draw(drawingOf(picture))
    const drawing = (await drawingProcess()) ?? 0
    // It gets the next drawing and does nothing with it.
    process.kill(drawing, 'SIGSTOP')
    const refused = expect(draw(drawingOf(picture))).rejects.toThrow('SIGKILL')
    process.kill(drawing, 'SIGKILL')
    await refused
    expect(String(await draw(drawingOf(picture)))).toBe('#8a4b22')
    expect(await drawingProcess()).not.toBe(drawing)
  },
)

async function drawingProcess(): Promise<number | undefined> {
  for (const id of await readdir('/proc')) {
    const [, parent] = /^\d+ \(.*\) \S (\d+)/s.exec(await readFile(`/proc/${id}/stat`, 'utf8').catch(() => '')) ?? []
    if (Number(parent) !== process.pid) continue
    if ((await readFile(`/proc/${id}/cmdline`, 'utf8')).includes('drawing-process')) return Number(id)
  }
  return undefined
}
