import { fork } from 'node:child_process'
import { fileURLToPath } from 'node:url'

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

const tooHeavy: Rejected = { rejected: 'This photo takes too long to read. Please choose another, or a smaller one.' }

const isNoPhoto: Rejected = {
  rejected: 'This is not a photo that can be read. Please choose a JPEG, PNG, WebP or AVIF.',
}

/** JPEG, PNG, WebP and AVIF. No process is started for anything else. */
const isPhoto = (head: string) =>
  ['\xff\xd8\xff', '\x89PNG', 'RIFF'].some((beginning) => head.startsWith(beginning)) || head.slice(4, 8) === 'ftyp'

/** Decodes a file that anybody may have made, in a process of its own with limits of time, pixels and memory. */
export function decodePhoto(bytes: Buffer): Promise<DecodedPhoto | Rejected> {
  if (!isPhoto(bytes.toString('latin1', 0, 8))) return Promise.resolve(isNoPhoto)
  return new Promise((resolve, reject) => {
    const child = fork(program, {
      env: { MALLOC_ARENA_MAX: '2' },
      execArgv: ['--max-old-space-size=128'],
      serialization: 'advanced',
      stdio: 'ignore',
    })
    const timer = setTimeout(() => child.kill('SIGKILL'), longest)
    child.once('error', reject)
    child.once('message', (found) => resolve(found as DecodedPhoto | Rejected))
    child.once('exit', () => {
      clearTimeout(timer)
      // It has said nothing where it ran into a limit, or broke.
      resolve(tooHeavy)
    })
    child.send(bytes, (error) => error && child.kill('SIGKILL'))
  })
}
