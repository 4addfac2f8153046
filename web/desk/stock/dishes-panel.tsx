import { useQueries, useQuery } from '@tanstack/react-query'
import { type RefObject, useEffect, useRef, useState } from 'react'
import type { CategorySummary, DishLimit, ItemChange } from '#contract/menu/menu.ts'
import * as DoubtfulSum from '#domain/books/doubtful-sum.ts'
import * as Money from '#domain/money/money.ts'
import { refocus } from '#web/app/navigation/refocus.ts'
import { queries } from '#web/data/api/queries.ts'
import { useConfirmAmount } from '#web/data/confirm-action.ts'
import { toastDone } from '#web/data/toast.ts'
import { ItemSwitch, useItemChange } from '#web/staff/item-switch.tsx'
import { offWords } from '#web/staff/unavailable-label.ts'
import { Button } from '#web/ui/button.tsx'
import { Field } from '#web/ui/forms/field.tsx'
import { type Errors, Form, useFields } from '#web/ui/forms/form.tsx'
import { typedAmount } from '#web/ui/forms/typed-amount.ts'
import { Icon } from '#web/ui/icon.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { TextButton } from '#web/ui/text-button.tsx'
import { useSend } from '#web/ui/use-send.ts'
import { DishSearch } from './dish-search.tsx'
import { type Dish, dishesOf, search } from './dishes.ts'
import { limitsQuery, untilTomorrow } from './limits-query.ts'

type Props = {
  readonly categories: readonly CategorySummary[]
  /** True for the owner, who may change prices. */
  readonly setsPrices: boolean
}

export function DishesPanel({ categories, setsPrices }: Props) {
  const [category, setCategory] = useState(categories[0]?.id ?? '')
  const [words, setWords] = useState('')
  const searching = words.trim() !== ''
  const shown = searching ? categories : categories.filter(({ id }) => id === category)
  const pages = useQueries({ queries: shown.map(({ id }) => queries.category(id)) })
  const { data: limited } = useQuery({ ...limitsQuery, refetchOnMount: 'always' })
  const dishes = dishesOf(pages.flatMap(({ data }) => data ?? []))
  const found = search(dishes, words)
  const failed = pages.filter(({ isError }) => isError)
  const loading = pages.some(({ isPending }) => isPending) && failed.length === 0

  return (
    <div className="grid gap-4">
      <DishSearch
        words={words}
        onWords={setWords}
        categories={categories}
        category={category}
        onCategory={setCategory}
      />
      {failed.length > 0 && (
        <div role="alert" className="flex flex-wrap items-center justify-between gap-3 text-alarm">
          Some of the menu did not load.
          <Button variant="secondary" onClick={() => failed.forEach(({ refetch }) => void refetch())}>
            Try again
          </Button>
        </div>
      )}
      <p role="status" className="text-sm text-soft">
        {loading ? 'Loading…' : summary(found)}
      </p>
      <ul aria-busy={loading} className="divide-y divide-line">
        {found.map((dish) => (
          <li key={dish.id}>
            <DishRow
              dish={dish}
              limit={limited?.limits.find(({ id }) => id === dish.id)}
              tomorrow={limited?.tomorrow}
              setsPrices={setsPrices}
            />
          </li>
        ))}
        {loading &&
          found.length === 0 &&
          Array.from({ length: 6 }, (_, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: they are all alike
            <li key={index} className="py-2">
              <Skeleton className="h-12" />
            </li>
          ))}
      </ul>
    </div>
  )
}

function summary(dishes: readonly Dish[]): string {
  const off = dishes.filter(({ isAvailable }) => !isAvailable).length
  if (dishes.length === 0) return 'No dish of that name.'
  const count = dishes.length === 1 ? '1 dish' : `${dishes.length} dishes`
  return off === 0 ? `${count}, all on the menu.` : `${count}, ${off} of them off.`
}

type Limited = {
  readonly dish: Dish
  readonly limit: DishLimit | undefined
  /**
   * The time at which dishes that are now sold out 'until tomorrow' would be available again. Undefined while loading.
   */
  readonly tomorrow: string | undefined
}

function DishRow({ dish, limit, tomorrow, setsPrices }: Limited & Pick<Props, 'setsPrices'>) {
  const [form, setForm] = useState<'price' | 'portions'>()
  const words = limitWords(dish, limit)
  const pencil = useRef<HTMLButtonElement>(null)
  const counter = useRef<HTMLButtonElement>(null)

  function close() {
    setForm(undefined)
    ;(form === 'price' ? pencil : counter).current?.focus()
  }

  return (
    <>
      <div className="flex items-center gap-1">
        <DishSwitch dish={dish} />
        {setsPrices &&
          (dish.pricedBy === 'itself' ? (
            <button
              ref={pencil}
              type="button"
              onClick={() => setForm(form === 'price' ? undefined : 'price')}
              aria-expanded={form === 'price'}
              aria-label={`Change the price of ${dish.name}`}
              className="-mr-2 grid size-11 shrink-0 place-items-center rounded-full text-soft hover:bg-raise2 hover:text-text"
            >
              <Icon name="pencil" />
            </button>
          ) : (
            <span className="-mr-2 w-11 shrink-0" />
          ))}
      </div>
      <div className="-mt-2 flex flex-wrap items-center gap-x-5 text-sm">
        {words !== '' && <span className="text-soft">{words}</span>}
        <span className="flex flex-wrap gap-x-5">
          <UntilTomorrow dish={dish} limit={limit} tomorrow={tomorrow} beside={counter} />
          <TextButton
            ref={counter}
            aria-expanded={form === 'portions'}
            aria-label={`Count the portions of ${dish.name}`}
            onClick={() => setForm(form === 'portions' ? undefined : 'portions')}
          >
            Count
          </TextButton>
        </span>
      </div>
      {form === 'price' && <PriceForm dish={dish} onDone={close} />}
      {form === 'portions' && <PortionsForm dish={dish} left={limit?.portionsLeft ?? null} onDone={close} />}
    </>
  )
}

