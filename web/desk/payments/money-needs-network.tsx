import { NeedsNetwork } from '#web/ui/needs-network.tsx'

/** A notice above forms that record money: their entries are not queued, so they need the network. */
export function MoneyNeedsNetwork() {
  return <NeedsNetwork>Recording money needs the network. Keep this open until it is back.</NeedsNetwork>
}
