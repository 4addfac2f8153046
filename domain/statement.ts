import type { Naira } from './money.ts'
import * as Money from './money.ts'
import type { OrderStatus } from './order.ts'
import { isOpen } from './order.ts'
import type { PaymentState } from './payment.ts'
import * as Payment from './payment.ts'
import { orderCode, orderIdAlphabet } from './quote.ts'
import { writtenAmount } from './text/amount.ts'
import * as Csv from './text/csv.ts'

/** Money that came in, as a bank's statement has it. */
export type Transfer = {
  /** In the file, as a spreadsheet counts. */
  readonly line: number
  readonly narration: string
  readonly amount: Naira
  readonly sender: string
  readonly sessionId: string
}

export type Statement = {
  readonly transfers: readonly Transfer[]
  /** One sentence for each row that cannot be read, or one for the file. */
  readonly unread: readonly string[]
}

/** Rows of one file; a busy night's, several times over. */
export const mostRows = 2000

/** Transfers that are asked about at once; a longer statement is asked about in parts. */
export const mostAsked = 100

/** How banks call the columns, by their letters alone. The first that fits wins. */
const names = {
  narration: ['narration', 'description', 'transactiondetails', 'details', 'remarks', 'remark', 'particulars'],
  credit: ['credit', 'creditamount', 'deposit', 'deposits', 'moneyin', 'lodgement', 'lodgements', 'paidin', 'inflow'],
  amount: ['amount', 'transactionamount'],
  kind: ['type', 'drcr', 'crdr', 'transactiontype', 'direction'],
  session: ['sessionid', 'session', 'nipsessionid', 'nibsssessionid'],
  reference: ['reference', 'transactionreference', 'referenceno', 'referencenumber', 'ref', 'refno', 'transactionid'],
  sender: ['sender', 'sendername', 'originator', 'originatorname', 'payer', 'payername', 'from', 'counterparty'],
} as const

type Columns = { readonly [Name in keyof typeof names]: number }

/** Reads a bank's statement as CSV: with commas, semicolons or tabs, whatever stands above its heading. */
export function read(text: string): Statement {
  const rows = Csv.read(text)
  if (rows.length > mostRows) {
    return { transfers: [], unread: [`This file has ${rows.length} rows. Choose a shorter time: at most ${mostRows}.`] }
  }
  const heading = rows.findIndex((row) => isHeading(columnsOf(row.cells)))
  const head = rows[heading]
  if (!head) {
    return {
      transfers: [],
      unread: ['We find no heading with a narration and an amount. Choose the statement that the bank gives as CSV.'],
    }
  }
  const columns = columnsOf(head.cells)
  const transfers: Transfer[] = []
  const unread: string[] = []
  for (const row of rows.slice(heading + 1)) {
    const result = transferOf(row, columns)
    if (typeof result === 'string') unread.push(`Row ${row.row}: ${result}`)
    else if (result) transfers.push(result)
  }
  return { transfers, unread }
}

function columnsOf(head: readonly string[]): Columns {
  const plain = head.map((cell) =>
    cell
      .toLowerCase()
      .replace(/\((?:ngn|n|₦)\)/g, '')
      .replace(/ngn|[^a-z]/g, ''),
  )
  const find = (known: readonly string[]) => plain.findIndex((cell) => known.includes(cell))
  return {
    narration: find(names.narration),
    credit: find(names.credit),
    amount: find(names.amount),
    kind: find(names.kind),
    session: find(names.session),
    reference: find(names.reference),
    sender: find(names.sender),
  }
}

function isHeading({ narration, credit, amount }: Columns): boolean {
  return narration >= 0 && (credit >= 0 || amount >= 0)
}

/** A sentence where the row cannot be read, nothing where no money came in. */
function transferOf(row: Csv.Row, columns: Columns): Transfer | string | undefined {
  const cell = (column: number) => (row.cells[column] ?? '').replace(/\p{Cc}+/gu, ' ').trim()
  const narration = cell(columns.narration).slice(0, 300)
  const written = cell(columns.credit >= 0 ? columns.credit : columns.amount)
  if (written === '' || /^d(?:r|eb)/i.test(cell(columns.kind))) return undefined
  const amount = writtenAmount(written)
  if (amount === undefined) return `the amount “${written}” cannot be read.`
  if (amount <= 0) return undefined
  if (!Number.isInteger(amount)) return `${written} is not in whole naira. Record it by hand.`
  const session = sessionOf(cell(columns.session), cell(columns.reference), narration)
  if (session === 'cut') return 'a spreadsheet has cut its session id. Choose the file as the bank gave it.'
  if (session === undefined) return 'it has neither a session id nor a reference. Record it by hand.'
  const sender = (cell(columns.sender) || senderIn(narration)).slice(0, 100)
  return { line: row.row, narration, amount: Money.naira(amount), sender, sessionId: session }
}

/** NIBSS's 30 figures wherever they stand: people type those, and a transfer must not count under two names. */
function sessionOf(session: string, reference: string, narration: string): string | undefined {
  const known = [session, reference, narration].flatMap((text) => /(?<!\d)\d{30}(?!\d)/.exec(text) ?? [])[0]
  const id = known ?? (session || reference)
  // '1.42511E+28': thousands of transfers would have the same one.
  if (/^\d(?:[.,]\d+)?E\+?\d+$/i.test(id)) return 'cut'
  return Payment.sessionKey(id).length >= Payment.shortestSession ? id.slice(0, 60) : undefined
}

