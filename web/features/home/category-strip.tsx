import type { CategorySummary } from '#contract/menu.ts'
import { Link } from '#web/navigation.tsx'
import { tiles } from '#web/tiles.ts'
import { Picture } from '#web/ui/picture.tsx'

/** Every category with its plate, side by side; a thumb moves along. */
export function CategoryStrip({ categories }: { categories: readonly CategorySummary[] }) {
  return (
    <section aria-label="Categories" className="page-width">
      <ul className="-mx-3 flex snap-x gap-3 overflow-x-auto scroll-px-3 px-3 pt-1 pb-4 sm:fade-end sm:pr-14">
        {categories.map(({ id, title, tile, picture }) => (
          <li key={id} className="w-28 shrink-0 snap-start sm:w-36">
            <Link to={`/menu/${id}`} className="group grid gap-2 rounded-card text-center font-semibold text-sm">
              <span className={`grid aspect-square place-items-center overflow-hidden rounded-card ${tiles[tile]}`}>
                <Picture
                  name={picture}
                  alt=""
                  sizes="9rem"
                  className="aspect-4/3 w-full transition-transform duration-200 group-hover:scale-105"
                />
              </span>
              {title}
            </Link>
          </li>
        ))}
      </ul>
    </section>
  )
}
