import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { NodePgDatabase } from 'drizzle-orm/node-postgres'
import { openPictures } from '#server/media/pictures.ts'
import { registerPictures } from '#server/register-pictures.ts'

/** Registers the pictures of a loaded restaurant, like a start. Returns their names. */
export async function namePictures(orm: NodePgDatabase, restaurantDir: string): Promise<Set<string>> {
  const dataDir = await mkdtemp(join(tmpdir(), 'buka-pictures-'))
  const log = { warn: (message: string) => void console.error(message) }
  const pictures = await openPictures({ sourceDir: join(restaurantDir, 'pictures'), dataDir, log })
  const names = new Set<string>()
  await registerPictures(orm, {
    ...pictures,
    register(source, widths) {
      const name = pictures.register(source, widths)
      if (name !== undefined) names.add(name)
      return name
    },
  })
  await rm(dataDir, { recursive: true })
  return names
}
