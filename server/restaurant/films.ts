import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { open } from 'node:fs/promises'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { z } from 'zod'
import { id } from '#contract/menu/menu-document.ts'
import type { Film } from '#contract/parts/fields.ts'
import { StartError } from '../process/start-error.ts'
import { fileExists, readDataFile, unreadable } from './data-file.ts'
import { repeated } from './menu-faults.ts'

const pixels = z.int().min(16).max(3840)

const filmsFile = z.array(
  z.strictObject({
    id,
    title: z.string().trim().min(1),
    seconds: z.number().min(1),
    width: pixels,
    height: pixels,
  }),
)

/** A film as films.json describes it. Its files are `films/<id>` in every format below. */
export type FilmEntry = z.output<typeof filmsFile>[number]

const types = {
  webm: 'video/webm',
  mp4: 'video/mp4',
  vtt: 'text/vtt; charset=utf-8',
  avif: 'image/avif',
  webp: 'image/webp',
} as const

type Format = keyof typeof types

type FilmFile = { readonly path: string; readonly type: string; readonly bytes: number }

export type Films = {
  film(id: string): Film | undefined
  /** Files by the name after `/media/films/`. Requests for any other name are refused. */
  readonly files: ReadonlyMap<string, FilmFile>
}

/** Reads films.json under `folder`. Throws StartError with one sentence about the first fault. */
export async function readFilms(folder: string): Promise<readonly FilmEntry[]> {
  const path = join(folder, 'films.json')
  const films = await readDataFile(path, filmsFile)
  const twice = repeated(films)
  if (twice !== undefined) throw new StartError(`${path}: film "${twice}" is there twice.`)
  return films
}

/**
 * Opens the films of the restaurant under `folder`. Reads each file once, because the file's public name contains its
 * hash. Without films.json there are no films. Throws StartError with one sentence if the list has a fault or a file is
 * missing.
 */
export async function openFilms(folder: string): Promise<Films> {
  const films = new Map<string, Film>()
  const files = new Map<string, FilmFile>()
  for (const entry of (await fileExists(join(folder, 'films.json'))) ? await readFilms(folder) : []) {
    const add = async (format: Format) => {
      const path = filmPath(folder, entry.id, format)
      const { bytes, hash } = await weigh(path)
      const name = `${entry.id}.${hash}.${format}`
      files.set(name, { path, type: types[format], bytes })
      return { src: `/media/films/${name}`, bytes }
    }
    const webm = await add('webm')
    const mp4 = await add('mp4')
    films.set(entry.id, {
      ...entry,
      poster: { avif: (await add('avif')).src, webp: (await add('webp')).src },
      sources: [
        { ...webm, type: types.webm },
        { ...mp4, type: types.mp4 },
      ],
      captions: (await add('vtt')).src,
    })
  }
  return { film: (id) => films.get(id), files }
}

/** The positions of the first and the last byte of a requested range, both included. */
export type Part = { readonly from: number; readonly to: number }

/**
 * Streams the bytes of a file. Returns undefined if the file is missing or its length has changed since the start,
 * because browsers cache the file under the hash of its first content.
 */
export async function readFilm({ path, bytes }: FilmFile, { from, to }: Part): Promise<Readable | undefined> {
  const file = await open(path).catch(() => undefined)
  if (!file) return undefined
  const { size } = await file.stat()
  if (size === bytes) return file.createReadStream({ start: from, end: to })
  await file.close()
  return undefined
}

const filmPath = (folder: string, id: string, format: Format) => join(folder, 'films', `${id}.${format}`)

/** Returns a file's length in bytes, and the first eight hexadecimal digits of its SHA-256. */
async function weigh(path: string): Promise<{ bytes: number; hash: string }> {
  const hash = createHash('sha256')
  let bytes = 0
  try {
    for await (const chunk of createReadStream(path) as AsyncIterable<Buffer>) {
      hash.update(chunk)
      bytes += chunk.length
    }
  } catch (error) {
    throw unreadable(path, error)
  }
  return { bytes, hash: hash.digest('hex').slice(0, 8) }
}
