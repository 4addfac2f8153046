import type { DeskOrder } from '#contract/order/orders.ts'
import { owedTo } from '#web/desk/orders/board.ts'
import { RefundsPanel } from '#web/desk/payments/refunds-panel.tsx'
import { StatementPanel } from '#web/desk/payments/statement-panel.tsx'
import { TillPanel } from '#web/desk/payments/till-panel.tsx'
import type { StatementOnBoard } from '#web/desk/payments/use-statement.ts'
import { Sheet } from '#web/ui/sheet.tsx'
import type { DeskPanel } from './desk-menu.tsx'
import { DonePanel } from './done-panel.tsx'
import { KeysPanel } from './keys.tsx'
import { RatingsPanel } from './ratings-panel.tsx'

type Props = {
  readonly panel: DeskPanel | undefined
  readonly onPanel: (panel: undefined) => void
  readonly orders: readonly DeskOrder[]
  readonly done: readonly DeskOrder[]
  readonly statement: StatementOnBoard
  readonly onOpen: (orderId: string) => void
}

export function DeskSheets({ panel, onPanel, orders, done, statement, onOpen }: Props) {
  const sheet = (name: DeskPanel) => ({ open: panel === name, onClose: () => onPanel(undefined) })
  return (
    <>
      <Sheet {...sheet('refunds')} title="Refunds owed">
        <RefundsPanel orders={owedTo(orders)} />
      </Sheet>
      <Sheet {...sheet('statement')} title="Bank statement" bare wide>
        <StatementPanel statement={statement} onClose={() => onPanel(undefined)} />
      </Sheet>
      <Sheet {...sheet('till')} title="Till">
        <TillPanel />
      </Sheet>
      <Sheet {...sheet('ratings')} title="Ratings">
        <RatingsPanel />
      </Sheet>
      <Sheet {...sheet('done')} title="Done in the last hour">
        <DonePanel
          orders={done}
          onOpen={({ orderId }) => {
            onPanel(undefined)
            onOpen(orderId)
          }}
        />
      </Sheet>
      <Sheet {...sheet('keys')} title="Keyboard">
        <KeysPanel />
      </Sheet>
    </>
  )
}
