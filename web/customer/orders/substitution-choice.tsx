import { useQuery } from '@tanstack/react-query'
import { type ComponentType, useState } from 'react'
import type { MenuItem, WholeMenu } from '#contract/menu/menu.ts'
import type { Order, SubstitutionChoice } from '#contract/order/orders.ts'
import type { Selection, Sources } from '#domain/menu/menu.ts'
import * as Menu from '#domain/menu/menu.ts'
import type { PricedLine } from '#domain/menu/pricing.ts'
import * as Money from '#domain/money/money.ts'
import * as Tax from '#domain/money/tax.ts'
import * as Substitution from '#domain/order/substitution.ts'
import { refocus } from '#web/app/navigation/refocus.ts'
import { call } from '#web/data/api/client.ts'
import { queries } from '#web/data/api/queries.ts'
import { useLastingError } from '#web/data/api/query-client.ts'
import { useConfirmAction } from '#web/data/confirm-action.ts'
import { toastDone, toastFailed } from '#web/data/toast.ts'
import { Button } from '#web/ui/button.tsx'
import { Select } from '#web/ui/forms/field.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { useLoadOnPress } from '#web/ui/motion/load-on-press.tsx'
import { NeedsNetwork } from '#web/ui/needs-network.tsx'
import { Price } from '#web/ui/price.tsx'
import { SheetContent } from '#web/ui/sheet.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { TextButton } from '#web/ui/text-button.tsx'
import { useOwnOrder } from './own-order.ts'
import { RefundNote } from './refund-note.tsx'

type Draft = { readonly selection: Selection; readonly quantity: number; readonly chefComment: string }

type Customiser = ComponentType<{
  readonly item: MenuItem
  readonly sources: Sources
  readonly draft: Draft
  readonly onChange: (draft: Draft) => void
  readonly doneLabel: string
  readonly onDone: (draft: Draft, seen: PricedLine) => void
}>

export type LoadCustomiser = () => Promise<Customiser>

type Step = 'what' | { readonly item: MenuItem; readonly Customiser: Customiser }

type Props = {
  readonly order: Order
  readonly place: number
  readonly line: Substitution.OrderLine
  readonly onDone: () => void
  readonly loadCustomiser: LoadCustomiser
}

/** The customer's substitution: another dish that costs no more, the order without the dish, or a cancellation. */
export function SubstitutionForm({ order, place, line, onDone, loadCustomiser }: Props) {
  const { busy, act } = useOwnOrder(order.orderId)
  const [step, setStep] = useState<Step>('what')
  const confirm = useConfirmAction()
  const { load, line: loading } = useLoadOnPress()
  const { data: menu, error: failed, refetch } = useQuery(queries.wholeMenu())
  const error = useLastingError({ data: menu, error: failed })

  function turn(next: Step) {
    setStep(next)
    refocus()
  }

  async function send(choice: Choice) {
    const body = { line: place, version: order.version, ...choice }
    await act(
      () => call('POST /api/orders/:id/choose-substitution', { params: { id: order.orderId }, body }),
      () => {
        if (choice.answer !== 'cancel') toastDone('Thank you. The kitchen knows.')
        onDone()
      },
    )
  }

  async function cancel() {
    const isConfirmed = await confirm({
      title: 'Cancel the order?',
      text: (
        <>
          <p className="font-semibold">This cancels the whole order, not just {line.name}.</p>
          <RefundNote order={order} />
        </>
      ),
      action: 'Cancel order',
      danger: true,
    })
    if (isConfirmed) await send({ answer: 'cancel' })
  }

  async function choose(item: MenuItem) {
    const Customiser = await load(loadCustomiser)
    if (Customiser) turn({ item, Customiser })
  }

  if (step !== 'what' && menu) {
    return (
      <Chosen
        // The chosen dish in its current version; unavailable if it has left the menu.
        item={menu.items.find(({ id }) => id === step.item.id) ?? { ...step.item, isAvailable: false }}
        Customiser={step.Customiser}
        menu={menu}
        line={line}
        onBack={() => turn('what')}
        onDone={(dish) => void send({ answer: 'replace', ...dish })}
      />
    )
  }
  return (
    <SheetContent
      foot={
        <div className="flex flex-wrap gap-2">
          {order.items.length > 1 && (
            <Button
              variant="secondary"
              className="flex-auto"
              busy={busy}
              onClick={() => void send({ answer: 'remove' })}
            >
              Leave it out, {Money.format(Tax.lessWithout(order, line.itemTotal))} less
            </Button>
          )}
          <Button variant="danger" className="flex-auto" busy={busy} onClick={() => void cancel()}>
            Cancel the order
          </Button>
        </div>
      }
    >
      <div className="grid gap-4">
        <p>
          <strong>{Substitution.described(line)}</strong> for <Price amount={line.itemTotal} /> sold out. Take another
          dish at no more than that{order.received > 0 ? '; what it costs less goes back to you.' : '.'}
        </p>
        {loading}
        <NeedsNetwork>Choosing needs the network.</NeedsNetwork>
        {menu ? (
          <Dishes menu={menu} order={order} line={line} onChoose={(item) => void choose(item)} />
        ) : (
          <NoMenuYet failed={error !== null} onRetry={() => void refetch()} />
        )}
      </div>
    </SheetContent>
  )
}

