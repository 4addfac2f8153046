import { type KeyboardEvent, type RefObject, useEffect, useRef, useState } from 'react'
import type { Slide } from '#contract/home.ts'
import type { CategorySummary } from '#contract/menu/menu.ts'
import * as Menu from '#domain/menu/menu.ts'
import { Link } from '#web/app/navigation/navigation.tsx'
import { prefersReducedData, prefersReducedMotion } from '#web/app/navigation/preferences.ts'
import { useHydrated } from '#web/app/start-up/hydrated.ts'
import { Badge } from '#web/ui/badge.tsx'
import { buttonClass } from '#web/ui/button.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { clock } from '#web/ui/lagos-time.ts'
import { Film } from '#web/ui/motion/film.tsx'
import { PauseButton } from '#web/ui/motion/pause-button.tsx'
import { Picture } from '#web/ui/picture.tsx'
import { tiles } from '#web/ui/tiles.ts'

/** Milliseconds for which a slide is shown (HOME-2), equal to the duration of `--animate-fill`. */
const standsFor = 5000

/**
 * The slides of the home page (HOME-2), built as the carousel of the ARIA Authoring Practices. The slides are a
 * scrolling row, so touch moves them without a script. They advance while the carousel is in view and untouched, except
 * under reduced motion or reduced data; choosing a slide stops them.
 */
export function Carousel({ slides, categories }: { slides: readonly Slide[]; categories: readonly CategorySummary[] }) {
  const section = useRef<HTMLElement>(null)
  const track = useRef<HTMLDivElement>(null)
  const hydrated = useHydrated()
  const [at, setAt] = useState(0)
  const inView = useMostlyInView(section)
  const [held, setHeld] = useState(false)
  const [stopped, setStopped] = useState(false)
  // Slides up to this index load their pictures. A slide's picture loads while the previous slide is shown.
  const [fetched, setFetched] = useState(0)
  const several = slides.length > 1
  // The link to the whole menu opens the category that leads the menu at this time of day.
  const leading = hydrated ? Menu.leading(categories, clock(new Date().toISOString())) : undefined
  const turning = several && inView && !held && !stopped
  if (inView && fetched < at + 1) setFetched(at + 1)

  useEffect(() => {
    if (prefersReducedMotion() || prefersReducedData()) setStopped(true)
  }, [])

  // biome-ignore lint/correctness/useExhaustiveDependencies: every slide has its full time, however it was reached
  useEffect(() => {
    if (!turning) return
    const timer = setInterval(() => document.hidden || show(at + 1), standsFor)
    return () => clearInterval(timer)
  }, [turning, at])

  function show(index: number) {
    const row = track.current
    if (!row) return
    const next = (index + slides.length) % slides.length
    // Jump between the last and the first slide: an animation would run back through all slides.
    const glides = Math.abs(next - at) === 1 && !prefersReducedMotion()
    row.scrollTo({ left: next * row.clientWidth, behavior: glides ? 'smooth' : 'instant' })
  }

  function choose(index: number) {
    setStopped(true)
    show(index)
  }

  function onKeyDown(event: KeyboardEvent) {
    const to = { ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: slides.length - 1 }[event.key]
    if (to === undefined) return
    event.preventDefault()
    choose(to)
  }

  return (
    <section
      ref={section}
      aria-roledescription="carousel"
      aria-label="From the fire"
      className="page-width pt-8"
      onPointerEnter={({ pointerType }) => pointerType === 'mouse' && setHeld(true)}
      onPointerLeave={() => setHeld(false)}
      onFocus={({ target }) => setHeld(target.matches(':focus-visible'))}
      onBlur={() => setHeld(false)}
      onKeyDown={onKeyDown}
    >
      <div className="relative">
        {several && (
          <PauseButton
            paused={stopped}
            what="the slides"
            onToggle={() => setStopped(!stopped)}
            className="absolute top-3 right-3 z-10 rounded-full bg-ground/80"
          />
        )}
        <div
          ref={track}
          aria-live={turning ? 'off' : 'polite'}
          onScroll={({ currentTarget: { scrollLeft, clientWidth } }) => setAt(Math.round(scrollLeft / clientWidth))}
          onPointerDown={() => setStopped(true)}
          className="flex snap-x snap-mandatory overflow-x-auto overscroll-x-contain rounded-sheet [scrollbar-width:none]"
        >
          {slides.map((slide, index) => (
            <SlideBox
              key={slide.id}
              slide={slide}
              label={`${index + 1} of ${slides.length}`}
              inert={hydrated && index !== at}
              playing={index === at && inView}
              isFetched={index <= fetched}
              to={slide.to === '/menu' && leading ? `/menu/${leading.id}` : slide.to}
            />
          ))}
        </div>
      </div>
      <div hidden={!several} className="flex items-center sm:gap-2">
        <Dots slides={slides} at={at} turning={turning} onChoose={choose} />
        <div className="ml-auto hidden sm:flex">
          <Step label="Previous slide" turn="rotate-90" onPress={() => choose(at - 1)} />
          <Step label="Next slide" turn="-rotate-90" onPress={() => choose(at + 1)} />
        </div>
      </div>
    </section>
  )
}