/** 'TRF FROM ADA OBI TO INA GRILL', else what there is. */
function senderIn(narration: string): string {
  const found = /\b(?:from|frm)[\s:/-]+([\p{L} .'-]{3,}?)(?=\s+to\b|[/|:,\d]|$)/iu.exec(narration)
  return (found?.[1] ?? narration).trim() || 'Not named'
}

/** An order as far as a transfer can be for it. */
export type Payable = {
  readonly id: string
  readonly status: OrderStatus
  readonly payment: PaymentState
  readonly total: Naira
  readonly received: Naira
  readonly payerName: string
}

/**
 * How sure it is that a transfer is for an order. Certain: its code, and exactly what is due. Likely: its code and another
 * amount, or the amount and the payer's name, where no other fits. Extra: its code, and nothing is due any more.
 */
export type Certainty = 'certain' | 'likely' | 'extra'

export type Match = { readonly line: number; readonly orderId: string; readonly certainty: Certainty }

/** Which transfer is for which order. It proposes; a person confirms each. Of two that pay one order in full the second is extra. */
export function match(transfers: readonly Transfer[], orders: readonly Payable[]): Match[] {
  const known = new Map(orders.map((order) => [orderCode(order.id), order]))
  const byCode = transfers.map((transfer) => ({
    transfer,
    order: [...codesIn(transfer.narration)].flatMap((code) => known.get(code) ?? [])[0],
  }))
  const taken = new Set(byCode.flatMap(({ order }) => order?.id ?? []))
  const unnamed = byCode.flatMap(({ transfer, order }) => (order ? [] : [transfer]))
  const open = orders.filter((order) => isDue(order) && !taken.has(order.id))
  const fits = (transfer: Transfer, order: Payable) => transfer.amount === due(order) && isNamed(transfer, order)
  const paid = new Set<string>()
  return byCode.flatMap(({ transfer, order }): Match[] => {
    const { line } = transfer
    if (order) {
      const isExtra = !isDue(order) || paid.has(order.id)
      const certainty = isExtra ? 'extra' : transfer.amount === due(order) ? 'certain' : 'likely'
      if (certainty === 'certain') paid.add(order.id)
      return [{ line, orderId: order.id, certainty }]
    }
    const [one, ...others] = open.filter((each) => fits(transfer, each))
    const isOnlyOne = one && others.length === 0 && unnamed.filter((each) => fits(each, one)).length === 1
    return isOnlyOne ? [{ line, orderId: one.id, certainty: 'likely' }] : []
  })
}

/** Transfers that could be for an order, the likeliest first: by letters of its code, words of the payer's name, and the amount. */
export function nearest(transfers: readonly Transfer[], order: Payable): Transfer[] {
  const score = new Map(transfers.map((transfer) => [transfer, likeness(transfer, order)]))
  return transfers.toSorted((a, b) => (score.get(b) ?? 0) - (score.get(a) ?? 0) || a.line - b.line)
}

/** From 0 to 3. A part of a code counts from three letters on. */
function likeness({ sender, narration, amount }: Transfer, order: Payable): number {
  const letters = narration.toUpperCase().replace(/[^A-Z0-9]/g, '')
  const code = orderCode(order.id)
  let longest = 0
  for (let from = 0; from < code.length; from++) {
    for (let to = from + 3; to <= code.length; to++) {
      if (letters.includes(code.slice(from, to))) longest = Math.max(longest, to - from)
    }
  }
  const written = new Set(words(`${sender} ${narration}`))
  const name = words(order.payerName)
  const named = name.length === 0 ? 0 : name.filter((word) => written.has(word)).length / name.length
  const wanted = Math.max(1, due(order))
  return longest / code.length + named + Math.max(0, 1 - Math.abs(amount - wanted) / wanted)
}

/** The account whose number stands in the statement before its first transfers, or in the file's name. */
export function accountOf(text: string, accounts: readonly { readonly id: string; readonly number: string }[]) {
  const beginning = text.slice(0, 2000).replace(/[\s-]/g, '')
  const [one, ...others] = accounts.filter(({ number }) => beginning.includes(number))
  return others.length === 0 ? one?.id : undefined
}

function isDue({ status, payment }: Payable): boolean {
  return isOpen(status) && !Payment.covers(payment) && payment !== 'late'
}

function due({ total, received }: Payable): number {
  return total - received
}

/** Everything in a narration that could be an order's code. Banks drop spaces, so it may stand anywhere. */
export function codesIn(narration: string): Set<string> {
  const letters = narration.toUpperCase().replace(/[^A-Z0-9]/g, '')
  const codes = new Set<string>()
  for (let at = 0; at + 6 <= letters.length; at++) {
    const code = letters.slice(at, at + 6)
    if ([...code].every((sign) => orderIdAlphabet.includes(sign))) codes.add(code)
  }
  return codes
}

/** Whether every word of the payer's name is there, in whatever order the bank has them. */
function isNamed({ sender, narration }: Transfer, { payerName }: Payable): boolean {
  const written = new Set(words(`${sender} ${narration}`))
  const name = words(payerName)
  return name.length > 0 && name.every((word) => written.has(word))
}

function words(text: string): string[] {
  return text
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toUpperCase()
    .split(/[^\p{L}]+/u)
    .filter((word) => word.length > 1)
}
