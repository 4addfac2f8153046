// `npm run films` draws the films of restaurant/films.json and encodes them with the system's ffmpeg. Run it after
// changing a scene, and commit the result. `-- --only pen` draws one film. `-- --stills DIR` writes single frames
// and encodes nothing.
import { spawn, spawnSync } from 'node:child_process'
import { mkdir, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { chromium, type Page } from '@playwright/test'
import sharp from 'sharp'
import { build } from 'vite'
import { type FilmEntry, readFilms } from '#server/restaurant/films.ts'
import { browserFlags, findBrowser } from '../tools/browser.ts'
import { scenes } from './films/scenes.ts'
import type { Projector } from './films/stage.ts'

declare const window: { readonly projector: Projector }

const picturesPerSecond = 24

/** Kilobits a second by film. Customers pay for each byte, so two passes aim at a fixed rate. */
const kilobits = { 'night-grill': 225, plate: 175, pen: 236 } as Readonly<Record<string, number>>

const root = fileURLToPath(new URL('..', import.meta.url))
const restaurant = join(root, 'restaurant')
const { values } = parseArgs({ options: { only: { type: 'string' }, stills: { type: 'string' } } })

if (values.stills === undefined && spawnSync('ffmpeg', ['-version']).status !== 0) {
  console.error('\n  Films are encoded by ffmpeg, and there is none. Install it (Debian: apt-get install ffmpeg).\n')
  process.exit(1)
}

const wanted = (await readFilms(restaurant)).filter(({ id }) => values.only === undefined || values.only === id)
if (wanted.length === 0) {
  console.error(`\n  There is no film "${values.only}" in restaurant/films.json.\n`)
  process.exit(1)
}
const { name, tagline } = JSON.parse(await readFile(join(restaurant, 'settings.json'), 'utf8'))
const script = await bundle(join(root, 'demo/films/projector.ts'))
const fonts = await displayFace()
const browser = await chromium.launch({
  executablePath: findBrowser(),
  args: [...browserFlags, '--font-render-hinting=none', '--disable-lcd-text', '--force-color-profile=srgb'],
})
try {
  for (const film of wanted) {
    const page = await browser.newPage()
    page.on('pageerror', (error) => console.error(error))
    await page.addScriptTag({ content: script })
    await load(page, film)
    if (values.stills === undefined) await make(page, film)
    else await lookAt(page, film, values.stills)
    await page.close()
  }
} finally {
  await browser.close()
}

/** Returns the page's script as one file, without types. */
async function bundle(entry: string): Promise<string> {
  const built = await build({
    configFile: false,
    logLevel: 'warn',
    build: { write: false, minify: false, lib: { entry, formats: ['iife'], name: 'film' } },
  })
  const [first] = Array.isArray(built) ? built : [built]
  const chunk = first && 'output' in first ? first.output[0] : undefined
  if (!chunk) throw new Error(`${entry} could not be bundled.`)
  return chunk.code
}

/** Returns the files of the display face with their unicode-ranges from the style sheet. */
async function displayFace(): Promise<(readonly [url: string, range: string])[]> {
  const style = await readFile(join(root, 'web/app/style.css'), 'utf8')
  const faces = style.matchAll(/src: url\("\.\/(fonts\/[\w-]+\.woff2)"\)[^}]*unicode-range: ([^;]+);/g)
  return Promise.all(
    [...faces].map(async ([, file = '', range = '']) => {
      const data = await readFile(join(root, 'web/app', file), 'base64')
      return [`data:font/woff2;base64,${data}`, range] as const
    }),
  )
}

async function load(page: Page, { id, width, height }: FilmEntry): Promise<void> {
  const { pictures: files = [], poses = [] } = scenes[id] ?? {}
  const pictures: Record<string, string> = {}
  for (const path of [
    ...files.map((file) => join(restaurant, 'pictures', file)),
    ...poses.map((file) => join(root, 'demo/films/poses', file)),
  ]) {
    const image = await sharp(path).png().toBuffer()
    pictures[basename(path)] = `data:image/png;base64,${image.toString('base64')}`
  }
  await page.evaluate((request) => window.projector.load(request), {
    id,
    width,
    height,
    words: { name, tagline },
    pictures,
    fonts,
  })
}

async function draw(page: Page, film: FilmEntry, seconds: number): Promise<Buffer> {
  const drawn = await page.evaluate(([at, length]) => window.projector.draw(at, length), [
    seconds,
    film.seconds,
  ] as const)
  return Buffer.from(drawn, 'base64')
}

