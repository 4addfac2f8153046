import { type ComponentProps, lazy, memo, Suspense } from 'react'
import { retryImport } from '#web/app/start-up/retry-import.ts'

// What stands below the first screen. The server renders it, so it can be read at once; its code comes when the first
// screen can be used. Memoised: a change around it, before its code is there, would have React throw the server's HTML away.

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
