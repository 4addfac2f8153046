/** A placeholder with the size of the loading content. The parent announces the loading. */
export function Skeleton({ className = '' }: { className?: string }) {
  return <div aria-hidden="true" className={`animate-shimmer rounded-control bg-raise2 ${className}`} />
}
