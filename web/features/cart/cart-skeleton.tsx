/** What a cart will fill: shown until this browser's own cart can be read. */
export function CartSkeleton() {
  return (
    <div aria-hidden="true" className="grid animate-pulse gap-3">
      <div className="h-8 w-32 rounded-control bg-raise2" />
      {['one', 'two'].map((line) => (
        <div key={line} className="h-40 rounded-card bg-raise" />
      ))}
    </div>
  )
}
