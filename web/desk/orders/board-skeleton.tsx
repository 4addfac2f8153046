import { Skeleton } from '#web/ui/skeleton.tsx'

const heights = ['h-40', 'h-36', 'h-44', 'h-32']

export function BoardSkeleton() {
  return (
    <main id="main" tabIndex={-1} aria-busy="true" className="px-4 pt-3">
      <p role="status" className="sr-only">
        Loading the orders…
      </p>
      <Skeleton className="mb-4 h-14 lg:hidden" />
      <div className="grid items-start gap-4 md:grid-cols-2 lg:grid-cols-4">
        {heights.map((height, index) => (
          <div key={height} className={index > 1 ? 'hidden lg:block' : index > 0 ? 'hidden md:block' : ''}>
            <Skeleton className="mb-4 hidden h-7 w-36 lg:block" />
            <Skeleton className={`rounded-card ${height}`} />
          </div>
        ))}
      </div>
    </main>
  )
}
