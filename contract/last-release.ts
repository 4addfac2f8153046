import type { ActionEndpoint } from './order/actions.ts'

// Names that clients of the last release still send and read. The next release deletes this file. Browsers load the
// file, so it contains no schemas.

/** Former paths of actions under `/api`, by today's endpoint. */
export const formerPaths = {
  'POST /api/orders/:id/acknowledge': 'orders/:id/acknowledgement',
  'POST /api/orders/:id/start': 'orders/:id/preparation',
  'POST /api/orders/:id/acknowledge-start': 'orders/:id/preparation-acknowledgement',
  'POST /api/orders/:id/undo-start': 'orders/:id/preparation-withdrawal',
  'POST /api/orders/:id/start-unpaid': 'orders/:id/unpaid-preparation',
  'POST /api/orders/:id/start-for-cash': 'orders/:id/cash-preparation',
  'POST /api/orders/:id/mark-ready': 'orders/:id/readiness',
  'POST /api/orders/:id/complete': 'orders/:id/completion',
  'POST /api/orders/:id/undo-completion': 'orders/:id/completion-withdrawal',
  'POST /api/orders/:id/cancel': 'orders/:id/cancellation',
  'POST /api/orders/:id/mark-sold-out': 'orders/:id/sold-out',
  'POST /api/orders/:id/unmark-sold-out': 'orders/:id/sold-out-withdrawal',
  'POST /api/orders/:id/remove-sold-out': 'orders/:id/sold-out-removal',
  'POST /api/orders/:id/choose-substitution': 'orders/:id/substitution',
  'POST /api/orders/:id/print-ticket': 'orders/:id/tickets',
  'POST /api/orders/:id/confirm-payment': 'orders/:id/payment-confirmation',
  'POST /api/orders/:id/undo-confirmation': 'orders/:id/payment-confirmation-withdrawal',
  'POST /api/orders/:id/report-missing': 'orders/:id/missing-transfer',
  'POST /api/orders/:id/accept-late': 'orders/:id/late-payment-acceptance',
  'POST /api/orders/:id/claim-again': 'orders/:id/claim',
  'POST /api/orders/:id/assign-rider': 'orders/:id/rider',
  'POST /api/orders/:id/change-rider': 'orders/:id/rider-change',
  'POST /api/orders/:id/unassign-rider': 'orders/:id/rider-withdrawal',
  'POST /api/orders/:id/pick-up': 'deliveries/:id/pick-up',
  'POST /api/orders/:id/deliver': 'deliveries/:id/handover',
  'POST /api/orders/:id/fail-delivery': 'deliveries/:id/failure',
} as const satisfies Readonly<Partial<Record<ActionEndpoint, string>>>

type Fields = Readonly<Record<string, unknown>>

/** The fields of an account's profile, and of a change of a profile. */
const profileFields = new Set('username phone address location locationId password current account was key'.split(' '))

const has = (document: Fields, ...names: readonly string[]) => names.every((name) => name in document)

/** Returns true for the chosen dishes of a cart or of a quote request. */
const areChosen = (dishes: unknown) =>
  Array.isArray(dishes) && dishes.length > 0 && dishes.every((dish) => dish instanceof Object && 'selection' in dish)

/**
 * Documents with renamed fields: the former names by today's names. `is` recognises a document by fields that both
 * releases have.
 */
const formerNames: readonly { is: (document: Fields) => boolean; names: Readonly<Record<string, string>> }[] = [
  // A priced dish of an order, a quote or a cart.
  {
    is: (document) => has(document, 'itemId', 'type'),
    names: { price: 'unitPrice', extras: 'choices', chefComment: 'note', itemTotal: 'total' },
  },
  // A chosen dish of a cart or a request.
  { is: (document) => has(document, 'selection'), names: { chefComment: 'note' } },
  // An order, a quote, a request for a quote, and a cart.
  {
    is: (document) => has(document, 'deliveryMethod') || areChosen(document.items ?? document.lines),
    names: { items: 'lines' },
  },
  { is: (document) => has(document, 'awaitingSubstitution'), names: { orderId: 'id', totalAmount: 'total' } },
  { is: (document) => has(document, 'narration'), names: { totalAmount: 'total' } },
  // A dish of the menu, or a change of a dish. In the owner's menu document, where dishes have a name and no version,
  // the field is still called `available`.
  { is: (document) => has(document, 'version') || !has(document, 'name'), names: { isAvailable: 'available' } },
  // An account, a sign-up, a change of a profile and the values before the change.
  {
    is: (document) =>
      has(document, 'username', 'address') || Object.keys(document).every((name) => profileFields.has(name)),
    names: { location: 'locationId' },
  },
  // A rider's delivery.
  {
    is: (document) => has(document, 'callPhone'),
    names: {
      orderId: 'id',
      items: 'lines',
      deliveryAddress: 'address',
      deliveryLocation: 'location',
      deliveryProblem: 'problem',
    },
  },
]

/** Applies a change to every object within a value, innermost first. Unchanged values are not copied. */
function inEach(value: unknown, change: (document: Fields) => Fields): unknown {
  if (typeof value !== 'object' || value === null) return value
  if (Array.isArray(value)) {
    const changed = value.map((each) => inEach(each, change))
    return changed.some((each, index) => each !== value[index]) ? changed : value
  }
  if (Object.getPrototypeOf(value) !== Object.prototype) return value
  const document = value as Fields
  const changed: Record<string, unknown> = {}
  for (const name of Object.keys(document)) {
    const next = inEach(document[name], change)
    if (next !== document[name]) changed[name] = next
  }
  return change(Object.keys(changed).length === 0 ? document : { ...document, ...changed })
}

type Renaming = readonly [from: string, to: string]

/** Returns today's names of a document's fields, each with its former name. */
const namesOf = (document: Fields): readonly Renaming[] =>
  formerNames.filter(({ is }) => is(document)).flatMap(({ names }) => Object.entries(names))

/** Renames fields. A field that the document already has under the new name keeps that value. */
function renamed(document: Fields, names: readonly Renaming[]): Fields {
  const found = names.filter(([from]) => from in document)
  if (found.length === 0) return document
  const gone = new Set(found.map(([from]) => from))
  return {
    ...Object.fromEntries(found.map(([from, to]) => [to, document[from]])),
    ...Object.fromEntries(Object.entries(document).filter(([name]) => !gone.has(name))),
  }
}

/**
 * Returns a response or stored value with the former names beside today's, for pages and servers of the last release.
 */
export function withFormerNames<Value>(value: Value): Value {
  return inEach(value, (document) => {
    const former = namesOf(document).filter(([today, former]) => today in document && !(former in document))
    if (former.length === 0) return document
    return { ...document, ...Object.fromEntries(former.map(([today, former]) => [former, document[today]])) }
  }) as Value
}

/** Returns a page's request with the former names. The last release refuses today's names. */
export function asFormerNames<Value>(value: Value): Value {
  return inEach(value, (document) => renamed(document, namesOf(document))) as Value
}

/** Returns a received or stored value with today's names only. */
export function withTodaysNames<Value>(value: Value): Value {
  return inEach(value, (document) => {
    const names = namesOf(document).map(([today, former]): Renaming => [former, today])
    return renamed(document, names)
  }) as Value
}
