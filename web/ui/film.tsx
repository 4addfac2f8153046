import { useEffect, useRef, useState } from 'react'
import type { Film as Shown } from '#contract/film.ts'
import { prefersReducedData } from '#web/app/navigation/preferences.ts'
import { useHydrated } from '#web/app/start-up/hydrated.ts'
import { Icon } from './icon.tsx'
import { useNear } from './near.ts'

type Props = {
  readonly film: Shown
  /**
   * `controls` waits to be asked for, then has the browser's own controls, and captions. `ambient` is a moving picture:
   * over and over while it is in view, but never by itself under Save-Data or for those who ask for less motion.
   */
  readonly mode: 'controls' | 'ambient'
  /** False holds an ambient film, as a carousel does with a slide that is not shown. */
  readonly playing?: boolean
  /** How large it stands: the film fills the box. */
  readonly className?: string
}

/** A film behind its poster: nothing of it is fetched before it plays. */
export function Film({ film, mode, playing = true, className = '' }: Props) {
  const { title, seconds, width, height, poster, sources, captions } = film
  const ambient = mode === 'ambient'
  const [box, near] = useNear<HTMLDivElement>(false)
  const video = useRef<HTMLVideoElement>(null)
  const hydrated = useHydrated()
  const [runs, setRuns] = useState(false)
  /** What the person pressed; undefined is nothing yet. */
  const [asked, setAsked] = useState<boolean>()

  useEffect(() => {
    const screen = video.current
    if (!ambient || !screen) return
    const stillness = matchMedia('(prefers-reduced-motion: reduce)')
    let inView = false
    const decide = () => {
      if (playing && inView && (asked ?? !(stillness.matches || prefersReducedData()))) play(screen)
      else screen.pause()
    }
    const watch = new IntersectionObserver(
      (sightings) => {
        inView = sightings.at(-1)?.isIntersecting ?? false
        decide()
      },
      { threshold: 0.25 },
    )
    watch.observe(screen)
    stillness.addEventListener('change', decide)
    return () => {
      watch.disconnect()
      stillness.removeEventListener('change', decide)
    }
  }, [ambient, playing, asked])

  function press() {
    const screen = video.current
    if (!screen) return
    setAsked(!runs)
    if (ambient && runs) return screen.pause()
    // Within the press: some phones let no film start otherwise.
    play(screen)
    if (ambient) return
    for (const track of screen.textTracks) track.mode = 'showing'
    // The button goes; who came by keyboard stays with the film.
    screen.controls = true
    screen.focus()
  }

  return (
    <div ref={box} className={`relative overflow-hidden ${className}`}>
      {near && (
        <picture>
          <source type="image/avif" srcSet={poster.avif} />
          <img
            src={poster.webp}
            width={width}
            height={height}
            alt=""
            decoding="async"
            className="block size-full object-cover"
          />
        </picture>
      )}
      {/* Lies over the poster and shows nothing until it plays. Where there is no script its own controls start it. */}
      <video
        ref={video}
        aria-label={title}
        preload="none"
        muted
        playsInline
        loop={ambient}
        controls={!hydrated || (!ambient && asked)}
        onPlay={() => setRuns(true)}
        onPause={() => setRuns(false)}
        className={`absolute inset-0 size-full object-cover ${hydrated ? '' : 'invisible noscript:visible'}`}
      >
        {sources.map(({ src, type }) => (
          <source key={src} src={src} type={type} />
        ))}
        <track kind="captions" src={captions} srcLang="en" label="English" />
      </video>
      {ambient ? (
        <button
          type="button"
          onClick={press}
          aria-label={`${runs ? 'Pause' : 'Play'}: ${title}`}
          className="absolute right-2 bottom-2 grid size-11 place-items-center rounded-full bg-black/60 text-white outline-offset-[-3px] noscript:hidden"
        >
          <Icon name={runs ? 'pause' : 'play'} />
        </button>
      ) : (
        !asked && (
          <button
            type="button"
            onClick={press}
            aria-label={`Play: ${title}`}
            className="group absolute inset-0 grid place-items-center outline-offset-[-3px] noscript:hidden"
          >
            <span className="grid size-16 place-items-center rounded-full bg-ember text-on-ember shadow-card transition-transform group-hover:scale-105">
              <Icon name="play" className="size-8" />
            </span>
            {/* Bytes are money: what it costs is said before. */}
            <span className="absolute bottom-2 left-2 rounded-full bg-black/60 px-3 py-1 font-semibold text-sm text-white">
              {seconds} s, {megabytes(sources[0]?.bytes)} MB
            </span>
          </button>
        )
      )}
    </div>
  )
}

/** A phone that saves its battery refuses: the poster stays, and with it the button. */
function play(screen: HTMLVideoElement): void {
  void screen.play().catch(() => {})
}

const megabytes = (bytes = 0) => Math.max(0.1, bytes / 1e6).toFixed(1)
