import { NeedsNetwork } from '#web/ui/needs-network.tsx'

/** Above forms that record money, which are not queued. */
export function MoneyNeedsNetwork() {
  return <NeedsNetwork>Recording money needs the network. Keep this open until it is back.</NeedsNetwork>
}
