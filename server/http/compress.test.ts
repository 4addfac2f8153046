import type { BrotliOptions } from 'node:zlib'
import { expect, test, vi } from 'vitest'
import { encodable, encode } from './compress.ts'

const { compress } = vi.hoisted(() => ({ compress: vi.fn() }))
vi.mock('node:zlib', async (original) => ({ ...(await original<object>()), brotliCompress: compress }))

type Done = (error: Error | null, bytes?: Buffer) => void

test('after a failure of the smallest encoding the fast encoding is sent, and the next request tries again', async () => {
  const bytes = (text: string) => Buffer.from(text)
  const encoded = encodable(bytes('a'.repeat(5000)))
  const answers: (Error | null)[] = [null, new Error('no memory'), null]
  compress.mockImplementation((_: Buffer, __: BrotliOptions, done: Done) => {
    const error = answers.shift() ?? null
    done(error, error ? undefined : bytes(`encoding ${3 - answers.length}`))
  })
  const read = async () => {
    const { body, isFinal } = await encode(encoded, 'br')
    return [body.toString(), isFinal]
  }
  const fast = ['encoding 1', false]
  expect([await read(), await read()]).toEqual([fast, fast])
  await vi.waitFor(() => expect(compress).toHaveBeenCalledTimes(2))
  expect(await read()).toEqual(fast)
  await vi.waitFor(async () => expect(await read()).toEqual(['encoding 3', true]))
})