function NoMenuYet({ failed, onRetry }: { failed: boolean; onRetry: () => void }) {
  if (failed) {
    return (
      <p role="alert" className="flex flex-wrap items-center justify-between gap-x-4 font-semibold text-alarm">
        The menu did not load.
        <TextButton onClick={onRetry}>Try again</TextButton>
      </p>
    )
  }
  return (
    <div role="status" aria-label="Loading" className="grid gap-3">
      <Skeleton className="h-12" />
      <Skeleton className="h-72" />
    </div>
  )
}

type Choice = SubstitutionChoice extends infer Each
  ? Each extends SubstitutionChoice
    ? Omit<Each, 'line' | 'version'>
    : never
  : never

/** The available dishes that cost no more than the sold-out dish. Dishes of the same category come first. */
function Dishes({
  menu,
  order,
  line,
  onChoose,
}: {
  readonly menu: WholeMenu
  readonly order: Order
  readonly line: Substitution.OrderLine
  readonly onChoose: (item: MenuItem) => void
}) {
  const isGone = ({ id }: MenuItem) => order.items.some(({ itemId, soldOutAt }) => soldOutAt && itemId === id)
  const dishes = menu.items.filter(
    (item) => item.isAvailable && !isGone(item) && Menu.startingPrice(item, menu.sources) <= line.itemTotal,
  )
  const categories = [...new Set(dishes.map(({ category }) => category))]
  const own = menu.items.find(({ id }) => id === line.itemId)?.category
  const [wanted, setWanted] = useState(own)
  const category = categories.find((id) => id === wanted) ?? categories[0]
  if (category === undefined) return <p>Nothing on the menu costs that little right now.</p>
  return (
    <>
      <Select label="From" value={category} onChange={(event) => setWanted(event.target.value)}>
        {categories.map((id) => (
          <option key={id} value={id}>
            {menu.called[id]?.[0] ?? id}
          </option>
        ))}
      </Select>
      <ul aria-label="Dishes" className="divide-y divide-line">
        {dishes
          .filter((item) => item.category === category)
          .map((item) => (
            <li key={item.id}>
              <button
                type="button"
                onClick={() => onChoose(item)}
                className="flex min-h-14 w-full items-center gap-3 py-2 text-left"
              >
                <span className="min-w-0 flex-1 font-semibold wrap-anywhere">{item.name}</span>
                <Price amount={Menu.startingPrice(item, menu.sources)} />
                <Icon name="chevron" className="size-5 -rotate-90 text-soft" />
              </button>
            </li>
          ))}
      </ul>
    </>
  )
}

function Chosen({
  item,
  Customiser,
  menu,
  line,
  onBack,
  onDone,
}: {
  readonly item: MenuItem
  readonly Customiser: Customiser
  readonly menu: WholeMenu
  readonly line: Substitution.OrderLine
  readonly onBack: () => void
  readonly onDone: (dish: Draft & { readonly itemId: string }) => void
}) {
  const single = Menu.startingPrice(item, menu.sources)
  const affordable = single > 0 ? Math.floor(line.itemTotal / single) : line.quantity
  const [draft, setDraft] = useState<Draft>({
    selection: Menu.presets(item, menu.sources),
    quantity: Math.max(1, Math.min(line.quantity, affordable)),
    chefComment: '',
  })

  function done(draft: Draft, { itemTotal: total }: PricedLine) {
    if (total > line.itemTotal) toastFailed(Substitution.tooDear(line.itemTotal))
    else onDone({ ...draft, itemId: item.id })
  }

  return (
    <>
      <div className="flex flex-wrap items-center justify-between gap-x-4 px-5">
        <p className="min-w-0 text-lg wrap-anywhere">
          <strong>{item.name}</strong>{' '}
          <span className="whitespace-nowrap text-base text-soft">
            up to <Price amount={line.itemTotal} />
          </span>
        </p>
        <TextButton onClick={onBack}>Other dishes</TextButton>
      </div>
      <Customiser
        item={item}
        sources={menu.sources}
        draft={draft}
        onChange={setDraft}
        doneLabel="Take this"
        onDone={done}
      />
    </>
  )
}
