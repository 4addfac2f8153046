import { type ComponentProps, lazy, memo, Suspense } from 'react'
import { retryImport } from '#web/app/start-up/retry-import.ts'

// Content below the first screen: rendered by the server, with its code loaded after hydration. Memoised, because a render
// from outside before the code is loaded would make React discard the server's HTML.

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