function PriceForm({ dish: { id, name, price }, onDone }: { dish: Dish; onDone: () => void }) {
  const change = useItemChange(id)
  const { form, errors, show, fields, field, busy, send } = useFields({ price: String(price) })

  const next = typedAmount(fields.price)
  const confirmAmount = useConfirmAmount(DoubtfulSum.askPrice(next ?? price, price))

  useEffect(() => {
    form.current?.querySelector('input')?.select()
  }, [form])

  async function save() {
    if (next === undefined) return void show({ price: 'Please enter whole naira.' })
    if (!(await confirmAmount())) return
    await send({}, async () => {
      await change({ price: next })
      toastDone(`${name} is ${Money.format(Money.naira(next))} now.`)
      onDone()
    })
  }

  return (
    <div className="mb-3 rounded-control bg-raise2 p-4">
      <Form form={form} errors={errors} onSubmit={save}>
        <Field
          {...field('price')}
          label={`Price of ${name} (₦)`}
          inputMode="numeric"
          autoComplete="off"
          hint="Whole naira. Every open menu and cart shows it at once."
          maxLength={16}
          required
        />
        <div className="flex flex-wrap gap-3 *:flex-1">
          <Button type="submit" busy={busy}>
            Save price
          </Button>
          <Button variant="quiet" onClick={onDone}>
            Cancel
          </Button>
        </div>
      </Form>
    </div>
  )
}

/** Says until when a dish is sold out, or how many portions are left; '' for an available dish without a count. */
function limitWords({ isAvailable }: Dish, limit: DishLimit | undefined): string {
  if (isAvailable) return limit?.portionsLeft ? leftWords(limit.portionsLeft, limit.beingPaidFor) : ''
  return offWords(limit ?? { backAt: null, portionsLeft: null })
}

/**
 * Says how many portions are left. The sentence changes if fewer portions are left than customers are paying for, as
 * after a new count by staff.
 */
function leftWords(left: number, beingPaidFor: number): string {
  if (beingPaidFor === 0) return `${left} left`
  if (beingPaidFor > left) return `${left} left, but ${beingPaidFor} are being paid for`
  if (beingPaidFor < left) return `${left} left, ${beingPaidFor} of them being paid for`
  return left === 1 ? '1 left, being paid for' : `${left} left, all being paid for`
}

function UntilTomorrow({
  dish: { id, name },
  limit,
  tomorrow,
  beside,
}: Limited & { beside: RefObject<HTMLElement | null> }) {
  const change = useItemChange(id)
  const { busy, send } = useSend()
  const until = untilTomorrow(tomorrow)
  if (limit?.backAt) return null

  const takeOff = () =>
    send(async () => {
      refocus(() => beside.current)
      await change({ isAvailable: false, until: 'opening' })
    })

  return (
    <TextButton
      aria-label={`${name} off ${until}`}
      aria-busy={busy || undefined}
      onClick={() => void takeOff()}
      className="max-w-full"
    >
      Off {until}
    </TextButton>
  )
}

function PortionsForm({
  dish: { id, name, isAvailable },
  left,
  onDone,
}: {
  dish: Dish
  left: number | null
  onDone: () => void
}) {
  const change = useItemChange(id)
  const { form, errors, fields, field, busy, send } = useFields({ portions: left ? String(left) : '' })

  useEffect(() => {
    form.current?.querySelector('input')?.select()
  }, [form])

  function save(wrong: Errors, body: ItemChange, done: string) {
    void send(wrong, async () => {
      await change(body)
      toastDone(done)
      onDone()
    })
  }

  function count() {
    const typed = fields.portions.trim()
    const wrong = /^[1-9]\d{0,2}$/.test(typed) ? {} : { portions: 'Enter a number from 1 to 999.' }
    save(wrong, { portions: Number(typed) }, `${name}: ${typed} left.`)
  }

  return (
    <div className="mb-3 rounded-control bg-raise2 p-4">
      <Form form={form} errors={errors} onSubmit={count}>
        <Field
          {...field('portions')}
          label={`Portions of ${name} left`}
          inputMode="numeric"
          autoComplete="off"
          hint="The dish is off once the last portion is sold."
          maxLength={3}
          required
        />
        <div className="flex flex-wrap gap-2">
          <Button type="submit" busy={busy} className="flex-1">
            Set
          </Button>
          {isAvailable && left !== null && (
            <Button variant="secondary" onClick={() => save({}, { isAvailable: true }, `${name}: not counted.`)}>
              Stop counting
            </Button>
          )}
          <Button variant="quiet" onClick={onDone}>
            Cancel
          </Button>
        </div>
      </Form>
    </div>
  )
}

function DishSwitch({ dish: { id, name, price, isAvailable, pricedBy } }: { dish: Dish }) {
  const priceText =
    pricedBy === 'its sizes' ? 'Priced by its sizes' : price > 0 ? Money.format(price) : 'Comes with a dish'

  return (
    <ItemSwitch
      id={id}
      isAvailable={isAvailable}
      words={['On', 'Off']}
      className="flex min-h-14 min-w-0 flex-1 items-center gap-3 py-1.5"
    >
      <span className="wrap-anywhere min-w-0 flex-1">
        <span className={`block font-semibold leading-snug ${isAvailable ? '' : 'text-soft'}`}>{name}</span>
        <span className="text-sm text-soft">{priceText}</span>
      </span>
    </ItemSwitch>
  )
}
