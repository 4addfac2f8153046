import { useQueryClient } from '@tanstack/react-query'
import { useId, useState } from 'react'
import type { OpenDay } from '#contract/books/days.ts'
import * as BusinessDay from '#domain/books/business-day.ts'
import { type PlaceKind, placeKind } from '#domain/books/movement.ts'
import { useNavigation } from '#web/app/navigation/navigation.tsx'
import { ApiFailure, call, sentence } from '#web/data/api/client.ts'
import { invalidate, setAnswer } from '#web/data/api/query.ts'
import { useConfirmAction } from '#web/data/confirm-action.ts'
import { checkFirst } from '#web/office/frame/office-store.ts'
import { keepFocus } from '#web/staff/keep-focus.ts'
import { useUnsaved } from '#web/staff/unsaved.ts'
import { Button } from '#web/ui/button.tsx'
import { clock, day } from '#web/ui/lagos-time.ts'
import { useSend } from '#web/ui/use-send.ts'
import { CountDifference, StatementDifference } from './difference.tsx'
import { PlaceRow } from './place-row.tsx'

/** The expected and the counted sum of each place of money, the reasons for differences, and the owner's signature. */
export function OpenDayForm({ openDay, isOwner }: { openDay: OpenDay; isOwner: boolean }) {
  const client = useQueryClient()
  const id = useId()
  const { places, differences } = openDay
  const apply = (after: OpenDay) => setAnswer(client, 'GET /api/office/open-day', after)
  const kinds = [...new Set(places.map(({ place }) => placeKind(place)))]
  return (
    <>
      <section aria-labelledby={id} className="grid gap-3">
        <div>
          <h2 id={id} className="text-2xl">
            Open day
          </h2>
          <p className="text-soft">
            From {day(openDay.from)}, {clock(openDay.from)}. It ends when {isOwner ? 'you sign' : 'the owner signs'} it.
          </p>
        </div>
        {kinds.map((kind) => (
          <ul
            key={kind}
            aria-label={kindNames[kind]}
            className="grid divide-y divide-line rounded-card bg-raise px-4 shadow-card"
          >
            {places
              .filter(({ place }) => placeKind(place) === kind)
              .map((place) => (
                <PlaceRow key={place.place} place={place} canBring={isOwner} onChanged={apply} />
              ))}
          </ul>
        ))}
      </section>
      {isOwner && <Signing key={differences.length} openDay={openDay} />}
    </>
  )
}

const kindNames: Readonly<Record<PlaceKind, string>> = {
  cash: 'Till',
  terminal: 'Card terminal',
  rider: 'Riders',
  account: 'Accounts',
}

function Signing({ openDay }: { openDay: OpenDay }) {
  const client = useQueryClient()
  const { go } = useNavigation()
  const [reasons, setReasons] = useState<Readonly<Record<string, string>>>({})
  const { busy, send } = useSend()
  const confirm = useConfirmAction()
  const [failure, setFailure] = useState('')
  const id = useId()
  const { places, differences, from, until } = openDay
  useUnsaved(!busy && Object.values(reasons).some((reason) => reason.trim() !== ''))
  const wrong = places.filter(BusinessDay.needsReason)
  const isTillCounted = BusinessDay.isTillCounted(places)
  const give = (key: string) => (reason: string) => setReasons((before) => ({ ...before, [key]: reason }))
  const missing = wrong.filter(({ place }) => !reasons[place]?.trim())
  const isReady = isTillCounted && missing.length === 0

  async function confirmAndSign() {
    const isConfirmed = await confirm({
      title: 'Sign the day?',
      text: `From ${day(from)}, ${clock(from)}, until ${day(until)}, ${clock(until)}. ${largestOf(places)} The day then stays as it was signed. A mistake is corrected in the next day.`,
      action: `Sign until ${clock(until)}`,
    })
    if (isConfirmed) await send(sign, { onFailure: showFailure })
  }

  async function sign() {
    setFailure('')
    const seen = places.map(({ place, expected, counted }) => ({ place, expected, counted }))
    const { id } = await call('POST /api/office/days', { body: { from, until, seen, reasons } })
    await Promise.all([invalidate(client, 'GET /api/office/open-day'), invalidate(client, 'GET /api/office/days')])
    go(`/office/days/${id}`)
  }

  async function showFailure(error: unknown) {
    setFailure(sentence(error, checkFirst))
    if (error instanceof ApiFailure) await invalidate(client, 'GET /api/office/open-day')
  }

  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the listener gets the clicks of the buttons inside, and a key press on a button is a click
    <section aria-labelledby={id} onClick={() => keepFocus(() => document.getElementById(id))} className="grid gap-3">
      <h2 id={id} tabIndex={-1} className="text-2xl">
        Differences
      </h2>
      {wrong.length + differences.length === 0 ? (
        <p className="rounded-card bg-raise p-4 shadow-card">
          {places.some(({ counted }) => counted !== null)
            ? 'Everything that was counted is as it should be.'
            : 'Nothing has been counted yet.'}
        </p>
      ) : (
        <ul className="grid gap-3">
          {wrong.map((place) => (
            <CountDifference
              key={place.place}
              place={place}
              reason={reasons[place.place] ?? ''}
              onReason={give(place.place)}
            />
          ))}
          {differences.map((difference) => (
            <StatementDifference
              key={difference.key}
              difference={difference}
              places={places}
              reason={reasons[difference.key] ?? ''}
              onReason={give(difference.key)}
            />
          ))}
        </ul>
      )}
      {failure && (
        <p role="alert" className="rounded-control bg-wash-alarm px-4 py-3 font-semibold text-alarm">
          {failure}
        </p>
      )}
      <Button disabled={!isReady} busy={busy} onClick={() => void confirmAndSign()}>
        Sign the day
      </Button>
      <p className="text-sm text-soft">
        {!isTillCounted
          ? 'Count the till first.'
          : missing.length > 0
            ? `Say why these differ: ${missing.map(({ name }) => name).join(', ')}.`
            : `It ends at ${clock(until)} and then stays as signed. What comes later, and any correction, is in the next day.`}
      </p>
    </section>
  )
}

/** The most differences that the question before signing names. The list on the page has all differences. */
const mostNamed = 3

/** Returns, for example, 'The largest differences: Till − ₦1,000, Card terminal ₦200.' */
function largestOf(places: OpenDay['places']): string {
  const differences = places
    .flatMap(({ place, name, expected, counted }) =>
      counted === null ? [] : { name, amount: BusinessDay.difference({ place, expected, counted }) },
    )
    .filter(({ amount }) => amount !== 0)
    .toSorted((a, b) => Math.abs(b.amount) - Math.abs(a.amount))
    .slice(0, mostNamed)
    .map(({ name, amount }) => `${name} ${BusinessDay.format(amount)}`)
  if (differences.length === 0) return 'What was counted is as it should be.'
  return `The largest ${differences.length === 1 ? 'difference' : 'differences'}: ${differences.join(', ')}.`
}
