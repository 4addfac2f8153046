import { sessionHint } from '#web/data/api/session-hint.ts'

/** The place of a page's leading picture. `web/app/start-up/early-requests.ts` fills the place before hydration. */
export function EarlyPicture({ className }: { className: string }) {
  return (
    <div
      ref={fill}
      aria-hidden="true"
      data-early-picture=""
      className={`animate-shimmer overflow-hidden bg-raise2 has-[img]:animate-none ${className}`}
      // The script may have put a picture here before hydration, so React must not compare or replace this HTML.
      suppressHydrationWarning
      // biome-ignore lint/security/noDangerouslySetInnerHtml: it is empty
      dangerouslySetInnerHTML={nothing}
    />
  )
}

const nothing = { __html: '' }

/**
 * Puts the early picture into `place`. If the page renders another place later, the picture moves there without a
 * second download.
 */
function fill(place: HTMLDivElement | null): void {
  const early = globalThis.earlyRequests
  if (early?.picture && early.hint === sessionHint() && early.picture.parentNode !== place) place?.append(early.picture)
}
