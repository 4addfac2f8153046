import type { Field } from './statement-heading.ts'

/** The peculiarities of one bank's statements. */
export type Layout = {
  readonly name: string
  /** Headings, in the form of `foldHeading`, whose combination is unique to the bank. */
  readonly headings?: readonly string[]
  /** All headings from left to right, if only their order is unique to the bank. */
  readonly order?: string
  /** The bank's name in the rows above the heading. */
  readonly title: RegExp
  /** Columns that do not mean what their heading says; null for ignored columns. */
  readonly columns?: Readonly<Record<string, Field | null>>
  /** Narrations of money that moves between the restaurant's own accounts. */
  readonly sweeps?: RegExp
}

/** Banks of Nigeria. Statements of other banks are read by their headings. */
const layouts: readonly Layout[] = [
  {
    name: 'Moniepoint',
    headings: ['settlement debit', 'settlement credit'],
    title: /moniepoint|teamapt/i,
    // Settled amounts include the charge, so the column of charges is ignored. The beneficiary of incoming money is the
    // restaurant, so the column of beneficiaries names no payer.
    columns: { charge: null, 'transaction amount': null, beneficiary: null, 'account name': null },
    sweeps: /\bsavings? plan\b/i,
  },
  {
    name: 'OPay',
    headings: ['trans time', 'transaction reference'],
    title: /\bopay\b|paycom/i,
    sweeps: /\bowealth\b|\bauto-?save\b|\bspend & save\b|\bfixed savings?\b|\btarget savings?\b/i,
  },
  {
    name: 'PalmPay',
    headings: ['transaction detail', 'money in', 'money out', 'transaction id'],
    title: /palmpay/i,
    sweeps: /\bcash ?box\b|\bpalmpay savings?\b|\bspend & save\b|\bautosave\b/i,
  },
  {
    name: 'Kuda',
    headings: ['money in', 'money out', 'to from'],
    title: /\bkuda\b/i,
    sweeps: /\bspend ?(?:\+|and|&) ?save\b|\b(?:pocket|flex|fixed) sav(?:e|ings?)\b|\b(?:to|from) (?:a )?pocket\b/i,
  },
  { name: 'GTBank', headings: ['originating branch', 'remarks'], title: /guaranty|gtbank|gtco/i },
  { name: 'UBA', headings: ['narration', 'chq no'], title: /united bank for africa|\buba\b/i },
  {
    name: 'Zenith',
    headings: ['trans id', 'dr amount', 'cr amount'],
    order: 'date, description, debit, credit, value date, balance',
    title: /zenith/i,
  },
  { name: 'Providus', order: 'txn date, val date, remarks, debit, credit, balance', title: /providus/i },
  { name: 'Wema', title: /wema|\balat\b/i, sweeps: /\balat goals?\b|\bstash\b/i },
  { name: 'Access', title: /access ?bank|diamond bank/i },
  { name: 'First Bank', title: /first ?bank|\bfbn\b/i },
  { name: 'FCMB', title: /\bfcmb\b|first city monument/i },
  { name: 'Fidelity', title: /fidelity/i },
  { name: 'Sterling', title: /sterling/i },
  { name: 'Stanbic IBTC', title: /stanbic/i },
  { name: 'Union Bank', title: /union bank/i },
  { name: 'Polaris', title: /polaris/i },
  { name: 'Keystone', title: /keystone/i },
  { name: 'Ecobank', title: /ecobank/i },
  { name: 'Unity', title: /unity bank/i },
  { name: 'Jaiz', title: /\bjaiz\b/i },
  { name: 'Globus', title: /\bglobus\b/i },
  { name: 'Titan Trust', title: /titan ?trust/i },
  { name: 'Parallex', title: /\bparallex\b/i },
  { name: 'Lotus', title: /lotus ?bank/i },
  { name: 'TAJ', title: /\btaj ?bank\b/i },
  { name: 'Optimus', title: /optimus ?bank/i },
  { name: 'Premium Trust', title: /premium ?trust/i },
  { name: 'SunTrust', title: /sun ?trust/i },
  { name: 'Standard Chartered', title: /standard chartered/i },
  { name: 'Rubies', title: /\brubies\b/i },
  { name: 'Sparkle', title: /sparkle (?:mfb|microfinance)/i },
  { name: 'Eyowo', title: /\beyowo\b/i },
  { name: 'Mint', title: /\bmint(?:yn)? (?:mfb|microfinance|bank|digital)/i },
  { name: 'Paystack', title: /\bpaystack\b/i },
  { name: 'Flutterwave', title: /flutterwave/i },
  { name: 'Monnify', title: /monnify/i },
  { name: 'Carbon', title: /\bcarbon\b/i },
  { name: 'FairMoney', title: /fair ?money/i, sweeps: /\bfairsave\b|\bfairlock\b/i },
  { name: 'VFD', title: /\bvfd\b|\bvbank\b/i },
]

/** Narrations of sweeps at any bank. */
const anySweep =
  /\bauto ?-?(?:sweep|save)\b|\bspend ?(?:&|and|\+) ?save\b|\bsweep (?:to|from)\b|\bowealth\b|\bcash ?box\b|\b(?:to|from) (?:savings?|(?:own|my|target|fixed|flex) (?:savings?|pocket|account|goals?))\b/i

export const isSweep = (narration: string, layout: Layout | undefined) =>
  anySweep.test(narration) || layout?.sweeps?.test(narration) === true

/** Returns the bank of a statement, by its headings, otherwise by its name above them. */
export function layoutOf(headings: readonly string[], above: string): Layout | undefined {
  const has = new Set(headings)
  const byHeading = layouts.find((layout) => layout.headings?.every((heading) => has.has(heading)))
  const order = headings.filter((heading) => heading !== '').join(', ')
  return byHeading ?? layouts.find((layout) => layout.order === order) ?? layouts.find(({ title }) => title.test(above))
}