function useMostlyInView(section: RefObject<HTMLElement | null>): boolean {
  const [inView, setInView] = useState(false)
  useEffect(() => {
    if (!section.current) return
    const watch = new IntersectionObserver(([entry]) => setInView(entry?.isIntersecting === true), { threshold: 0.4 })
    watch.observe(section.current)
    return () => watch.disconnect()
  }, [section])
  return inView
}

type SlideProps = {
  readonly slide: Slide
  readonly label: string
  readonly inert: boolean
  readonly playing: boolean
  readonly isFetched: boolean
  readonly to: string
}

function SlideBox({ slide, label, inert, playing, isFetched, to }: SlideProps) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: the practices ask for a group with a role description
    <div
      role="group"
      aria-roledescription="slide"
      aria-label={label}
      inert={inert}
      className={`grid w-full shrink-0 snap-center content-between gap-x-8 sm:grid-cols-2 sm:content-stretch sm:items-center ${tiles[slide.tile]}`}
    >
      <div
        className={`aspect-4/3 max-h-52 w-full sm:order-2 ${'film' in slide ? 'sm:aspect-auto sm:max-h-none sm:self-stretch' : 'sm:max-h-96'}`}
      >
        {'film' in slide ? (
          <Film film={slide.film} mode="ambient" playing={playing} className="size-full" />
        ) : (
          isFetched && <Picture picture={slide.picture} large sizes="(width >= 40rem) 32rem, 18rem" />
        )}
      </div>
      <div className="grid justify-items-start gap-3 p-5 pt-0 sm:p-8 lg:p-12">
        {slide.offer && <Badge variant="promise">Special offer</Badge>}
        <h2 className="text-3xl sm:text-4xl lg:text-5xl">{slide.headline}</h2>
        <p className="max-w-md text-pretty sm:text-lg">{slide.banter}</p>
        <Link to={to} className={buttonClass('primary')}>
          Order Now
        </Link>
      </div>
    </div>
  )
}

type DotsProps = {
  readonly slides: readonly Slide[]
  readonly at: number
  readonly turning: boolean
  readonly onChoose: (index: number) => void
}

function Dots({ slides, at, turning, onChoose }: DotsProps) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: no form, so no fieldset
    <div role="group" aria-label="Choose a slide" className="flex flex-1 sm:flex-none">
      {slides.map(({ id, headline }, index) => (
        <button
          key={id}
          type="button"
          aria-label={`Slide ${index + 1}: ${headline}`}
          aria-current={index === at ? 'true' : undefined}
          onClick={() => onChoose(index)}
          className="group min-h-11 flex-1 px-0.5 sm:w-9 sm:flex-none"
        >
          <span className="block h-1.5 overflow-hidden rounded-full bg-soft/50 group-hover:bg-soft">
            {index === at && <span className={`block h-full origin-left bg-ember ${turning ? 'animate-fill' : ''}`} />}
          </span>
        </button>
      ))}
    </div>
  )
}

function Step({ label, turn, onPress }: { label: string; turn: string; onPress: () => void }) {
  return (
    <button
      type="button"
      aria-label={label}
      onClick={onPress}
      className="grid size-11 place-items-center rounded-full hover:bg-raise2"
    >
      <Icon name="chevron" className={`size-5 ${turn}`} />
    </button>
  )
}
