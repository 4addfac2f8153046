import { NeedsNetwork } from '#web/ui/needs-network.tsx'

/** Stands above forms that record money, because such entries are not queued. */
export function MoneyNeedsNetwork() {
  return <NeedsNetwork>Recording money needs the network. Keep this open until it is back.</NeedsNetwork>
}
