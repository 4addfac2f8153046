import { type ComponentProps, lazy, memo, Suspense } from 'react'
import { retryImport } from '#web/app/start-up/retry-import.ts'

// The parts below the first screen. The server renders them, and the browser loads their code once the first screen can
// be used. Memoised, so that a render of the page does not render them with it: if React rendered a part again before
// the part's code has loaded, React would discard the server's HTML.

const LaterCarousel = import.meta.env.SSR
  ? (await import('./carousel.tsx')).Carousel
  : lazy(async () => ({ default: (await retryImport(() => import('./carousel.tsx'))).Carousel }))

const LaterAbout = import.meta.env.SSR
  ? (await import('./about.tsx')).About
  : lazy(async () => ({ default: (await retryImport(() => import('./about.tsx'))).About }))

export const Carousel = memo((props: ComponentProps<typeof LaterCarousel>) => (
  <Suspense fallback={<div className="h-120" />}>
    <LaterCarousel {...props} />
  </Suspense>
))

export const About = memo((props: ComponentProps<typeof LaterAbout>) => (
  <Suspense>
    <LaterAbout {...props} />
  </Suspense>
))
