import { useQueries, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { CategorySummary, ItemChange, ItemChanged, MenuItems } from '#contract/menu.ts'
import * as Money from '#domain/money.ts'
import { patch, sentence } from '#web/api.ts'
import { noteItem, withArrivedItems } from '#web/live/menu.ts'
import { queries } from '#web/queries.ts'
import { Button } from '#web/ui/button.tsx'
import { Field, Select } from '#web/ui/field.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { toast, toastTime } from '#web/ui/toast.tsx'
import { type Dish, dishesOf, search } from './dishes.ts'

/** Takes dishes off the menu and puts them back. Whoever is choosing one sees it at once. */
export function DishesPanel({ categories }: { categories: readonly CategorySummary[] }) {
  const [category, setCategory] = useState(categories[0]?.id ?? '')
  const [words, setWords] = useState('')
  const searching = words.trim() !== ''
  const shown = searching ? categories : categories.filter(({ id }) => id === category)
  const pages = useQueries({ queries: shown.map(({ id }) => queries.category(id)) })
  const dishes = dishesOf(pages.flatMap(({ data }) => data ?? []))
  const found = search(dishes, words)
  const failed = pages.filter(({ isError }) => isError)
  const loading = pages.some(({ isPending }) => isPending) && failed.length === 0

  return (
    <div className="grid gap-4">
      <div className="grid gap-3 sm:grid-cols-2">
        <Field
          label="Search all dishes"
          type="search"
          autoComplete="off"
          value={words}
          onChange={(event) => setWords(event.target.value)}
        />
        <Select
          label="Category"
          value={category}
          onChange={(event) => {
            setCategory(event.target.value)
            setWords('')
          }}
        >
          {categories.map(({ id, title }) => (
            <option key={id} value={id}>
              {title}
            </option>
          ))}
        </Select>
      </div>
      {failed.length > 0 && (
        <div role="alert" className="flex flex-wrap items-center justify-between gap-3 text-alarm">
          Some of the menu did not load.
          <Button look="secondary" onClick={() => failed.forEach(({ refetch }) => void refetch())}>
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
            <DishSwitch dish={dish} />
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
  const off = dishes.filter(({ available }) => !available).length
  if (dishes.length === 0) return 'No dish of that name.'
  const count = dishes.length === 1 ? '1 dish' : `${dishes.length} dishes`
  return off === 0 ? `${count}, all on the menu.` : `${count}, ${off} of them off.`
}

function DishSwitch({ dish: { id, name, price, available } }: { dish: Dish }) {
  const client = useQueryClient()
  const [busy, setBusy] = useState(false)

  async function turn() {
    if (busy) return
    setBusy(true)
    try {
      const body: ItemChange = { available: !available }
      noteItem(await patch<ItemChanged>(`/api/menu-items/${id}`, body))
      client.setQueriesData<MenuItems>({ queryKey: ['menu'] }, (menu) => menu && withArrivedItems(menu))
    } catch (error) {
      toast(sentence(error, 'The house did not answer. Please check the network and try again.'), {
        kind: 'bad',
        duration: toastTime.added,
      })
    }
    setBusy(false)
  }

  return (
    <label className="flex min-h-14 items-center gap-3 py-1.5">
      <span className="wrap-anywhere min-w-0 flex-1">
        <span className={`block font-semibold leading-snug ${available ? '' : 'text-soft'}`}>{name}</span>
        <span className="text-sm text-soft">{price > 0 ? Money.format(price) : 'Comes with a dish'}</span>
      </span>
      <span aria-hidden="true" className={`text-sm ${available ? 'text-leaf' : 'font-semibold text-alarm'}`}>
        {busy ? '…' : available ? 'On' : 'Off'}
      </span>
      <input
        type="checkbox"
        role="switch"
        aria-checked={available}
        checked={available}
        aria-busy={busy || undefined}
        onChange={() => void turn()}
        className="relative h-7 w-12 shrink-0 appearance-none rounded-full bg-soft transition-colors before:absolute before:top-1 before:left-1 before:size-5 before:rounded-full before:bg-raise before:transition-transform checked:bg-leaf checked:before:translate-x-5 forced-colors:appearance-auto"
      />
    </label>
  )
}
