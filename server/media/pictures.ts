import { once } from 'node:events'
import { basename, join } from 'node:path'
import { pictureWidths } from '#contract/picture.ts'
import { afterFailure, draw, type Original } from './drawing.ts'
import { takeDrawingTurn } from './drawing-queue.ts'
import type { Focus } from './encode.ts'
import { type Card, cardFile } from './link-card.ts'
import { openMadeFiles } from './made-files.ts'
import { colourEnding, filesOf, hashFiles, pictureName, readName } from './names.ts'

type PictureFile = { readonly body: Buffer; readonly type: PictureType }

type PictureType = 'image/avif' | 'image/webp' | 'image/jpeg'

/** The source of a picture and its focus: a restaurant file, or an uploaded photo by its id. */
export type Source = { readonly file?: string; readonly photo?: string; readonly focus?: Focus }

/** A picture that is stored in the database, where every server finds it by name. */
export type StoredPicture = Pick<Registered, 'focus'> & { readonly read: () => Promise<Buffer> }

export type Pictures = {
  /**
   * Registers a picture and returns its name; undefined if the restaurant has no such file. `warm` makes the files
   * `<name>-<width>.avif` and `.webp` of these widths. A file of another width is made at its first request.
   */
  register(source: Pick<Source, 'file' | 'focus'>, widths: readonly number[]): string | undefined
  /**
   * Returns the placeholder's colour as `#rrggbb`; undefined before `warm` has made it, and for a transparent picture.
   */
  colourOf(name: string): string | undefined
  registerCard(path: string, card: Card): void
  /** Returns the file of a page's card; undefined if the page has none. */
  cardOf(path: string): string | undefined
  /**
   * Returns a file by its name, from the disk or made now; undefined for an unknown picture. A file on the disk is
   * served even if its picture is no longer registered, because an older page may request it. Throws NotDrawn if too
   * many files wait to be made, or if this file cannot be made.
   */
  get(file: string): Promise<PictureFile | undefined>
  /**
   * Makes the missing files one at a time: pictures, then cards. Only one of the processes that share the folder does
   * so at a time. Calls `onProgress` after each picture, from the first picture that has a missing file. Returns false
   * if stopped before the end; otherwise true, even if the log reports files that cannot be made.
   */
  warm(onProgress?: (done: number, of: number) => void): Promise<boolean>
  /** Stops `warm` without waiting for the current file. `get` still works. */
  stop(): Promise<void>
}

const servedWidths: ReadonlySet<number> = new Set(Object.values(pictureWidths).flat())

type Registered = { readonly path: string; readonly focus: Focus | undefined; readonly widths: readonly number[] }

/**
 * Opens the pictures in `sourceDir`, whose names depend on their content, and the files derived from them under
 * `dataDir`. Files that cannot be written are served from memory, with one warning in the log.
 */
