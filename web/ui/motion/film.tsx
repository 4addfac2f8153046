import { type RefObject, useEffect, useRef, useState } from 'react'
import type { Film as Shown } from '#contract/parts/fields.ts'
import { prefersReducedData } from '#web/app/navigation/preferences.ts'
import { useHydrated } from '#web/app/start-up/hydrated.ts'
import { Icon } from '#web/ui/icon.tsx'
import { useInView } from '#web/ui/use-in-view.ts'

type Props = {
  readonly film: Shown
  /**
   * `controls` plays after a press, with the browser's controls and captions. `ambient` loops while in view, but waits
   * for a press under Save-Data or reduced motion.
   */
  readonly mode: 'controls' | 'ambient'
  /** False pauses an ambient film, for example in a hidden slide. */
  readonly playing?: boolean
  readonly className?: string
}

export function Film({ film, mode, playing = true, className = '' }: Props) {
  const { title, seconds, width, height, poster, sources, captions } = film
  const ambient = mode === 'ambient'
  const [box, near] = useInView<HTMLDivElement>(false)
  const video = useRef<HTMLVideoElement>(null)
  const hydrated = useHydrated()
  const [runs, setRuns] = useState(false)
  /** True if the person last pressed 'play', false for 'pause'; undefined before the first press. */
  const [asked, setAsked] = useState<boolean>()

  useAmbientPlay(video, ambient, playing, asked)

  function press() {
    const screen = video.current
    if (!screen) return
    setAsked(!runs)
    if (ambient && runs) return screen.pause()
    // Some phones allow a film to start only within a click.
    play(screen)
    if (ambient) return
    for (const track of screen.textTracks) track.mode = 'showing'
    // The button disappears, so the film gets the focus.
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
      {/* Transparent above the poster until the film plays. Without a script the browser's controls start the film. */}
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
        <AmbientButton title={title} runs={runs} onPress={press} />
      ) : (
        !asked && (
          <StartButton title={title} size={`${seconds} s, ${megabytes(sources[0]?.bytes)} MB`} onPress={press} />
        )
      )}
    </div>
  )
}

/** Plays an ambient film while it is in view, unless the person, reduced motion or Save-Data prevents that. */
function useAmbientPlay(
  video: RefObject<HTMLVideoElement | null>,
  ambient: boolean,
  playing: boolean,
  asked: boolean | undefined,
): void {
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
  }, [video, ambient, playing, asked])
}

function AmbientButton({ title, runs, onPress }: { title: string; runs: boolean; onPress: () => void }) {
  return (
    <button
      type="button"
      onClick={onPress}
      aria-label={`${runs ? 'Pause' : 'Play'}: ${title}`}
      className="absolute right-2 bottom-2 grid size-11 place-items-center rounded-full bg-black/60 text-white outline-offset-[-3px] noscript:hidden"
    >
      <Icon name={runs ? 'pause' : 'play'} />
    </button>
  )
}

function StartButton({ title, size, onPress }: { title: string; size: string; onPress: () => void }) {
  return (
    <button
      type="button"
      onClick={onPress}
      aria-label={`Play: ${title}, ${size}`}
      className="group absolute inset-0 grid place-items-center outline-offset-[-3px] noscript:hidden"
    >
      <span className="grid size-16 place-items-center rounded-full bg-ember text-on-ember shadow-card transition-transform group-hover:scale-105">
        <Icon name="play" className="size-8" />
      </span>
      {/* Show the size before the download, because mobile data costs money. */}
      <span className="absolute bottom-2 left-2 rounded-full bg-black/60 px-3 py-1 font-semibold text-sm text-white">
        {size}
      </span>
    </button>
  )
}

/** A phone in battery saver refuses to play. The poster and the button then stay. */
function play(screen: HTMLVideoElement): void {
  void screen.play().catch(() => {})
}

const megabytes = (bytes = 0) => Math.max(0.1, bytes / 1e6).toFixed(1)
