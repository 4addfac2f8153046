import { Skeleton } from '#web/ui/skeleton.tsx'

export function Loading({ what }: { what: string }) {
  return (
    <>
      <p role="status" className="sr-only">
        Loading {what}…
      </p>
      <Skeleton className="h-96 rounded-card" />
    </>
  )
}