export async function openPictures({
  sourceDir,
  dataDir,
  findStored = async () => undefined,
  log,
}: {
  sourceDir: string
  dataDir: string
  findStored?: (name: string) => Promise<StoredPicture | undefined>
  log: { warn(message: string, cause?: unknown): void }
}): Promise<Pictures> {
  const hashes = await hashFiles(sourceDir)
  const files = openMadeFiles(join(dataDir, 'media'), log)
  const registered = new Map<string, Registered>()
  /**
   * The cards of each page, by its path: the current file, and the previous file, because a chat may still request it.
   */
  const cards = new Map<string, readonly [now: string, before?: string]>()
  const cardFiles = new Map<string, Card>()
  const making = new Map<string, Promise<Buffer>>()
  let stopping = new AbortController()
  let stopped: Promise<unknown> = Promise.resolve()
  let warming: Promise<boolean> = Promise.resolve(true)

  // Looks at the registered pictures again, because `findStored` may have registered those of a new menu.
  const findPicture = async (name: string) => registered.get(name) ?? (await findStored(name)) ?? registered.get(name)

  /** Returns a function that makes a file; undefined if no registered picture or card has this file. */
  const makerOf = async (file: string): Promise<(() => Promise<Buffer>) | undefined> => {
    const card = cardFiles.get(file)
    if (card) {
      const picture = card.picture === undefined ? undefined : await findPicture(card.picture)
      const logo = card.logo === undefined ? undefined : await findStored(card.logo)
      return async () =>
        draw({
          kind: 'card',
          card,
          picture: picture && (await originalOf(picture)),
          logo: logo && (await originalOf(logo)),
        })
    }
    const name = basename(file, colourEnding)
    const coloured = registered.get(name)
    if (coloured) return async () => draw({ kind: 'colour', name, of: await originalOf(coloured) })
    const parts = readName(file)
    const picture = parts && (await findPicture(parts.name))
    if (!parts || !picture || !servedWidths.has(parts.width)) return undefined
    return async () => draw({ kind: 'picture', ...parts, of: await originalOf(picture) })
  }

  /** Concurrent requests share one drawing. */
  const makeOnce = (file: string, make: () => Promise<Buffer>): Promise<Buffer> => {
    const begun = making.get(file)
    if (begun) return begun
    const work = make()
    making.set(file, work)
    const forget = () => making.delete(file)
    work.then(forget, () => afterFailure(forget))
    return work
  }

  const drawAndKeep = async (file: string, maker: () => Promise<Buffer>): Promise<Buffer> => {
    const body = await maker()
    await files.keep(file, body)
    return body
  }

  /** Makes a file in the queue of the start, unless a request has made the file or is making it. */
  const makeInTurn = async (file: string, maker: () => Promise<Buffer>): Promise<void> => {
    await takeDrawingTurn('start', async () => {
      if (stopping.signal.aborted || (await files.has(file)) || making.has(file)) return
      await Promise.race([makeOnce(file, () => drawAndKeep(file, maker)), stopped])
    })
    await Promise.race([making.get(file), stopped])
  }

  /** Makes the missing files of `wanted`, and returns true if any was missing. Stops at the first failure. */
  const warmFiles = async (wanted: readonly string[], of: string): Promise<boolean> => {
    let made = false
    for (const file of wanted) {
      const maker = await makerOf(file)
      if (stopping.signal.aborted || !maker) return made
      if (await files.has(file)) continue
      try {
        await makeInTurn(file, maker)
      } catch (cause) {
        log.warn(`The files of ${of} cannot be made.`, cause)
        return made
      }
      made = true
    }
    return made
  }

  const warmAll = async (onProgress?: (done: number, of: number) => void) => {
    const all = [...registered]
    let begun = false
    for (const [index, [name, { path, widths }]] of all.entries()) {
      const made = await warmFiles(filesOf(name, widths), path)
      if (stopping.signal.aborted) return false
      begun ||= made
      if (begun) onProgress?.(index + 1, all.length)
    }
    for (const [path, [file]] of cards) await warmFiles([file], `the card of ${path}`)
    return !stopping.signal.aborted
  }

  return {
    register({ file, focus }, widths) {
      const hash = file && hashes.get(file)
      if (!file || !hash) return undefined
      const name = pictureName(hash, focus)
      const before = registered.get(name)?.widths ?? []
      registered.set(name, { path: join(sourceDir, file), focus, widths: [...new Set([...before, ...widths])] })
      return name
    },

    colourOf(name) {
      return files.readNow(name + colourEnding)?.toString() || undefined
    },

    registerCard(path, card) {
      const file = cardFile(path.split('/').at(-1) || 'home', card)
      const [now, before] = cards.get(path) ?? []
      if (file === now) return
      if (before !== undefined) cardFiles.delete(before)
      cards.set(path, now === undefined ? [file] : [file, now])
      cardFiles.set(file, card)
    },

    cardOf: (path) => cards.get(path)?.[0],

    async get(file) {
      const type = typeOf(file)
      if (!type) return undefined
      const body = await files.read(file)
      if (body) return { body, type }
      const maker = await makerOf(file)
      if (!maker) return undefined
      const draw = () => takeDrawingTurn('request', () => drawAndKeep(file, maker))
      return { body: await makeOnce(file, draw), type }
    },

    warm(onProgress) {
      stopping = new AbortController()
      const { signal } = stopping
      stopped = once(signal, 'abort')
      warming = warming.catch(() => {}).then(() => files.inTurn(() => warmAll(onProgress), signal))
      return warming
    },

    async stop() {
      stopping.abort()
      await warming.catch(() => {})
    },
  }
}

export async function originalOf(picture: Registered | StoredPicture): Promise<Original> {
  return { file: 'read' in picture ? await picture.read() : picture.path, focus: picture.focus }
}

/** Returns the type of a file; undefined for any other name, so no path leads out of the folder. */
function typeOf(file: string): PictureType | undefined {
  const parts = readName(file)
  if (parts) return `image/${parts.format}`
  return /^[a-z0-9-]+-[0-9a-f]{16}\.jpg$/.test(file) ? 'image/jpeg' : undefined
}
