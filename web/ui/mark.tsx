import { mark } from '#contract/parts/mark.ts'

/**
 * The restaurant's mark as inline SVG, without a request. The restaurant's style sheet can replace the mark by a logo.
 */
export function Mark({ className }: { className: string }) {
  return (
    <svg viewBox={`0 0 ${mark.ground} ${mark.ground}`} aria-hidden="true" className={`mark shrink-0 ${className}`}>
      <path className="fill-ember" d={mark.flame} />
      <path className="fill-plantain" d={mark.heart} />
    </svg>
  )
}
