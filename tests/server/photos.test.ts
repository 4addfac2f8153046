import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { expect, inject, onTestFinished, test } from 'vitest'
import type { Picture } from '#contract/picture.ts'
import { readBackup, writeBackup } from '#server/db/backup-file.ts'
import { openRestaurant, signInStaff } from '../faults/server-under-test.ts'
import { sendBy } from '../faults/uploads.ts'
import { administer, databaseUrl, freshDatabase } from '../support/database.ts'
import { idOf, phonePhoto } from '../support/photos.ts'
import { childrenRunning } from '../support/processes.ts'
import { printedSignIns, startServer } from '../support/running-server.ts'

const database = await freshDatabase()

const rowsOf = async (url: string) =>
  (
    await administer(
      url,
      `select p.*, (select json_agg(t order by t.name) from photo_pictures t where t.photo_id = p.id) as pictures
         from photos p order by id`,
    )
  ).rows

test('OWNER-2: photos are stored once, served by every server, and restored from a backup to the byte', {
  timeout: 300_000,
}, async () => {
  const restaurant = await openRestaurant({ processes: 2, databaseUrl: database.url })
  onTestFinished(restaurant.close)
  const [one = '', two = ''] = restaurant.urls
  const files = await Promise.all([1, 2, 3].map((seed) => phonePhoto(1000, 800, seed)))
  for (const file of files) {
    // Send each file to both servers at the same moment, like an owner who tries again after a lost answer.
    const answers = await Promise.all(
      [one, two].map((url) => sendBy(restaurant.staff.owner, url)('POST', '/api/office/photos', file)),
    )
    expect(answers).toMatchObject(Array(2).fill({ status: 200, body: { id: idOf(file) } }))
  }
  const stored = await rowsOf(database.url)
  expect(stored.map(({ id }) => id)).toEqual(files.map(idOf).sort())
  const added = await administer(database.url, `select from audit where action = 'photo.add'`)
  expect(added.rowCount).toBe(3)

  const photo = idOf(files[0] ?? Buffer.alloc(0))
  const { body } = await sendBy(restaurant.staff.owner, one)('POST', '/api/office/photo-pictures', {
    photo,
    focus: [0.2, 0.3],
  })
  const { name } = body as Picture
  const [here, there] = await Promise.all([one, two].map((url) => fetch(`${url}/media/${name}-480.webp`)))
  expect([here?.status, there?.status]).toEqual([200, 200])
  expect(there?.headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
  const bytes = await Promise.all(
    [here, there].map(async (answer) => Buffer.from((await answer?.arrayBuffer()) as ArrayBuffer)),
  )
  expect(bytes[1]).toEqual(bytes[0])

  const folder = await mkdtemp(join(tmpdir(), 'buka-backup-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  const { url, prefix } = inject('testServer')
  const target = databaseUrl(url, `${prefix}photos_restored`)
  await administer(url, `create database ${prefix}photos_restored`)
  onTestFinished(async () => void (await administer(url, `drop database ${prefix}photos_restored with (force)`)))
  const file = join(folder, 'photos.backup')
  await writeBackup({ connectionString: database.url }, file, { secrets: {}, passphrase: undefined }, () => {})
  await readBackup(
    { connectionString: target },
    { file },
    async () => {},
    () => {},
  )
  expect(await rowsOf(target)).toEqual(await rowsOf(database.url))
})

test.skipIf(process.platform !== 'linux')(
  'SAFE-21 OWNER-2: an upload that is still being decoded at a restart gets 503, and the next server accepts the photo',
  async () => {
    const server = await startServer({ program: 'tools/start.mjs' })
    onTestFinished(server.stop)
    const { owner } = await signInStaff(server.url, printedSignIns(server.stdout()))
    const send = sendBy(owner, server.url)
    // A photo that takes seconds to decode.
    const file = await sharp({ create: { width: 8000, height: 6000, channels: 3, background: '#a33' } })
      .jpeg({ quality: 30 })
      .toBuffer()
    const sent = send('POST', '/api/office/photos', file)
    const [last = 0] = await childrenRunning('main.js', server.pid)
    let decoding: number | undefined
    while (decoding === undefined) [decoding] = await childrenRunning('decode-process', last)
    process.kill(decoding, 'SIGSTOP')
    process.kill(server.pid, 'SIGHUP')
    expect(await sent).toMatchObject({ status: 503, body: { code: 'unavailable' } })
    expect(await send('POST', '/api/office/photos', file)).toMatchObject({ status: 200, body: { id: idOf(file) } })
  },
)
