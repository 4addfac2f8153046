import * as Money from '../money/money.ts'
import { sum } from './kobo.ts'
import { type PlaceKind, placeKind } from './movement.ts'
import type { Kind } from './reconcile.ts'
import type { LineKind } from './statements/statement-kinds.ts'

/** Whether what is counted there today stays there for the next day. Accounts and terminals are counted by what moved in the day. */
export const staysOver = (place: string) => ['cash', 'rider'].includes(placeKind(place))

/** What should be at a place and what somebody counted there, in naira. */
export type Count = { readonly place: string; readonly expected: number; readonly counted: number }

type CountKind = `${PlaceKind}-${'short' | 'over'}`

/** 'cash-short' where less is in the till than there should be. */
export function countKind({ place, expected, counted }: Count): CountKind | undefined {
  if (counted === expected) return undefined
  return `${placeKind(place)}-${counted < expected ? 'short' : 'over'}`
}

export const difference = ({ expected, counted }: Count) => sum([counted, -expected])

/** What is left of a place's difference once everything that the statement names is taken from it. */
export function unexplained(count: Count, effects: readonly { readonly place: string; readonly amount: number }[]) {
  const named = effects.filter(({ place }) => place === count.place)
  return sum([difference(count), ...named.map(({ amount }) => -amount)])
}

type Facts = Pick<Count, 'place' | 'expected'> & {
  readonly counted: number | null
  /** Null where nobody counted. */
  readonly unexplained: number | null
}

/** Whether a day is signed with a reason for this place: its count differs, and no statement names all of the difference. */
export function needsReason({ counted, expected, unexplained }: Facts): boolean {
  return counted !== null && counted !== expected && unexplained !== 0
}

/** A day is signed once the till was counted; what nobody counted elsewhere goes on to the next day. */
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

/** Money that the bank moved by itself, and that nobody records. */
const lineTitles: Readonly<Partial<Record<LineKind, string>>> = {
  charge: 'Charge of the bank',
  levy: 'Levy',
  reversal: 'Taken back by the bank',
}

type Named = { readonly kind: Kind; readonly lines: readonly { readonly kind?: LineKind | null | undefined }[] }

/** What a difference is called, on screens, paper and in files. */
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

/** '₦1,250', '− ₦53.75' with a thin space, without which the two signs touch. Only the charges of banks have kobo. */
export function format(amount: number): string {
  const [whole = '', kobo] = Math.abs(amount)
    .toFixed(Number.isInteger(amount) ? 0 : 2)
    .split('.')
  return `${amount < 0 ? '−\u2009' : ''}${Money.format(Money.naira(Number(whole)))}${kobo === undefined ? '' : `.${kobo}`}`
}

/** What a line of a statement says: 'ADA OBI: TRF YW47ND'. Where the bank names no sender, the narration stands for both. */
export const wordsOf = ({ sender, narration }: { readonly sender: string; readonly narration: string }) =>
  sender === narration || sender === '' ? narration : `${sender}: ${narration}`
