import { useEffect, useRef, useState } from 'react'
import type { CategorySummary } from '#contract/menu.ts'
import { Link } from '#web/app/navigation/navigation.tsx'
import { Icon, Stroke } from '#web/ui/icon.tsx'
import { Picture } from '#web/ui/picture.tsx'
import { tiles } from '#web/ui/tiles.ts'

type Props = { readonly categories: readonly CategorySummary[]; readonly current: string }

/**
 * The categories (MENU-1): on a wide screen a list beside the menu; on a phone a rail of pictures above it, and the list as a
 * sheet. All work without a script.
 */
export function CategoryNav({ categories, current }: Props) {
  const list = useRef<HTMLElement>(null)

  // On a low screen the current category may be below the list's edge. Only the list is scrolled, not the page.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the current link is another one for every category
  useEffect(() => {
    const link = list.current?.querySelector<HTMLElement>('[aria-current]')
    if (!list.current || !link) return
    const below = link.offsetTop + link.offsetHeight - list.current.clientHeight
    if (list.current.scrollTop < below) list.current.scrollTop = below + 16
  }, [current])

  return (
    <>
      <nav
        ref={list}
        id="all-categories"
        popover="auto"
        aria-labelledby="all-categories-title"
        className="all-categories sheet-motion"
      >
        <div className="flex items-center justify-between pl-2 lg:hidden">
          <h2 id="all-categories-title" className="text-sheet">
            The whole menu
          </h2>
          <button
            type="button"
            popoverTarget="all-categories"
            popoverTargetAction="hide"
            aria-label="Close"
            className="grid size-11 place-items-center rounded-full"
          >
            <Icon name="close" className="size-[22px]" />
          </button>
        </div>
        <ul>
          {categories.map((category) => (
            <li key={category.id}>
              <Link
                to={`/menu/${category.id}`}
                aria-current={category.id === current ? 'page' : undefined}
                onClick={(event) => event.currentTarget.closest<HTMLElement>(':popover-open')?.hidePopover()}
                className="category-link"
              >
                <CategoryTile category={category} />
                {category.title}
              </Link>
            </li>
          ))}
        </ul>
      </nav>
      <Rail categories={categories} current={current} />
    </>
  )
}

/** A row of pictures with short titles; once it has scrolled away, a row of one line at the top of the screen. */
function Rail({ categories, current }: Props) {
  const rail = useRef<HTMLElement>(null)
  const row = useRef<HTMLUListElement>(null)
  const [away, setAway] = useState(false)

  // biome-ignore lint/correctness/useExhaustiveDependencies: the current link is another one for every category
  useEffect(() => bringIntoRow(row.current), [current])

  useEffect(() => {
    if (!rail.current) return
    const watch = new IntersectionObserver(([entry]) =>
      // Below the screen, or not shown at all, it is not away.
      setAway(entry?.isIntersecting === false && entry.boundingClientRect.bottom < 0),
    )
    watch.observe(rail.current)
    return () => watch.disconnect()
  }, [])

  return (
    <>
      <nav ref={rail} aria-label="Menu categories" className="-mx-3 flex border-line border-b lg:hidden">
        <ul
          ref={row}
          className="relative flex min-w-0 flex-1 gap-1 overflow-x-auto px-2 pt-1 fade-end [scrollbar-width:none] *:shrink-0"
        >
          {categories.map((category) => (
            <li key={category.id}>
              <Link
                to={`/menu/${category.id}`}
                aria-current={category.id === current ? 'page' : undefined}
                className="category-stop"
              >
                <CategoryTile category={category} />
                <span>{category.short ?? category.title}</span>
              </Link>
            </li>
          ))}
        </ul>
        <AllButton count={categories.length} className="min-w-[72px] text-xs" />
      </nav>
      {away && <ShortRail categories={categories} current={current} />}
    </>
  )
}

/** A copy of the rail in one line, for eyes and fingers only: the rail itself is read out and reached with the keyboard. */
function ShortRail({ categories, current }: Props) {
  const row = useRef<HTMLDivElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the current link is another one for every category
  useEffect(() => bringIntoRow(row.current), [current])
  return (
    <div
      aria-hidden="true"
      className="fixed inset-x-0 top-0 z-20 flex animate-arrive border-line border-b bg-ground lg:hidden print:hidden"
    >
      <div
        ref={row}
        className="relative flex min-w-0 flex-1 gap-1 overflow-x-auto px-2 py-2 fade-end [scrollbar-width:none]"
      >
        {categories.map((category) => (
          <Link
            key={category.id}
            to={`/menu/${category.id}`}
            tabIndex={-1}
            data-current={category.id === current ? '' : undefined}
            className="flex min-h-11 shrink-0 items-center gap-1.5 whitespace-nowrap rounded-full bg-raise2 pr-3 pl-1.5 font-semibold text-control data-current:bg-text data-current:text-ground"
          >
            <CategoryTile category={category} className="block size-[32px] shrink-0 overflow-hidden rounded-full" />
            {category.short ?? category.title}
          </Link>
        ))}
      </div>
      <AllButton count={categories.length} hidden className="min-w-[58px] text-xs" />
    </div>
  )
}

function AllButton({ count, hidden = false, className }: { count: number; hidden?: boolean; className: string }) {
  return (
    <button
      type="button"
      popoverTarget="all-categories"
      tabIndex={hidden ? -1 : undefined}
      className={`grid shrink-0 place-content-center justify-items-center gap-1 border-line border-l px-1.5 font-semibold outline-offset-[-3px] ${className}`}
    >
      <Stroke
        d="M4.500 4.500h6v6h-6zM13.500 4.500h6v6h-6zM4.500 13.500h6v6h-6zM13.500 13.500h6v6h-6z"
        className="size-[20px]"
      />
      All {count}
    </button>
  )
}

/** The picture of a category on its ground. */
function CategoryTile({
  category: { tile, picture },
  className = '',
}: {
  category: CategorySummary
  className?: string
}) {
  return (
    <span className={`${tiles[tile]} ${className}`}>
      <Picture picture={picture} sizes="64px" />
    </span>
  )
}

/** Scrolls a row so that its current link is in view, without moving the page. */
function bringIntoRow(row: HTMLElement | null): void {
  const link = row?.querySelector<HTMLElement>('[aria-current], [data-current]')
  if (!row || !link) return
  // One other stands whole before it.
  const before = link.parentElement?.tagName === 'LI' ? link.parentElement : link
  row.scrollLeft = ((before.previousElementSibling as HTMLElement | null)?.offsetLeft ?? 8) - 8
}

/** A link to the next category, at the end of one. */
export function NextCategory({ categories, current }: Props) {
  const place = categories.findIndex(({ id }) => id === current)
  const next = categories[(place + 1) % categories.length]
  if (place < 0 || !next) return null
  return (
    <Link
      to={`/menu/${next.id}`}
      className="mt-4 flex min-h-14 items-center justify-between gap-4 rounded-card bg-raise2 px-5 font-semibold hover:brightness-105"
    >
      <span className="wrap-anywhere">
        <span className="text-soft">Next: </span>
        {next.title}
      </span>
      <Icon name="arrow" />
    </Link>
  )
}
