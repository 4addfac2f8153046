import { NeedsNetwork } from '#web/ui/needs-network.tsx'

/** Over what records money, which does not wait as taps do. */
export function MoneyNeedsNetwork() {
  return (
    <NeedsNetwork>
      Recording money needs the network: the restaurant has to look whether it is recorded already. Keep this open until
      it is back.
    </NeedsNetwork>
  )
}
