import { strToU8, zipSync } from 'fflate'
import * as Csv from '#domain/text/csv.ts'

/** A movement at a bank. The amount is in kobo, negative if the money left. */
export type Move = {
  readonly day: string
  readonly time: string
  readonly amount: number
  readonly narration: string
  readonly sender: string
  readonly reference: string
}

type Cells = Readonly<Record<string, string>>

/** The layout of a bank's statement, with the headings of published samples. */
type Bank = {
  readonly name: string
  readonly head: readonly string[]
  readonly above?: readonly (readonly string[])[]
  readonly below?: (sums: {
    readonly in: number
    readonly out: number
    readonly closing: number
  }) => readonly string[][]
  readonly newestFirst?: true
  readonly cells: (move: Move, balance: number) => Cells
}

const pad = (part: number | string) => String(part).padStart(2, '0')
const months = 'Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec'.split(' ')

/** Formats kobo: '12,500.00'. */
export function written(kobo: number): string {
  const whole = String(Math.floor(Math.abs(kobo) / 100)).replace(/\B(?=(\d{3})+$)/g, ',')
  return `${kobo < 0 ? '-' : ''}${whole}.${pad(Math.abs(kobo) % 100)}`
}

const parts = (day: string) => day.split('-') as [string, string, string]
const slashed = (day: string) => parts(day).toReversed().join('/')
const american = (day: string) => {
  const [year, month, date] = parts(day)
  return `${month}/${date}/${year}`
}
const named = (day: string, between: string) => {
  const [year, month, date] = parts(day)
  return [date, months[Number(month) - 1], year].join(between)
}
const into = (amount: number, nothing = '') => (amount > 0 ? written(amount) : nothing)
const out = (amount: number, nothing = '') => (amount < 0 ? written(-amount) : nothing)
const signed = (amount: number) => (amount > 0 ? `+${written(amount)}` : written(amount))

export const banks: readonly Bank[] = [
  {
    name: 'GTBank',
    above: [
      ['Account Number', '0000044621'],
      ['Currency', 'NGN'],
    ],
    head: ['Trans. Date', 'Value. Date', 'Reference', 'Debits', 'Credits', 'Balance', 'Originating Branch', 'Remarks'],
    cells: ({ day, amount, narration, reference }, balance) => ({
      'Trans. Date': named(day, '-'),
      'Value. Date': named(day, '-'),
      Reference: `'${reference}`,
      Debits: out(amount),
      Credits: into(amount),
      Balance: written(balance),
      'Originating Branch': '635 AKIN ADESOLA',
      Remarks: narration,
    }),
  },
  {
    name: 'Zenith',
    head: ['DATE', 'DESCRIPTION', 'DEBIT', 'CREDIT', 'VALUE DATE', 'BALANCE'],
    below: (sums) => [['', 'TOTAL', written(sums.out), written(sums.in), '', written(sums.closing)]],
    cells: ({ day, amount, narration }, balance) => ({
      DATE: slashed(day),
      DESCRIPTION: narration,
      DEBIT: out(amount, '0.00'),
      CREDIT: into(amount, '0.00'),
      'VALUE DATE': slashed(day),
      BALANCE: written(balance),
    }),
  },
  {
    name: 'Access',
    above: [['Access Bank Plc'], ['Account Number', '0000044621']],
    head: ['Posted Date', 'Value Date', 'Description', 'Debit', 'Credit', 'Balance'],
    cells: ({ day, amount, narration }, balance) => ({
      'Posted Date': named(day, '-').toUpperCase(),
      'Value Date': named(day, '-').toUpperCase(),
      Description: narration,
      Debit: out(amount, '-'),
      Credit: into(amount, '-'),
      Balance: written(balance),
    }),
  },
  {
    name: 'UBA',
    head: ['TRANS DATE', 'VALUE DATE', 'NARRATION', 'CHQ. NO', 'DEBIT', 'CREDIT', 'BALANCE'],
    cells: ({ day, amount, narration }, balance) => ({
      'TRANS DATE': named(day, '-'),
      'VALUE DATE': named(day, '-'),
      NARRATION: narration,
      DEBIT: out(amount),
      CREDIT: into(amount),
      BALANCE: written(balance),
    }),
  },
  {
    name: 'First Bank',
    above: [['FirstBank of Nigeria Ltd'], ['Account No', '0000044621']],
    head: ['TransDate', 'Reference', 'Transaction Details', 'ValueDate', 'Deposit', 'Withdrawal', 'Balance'],
    below: () => [['', '', '*** End of Statement ***', '', '', '', '']],
    cells: ({ day, amount, narration, reference }, balance) => ({
      TransDate: named(day, '-'),
      Reference: reference,
      'Transaction Details': narration,
      ValueDate: named(day, '-'),
      Deposit: into(amount),
      Withdrawal: out(amount),
      Balance: written(balance),
    }),
  },
  {
    name: 'Providus',
    head: ['TXN DATE', 'VAL DATE', 'REMARKS', 'DEBIT', 'CREDIT', 'BALANCE'],
    cells: ({ day, amount, narration }, balance) => ({
      'TXN DATE': slashed(day),
      'VAL DATE': slashed(day),
      REMARKS: narration,
      DEBIT: out(amount, '0'),
      CREDIT: into(amount, '0'),
      BALANCE: written(balance),
    }),
  },
  {
    name: 'Kuda',
    above: [['Kuda Microfinance Bank']],
    newestFirst: true,
    head: ['Date/Time', 'Money In', 'Money Out', 'Category', 'To / From', 'Description', 'Balance'],
    cells: ({ day, time, amount, narration, sender }, balance) => ({
      'Date/Time': `${slashed(day).replace('/20', '/')} ${time}`,
      'Money In': amount > 0 ? `₦${written(amount)}` : '',
      'Money Out': amount < 0 ? `₦${written(-amount)}` : '',
      Category: amount > 0 ? 'inward transfer' : 'outward transfer',
      'To / From': sender,
      Description: narration,
      Balance: `₦${written(balance)}`,
    }),
  },
  {
    name: 'Moniepoint',
    above: [
      ['Business Name', 'INA GRILL'],
      ['Account Number', '0000044621'],
    ],
    head: [
      ...['Date', 'Account Name', 'Transaction Type', 'Transaction Status', 'Terminal ID', 'RRN', 'Transaction Ref'],
      ...['Reversal Status', 'Transaction Amount (NGN)', 'Settlement Debit (NGN)', 'Settlement Credit (NGN)'],
      ...['Balance Before', 'Balance After', 'Charge (NGN)', 'Beneficiary', 'Beneficiary Institution', 'Narration'],
    ],
    cells: ({ day, time, amount, narration, reference }, balance) => ({
      Date: `${day}T${time}`,
      'Account Name': 'INA GRILL',
      'Transaction Type': 'TRANSFER',
      'Transaction Status': 'SUCCESSFUL',
      'Transaction Ref': `TRF|2MPTfr482|${reference}`,
      'Transaction Amount (NGN)': String(Math.abs(amount) / 100),
      'Settlement Debit (NGN)': amount < 0 ? String(-amount / 100) : '0',
      'Settlement Credit (NGN)': amount > 0 ? String(amount / 100) : '0',
      'Balance Before': written(balance - amount),
      'Balance After': written(balance),
      'Charge (NGN)': '0',
      Beneficiary: 'INA GRILL',
      Narration: narration,
    }),
  },
  {
    name: 'OPay',
    above: [['Wallet Account'], ['Account Name', 'INA GRILL', 'Account Number', '0000044621']],
    head: [
      ...['Trans. Time', 'Value Date', 'Description', 'Debit/Credit(₦)', 'Balance(₦)', 'Channel'],
      ...['Transaction Reference', 'Counterparty'],
    ],
    cells: ({ day, time, amount, narration, sender, reference }, balance) => ({
      'Trans. Time': `${named(day, ' ')} ${time}`,
      'Value Date': named(day, ' '),
      Description: narration,
      'Debit/Credit(₦)': signed(amount),
      'Balance(₦)': written(balance),
      Channel: 'Mobile',
      'Transaction Reference': reference,
      Counterparty: sender,
    }),
  },
  {
    name: 'PalmPay',
    newestFirst: true,
    head: ['Transaction Date', 'Transaction Detail', 'Money In (NGN)', 'Money Out (NGN)', 'Transaction ID'],
    cells: ({ day, time, amount, narration, reference }) => ({
      'Transaction Date': `${american(day)} ${time}`,
      'Transaction Detail': narration,
      'Money In (NGN)': into(amount, '--'),
      'Money Out (NGN)': out(amount, '--'),
      'Transaction ID': reference,
    }),
  },
]

