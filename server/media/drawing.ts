import { type ChildProcess, fork } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import type { Card } from './card.ts'
import type { Colours } from './colours.ts'
import type { Focus, PictureFormat } from './encode.ts'
import type { Icon } from './icon.ts'

/** A picture's file, as its path or its bytes, and what of it must be seen. */
export type Original = { readonly file: string | Uint8Array; readonly focus?: Focus | undefined }

/** A file that is drawn from pictures. */
export type Drawing =
  /** A picture at one of its widths. `name` stands for the original and its focus, `widest` is the largest of the widths. */
  | {
      readonly kind: 'picture'
      readonly name: string
      readonly of: Original
      readonly widest: number
      readonly width: number
      readonly format: PictureFormat
    }
  /** `#rrggbb`, the average of a picture; empty for one that is transparent. */
  | { readonly kind: 'colour'; readonly name: string; readonly of: Original; readonly widest: number }
  | {
      readonly kind: 'card'
      readonly card: Card
      readonly picture: Original | undefined
      readonly logo: Original | undefined
    }
  | {
      readonly kind: 'icon'
      readonly icon: Icon | 'favicon' | 'vector'
      readonly colours: Colours
      readonly logo: Original | undefined
    }

export type Asked = { readonly id: number; readonly drawing: Drawing }
export type Drawn = { readonly id: number } & ({ readonly body: Uint8Array } | { readonly failure: string })

const program = fileURLToPath(new URL('./drawing-process.ts', import.meta.url))

/** Milliseconds without work after which the process ends. */
const idle = 10_000

type Process = {
  readonly child: ChildProcess
  readonly waiting: Map<number, PromiseWithResolvers<Buffer>>
  readonly ending: NodeJS.Timeout
}

let current: Process | undefined
let asked = 0

/**
 * Draws in a process that is started when there is something to draw and ends soon after: the picture library takes 30 MB, and
 * its encoders a hundred more, which malloc does not give back. Rejects where the original is no picture.
 */
export async function draw(drawing: Drawing): Promise<Buffer> {
  current ??= start()
  const { child, waiting, ending } = current
  const id = asked++
  const drawn = Promise.withResolvers<Buffer>()
  waiting.set(id, drawn)
  keepAlive(child, true)
  child.send({ id, drawing } satisfies Asked, (error) => {
    if (error) drawn.reject(error)
  })
  try {
    return await drawn.promise
  } finally {
    waiting.delete(id)
    if (waiting.size === 0) keepAlive(child, false)
    ending.refresh()
  }
}

function start(): Process {
  const child = fork(program, { env: { MALLOC_ARENA_MAX: '2' }, execArgv: [], serialization: 'advanced' })
  const waiting: Process['waiting'] = new Map()
  const end = () => {
    if (waiting.size > 0) return void ending.refresh()
    if (current === started) current = undefined
    if (child.connected) child.disconnect()
  }
  const ending = setTimeout(end, idle).unref()
  const started = { child, waiting, ending }
  const fail = (error: Error) => {
    if (current === started) current = undefined
    for (const { reject } of waiting.values()) reject(error)
  }
  child.on('error', fail)
  child.on('exit', (code, signal) => {
    clearTimeout(ending)
    fail(new Error(`The process that draws pictures ended (${signal ?? code}).`))
  })
  child.on('message', (message) => {
    const drawn = message as Drawn
    const promise = waiting.get(drawn.id)
    if ('body' in drawn) promise?.resolve(Buffer.from(drawn.body))
    else promise?.reject(new Error(drawn.failure))
  })
  return started
}

/** Only work keeps this process from its end. */
function keepAlive(child: ChildProcess, is: boolean): void {
  for (const handle of [child, child.channel]) {
    if (is) handle?.ref()
    else handle?.unref()
  }
}
