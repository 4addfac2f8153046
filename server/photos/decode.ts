import { fork } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { yieldToRequests } from '../process/low-priority.ts'

/** A re-encoded photo, without metadata and the right way up. */
export type DecodedPhoto = {
  /** The photo at full size, as WebP. */
  readonly original: Uint8Array
  /** The whole photo at a reduced size, as WebP. */
  readonly preview: Uint8Array
  /** The width of the original in pixels. */
  readonly width: number
  readonly height: number
  /** The average colour as `#rrggbb`; null for a transparent photo. */
  readonly colour: string | null
}

/** The reason why a file is refused, as a sentence for the user. */
export type Rejected = { readonly rejected: string }

const program = fileURLToPath(new URL('./decode-process.ts', import.meta.url))

/**
 * The time after which the process is killed. Its limit of processor time is shorter, but does not end a process that
 * waits.
 */
const timeoutMs = 120_000

/** The exit code if a photo exceeds the limits of memory or time. */
export const overLimit = 3

/**
 * A decoder that crashes causes these signals, and its photo is refused. All other signals come from outside, such as
 * from Linux when memory runs out, and the photo is decoded again.
 */
const crashes = ['SIGSEGV', 'SIGABRT', 'SIGBUS', 'SIGFPE', 'SIGILL', 'SIGTRAP', 'SIGSYS']

const tooHeavy: Rejected = { rejected: 'This photo takes too long to read. Please choose another, or a smaller one.' }

const isNoPhoto: Rejected = {
  rejected: 'This is not a photo that can be read. Please choose a JPEG, PNG, WebP or AVIF.',
}

/** Returns true for JPEG, PNG, WebP and AVIF. No process is started for other files. */
const isPhoto = (head: string) =>
  ['\xff\xd8\xff', '\x89PNG', 'RIFF'].some((beginning) => head.startsWith(beginning)) || head.slice(4, 8) === 'ftyp'

/**
 * Decodes an untrusted file in a separate process with limits of time, pixels and memory. If that process is killed, a
 * second process tries. Returns undefined if the second process is killed too, or if `signal` aborts.
 */
export async function decodePhoto(bytes: Buffer, signal?: AbortSignal): Promise<DecodedPhoto | Rejected | undefined> {
  if (!isPhoto(bytes.toString('latin1', 0, 8))) return isNoPhoto
  return (await decodeOnce(bytes, signal)) ?? (await decodeOnce(bytes, signal))
}

function decodeOnce(bytes: Buffer, signal: AbortSignal | undefined): Promise<DecodedPhoto | Rejected | undefined> {
  if (signal?.aborted) return Promise.resolve(undefined)
  return new Promise((resolve) => {
    const child = fork(program, {
      env: {},
      execArgv: [],
      serialization: 'advanced',
      stdio: 'ignore',
      timeout: timeoutMs,
      killSignal: 'SIGKILL',
      ...(signal && { signal }),
    })
    yieldToRequests(child)
    child.once('error', () => resolve(undefined))
    child.once('message', (found) => resolve(found as DecodedPhoto | Rejected))
    child.once('exit', (code, signal) => {
      resolve(code === overLimit || (signal && crashes.includes(signal)) ? tooHeavy : undefined)
    })
    child.send(bytes, (error) => error && child.kill('SIGKILL'))
  })
}
