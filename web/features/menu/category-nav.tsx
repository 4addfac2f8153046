import { useEffect, useRef } from 'react'
import type { CategorySummary } from '#contract/menu.ts'
import { Link } from '#web/app/navigation/navigation.tsx'
import { Icon } from '#web/ui/icon.tsx'

type Props = { readonly categories: readonly CategorySummary[]; readonly current: string }

/** The categories: beside the menu on a wide screen, a drop-down above it on a phone. Both work without a script. */
export function CategoryNav({ categories, current }: Props) {
  const title = categories.find(({ id }) => id === current)?.title ?? 'Categories'
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
        aria-label="Menu categories"
        className="sticky top-20 -mx-2 hidden max-h-[calc(100dvh-6rem)] overflow-y-auto overscroll-contain px-2 pb-4 lg:block"
      >
        <CategoryLinks categories={categories} className="grid" />
      </nav>
      <details className="group relative lg:hidden">
        <summary className="flex min-h-14 list-none items-center justify-between gap-3 rounded-control bg-raise2 px-4">
          <span className="sr-only">Menu: </span>
          <span className="font-display font-extrabold text-2xl tracking-tight">{title}</span>
          {/* Beside a short title; below a long one, where it is cut off. */}
          <span
            className="flex h-lh min-w-0 flex-1 flex-wrap justify-end overflow-hidden text-sm text-soft before:h-lh before:w-px"
            aria-hidden="true"
          >
            <span className="whitespace-nowrap">All categories</span>
          </span>
          <Icon name="chevron" className="size-5 group-open:rotate-180" />
        </summary>
        <nav
          aria-label="Menu categories"
          className="absolute inset-x-0 top-full z-10 mt-2 max-h-[70dvh] overflow-y-auto overscroll-contain rounded-card border border-line bg-raise p-2 shadow-card"
        >
          <CategoryLinks categories={categories} className="grid grid-cols-2 gap-0.5 sm:grid-cols-3" />
        </nav>
      </details>
    </>
  )
}

function CategoryLinks({ categories, className }: { categories: readonly CategorySummary[]; className: string }) {
  return (
    <ul className={className}>
      {categories.map(({ id, title }) => (
        <li key={id}>
          <Link
            to={`/menu/${id}`}
            className="flex min-h-11 items-center rounded-control px-3 lg:pointer-fine:min-h-10 font-semibold text-soft outline-offset-[-2px] hover:bg-raise2 hover:text-text aria-[current=page]:bg-ember aria-[current=page]:text-on-ember"
          >
            {title}
          </Link>
        </li>
      ))}
    </ul>
  )
}

/** A link to the next category, at the end of one. */
export function NextCategory({ categories, current }: Props) {
  const place = categories.findIndex(({ id }) => id === current)
  const next = categories[(place + 1) % categories.length]
  if (place < 0 || !next) return null
  return (
    <Link
      to={`/menu/${next.id}`}
      className="mt-6 flex min-h-14 items-center justify-between gap-4 rounded-card bg-raise2 px-5 font-semibold hover:brightness-105"
    >
      <span>
        <span className="text-soft">Next: </span>
        {next.title}
      </span>
      <Icon name="arrow" />
    </Link>
  )
}
