import { Skeleton } from '#web/ui/skeleton.tsx'

/** Shown until this browser's cart has been read. */
export function CartSkeleton() {
  return (
    <div className="grid gap-3">
      <Skeleton className="h-9 w-36" />
      <Skeleton className="h-64 rounded-card" />
    </div>
  )
}