/** Returns a bank's statement as rows of cells. The oldest move comes first; `opening` is in kobo. */
export function statementGrid(bank: Bank, moves: readonly Move[], opening = 0): string[][] {
  let balance = opening
  const rows = moves.map((move) => {
    balance += move.amount
    const cells = bank.cells(move, balance)
    return bank.head.map((name) => cells[name] ?? '')
  })
  const sum = (sign: 1 | -1) => moves.reduce((all, { amount }) => all + Math.max(0, sign * amount), 0)
  const below = bank.below?.({ in: sum(1), out: sum(-1), closing: balance }) ?? []
  const above = bank.above ?? []
  return [...above.map((row) => [...row]), [...bank.head], ...(bank.newestFirst ? rows.reverse() : rows), ...below]
}

const quoted = (cell: string, separator: string) =>
  cell.includes('"') || cell.includes('\n') || cell.includes(separator) ? `"${cell.replaceAll('"', '""')}"` : cell

export const asCsv = (grid: readonly (readonly string[])[], separator = ',') =>
  grid.map((row) => row.map((cell) => quoted(cell, separator)).join(separator)).join('\r\n')

const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;')

/**
 * Makes a workbook with shared texts. A cell with a plain number is stored as a number. `extra` is XML before the
 * sheet's data.
 */
export function asWorkbook(grid: readonly (readonly string[])[], extra = ''): Uint8Array {
  const texts = [...new Set(grid.flat())]
  const at = new Map(texts.map((text, index) => [text, index]))
  const cell = (text: string, row: number, column: number) => {
    const name = `r="${Csv.letter(column)}${row + 1}"`
    return /^-?\d{1,9}(?:\.\d+)?$/.test(text)
      ? `<c ${name} S="1"><v>${text}</v></c>`
      : `<c ${name} t="s"><v>${at.get(text)}</v></c>`
  }
  const rows = grid.map(
    (row, index) => `<row r="${index + 1}">${row.map((text, column) => cell(text, index, column)).join('')}</row>`,
  )
  return zipSync({
    'xl/workbook.xml': strToU8('<workbook><sheets><sheet name="Statement" sheetId="1"/></sheets></workbook>'),
    'xl/styles.xml': strToU8('<styleSheet><cellXfs Count="none"/></styleSheet>'),
    'xl/worksheets/sheet1.xml': strToU8(
      `<?xml version="1.0"?><worksheet>${extra}<sheetData>${rows.join('')}</sheetData></worksheet>`,
    ),
    'xl/sharedStrings.xml': strToU8(
      `<sst>${texts.map((text) => `<si><t xml:space="preserve">${escaped(text)}</t></si>`).join('')}</sst>`,
    ),
  })
}
