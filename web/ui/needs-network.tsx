import { useOffline } from '#web/data/api/network.ts'

/** A notice shown while offline, such as 'Paying needs the network.' */
export function NeedsNetwork({ children }: { children: string }) {
  return useOffline() && <p className="rounded-control bg-raise2 px-4 py-3 font-semibold">{children}</p>
}
