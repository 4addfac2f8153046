import { type Ref, useId, useRef, useState } from 'react'
import type { MenuItem } from '#contract/menu/menu.ts'
import type { OptionGroup as Group, Sources } from '#domain/menu/menu.ts'
import * as Menu from '#domain/menu/menu.ts'
import * as Pricing from '#domain/menu/pricing.ts'
import type * as Money from '#domain/money/money.ts'
import type { Problem } from '#domain/problem.ts'
import { LiveMark } from '#web/orders/live-mark.tsx'
import { Badge } from '#web/ui/badge.tsx'
import { buttonClass } from '#web/ui/button.tsx'
import { Picture } from '#web/ui/picture.tsx'
import { Price } from '#web/ui/price.tsx'
import { SheetContent } from '#web/ui/sheet.tsx'
import { Stepper } from '#web/ui/stepper.tsx'
import { tiles } from '#web/ui/tiles.ts'
import { ChefNote } from './chef-note.tsx'
import { type Draft, soFar } from './drafts.ts'
import { dietOf, heatOf } from './facts.ts'
import { OptionGroup } from './option-group.tsx'

export type CustomiserProps = {
  readonly item: MenuItem
  readonly sources: Sources
  readonly draft: Draft
  readonly onChange: (draft: Draft) => void
  readonly doneLabel: string
  /**
   * Called with a complete draft, its price, and the element with the dish's picture, from which the animation to the
   * cart starts.
   */
  readonly onDone: (draft: Draft, seen: Pricing.PricedLine, plate: Element | null) => void
}

export function Customiser({ item, sources, draft, onChange, doneLabel, onDone }: CustomiserProps) {
  const [problem, setProblem] = useState<Problem>()
  // The text in the note's field. Submitting the form includes a note that was typed but not saved.
  const [typedNote, setTypedNote] = useState('')
  const form = useRef<HTMLFormElement>(null)
  const plate = useRef<HTMLDivElement>(null)
  const id = useId()

  function change(next: Partial<Draft>) {
    setProblem(undefined)
    onChange({ ...draft, ...next })
  }

  function done() {
    const complete = { ...draft, chefComment: typedNote.trim() || draft.chefComment }
    const priced = Pricing.priceLine(item, sources, complete.selection, complete.quantity, complete.chefComment)
    if (priced.ok) return onDone(complete, priced.value, plate.current)
    setProblem(priced.problem)
    const place = form.current?.querySelector<HTMLElement>(`[data-field="${priced.problem.field ?? ''}"]`)
    place?.scrollIntoView({ block: 'nearest' })
    place?.querySelector<HTMLElement>('input:enabled, textarea')?.focus({ preventScroll: true })
  }

  /** Returns a sentence if a chosen option has become unavailable. It explains why the price is lower. */
  function lostChoice(group: Group): string | undefined {
    const chosen = draft.selection[group.id] ?? {}
    const choice = Menu.choices(group, sources).find(({ id, isAvailable }) => !isAvailable && chosen[id] !== undefined)
    return choice && Pricing.unavailable(choice)
  }

  const { total, chosen } = soFar(item, sources, draft)
  // Required groups come first.
  const groups = [...item.groups].sort((one, other) => Number(other.min > 0) - Number(one.min > 0))
  const missing = groups.filter(({ id, min }) => Object.keys(draft.selection[id] ?? {}).length < min)
  const general = problem && !item.groups.some((group) => group.id === problem.field) ? problem.detail : undefined

  return (
    <SheetContent
      foot={
        <Foot
          form={id}
          item={item}
          draft={draft}
          total={total}
          missing={missing}
          doneLabel={doneLabel}
          onQuantity={(quantity) => change({ quantity })}
        />
      }
    >
      <form
        id={id}
        ref={form}
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          done()
        }}
        className="grid"
      >
        <Head item={item} sources={sources} plate={plate} />
        <p role="status" className="sr-only">
          {chosen.length > 0 && `Chosen: ${chosen.join(', ')}.`}
        </p>
        {groups.map((group) => (
          <OptionGroup
            key={group.id}
            group={group}
            choices={Menu.choices(group, sources)}
            chosen={draft.selection[group.id] ?? {}}
            onChoose={(choice, quantity) =>
              change({ selection: Menu.choose(draft.selection, group, choice, quantity) })
            }
            error={problem?.field === group.id ? problem.detail : lostChoice(group)}
            later={missing.length > 0}
          />
        ))}
        {item.takesNote && (
          <ChefNote
            note={draft.chefComment}
            onSave={(chefComment) => change({ chefComment })}
            typed={typedNote}
            onType={setTypedNote}
          />
        )}
        {general !== undefined && (
          <p role="alert" className="font-semibold text-alarm">
            {general}
          </p>
        )}
      </form>
    </SheetContent>
  )
}

