import { useOffline } from '#web/api/network.ts'

/** Says before it is tried that something cannot be done now. `children` is what: 'Paying needs the network.' */
export function NeedsNetwork({ children }: { children: string }) {
  return useOffline() && <p className="rounded-control bg-raise2 px-4 py-3 font-semibold">{children}</p>
}
