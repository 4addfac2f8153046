import * as Money from '../money/money.ts'
import { sum } from './kobo.ts'
import { type PlaceKind, placeKind } from './movement.ts'
import type { Kind } from './reconcile.ts'
import type { LineKind } from './statements/statement-kinds.ts'

/**
 * Returns true if the balance at a place (till or rider) carries over to the next day. For bank accounts and card
 * terminals only the day's movements count.
 */
export const staysOver = (place: string) => ['cash', 'rider'].includes(placeKind(place))

/** The expected and the counted sum at a place, in naira. */
export type Count = { readonly place: string; readonly expected: number; readonly counted: number }

type CountKind = `${PlaceKind}-${'short' | 'over'}`

/** Returns the kind of a count's difference, such as 'cash-short'; undefined without a difference. */
export function countKind({ place, expected, counted }: Count): CountKind | undefined {
  if (counted === expected) return undefined
  return `${placeKind(place)}-${counted < expected ? 'short' : 'over'}`
}

export const difference = ({ expected, counted }: Count) => sum([counted, -expected])

/**
 * Returns the part of a place's difference between counted and expected sum that remains after subtracting `effects`,
 * the differences that the statement shows.
 */
export function unexplained(count: Count, effects: readonly { readonly place: string; readonly amount: number }[]) {
  const named = effects.filter(({ place }) => place === count.place)
  return sum([difference(count), ...named.map(({ amount }) => -amount)])
}

type Facts = Pick<Count, 'place' | 'expected'> & {
  readonly counted: number | null
  /** Null until the place has been counted. */
  readonly unexplained: number | null
}

/**
 * Returns true if closing a day needs a reason for this place: its count differs, and no statement explains all of the
 * difference.
 */
export function needsReason({ counted, expected, unexplained }: Facts): boolean {
  return counted !== null && counted !== expected && unexplained !== 0
}

/**
 * Returns true if the till is counted. A day can be closed only with a counted till; other places may stay uncounted.
 */
export function isTillCounted(places: readonly Facts[]): boolean {
  return places.every(({ place, counted }) => place !== 'till' || counted !== null)
}

const kindTitles: Readonly<Record<Kind, string>> = {
  missing: 'Missing from the statement',
  unknown: 'Not recorded',
  doubled: 'Sent twice',
  short: 'Short',
  over: 'Over',
  late: 'Late',
  'wrong-account': 'Wrong account',
  reversed: 'Taken back by the bank',
  'reused-session': 'Session id used twice',
  'several-orders': 'One transfer for two orders',
}

/** The titles of money that the bank moves by itself. Staff do not record such money. */
const lineTitles: Readonly<Partial<Record<LineKind, string>>> = {
  charge: 'Charge of the bank',
  levy: 'Levy',
  reversal: 'Taken back by the bank',
}

type Named = { readonly kind: Kind; readonly lines: readonly { readonly kind?: LineKind | null | undefined }[] }

export function differenceTitle({ kind, lines: [line] }: Named): string {
  return (kind === 'unknown' && line?.kind && lineTitles[line.kind]) || kindTitles[kind]
}

export const countTitles: Readonly<Record<CountKind, string>> = {
  'cash-short': 'Cash short',
  'cash-over': 'Cash over',
  'terminal-short': 'Card terminal short',
  'terminal-over': 'Card terminal over',
  'rider-short': 'Rider short',
  'rider-over': 'Rider over',
  'account-short': 'Account short',
  'account-over': 'Account over',
}

/** Returns '₦1,250' or '− ₦53.75', with a thin space between minus and naira sign. Only bank charges have kobo. */
export function format(amount: number): string {
  const [whole = '', kobo] = Math.abs(amount)
    .toFixed(Number.isInteger(amount) ? 0 : 2)
    .split('.')
  return `${amount < 0 ? '−\u2009' : ''}${Money.format(Money.naira(Number(whole)))}${kobo === undefined ? '' : `.${kobo}`}`
}

/** Returns the text of a statement's line: 'ADA OBI: TRF YW47ND', or the narration if no sender is known. */
export const wordsOf = ({ sender, narration }: { readonly sender: string; readonly narration: string }) =>
  sender === narration || sender === '' ? narration : `${sender}: ${narration}`
