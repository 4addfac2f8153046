/** The place of something that is on its way, of its size. The parent says to everybody that it is loading. */
export function Skeleton({ className = '' }: { className?: string }) {
  return <div aria-hidden="true" className={`animate-shimmer rounded-control bg-raise2 ${className}`} />
}
