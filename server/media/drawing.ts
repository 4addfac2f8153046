import { type ChildProcess, fork } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import type { Section } from '#domain/order/ticket.ts'
import { limitConcurrency } from '../process/concurrency-limiter.ts'
import { log } from '../process/log.ts'
import { yieldToRequests } from '../process/low-priority.ts'
import type { Icon } from './app-icon.ts'
import type { Colours } from './colours.ts'
import type { Focus, PictureFormat } from './encode.ts'
import type { Card } from './link-card.ts'
import type { Dots, TicketFormat } from './ticket.ts'

/** A picture's file, as its path or its bytes, and its focus. */
export type Original = { readonly file: string | Uint8Array; readonly focus?: Focus | undefined }

export type Drawing =
  /** A picture at one width. `name` identifies the original and its focus. */
  | {
      readonly kind: 'picture'
      readonly name: string
      readonly of: Original
      readonly width: number
      readonly format: PictureFormat
    }
  /** The average colour of a picture as `#rrggbb`; empty for a transparent picture. */
  | { readonly kind: 'colour'; readonly name: string; readonly of: Original }
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
  | {
      readonly kind: 'ticket'
      readonly sections: readonly Section[]
      readonly dots: Dots
      readonly format: TicketFormat
    }

export type Asked = { readonly id: number; readonly drawing: Drawing }
export type Drawn = { readonly id: number } & ({ readonly body: Uint8Array } | { readonly failure: string })

const program = fileURLToPath(new URL('./drawing-process.ts', import.meta.url))

/** The process ends after this time without a drawing. */
const idleTimeoutMs = 10_000

const retryAfterSeconds = 5

type Process = {
  readonly child: ChildProcess
  /**
   * The unfinished drawings by id. A drawing resolves with undefined if the process ends before the drawing is done.
   */
  readonly waiting: Map<number, PromiseWithResolvers<Buffer | undefined>>
  readonly ending: NodeJS.Timeout
}

/** Thrown if a drawing may succeed later. The message is for the user. */
export class NotDrawn extends Error {
  override readonly name = 'NotDrawn'
  readonly retryAfter = retryAfterSeconds
}

/** Runs the drawings of a dead process one at a time, because one of them may have killed the process: see `draw`. */
const takeSuspectTurn = limitConcurrency({ atOnce: 1 })

let current: Process | undefined
let asked = 0

/**
 * Draws in a separate process that starts on demand and ends soon after, because the picture library and its encoders
 * keep their memory. If the process dies, each of its drawings is retried once in a process of its own. A drawing that
 * kills that process too is refused. Rejects if the original is not a picture.
 */
export async function draw(drawing: Drawing): Promise<Buffer> {
  current ??= start()
  const drawn = (await drawIn(current, drawing)) ?? (await takeSuspectTurn('suspects', () => drawAlone(drawing)))
  if (!drawn) throw new NotDrawn('This picture cannot be drawn right now. Please try again in a moment.')
  return drawn
}

async function drawAlone(drawing: Drawing): Promise<Buffer | undefined> {
  const own = start()
  return drawIn(own, drawing).finally(() => end(own))
}

/** Draws in a process. Returns undefined if the process ends before the drawing is done. */
async function drawIn({ child, waiting, ending }: Process, drawing: Drawing): Promise<Buffer | undefined> {
  const id = asked++
  const drawn = Promise.withResolvers<Buffer | undefined>()
  waiting.set(id, drawn)
  keepAlive(child, true)
  child.send({ id, drawing } satisfies Asked, (error) => {
    if (error) drawn.resolve(undefined)
  })
  try {
    return await drawn.promise
  } finally {
    waiting.delete(id)
    if (waiting.size === 0) keepAlive(child, false)
    ending.refresh()
  }
}

/**
 * Calls `forget` when a failed drawing may be retried. Until that time, the caller refuses requests for the drawing.
 */
export function afterFailure(forget: () => void): void {
  setTimeout(forget, 1000 * retryAfterSeconds).unref()
}

function start(): Process {
  const child = fork(program, { env: {}, execArgv: [], serialization: 'advanced' })
  yieldToRequests(child)
  const waiting: Process['waiting'] = new Map()
  const ending = setTimeout(() => (waiting.size > 0 ? ending.refresh() : end(started)), idleTimeoutMs).unref()
  const started = { child, waiting, ending }
  const fail = (reason: unknown) => {
    clearTimeout(ending)
    if (current === started) current = undefined
    if (waiting.size > 0) log('pictures', { message: `The process that draws pictures ended (${reason}).` })
    for (const { resolve } of waiting.values()) resolve(undefined)
  }
  child.on('error', fail)
  child.on('exit', (code, signal) => fail(signal ?? code))
  child.on('message', (message) => {
    const drawn = message as Drawn
    const promise = waiting.get(drawn.id)
    if ('body' in drawn) promise?.resolve(Buffer.from(drawn.body))
    else promise?.reject(new Error(drawn.failure))
  })
  return started
}

function end(process: Process): void {
  if (current === process) current = undefined
  if (process.child.connected) process.child.disconnect()
}

/** Lets a child keep this process alive only while the child draws. */
function keepAlive(child: ChildProcess, is: boolean): void {
  for (const handle of [child, child.channel]) {
    if (is) handle?.ref()
    else handle?.unref()
  }
}
