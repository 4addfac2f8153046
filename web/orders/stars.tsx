const star = 'm12 2.6 2.9 6 6.6.9-4.8 4.6 1.2 6.5L12 17.5l-5.9 3.1 1.2-6.5L2.5 9.5l6.6-.9z'

export function Star({ filled, className = 'size-5' }: { filled: boolean; className?: string }) {
  return (
    <svg
      viewBox="0 0 24 24"
      aria-hidden="true"
      fill={filled ? 'currentColor' : 'none'}
      stroke="currentColor"
      strokeWidth="1.8"
      strokeLinejoin="round"
      className={`shrink-0 ${className}`}
    >
      <path d={star} />
    </svg>
  )
}

export function Stars({ count }: { count: number }) {
  return (
    <span className="inline-flex text-promise">
      <span className="sr-only">{count} of 5 stars</span>
      {[1, 2, 3, 4, 5].map((each) => (
        <Star key={each} filled={each <= count} />
      ))}
    </span>
  )
}
