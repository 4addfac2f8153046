import { sessionHint } from '#web/data/api/session-hint.ts'

/**
 * The place of a page's leading picture until what it belongs to is shown. `web/app/start-up/early-requests.ts` fills it before
 * hydration.
 */
export function EarlyPicture({ className }: { className: string }) {
  return (
    <div
      ref={fill}
      aria-hidden="true"
      data-early-picture=""
      className={`animate-shimmer overflow-hidden bg-raise2 has-[img]:animate-none ${className}`}
      // React leaves alone what it was given as HTML: the picture may be there when it hydrates this.
      suppressHydrationWarning
      // biome-ignore lint/security/noDangerouslySetInnerHtml: it is empty
      dangerouslySetInnerHTML={nothing}
    />
  )
}

const nothing = { __html: '' }

/** A place that comes after another takes the picture from it, with no load between. */
function fill(place: HTMLDivElement | null): void {
  const early = globalThis.earlyRequests
  if (early?.picture && early.hint === sessionHint() && early.picture.parentNode !== place) place?.append(early.picture)
}
