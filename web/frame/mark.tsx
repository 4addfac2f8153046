/** The fire, drawn for the bar: it comes with the page and needs no file of its own. */
export function Mark({ className }: { className: string }) {
  return (
    <svg viewBox="0 0 32 32" aria-hidden="true" className={`shrink-0 ${className}`}>
      <path
        className="fill-ember"
        d="M17 2c1.2 4.8 4 6.6 6 9.6 1.6 2.4 2.5 5 2.5 7.9 0 5.8-4.2 10-9.5 10s-9.5-4-9.5-9.600c0-3.7 1.9-6.5 4-8.9.5 2 1.3 3.2 2.7 3.900C13 10.5 14 6 17 2Z"
      />
      <path
        className="fill-plantain"
        d="M16.8 15c.5 2.6 3.9 4 3.9 8 0 3-2.1 5-4.7 5s-4.7-1.9-4.7-4.700c0-2 .9-3.4 2.2-4.6.3 1.2.8 1.8 1.6 2.1-.1-2.1.4-4.1 1.7-5.800Z"
      />
    </svg>
  )
}
