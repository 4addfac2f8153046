import type { NodePgDatabase } from 'drizzle-orm/node-postgres'
import type { Pictures } from '#server/media/pictures.ts'
import { pictureName } from '#server/media/plates.ts'
import { registerPictures } from '#server/register-pictures.ts'

/** The names of all registered pictures. */
export async function drawnPictures(orm: NodePgDatabase): Promise<Set<string>> {
  const drawn = new Set<string>()
  const register: Pictures['register'] = (plate, seed) => {
    const name = pictureName(plate, seed)
    drawn.add(name)
    return name
  }
  await registerPictures(orm, { register } as Pictures)
  return drawn
}
