import { type FocusEvent, useRef, useState } from 'react'
import type { CategorySummary } from '#contract/menu/menu.ts'
import { Link } from '#web/app/navigation/navigation.tsx'
import { useHydrated } from '#web/app/start-up/hydrated.ts'
import { Icon } from '#web/ui/icon.tsx'
import { PauseButton } from '#web/ui/motion/pause-button.tsx'
import { Picture } from '#web/ui/picture.tsx'
import { tiles } from '#web/ui/tiles.ts'

/** Milliseconds of one loop (HOME-4), equal to the duration of `--animate-categories`. */
const onceRound = 50_000

/**
 * Every category with its picture, in a row that moves in a loop (HOME-4). The list is rendered twice, and its copy is
 * hidden from assistive technology. A touch or the keyboard's focus stops the loop until the person starts it again.
 * While the loop is stopped, the row can be scrolled by hand.
 */
export function CategoryStrip({
  categories: listed,
  leading,
}: {
  categories: readonly CategorySummary[]
  /** The id of the category that comes first. */
  leading: string | undefined
}) {
  const categories = [...listed].sort((one, other) => Number(other.id === leading) - Number(one.id === leading))
  const row = useRef<HTMLDivElement>(null)
  const track = useRef<HTMLDivElement>(null)
  const [running, setRunning] = useState(true)
  // Render the copy only after the first paint, because the copy doubles the work of a phone's first layout.
  const hydrated = useHydrated()

  /**
   * Starts or stops the animation. Converts the animation's offset into a scroll position and back, so that the row
   * does not jump.
   */
  function run(on: boolean) {
    const [animation] = track.current?.getAnimations() ?? []
    // Under reduced motion there is no animation, and the row scrolls.
    if (!row.current || !track.current || !animation || on === running) return
    const length = track.current.scrollWidth / 2
    const moved = row.current.scrollLeft + (Number(animation.currentTime) / onceRound) * length
    animation.currentTime = on ? ((moved % length) / length) * onceRound : 0
    row.current.scrollLeft = on ? 0 : moved % length
    setRunning(on)
  }

  function onFocus({ target }: FocusEvent<HTMLElement>) {
    if (!target.matches(':focus-visible')) return
    run(false)
    target.scrollIntoView({ block: 'nearest', inline: 'nearest' })
  }

  return (
    // On a phone the controls are below the strip: the bar at the bottom would otherwise cover them on the first
    // screen.
    <section
      aria-labelledby="categories"
      className="page-width grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-4 gap-y-1 pt-5 lg:gap-y-3 lg:pt-8"
    >
      <h2 id="categories" className="text-sheet max-sm:col-span-2 lg:text-3xl">
        What is calling you?
      </h2>
      <div className="flex items-center gap-1 max-sm:order-1 max-sm:col-span-2 max-sm:justify-between">
        <PauseButton
          paused={!running}
          what="the categories"
          onToggle={() => run(!running)}
          className="rounded-full hover:bg-raise2 motion-reduce:hidden"
        />
        <Link
          to="/menu"
          className="inline-flex min-h-11 items-center gap-1.5 font-semibold text-control hover:text-ember"
        >
          View Full Menu <Icon name="arrow" className="size-4.5" />
        </Link>
      </div>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: no control: a touch only stops the animation */}
      <div
        ref={row}
        onFocus={onFocus}
        onPointerDown={() => run(false)}
        onWheel={({ deltaX, deltaY }) => Math.abs(deltaX) > Math.abs(deltaY) && run(false)}
        className="col-span-2 -mx-3 overflow-x-auto px-3 pt-1 pb-1 [scrollbar-width:none] sm:fade-ends sm:pb-4"
      >
        <div
          ref={track}
          className={`flex w-max hover:[animation-play-state:paused] motion-reduce:animate-none ${hydrated ? 'animate-categories' : ''} ${running ? '' : '[animation-play-state:paused]'}`}
        >
          <Categories categories={categories} />
          {hydrated && <Categories categories={categories} copy />}
        </div>
      </div>
    </section>
  )
}

function Categories({ categories, copy = false }: { categories: readonly CategorySummary[]; copy?: boolean }) {
  return (
    <ul aria-hidden={copy || undefined} className={`flex ${copy ? 'motion-reduce:hidden' : ''}`}>
      {categories.map(({ id, title, tile, picture }) => (
        <li key={id} className="w-27 shrink-0 pr-2 sm:w-36 sm:pr-3">
          <Link
            to={`/menu/${encodeURIComponent(title.toLowerCase())}`}
            tabIndex={copy ? -1 : undefined}
            draggable={false}
            className="group grid gap-1.5 rounded-card text-center font-semibold text-small leading-tight sm:text-sm"
          >
            <span className={`grid aspect-square place-items-center overflow-hidden rounded-card ${tiles[tile]}`}>
              <Picture
                picture={picture}
                sizes="(width >= 40rem) 9rem, 7rem"
                className="aspect-4/3 w-full transition-transform duration-200 group-hover:scale-105"
              />
            </span>
            {title}
          </Link>
        </li>
      ))}
    </ul>
  )
}
