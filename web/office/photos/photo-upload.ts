import type { PhotoUpload } from '#contract/parts/photos.ts'
import type { ProblemBody } from '#contract/problem.ts'
import { ApiFailure, ConnectionFailure, call } from '#web/data/api/client.ts'

/** Pixels: the server keeps no more. */
const largest = 2400

/** Small enough that a weak network carries one in seconds. */
const pieceBytes = 256 * 1024

/** Milliseconds. The last piece is answered when the photo was read. */
const timeout = 60_000
const untilRetry = 2000

type Options = {
  readonly signal: AbortSignal
  /** A share from 0 to 1; undefined while the network is away. */
  readonly onProgress: (sent: number | undefined) => void
}

/**
 * Sends a photo in pieces and returns its id. Without an answer it goes on from what the server has, until `signal`. Throws an
 * ApiFailure with a sentence where the file is refused.
 */
export async function uploadPhoto(file: File, { signal, onProgress }: Options): Promise<string> {
  const photo = await scaledDown(file)
  const hash = await crypto.subtle.digest('SHA-256', await photo.arrayBuffer())
  const id = Array.from(new Uint8Array(hash), (byte) => byte.toString(16).padStart(2, '0')).join('')
  for (;;) {
    signal.throwIfAborted()
    try {
      let upload = await call('POST /api/office/photos', { body: { id, bytes: photo.size } })
      while (!upload.photo) {
        onProgress(upload.received / photo.size)
        upload = await sendPiece(id, upload.received, photo, signal)
      }
      return id
    } catch (error) {
      signal.throwIfAborted()
      // An upload that is no longer known begins again, as after a refusal whose answer was lost.
      const isPassing = error instanceof ApiFailure && ['unavailable', 'not-found'].includes(error.problem.code)
      if (!(error instanceof ConnectionFailure) && !isPassing) throw error
      onProgress(undefined)
      await new Promise((resolve) => setTimeout(resolve, untilRetry))
    }
  }
}

async function sendPiece(id: string, from: number, photo: Blob, signal: AbortSignal): Promise<PhotoUpload> {
  try {
    const response = await fetch(`/api/office/photos/${id}/pieces/${from}`, {
      method: 'PUT',
      body: photo.slice(from, from + pieceBytes),
      signal: AbortSignal.any([signal, AbortSignal.timeout(timeout)]),
    })
    const answer = await response.json()
    if (response.ok) return answer
    throw new ApiFailure(answer as ProblemBody)
  } catch (error) {
    throw error instanceof ApiFailure ? error : new ConnectionFailure('Connection failed.', { cause: error })
  }
}

/** The photo as large as it is shown, or the file itself where the browser cannot read it or would make it no smaller. */
async function scaledDown(file: File): Promise<Blob> {
  try {
    const image = await createImageBitmap(file)
    const scale = Math.min(1, largest / Math.max(image.width, image.height))
    const canvas = document.createElement('canvas')
    canvas.width = Math.round(image.width * scale)
    canvas.height = Math.round(image.height * scale)
    canvas.getContext('2d')?.drawImage(image, 0, 0, canvas.width, canvas.height)
    image.close()
    // What may be transparent stays so.
    const type = file.type === 'image/jpeg' ? 'image/jpeg' : 'image/webp'
    const small = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, type, 0.9))
    return small && scale < 1 && small.size < file.size ? small : file
  } catch {
    return file
  }
}
