import { useQuery } from '@tanstack/react-query'
import { type ComponentType, useMemo, useState } from 'react'
import type { MenuItem, WholeMenu } from '#contract/menu/menu.ts'
import type { Site } from '#contract/site.ts'
import type { Selection, Sources } from '#domain/menu/menu.ts'
import * as Menu from '#domain/menu/menu.ts'
import * as Pricing from '#domain/menu/pricing.ts'
import * as Cart from '#domain/order/cart.ts'
import { Link } from '#web/app/navigation/navigation.tsx'
import { queries } from '#web/data/api/queries.ts'
import { submit } from '#web/data/outbox/outbox.ts'
import { isStarted, noDetails, useDraft } from '#web/data/storage/counter-draft.ts'
import { toastFailed } from '#web/data/toast.ts'
import { buttonClass } from '#web/ui/button.tsx'
import { ClearDraft } from './clear-draft.tsx'
import { OrderPanel, type Unpriced } from './counter-panel.tsx'
import { Placed, type PlacedProps } from './counter-placed.tsx'
import { DishList } from './dish-list.tsx'
import { orderedHere, withOrdered } from './most-ordered.ts'
import { OfflinePayment } from './offline-payment.tsx'
import { OrderDock } from './order-dock.tsx'
import { PaymentSheet } from './payment-sheet.tsx'
import { WaitingOrders } from './waiting-orders.tsx'

/**
 * The sheet in which customers choose the options of a dish. The page passes it in, because staff's folders never
 * import customers' folders.
 */
type Editor = ComponentType<{
  readonly line: { readonly selection: Selection; readonly quantity: number; readonly chefComment: string }
  readonly item: MenuItem
  readonly sources: Sources
  readonly onSave: (changed: Omit<Cart.CartLine, 'id'>) => void
  readonly onClose: () => void
  readonly doneLabel?: string
}>

export function NewOrder({ account, site, Editor }: { account: string; site: Site; Editor: Editor }) {
  const menu = useQuery(queries.wholeMenu())
  const { draft, change } = useDraft(account)
  const { cart, details, sent } = draft
  const [quote, setQuote] = useState(sent?.quote)
  const [placed, setPlaced] = useState<Pick<PlacedProps, 'placed' | 'quote' | 'given'>>()
  const [unpriced, setUnpriced] = useState<Unpriced>()
  const { slot = '' } = details
  const shown = useMemo(() => menu.data && menuAt(menu.data, slot), [menu.data, slot])
  const sources = shown?.sources ?? {}
  const lines = useLines(cart, sources, (cart) => change(() => ({ cart })))
  const clear = () => change(() => ({ cart: Cart.empty, details: noDetails, sent: null }))

  /** Starts the next order. Moves the focus to the page, because the pressed button disappears. */
  function next() {
    setPlaced(undefined)
    requestAnimationFrame(() => document.getElementById('main')?.focus())
  }

  if (placed) {
    return (
      <Ground>
        <Placed {...placed} onNext={next} />
      </Ground>
    )
  }

  return (
    <Ground>
      {site.paused !== null && (
        <p className="mx-4 mb-3 rounded-control bg-plantain px-4 py-2 text-on-plantain">
          <strong>Ordering is paused: “{site.paused}”</strong> Counter orders still go to the kitchen.
        </p>
      )}
      <WaitingOrders
        account={account}
        onReopen={isStarted(draft) ? undefined : ({ cart, details }) => change(() => ({ cart, details, sent: null }))}
      />
      <main
        id="main"
        tabIndex={-1}
        className="grid min-h-0 flex-1 grid-cols-[minmax(0,1fr)] lg:grid-cols-[minmax(0,1fr)_24rem] 2xl:grid-cols-[minmax(0,1fr)_28rem]"
      >
        <DishList
          query={menu}
          menu={shown}
          slot={slot}
          categories={site.categories}
          chosen={portionsOf(cart)}
          onChoose={lines.choose}
          portions={lines.portions}
          onPortions={lines.setPortions}
          onLast={lines.changeLast}
        >
          <OrderDock cart={cart} onCart={lines.setCart} />
        </DishList>
        <OrderPanel
          cart={cart}
          added={lines.added}
          onCart={lines.setCart}
          details={details}
          onDetails={(part) => change(({ details }) => ({ details: { ...details, ...part } }))}
          taxes={site.taxes}
          takesLater={site.later !== undefined}
          items={shown?.items ?? []}
          sources={sources}
          onEdit={(item, line) => lines.setEditing({ item, line })}
          onPriced={setQuote}
          onUnreachable={setUnpriced}
        >
          <ClearDraft draft={draft} onClear={clear} onRestore={(draft) => change(() => draft)} />
        </OrderPanel>
      </main>
      <EditedLine Editor={Editor} lines={lines} cart={cart} sources={sources} />
      {unpriced && (
        <OfflinePayment
          total={unpriced.total}
          order={details}
          onClose={() => setUnpriced(undefined)}
          onKeep={async (payment) => {
            await submit({ kind: 'counter', ...unpriced, cart, details, payment })
            clear()
            setUnpriced(undefined)
          }}
        />
      )}
      {quote && (
        <PaymentSheet
          quote={quote}
          channel={details.channel}
          sent={sent?.quote.id === quote.id ? sent.payment : undefined}
          onSent={(payment) => change(() => ({ sent: payment ? { quote, payment } : null }))}
          onClose={() => setQuote(undefined)}
          onPlaced={(placed, given) => {
            orderedHere.set((counts) => withOrdered(counts, cart.items))
            clear()
            setQuote(undefined)
            setPlaced({ placed, quote, given })
          }}
        />
      )}
    </Ground>
  )
}

