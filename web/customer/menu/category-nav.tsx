import { useEffect, useRef, useState } from 'react'
import { Link } from '#web/app/navigation/navigation.tsx'
import { part } from '#web/app/start-up/retry-import.ts'
import { Icon } from '#web/ui/icon.tsx'
import { AllButton, bringIntoRow, CategoryTile, type Props } from './category-parts.tsx'

const ShortRail = part(() => import('./short-rail.tsx'))

/**
 * The categories (MENU-1): on a wide screen a list beside the menu; on a phone a row of pictures (the rail), and the
 * list as a sheet. Works without a script.
 */
export function CategoryNav({ categories, current }: Props) {
  const list = useRef<HTMLElement>(null)

  // Scroll the list, and not the page, to the current category, which may be out of view on a low screen.
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
            <Icon name="close" className="size-5.5" />
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

/**
 * A row of pictures with short titles. When this row is scrolled out of view, a copy in one line appears at the top of
 * the screen.
 */
function Rail({ categories, current }: Props) {
  const rail = useRef<HTMLElement>(null)
  const row = useRef<HTMLUListElement>(null)
  const [away, setAway] = useState(false)

  // biome-ignore lint/correctness/useExhaustiveDependencies: the current link is another one for every category
  useEffect(() => bringIntoRow(row.current), [current])

  useEffect(() => {
    if (!rail.current) return
    const watch = new IntersectionObserver((entries) => {
      // If the page is busy, the observer gets several entries at a time, the newest last.
      const entry = entries.at(-1)
      // True only if the rail is above the screen. A hidden rail, or one below the screen, has not scrolled away.
      setAway(entry?.isIntersecting === false && entry.boundingClientRect.bottom < 0)
    })
    watch.observe(rail.current)
    return () => watch.disconnect()
  }, [])

  return (
    <>
      <nav ref={rail} aria-label="Menu categories" className="-mx-3 flex border-line border-b lg:hidden">
        <ul
          ref={row}
          className="relative flex min-w-0 flex-1 gap-1 scroll-px-7 overflow-x-auto pt-1 pr-7 pl-2 fade-end [scrollbar-width:none] *:shrink-0"
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

export function NextCategory({ categories, current }: Props) {
  const place = categories.findIndex(({ id }) => id === current)
  const next = categories[(place + 1) % categories.length]
  if (place < 0 || !next) return null
  return (
    <Link
      to={`/menu/${next.id}`}
      className="mt-4 flex min-h-14 items-center justify-between gap-[16px] rounded-card bg-raise2 px-[20px] font-semibold hover:brightness-105"
    >
      <span className="wrap-anywhere">
        <span className="text-soft">Next: </span>
        {next.title}
      </span>
      <Icon name="arrow" />
    </Link>
  )
}
