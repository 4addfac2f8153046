import type { Farm } from '#contract/farm.ts'
import { Film } from '#web/ui/motion/film.tsx'
import { Picture } from '#web/ui/picture.tsx'
import { tiles } from '#web/ui/tiles.ts'
import { ChatLink } from './chat-link.tsx'
import { farmVideoLink } from './farm-links.ts'

export function Videos({ farm }: { farm: Farm }) {
  const { videos, videoOffer } = farm
  return (
    <div className="grid gap-5">
      {videos.length > 0 && (
        <ul className="grid gap-4 sm:grid-cols-2 lg:grid-cols-3">
          {videos.map((film) => (
            <li key={film.id}>
              <figure>
                <Film film={film} mode="controls" className="aspect-4/3 rounded-card bg-raise2" />
                <figcaption className="mt-2 px-1 font-semibold">{film.title}</figcaption>
              </figure>
            </li>
          ))}
        </ul>
      )}
      <div className="grid overflow-hidden rounded-card bg-raise shadow-card sm:grid-cols-[2fr_3fr]">
        <div className={`grid items-center ${tiles[videoOffer.tile]}`}>
          <Picture picture={videoOffer.picture} sizes="(width >= 40rem) 25rem, 80vw" className="aspect-4/3 w-full" />
        </div>
        <div className="self-center p-5 sm:p-8">
          <h3 className="text-2xl">{videoOffer.title}</h3>
          <p className="mt-2 mb-5 max-w-xl text-lg text-soft">{videoOffer.text}</p>
          <ChatLink href={farmVideoLink(farm)}>Ask for a video</ChatLink>
        </div>
      </div>
    </div>
  )
}