/** Returns the menu with dishes and sides as served at a slot; '' means as soon as possible. */
function menuAt(menu: WholeMenu, slot: string): WholeMenu {
  const items = menu.items.map((item) => Menu.dishAt(item, slot))
  return { ...menu, items, sources: Menu.sourcesAt(menu.sources, slot) }
}

function useLines(cart: Cart.Cart, sources: Sources, save: (cart: Cart.Cart) => void) {
  const [editing, setEditing] = useState<{ readonly item: MenuItem; readonly line?: Cart.CartLine }>()
  const [portions, setPortions] = useState(1)
  const [added, setAdded] = useState('')

  function setCart(cart: Cart.Cart) {
    setAdded('')
    save(cart)
  }

  function add(line: Omit<Cart.CartLine, 'id'>) {
    const next = Cart.add(cart, { ...line, id: `${line.itemId}-${Date.now().toString(36)}` })
    if (next.items.length > Cart.mostLines) return void toastFailed('The order is full.')
    setCart(next)
    setAdded(`${line.quantity} ${line.seen.name}`)
  }

  function choose(item: MenuItem) {
    if (item.groups.length > 0) return setEditing({ item })
    const seen = Pricing.priceLine(item, sources, {}, portions)
    if (seen.ok) add({ ...lineOf(item), quantity: portions, seen: seen.value })
    setPortions(1)
  }

  function changeLast(by: 1 | -1) {
    const last = cart.items.at(-1)
    const quantity = (last?.quantity ?? 0) + by
    if (last && quantity >= 1 && quantity <= Pricing.highestQuantity) setCart(Cart.setQuantity(cart, last.id, quantity))
  }

  return { editing, setEditing, portions, setPortions, added, setCart, add, choose, changeLast }
}

type EditedProps = {
  readonly Editor: Editor
  readonly lines: ReturnType<typeof useLines>
  readonly cart: Cart.Cart
  readonly sources: Sources
}

function EditedLine({ Editor, lines, cart, sources }: EditedProps) {
  const { editing, setEditing, portions, setPortions, setCart, add } = lines
  if (!editing) return null
  return (
    <Editor
      key={`${editing.item.id} ${editing.line?.id}`}
      item={editing.item}
      sources={sources}
      line={
        editing.line ?? {
          ...lineOf(editing.item),
          quantity: portions,
          selection: Menu.presets(editing.item, sources),
        }
      }
      doneLabel={editing.line ? 'Save changes' : 'Add'}
      onSave={(changed) => (editing.line ? setCart(Cart.change(cart, editing.line.id, changed)) : add(changed))}
      onClose={() => {
        setEditing(undefined)
        setPortions(1)
      }}
    />
  )
}

function portionsOf({ items }: Cart.Cart): ReadonlyMap<string, number> {
  const sums = new Map<string, number>()
  for (const { itemId, quantity } of items) sums.set(itemId, (sums.get(itemId) ?? 0) + quantity)
  return sums
}

function lineOf({ id, category, picture }: MenuItem) {
  return { itemId: id, category, picture: picture?.name ?? '', selection: {}, quantity: 1, chefComment: '' }
}

function Ground({ children }: { children: React.ReactNode }) {
  return (
    <div className="flex min-h-dvh flex-col lg:h-[calc(100dvh-var(--notice,0px))] lg:min-h-0">
      <header className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 px-4 py-3">
        <h1 className="text-2xl sm:text-3xl">New order</h1>
        <Link to="/desk" className={buttonClass('secondary', 'px-3.5!')}>
          Back to board
        </Link>
      </header>
      {children}
    </div>
  )
}
