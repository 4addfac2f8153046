import type { Photo } from '#contract/parts/photos.ts'
import { ApiFailure, ConnectionFailure } from '#web/data/api/client.ts'

/** Longest side in pixels that the server keeps. */
const largest = 2400

/**
 * The largest photo that is sent, in bytes. The size is checked first, because the server would refuse the photo only
 * after the whole upload.
 */
const mostBytes = 12 * 1024 * 1024

/** Timeout in milliseconds. The answer comes once the photo is decoded. */
const timeout = 180_000

type Options = {
  readonly signal: AbortSignal
  /** A share from 0 to 1. */
  readonly onProgress: (sent: number) => void
}

/** Sends a photo and returns its id. Throws an ApiFailure with a sentence where the file is refused. */
export async function uploadPhoto(file: File, { signal, onProgress }: Options): Promise<string> {
  const photo = await scaledDown(file)
  if (photo.size > mostBytes) {
    const detail = 'A photo may have at most 12 MB. Please choose a smaller one.'
    throw new ApiFailure({ status: 413, code: 'too-large', detail })
  }
  signal.throwIfAborted()
  // Reports upload progress, unlike `fetch`.
  const request = new XMLHttpRequest()
  const answered = new Promise<void>((resolve) => request.addEventListener('loadend', () => resolve()))
  request.upload.addEventListener('progress', ({ loaded, total }) => onProgress(loaded / total))
  signal.addEventListener('abort', () => request.abort())
  request.open('POST', '/api/office/photos')
  request.responseType = 'json'
  request.timeout = timeout
  request.setRequestHeader('Content-Type', 'application/octet-stream')
  request.send(photo)
  await answered
  // A proxy may answer with a page instead of JSON.
  if (!request.response) throw new ConnectionFailure('Connection failed.')
  if (request.status !== 200) throw new ApiFailure(request.response)
  return (request.response as Photo).id
}

/**
 * Shrinks the photo to the size in which it is shown. Returns the file itself where the browser cannot read it or would
 * make it no smaller.
 */
async function scaledDown(file: File): Promise<Blob> {
  try {
    const image = await createImageBitmap(file)
    const scale = Math.min(1, largest / Math.max(image.width, image.height))
    const canvas = document.createElement('canvas')
    canvas.width = Math.round(image.width * scale)
    canvas.height = Math.round(image.height * scale)
    canvas.getContext('2d')?.drawImage(image, 0, 0, canvas.width, canvas.height)
    image.close()
    // Formats with transparency stay as they are.
    const type = file.type === 'image/jpeg' ? 'image/jpeg' : 'image/webp'
    const small = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, type, 0.9))
    return small && scale < 1 && small.size < file.size ? small : file
  } catch {
    return file
  }
}
