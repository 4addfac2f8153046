import { randomUUID } from 'node:crypto'
import { access, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { type Card, cardFile, renderCard } from './card.ts'
import {
  type Composed,
  composePlate,
  encodePicture,
  kindOf,
  type PictureFormat,
  type Plate,
  pictureFormats,
  pictureName,
  pictureWidths,
} from './plates.ts'

export type Picture = { readonly body: Buffer; readonly type: PictureType }

type PictureType = 'image/avif' | 'image/webp' | 'image/jpeg'

export type Pictures = {
  /** Makes a plate known and returns its picture's name; its files are `<name>-<width>.avif` and `.webp`. Draws nothing yet. */
  register(plate: Plate, seed: string): string
  /** Makes the card of a page known, by the page's path. */
  registerCard(path: string, card: Card): void
  /** The file of a page's card; undefined where the page has none. */
  cardOf(path: string): string | undefined
  /**
   * A file by its name: from the disk, or drawn now. Undefined if no such picture is known. A file on the disk is served
   * even if its plate is no longer registered: an older page may still ask for it.
   */
  get(file: string): Promise<Picture | undefined>
  /** Draws what is missing, one file at a time, until done or stopped: plates, then cards. Calls `onProgress` after each plate. */
  warm(onProgress?: (done: number, of: number) => void): Promise<void>
  /** Ends `warm` after the file in hand and waits for it; `get` goes on working. */
  stop(): Promise<void>
}

type Wanted = { readonly plate: Plate; readonly seed: string }

/**
 * Drawing runs on Node's four worker threads, which files, names and password hashes need as well: two at most draw for
 * requests, and one more for `warm`.
 */
const drawingAtOnce = 2

/** Composed plates kept for their other widths and formats, which a page asks for together. 1.5 MB each. */
const composedKept = 4

/** Opens the store under `dataDir`. Files that cannot be written are served from memory, and the log hears of it once. */
export function openPictures({
  dataDir,
  log,
}: {
  dataDir: string
  log: { warn(message: string, cause?: unknown): void }
}): Pictures {
  const folder = join(dataDir, 'media')
  const plates = new Map<string, Wanted>()
  /** By the page's path, and by the file. */
  const cards = new Map<string, string>()
  const cardFiles = new Map<string, Card>()
  const drawing = new Map<string, Promise<Buffer>>()
  const composed = new Map<string, Promise<Composed>>()
  const unwritten = new Map<string, Buffer>()
  const inTurn = takeTurns(drawingAtOnce)
  let complained = false
  let stopping = false
  let warming: Promise<void> = Promise.resolve()

  const compose = (name: string, { plate, seed }: Wanted): Promise<Composed> => {
    const kept = composed.get(name)
    if (kept) return kept
    const fresh = composePlate(plate, seed)
    fresh.catch(() => composed.delete(name))
    composed.set(name, fresh)
    for (const oldest of composed.keys()) {
      if (composed.size <= composedKept) break
      composed.delete(oldest)
    }
    return fresh
  }

  const keep = async (file: string, body: Buffer) => {
    const draft = join(folder, `${file}.${randomUUID()}.draft`)
    try {
      await mkdir(folder, { recursive: true })
      await writeFile(draft, body)
      await rename(draft, join(folder, file))
    } catch (cause) {
      unwritten.set(file, body)
      if (!complained) log.warn(`Pictures cannot be kept in ${folder}; they are served from memory.`, cause)
      complained = true
      await rm(draft, { force: true }).catch(() => {})
    }
  }

  /** How a file is drawn; undefined where nothing is known that would be called so. */
  const painterOf = (file: string): (() => Promise<Buffer>) | undefined => {
    const card = cardFiles.get(file)
    if (card) return () => renderCard(card)
    const wish = readWish(file)
    const wanted = wish && plates.get(wish.name)
    const widths: readonly number[] = wanted ? pictureWidths[kindOf(wanted.plate)] : []
    if (!wish || !wanted || !widths.includes(wish.width)) return undefined
    return async () => encodePicture(await compose(wish.name, wanted), wish.width, wish.format)
  }

  /** One drawing for however many ask at once. */
  const draw = (file: string, paint: () => Promise<Buffer>, wait: Wait): Promise<Buffer> => {
    const begun = drawing.get(file)
    if (begun) return begun
    const work = wait(async () => {
      const body = await paint()
      await keep(file, body)
      return body
    }).finally(() => drawing.delete(file))
    drawing.set(file, work)
    return work
  }

  /** Draws what of these files is not there yet. Stops at the first that cannot be drawn. */
  const warmFiles = async (files: readonly string[], of: string) => {
    for (const file of files) {
      const paint = painterOf(file)
      if (stopping || !paint) return
      if (unwritten.has(file) || (await exists(join(folder, file)))) continue
      const began = performance.now()
      try {
        await draw(file, paint, (work) => work())
      } catch (cause) {
        log.warn(`The picture of ${of} cannot be drawn.`, cause)
        return
      }
      // As long again for whoever has come in meanwhile: on a small machine nobody should feel the first start.
      await sleep(performance.now() - began)
    }
  }

  const warmAll = async (onProgress?: (done: number, of: number) => void) => {
    const all = [...plates]
    for (const [index, [name, { plate, seed }]] of all.entries()) {
      await warmFiles(filesOf(name, plate), seed)
      if (stopping) return
      onProgress?.(index + 1, all.length)
    }
    for (const [path, file] of cards) await warmFiles([file], `the card of ${path}`)
  }

  return {
    register(plate, seed) {
      const name = pictureName(plate, seed)
      plates.set(name, { plate, seed })
      return name
    },

    registerCard(path, card) {
      const file = cardFile(path.split('/').at(-1) || 'home', card)
      cards.set(path, file)
      cardFiles.set(file, card)
    },

    cardOf: (path) => cards.get(path),

    async get(file) {
      const type = typeOf(file)
      if (!type) return undefined
      const body = unwritten.get(file) ?? (await readKept(join(folder, file)))
      if (body) return { body, type }
      const paint = painterOf(file)
      return paint && { body: await draw(file, paint, inTurn), type }
    },

    warm(onProgress) {
      stopping = false
      warming = warming.catch(() => {}).then(() => warmAll(onProgress))
      return warming
    },

    async stop() {
      stopping = true
      await warming.catch(() => {})
    },
  }
}

type Wish = { readonly name: string; readonly width: number; readonly format: PictureFormat }

/** The name of a picture's file, as pages link to it. */
export const pictureFile = (name: string, width: number, format: PictureFormat) => `${name}-${width}.${format}`

const filesOf = (name: string, plate: Plate): string[] =>
  pictureWidths[kindOf(plate)].flatMap((width) => pictureFormats.map((format) => pictureFile(name, width, format)))

function readWish(file: string): Wish | undefined {
  const [, name, width, format] = /^([0-9a-f]{16})-(\d{2,4})\.(avif|webp)$/.exec(file) ?? []
  if (!name || !width) return undefined
  return { name, width: Number(width), format: format === 'avif' ? 'avif' : 'webp' }
}

/** Lets nothing through but our own names, so that no path leads out of the folder. */
function typeOf(file: string): PictureType | undefined {
  const wish = readWish(file)
  if (wish) return `image/${wish.format}`
  return /^[a-z0-9-]+-[0-9a-f]{16}\.jpg$/.test(file) ? 'image/jpeg' : undefined
}

const readKept = (path: string) => readFile(path).catch(() => undefined)

const exists = (path: string) =>
  access(path).then(
    () => true,
    () => false,
  )

type Wait = <T>(work: () => Promise<T>) => Promise<T>

/** Runs at most `most` works at once, the others in the order they came. */
function takeTurns(most: number): Wait {
  const queue: (() => void)[] = []
  let running = 0
  return async (work) => {
    if (running >= most) await new Promise<void>((ready) => queue.push(ready))
    else running++
    try {
      return await work()
    } finally {
      const next = queue.shift()
      if (next) next()
      else running--
    }
  }
}
