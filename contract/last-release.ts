import type { ActionEndpoint } from './order/actions.ts'
import { safeguardsChange } from './parts/safeguards.ts'
import { proof } from './second-factor.ts'

// Names that clients of the last release still send. The next release deletes this file.

/** Settings that were changed by `PATCH /api/kitchen-load`. */
export const formerKitchenLoadFields = { ...safeguardsChange, proof: proof.optional() }

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
