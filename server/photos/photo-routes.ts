import type { Database } from '../db/database.ts'
import { refuse } from '../http/problems.ts'
import { bind, type Handlers } from '../http/route.ts'
import { addPhoto } from './add-photo.ts'
import { namePhoto, previewOf } from './photos.ts'

const noPhoto = () => refuse('not-found', 'There is no such photo any more. Please choose it again.')

/** Returns the handlers of photos. `stopping` aborts decoding when the server stops. */
export function photoRoutes({ database, stopping }: { database: Database; stopping?: AbortSignal | undefined }) {
  return {
    ...bind(database, { 'POST /api/office/photos': (database, call) => addPhoto(database, call, stopping) }),
    'GET /api/office/photos/:id': async ({ params }): Promise<Response> => {
      const preview = await previewOf(database.orm, params.id)
      if (!preview) throw noPhoto()
      return new Response(new Uint8Array(preview), {
        headers: { 'Content-Type': 'image/webp', 'Cache-Control': 'private, max-age=31536000, immutable' },
      })
    },
    'POST /api/office/photo-pictures': async ({ body }) => {
      const picture = await namePhoto(database.orm, body)
      if (!picture) throw noPhoto()
      return picture
    },
  } satisfies Partial<Handlers>
}
