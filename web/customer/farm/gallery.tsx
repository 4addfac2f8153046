import { useState } from 'react'
import type { FarmPhoto } from '#contract/farm.ts'
import { Picture } from '#web/ui/picture.tsx'
import { tiles } from '#web/ui/tiles.ts'

export function Gallery({ photos, note }: { photos: readonly FarmPhoto[]; note: string }) {
  return (
    <>
      <ul className="grid grid-cols-[repeat(auto-fill,minmax(min(100%,9.5rem),1fr))] gap-x-3 gap-y-5 sm:gap-x-4 lg:grid-cols-4">
        {photos.map((photo) => (
          <li key={photo.id}>
            <figure>
              <Photo photo={photo} />
              <figcaption className="mt-2 px-1 font-semibold leading-snug">{photo.caption}</figcaption>
            </figure>
          </li>
        ))}
      </ul>
      <p className="mt-5 max-w-2xl text-sm text-soft">{note}</p>
    </>
  )
}

function Photo({ photo: { tile, picture } }: { photo: FarmPhoto }) {
  const [failed, setFailed] = useState(picture === null)

  return (
    <div
      onErrorCapture={() => setFailed(true)}
      className={`grid aspect-4/3 place-items-center overflow-hidden rounded-card ${failed ? 'border-2 border-line border-dashed' : tiles[tile]}`}
    >
      {failed ? (
        <p className="p-2 text-center font-semibold text-soft text-sm">Image Not Found</p>
      ) : (
        <Picture
          picture={picture}
          sizes="(width >= 64rem) 19rem, (width >= 40rem) 30vw, 46vw"
          className="aspect-4/3 w-full"
        />
      )}
    </div>
  )
}
