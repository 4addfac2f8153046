import { useEffect, useRef } from 'react'
import { Link } from '#web/app/navigation/navigation.tsx'
import { LiveNotice } from '#web/customer/frame/live-updates.tsx'
import { AllButton, bringIntoRow, CategoryTile, type Props } from './category-parts.tsx'

/**
 * A copy of the row of categories in one line, at the top of the screen. Screen readers and keyboards use the row
 * itself.
 */
export default function ShortRail({ categories, current }: Props) {
  const row = useRef<HTMLDivElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the current link is another one for every category
  useEffect(() => bringIntoRow(row.current), [current])
  return (
    <div aria-hidden="true" className="fixed inset-x-0 top-0 z-20 animate-arrive lg:hidden print:hidden">
      <div className="flex border-line border-b bg-ground">
        <div
          ref={row}
          className="relative flex min-w-0 flex-1 gap-1 overflow-x-auto py-2 pr-7 pl-2 fade-end [scrollbar-width:none]"
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
      <LiveNotice />
    </div>
  )
}
