import { useOffline } from '#web/data/api/network.ts'

/** A notice that is shown while offline: 'Paying needs the network.' */
export function NeedsNetwork({ children }: { children: string }) {
  return useOffline() && <p className="rounded-control bg-raise2 px-4 py-3 font-semibold">{children}</p>
}
