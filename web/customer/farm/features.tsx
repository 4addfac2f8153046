import type { Farm } from '#contract/farm.ts'
import { Picture } from '#web/ui/picture.tsx'
import { tiles } from '#web/ui/tiles.ts'

export function Features({ features }: Pick<Farm, 'features'>) {
  return (
    <section aria-labelledby="why" className="page-width">
      <h2 id="why" className="mb-5 text-3xl">
        What you get
      </h2>
      <ul className="grid gap-3 sm:grid-cols-2 sm:gap-4 lg:grid-cols-4">
        {features.map(({ id, title, text, tile, picture }) => (
          <li
            key={id}
            className="grid grid-cols-[min(7rem,35%)_minmax(0,1fr)] overflow-hidden rounded-card bg-raise shadow-card sm:grid-cols-1 sm:grid-rows-[auto_1fr]"
          >
            <div className={`grid items-center p-2 sm:p-0 ${tiles[tile]}`}>
              <Picture
                picture={picture}
                sizes="(width >= 64rem) 18rem, (width >= 40rem) 45vw, 7rem"
                className="aspect-4/3 w-full rounded-control sm:rounded-none"
              />
            </div>
            <div className="wrap-anywhere min-w-0 p-4 lg:p-5">
              <h3 className="text-lg">{title}</h3>
              <p className="mt-1 text-soft">{text}</p>
            </div>
          </li>
        ))}
      </ul>
    </section>
  )
}
