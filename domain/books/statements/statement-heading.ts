/** The fields of a statement's columns. */
export const fields = [
  'day',
  'time',
  'narration',
  'memo',
  'sender',
  'session',
  'reference',
  'credit',
  'debit',
  'amount',
  'direction',
  'charge',
  'before',
  'balance',
  'status',
  'category',
] as const
export type Field = (typeof fields)[number]

/** The column of each field, counted from 0. */
export type Columns = { readonly [Name in Field]?: number | undefined }

/** A field that a heading may stand for. If two columns stand for one field, the column with the lower rank is used. */
export type Candidate = { readonly field: Field | 'debit-credit'; readonly rank: number }

/** Returns a heading as words: 'debit credit' for 'Debit/Credit(₦)', and 'trans date' for 'TransDate'. */
export function foldHeading(cell: string): string {
  return cell
    .slice(0, 100)
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replace(/([a-z])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .replace(/(?:\bin )?(?:ngn|naira|₦|=n=|\(n\)|'000)/g, ' ')
    .replace(/[^a-z0-9]+/g, ' ')
    .replace(
      /\b(transaction|trans?|txn|value|val|post(?:ing|ed)?|session|credit|debit|money|paid)(date|time|ref|id|details|amount|in|out)\b/g,
      '$1 $2',
    )
    .trim()
}

const out =
  /\b(?:debits?|debited|dr|db|withdrawals?|withdrawn|out|outflows?|outgoing|outward|sent|spent|spend|expenditure|expenses?|disbursements?|payouts?|retraits?|sorties?)\b/
const into =
  /\b(?:credits?|credited|cr|deposit(?:s|ed)?|lodge?ments?|lodged|in|inflows?|incoming|inward|received|receipts?|income|collections?|top ?ups?|funding|depots?|versements?|entrees?)\b/
/** Words beside which 'debit' or 'credit' does not mean an amount. */
const noMoney = /\b(?:account|acct|no|number|bank|name|date|ref|reference|count|narration|description|party)\b/

/** The first matching rule applies; the rank is a number, or the index of the first matching pattern. */
const rules: readonly (readonly [Candidate['field'], RegExp, readonly RegExp[]])[] = [
  ['status', /\bstatus\b|^state$/, [/^(?:transaction |trans |txn |payment )?status$/]],
  [
    'before',
    /\bbal(?:ance)? (?:before|b f|bf)\b|\b(?:opening|previous|prev|initial|starting|old|before) bal(?:ance)?\b/,
    [],
  ],
  [
    'balance',
    /\b(?:bal(?:ances?)?|soldes?)\b|^running(?: total)?$/,
    [/after|running|closing|current|^bal(?:ance)?$/, /ledger|book/, /available|cleared/],
  ],
  [
    'day',
    /\b(?:date|dates|dt|day|datetime|timestamp)\b|^(?:trans|txn|tran|transaction|posting|post|posted) (?:time|on)$|^(?:posted|when)$/,
    [
      /^(?:trans|txn|tran|transaction|posting|posted|post|entry|create|created|operation|payment)\b|^date (?:d )?operation/,
      /^date(?! (?:de )?val)/,
      /^(?!value|val|effective|due)/,
    ],
  ],
  ['time', /^(?:time|hour|time of \w+)$/, []],
  ['session', /\bsession\b/, []],
  [
    'reference',
    /\b(?:ref|refs|refno|reference|references|rrn|utr|trace|stan)\b|^(?:trans|transaction|txn|tran|payment|unique|document|doc|entry|record|receipt|order)? ?(?:id|no|number|num)$/,
    [/\bref(?:erence|no)?s?\b/, /\bid\b/],
  ],
  ['category', /\b(?:category|channel|mode|method)\b/, [/category/]],
  [
    'direction',
    /^(?:(?:trans|transaction|txn|tran|entry|payment) )?type$|^(?:sign|indicator|direction|sens|d c|c d|dc|cd|drcr|crdr)$|\bindicator\b/,
    [],
  ],
  ['charge', /\b(?:charges?|fees?|commission|vat|stamp dut(?:y|ies)|levy|frais)\b/, []],
  [
    'narration',
    /\b(?:narrations?|narratives?|descriptions?|descr?|details?|particulars?|remarks?|memo|comments?|notes?|purpose|explanation|message|text|activity|libelle|motif|designation|objet)\b/,
    [/narra|libelle/, /descr?|particular/, /remark|detail/],
  ],
  ['amount', /\b(?:amount|amt|sum|value|montant)\b|^(?:gross|net)$/, [/amount|amt|montant/, /sum|value/, /gross/]],
  [
    'sender',
    /\b(?:sender|originator|payer|payor|remitter|depositor|counter ?party|other party|third party|from|customer|payee|beneficiary|recipient|merchant|source)\b|^name$/,
    [/sender|originator|payer|payor|remitter|depositor/, /from|party|source/, /customer|^name$|payee/],
  ],
  ['credit', /^(?:paid|pay|money|cash|funds?) in$|^receipts?$/, []],
  ['debit', /^payments?$/, []],
  ['narration', /^transactions?$/, []],
]

/** Headings of columns that are ignored. */
const unread =
  /\b(?:cheque|chq|check|instrument|terminal|phone|card|serial|branch|currency|curr|account name|account number|reversal status|bank name|bank code|institution|e ?mail)\b|^s ?n$/

/** Returns the field that a column may have by its heading alone. */
export function candidateOf(heading: string): Candidate | undefined {
  if (heading === '' || unread.test(heading)) return undefined
  const money = moneyOf(heading)
  if (money) return money
  const rule = rules.find(([, words]) => words.test(heading))
  if (!rule) return undefined
  const [field, , better] = rule
  const rank = better.findIndex((words) => words.test(heading))
  return { field, rank: rank < 0 ? better.length : rank }
}

function moneyOf(heading: string): Candidate | undefined {
  if (noMoney.test(heading) || /\b(?:bal(?:ance)?|type|status|indicator)\b/.test(heading)) return undefined
  const [goesOut, comesIn] = [out.test(heading), into.test(heading)]
  if (!goesOut && !comesIn) return undefined
  // Columns of settled amounts come first, because these amounts include the charge and exclude failed transfers.
  const rank = /settle/.test(heading) ? 0 : 1
  if (goesOut && comesIn && !/^lodged/.test(heading)) return { field: 'debit-credit', rank }
  return { field: goesOut ? 'debit' : 'credit', rank }
}
