import { fork } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { yieldToRequests } from '../process/low-priority.ts'

/** A photo encoded anew, without metadata and the right way up. */
export type DecodedPhoto = {
  /** WebP. */
  readonly original: Uint8Array
  /** The whole photo, small. WebP. */
  readonly preview: Uint8Array
  /** Pixels of the original. */
  readonly width: number
  readonly height: number
  /** `#rrggbb`; null of a transparent one. */
  readonly colour: string | null
}

/** Why a file is not taken, as a sentence for the person. */
export type Rejected = { readonly rejected: string }

const program = fileURLToPath(new URL('./decode-process.ts', import.meta.url))

/** Milliseconds, however busy the machine is. The process ends earlier by the time that it has worked. */
const longest = 120_000

/** The exit code where the photo takes more memory or time than a photo may. */
export const overLimit = 3

/** Signals by which a photo that breaks a decoder ends its process. Any other comes from outside. */
const crashes = ['SIGSEGV', 'SIGABRT', 'SIGBUS', 'SIGFPE', 'SIGILL', 'SIGTRAP', 'SIGSYS']

const tooHeavy: Rejected = { rejected: 'This photo takes too long to read. Please choose another, or a smaller one.' }

const isNoPhoto: Rejected = {
  rejected: 'This is not a photo that can be read. Please choose a JPEG, PNG, WebP or AVIF.',
}

/** JPEG, PNG, WebP and AVIF. No process is started for anything else. */
const isPhoto = (head: string) =>
  ['\xff\xd8\xff', '\x89PNG', 'RIFF'].some((beginning) => head.startsWith(beginning)) || head.slice(4, 8) === 'ftyp'

/**
 * Decodes a file that anybody may have made, in a process of its own with limits of time, pixels and memory. Where that process
 * is killed a second one tries. Undefined where nothing can be said of the photo: that one is killed too, or `signal` aborts.
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
      timeout: longest,
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
