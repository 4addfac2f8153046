import type { Photo } from '#contract/parts/photos.ts'
import { ApiFailure, ConnectionFailure } from '#web/data/api/client.ts'

/** The length in pixels to which the longer side is reduced. The server stores no larger photo. */
const largest = 2400

/**
 * The most bytes of a photo. This page checks the size, because the server would refuse a large photo only at the end
 * of the upload.
 */
const mostBytes = 12 * 1024 * 1024

/** The timeout in milliseconds. It is long, because the server answers only after it has decoded the photo. */
const timeout = 180_000

type Options = {
  readonly signal: AbortSignal
  /** Called with the share of the bytes that has been sent, from 0 to 1. */
  readonly onProgress: (sent: number) => void
}

/** Uploads a photo and returns its id. Throws an ApiFailure with a sentence if the photo is refused. */
export async function uploadPhoto(file: File, { signal, onProgress }: Options): Promise<string> {
  const photo = await scaledDown(file)
  if (photo.size > mostBytes) {
    const detail = 'A photo may have at most 12 MB. Please choose a smaller one.'
    throw new ApiFailure({ status: 413, code: 'too-large', detail })
  }
  signal.throwIfAborted()
  // XMLHttpRequest reports the progress of an upload; `fetch` does not.
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
  // If a proxy answers with an HTML page instead of JSON, `response` is null.
  if (!request.response) throw new ConnectionFailure('Connection failed.')
  if (request.status !== 200) throw new ApiFailure(request.response)
  return (request.response as Photo).id
}

/**
 * Shrinks the photo to the size that the server stores. Returns the file itself if the browser cannot read it or the
 * result is no smaller.
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
    // WebP keeps the transparency of formats other than JPEG.
    const type = file.type === 'image/jpeg' ? 'image/jpeg' : 'image/webp'
    const small = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, type, 0.9))
    return small && scale < 1 && small.size < file.size ? small : file
  } catch {
    return file
  }
}
