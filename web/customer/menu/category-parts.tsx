import type { CategorySummary } from '#contract/menu/menu.ts'
import { Stroke } from '#web/ui/icon.tsx'
import { Picture } from '#web/ui/picture.tsx'
import { tiles } from '#web/ui/tiles.ts'

export type Props = { readonly categories: readonly CategorySummary[]; readonly current: string }

export function AllButton({
  count,
  hidden = false,
  className,
}: {
  count: number
  hidden?: boolean
  className: string
}) {
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

export function CategoryTile({
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

/** Scrolls a row to its current link without scrolling the page. */
export function bringIntoRow(row: HTMLElement | null): void {
  const link = row?.querySelector<HTMLElement>('[aria-current], [data-current]')
  if (!row || !link) return
  // Keep one whole entry visible before the current entry.
  const before = link.parentElement?.tagName === 'LI' ? link.parentElement : link
  row.scrollLeft = ((before.previousElementSibling as HTMLElement | null)?.offsetLeft ?? 8) - 8
}
