import { type FocusEvent, useRef, useState } from 'react'
import type { CategorySummary } from '#contract/menu.ts'
import { Link } from '#web/app/navigation/navigation.tsx'
import { useHydrated } from '#web/app/start-up/hydrated.ts'
import { buttonClass } from '#web/ui/button.tsx'
import { PauseButton } from '#web/ui/pause-button.tsx'
import { Picture } from '#web/ui/picture.tsx'
import { tiles } from '#web/ui/tiles.ts'

/** Milliseconds in which the list has gone by once (HOME-4): `--animate-categories`. */
const onceRound = 50_000

/**
 * Every category with its plate, going by over and over (HOME-4). The list stands there twice, the copy for the eyes and
 * thumbs alone. Whoever touches it or tabs into it takes it over: from there on it is a row that scrolls, until it is let
 * run again.
 */
export function CategoryStrip({ categories }: { categories: readonly CategorySummary[] }) {
  const row = useRef<HTMLDivElement>(null)
  const track = useRef<HTMLDivElement>(null)
  const [running, setRunning] = useState(true)
  // The copy is half of what a phone would have to lay out before it shows anything.
  const hydrated = useHydrated()

  /** The row stays where the eye sees it: what the animation has moved so far, the scrolling moves now; or the other way round. */
  function run(on: boolean) {
    const [animation] = track.current?.getAnimations() ?? []
    // Where motion is not wanted there is none, and the row scrolls from the start.
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
    <section aria-labelledby="categories" className="page-width pt-6">
      <div className="mb-4 flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <h2 id="categories" className="text-3xl">
          What is calling you?
        </h2>
        <div className="flex items-center gap-2">
          <PauseButton
            paused={!running}
            what="the categories"
            onToggle={() => run(!running)}
            className="rounded-full hover:bg-raise2 motion-reduce:hidden"
          />
          <Link to="/menu/breakfast" className={buttonClass('secondary')}>
            View Full Menu
          </Link>
        </div>
      </div>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: nothing here is pressed; whoever touches it takes it over */}
      <div
        ref={row}
        onFocus={onFocus}
        onPointerDown={() => run(false)}
        onWheel={({ deltaX, deltaY }) => Math.abs(deltaX) > Math.abs(deltaY) && run(false)}
        className="-mx-3 overflow-x-auto px-3 pt-1 pb-4 [scrollbar-width:none] sm:fade-ends"
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
        <li key={id} className="w-31 shrink-0 pr-3 sm:w-39">
          <Link
            to={`/menu/${encodeURIComponent(title.toLowerCase())}`}
            tabIndex={copy ? -1 : undefined}
            draggable={false}
            className="group grid gap-2 rounded-card text-center font-semibold text-sm"
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