async function lookAt(page: Page, film: FilmEntry, folder: string): Promise<void> {
  await mkdir(folder, { recursive: true })
  const many = Math.max(6, Math.round(film.seconds * (film.seconds > 10 ? 1 : 0.75)))
  for (let index = 0; index < many; index++) {
    const seconds = (index * film.seconds) / many
    await writeFile(
      join(folder, `${film.id}-${seconds.toFixed(2).padStart(5, '0')}.png`),
      await draw(page, film, seconds),
    )
  }
}

async function make(page: Page, film: FilmEntry): Promise<void> {
  const work = await mkdtemp(join(tmpdir(), 'buka-film-'))
  try {
    // The master is lossless, because each encoder compresses it again.
    const master = join(work, 'master.mkv')
    const pictures = ['-f', 'image2pipe', '-framerate', String(picturesPerSecond), '-c:v', 'png', '-i', '-']
    const recorder = spawn('ffmpeg', ['-v', 'error', ...pictures, '-c:v', 'ffv1', '-pix_fmt', 'gbrp', master], {
      stdio: ['pipe', 'inherit', 'inherit'],
    })
    const recorded = new Promise<number | null>((resolve) => recorder.once('close', resolve))
    for (let index = 0; index < film.seconds * picturesPerSecond; index++) {
      const taken = recorder.stdin.write(await draw(page, film, index / picturesPerSecond))
      if (!taken) await new Promise((resolve) => recorder.stdin.once('drain', resolve))
    }
    recorder.stdin.end()
    if ((await recorded) !== 0) throw new Error(`ffmpeg could not record ${film.id}.`)
    encode(film, master, work)
    await still(film, await draw(page, film, scenes[film.id]?.poster ?? 0))
  } finally {
    await rm(work, { recursive: true })
  }
  for (const format of ['webm', 'mp4', 'avif', 'webp']) {
    const { size } = await stat(join(restaurant, 'films', `${film.id}.${format}`))
    console.log(`  ${film.id}.${format}`.padEnd(24), `${(size / 1000).toFixed(1)} kB`.padStart(10))
  }
}

/** Encodes VP9, and H.264 for browsers without VP9. One thread and no metadata make the bytes the same in each run. */
function encode({ id }: FilmEntry, master: string, work: string): void {
  const rate = kilobits[id] ?? 200
  const source = [
    ...['-v', 'error', '-y', '-i', master, '-an', '-sn', '-map_metadata', '-1', '-fflags', '+bitexact'],
    ...['-vf', 'scale=out_color_matrix=bt709:out_range=tv,format=yuv420p', '-flags:v', '+bitexact'],
    ...['-colorspace', 'bt709', '-color_primaries', 'bt709', '-color_trc', 'bt709', '-color_range', 'tv'],
    ...['-threads', '1', '-g', '240', '-passlogfile', join(work, 'pass')],
  ]
  const vp9 = [
    '-c:v',
    'libvpx-vp9',
    '-b:v',
    `${rate}k`,
    '-deadline',
    'good',
    '-auto-alt-ref',
    '1',
    '-lag-in-frames',
    '25',
  ]
  const h264 = ['-c:v', 'libx264', '-b:v', `${rate}k`, '-preset', 'slow', '-profile:v', 'high', '-aq-mode', '3']
  const to = (format: string) => join(restaurant, 'films', `${id}.${format}`)
  ffmpeg([...source, ...vp9, '-cpu-used', '4', '-pass', '1', '-f', 'null', '-'])
  ffmpeg([...source, ...vp9, '-cpu-used', '2', '-pass', '2', to('webm')])
  ffmpeg([...source, ...h264, '-pass', '1', '-f', 'null', '-'])
  ffmpeg([...source, ...h264, '-pass', '2', '-movflags', '+faststart', to('mp4')])
}

function ffmpeg(words: string[]): void {
  const { status } = spawnSync('ffmpeg', words, { stdio: 'inherit' })
  if (status !== 0) throw new Error(`ffmpeg failed: ffmpeg ${words.join(' ')}`)
}

/** Writes the frame that is shown until the film plays. */
async function still({ id }: FilmEntry, picture: Buffer): Promise<void> {
  const path = join(restaurant, 'films', id)
  await sharp(picture).avif({ quality: 42, effort: 6 }).toFile(`${path}.avif`)
  await sharp(picture).webp({ quality: 52, effort: 6 }).toFile(`${path}.webp`)
}
