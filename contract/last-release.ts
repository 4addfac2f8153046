import type { ActionEndpoint } from './order/actions.ts'

// Names that clients of the last release still send and read. The next release deletes this file.

/** The paths under `/api` that actions had, by today's endpoint. */
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

const has = (document: Fields, ...names: readonly string[]) => names.every((name) => name in document)

/** Whether these are the dishes of a cart or of a request. */
const areChosen = (dishes: unknown) =>
  Array.isArray(dishes) && dishes.length > 0 && dishes.every((dish) => dish instanceof Object && 'selection' in dish)

/** The former names of fields by today's, and which documents have them. Both releases have the fields that tell a document. */
const formerNames: readonly { is: (document: Fields) => boolean; names: Readonly<Record<string, string>> }[] = [
  // A priced dish of an order, a quote or a cart.
  {
    is: (document) => has(document, 'itemId', 'type'),
    names: { price: 'unitPrice', extras: 'choices', chefComment: 'note', itemTotal: 'total' },
  },
  // A chosen dish.
  { is: (document) => has(document, 'selection'), names: { chefComment: 'note' } },
  // An order, a quote, a request for one, and a cart.
  {
    is: (document) => has(document, 'deliveryMethod') || areChosen(document.items ?? document.lines),
    names: { items: 'lines' },
  },
  { is: (document) => has(document, 'awaitingSubstitution'), names: { orderId: 'id', totalAmount: 'total' } },
  { is: (document) => has(document, 'narration'), names: { totalAmount: 'total' } },
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

/** Changes every object within a value, the inner ones first. */
function inEach(value: unknown, change: (document: Fields) => Fields): unknown {
  if (Array.isArray(value)) return value.map((each) => inEach(each, change))
  if (typeof value !== 'object' || value === null || Object.getPrototypeOf(value) !== Object.prototype) return value
  return change(Object.fromEntries(Object.entries(value).map(([name, part]) => [name, inEach(part, change)])))
}

const namesIn = (document: Fields) =>
  formerNames.flatMap(({ is, names }) => (is(document) ? Object.entries(names) : []))

/** What is sent or stored, with the former names beside today's: pages and servers of the last release read them. */
export function withFormerNames<Value>(value: Value): Value {
  return inEach(value, (document) => {
    const former = namesIn(document).flatMap(([today, former]) =>
      today in document && !(former in document) ? [[former, document[today]] as const] : [],
    )
    return former.length === 0 ? document : { ...document, ...Object.fromEntries(former) }
  }) as Value
}

/** What was received or stored, with today's names alone. */
export function withTodaysNames<Value>(value: Value): Value {
  return inEach(value, (document) => {
    const names = namesIn(document).filter(([, former]) => former in document)
    if (names.length === 0) return document
    const formers = new Set(names.map(([, former]) => former))
    return {
      ...Object.fromEntries(names.map(([today, former]) => [today, document[former]])),
      ...Object.fromEntries(Object.entries(document).filter(([name]) => !formers.has(name))),
    }
  }) as Value
}