type FootProps = Pick<CustomiserProps, 'item' | 'draft' | 'doneLabel'> & {
  readonly form: string
  readonly total: Money.Naira
  readonly missing: readonly Group[]
  readonly onQuantity: (quantity: number) => void
}

/** The quantity, and a button that names the missing choices. */
function Foot({ form, item, draft, total, missing, doneLabel, onQuantity }: FootProps) {
  const asks = item.isAvailable && missing.length > 0
  return (
    <div className="relative isolate flex flex-wrap items-center gap-2 sm:gap-3">
      <Stepper compact value={draft.quantity} onChange={onQuantity} label={item.name} most={Pricing.highestQuantity} />
      <button
        type="submit"
        form={form}
        // Kept enabled, because a dish may sell out while its button has the focus.
        aria-disabled={!item.isAvailable}
        className={buttonClass(
          asks ? 'missing' : 'primary',
          'min-h-13 min-w-0 flex-[1_1_9rem] flex-wrap gap-x-2 gap-y-0 px-2 py-1 leading-tight',
        )}
      >
        {asks ? (
          `Choose ${inWords(missing.map(({ label }) => Menu.plainLabel(label)))}`
        ) : item.isAvailable ? (
          <>
            {doneLabel} <Price amount={total} className="text-lg" />
          </>
        ) : (
          'Not Available'
        )}
      </button>
      <LiveMark
        name={item.name}
        price={total}
        available={item.isAvailable}
        own={`${draft.quantity} ${Menu.selectionKey(draft.selection)}`}
      />
    </div>
  )
}

type HeadProps = Pick<CustomiserProps, 'item' | 'sources'> & { readonly plate: Ref<HTMLDivElement> }

function Head({ item, sources, plate }: HeadProps) {
  return (
    <div className="flex flex-wrap gap-3 pb-4">
      <div
        ref={plate}
        className={`size-[84px] shrink-0 overflow-hidden rounded-[18px] sm:h-[120px] sm:w-[160px] ${tiles[item.tile]}`}
      >
        <Picture picture={item.picture} sizes="10rem" first />
      </div>
      <div className="min-w-[min(100%,9rem)] flex-1">
        <p className="text-pretty text-control text-soft">{item.description}</p>
        <div className="mt-1.5 flex flex-wrap items-center gap-x-2.5 gap-y-1">
          <Price amount={Menu.startingPrice(item, sources)} className="text-lg" />
          <Facts item={item} />
        </div>
      </div>
    </div>
  )
}

/** Returns 'side', 'side and sauce', or 'size, side and sauce'. */
function inWords(names: readonly string[]): string {
  const last = names.at(-1) ?? ''
  return names.length > 1 ? `${names.slice(0, -1).join(', ')} and ${last}` : last
}

function Facts({ item }: { item: MenuItem }) {
  const facts = [heatOf(item), ...dietOf(item)].filter(Boolean)
  if (facts.length === 0) return null
  return (
    <ul className="flex flex-wrap gap-1.5">
      {facts.map((fact) => (
        <li key={fact}>
          <Badge>{fact}</Badge>
        </li>
      ))}
    </ul>
  )
}
