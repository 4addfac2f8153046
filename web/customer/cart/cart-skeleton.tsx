import { Skeleton } from '#web/ui/skeleton.tsx'

/** Shown until the cart has been read from this browser. */
export function CartSkeleton() {
  return (
    <div className="grid gap-3">
      <Skeleton className="h-9 w-36" />
      <Skeleton className="h-64 rounded-card" />
    </div>
  )
}
