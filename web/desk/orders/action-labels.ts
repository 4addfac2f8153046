import type { RequestedAction } from '#contract/order/actions.ts'
import type { actions } from '#domain/order/actions.ts'

type DeskAction = {
  [Name in RequestedAction]: (typeof actions)[Name] extends { readonly only: string } ? never : Name
}[RequestedAction]

export const actionLabels = {
  acknowledge: 'Acknowledge',
  'acknowledge-start': 'Acknowledge',
  'confirm-payment': 'Confirm payment',
  'undo-confirmation': 'Undo confirmation',
  'report-missing': 'Not found',
  'accept-late': 'Accept the order',
  refund: 'Refund',
  start: 'Start',
  'start-unpaid': 'Start unpaid',
  'start-for-cash': 'Cash at the door',
  'undo-start': 'Not started',
  'mark-ready': 'Ready',
  recall: 'Recall',
  complete: 'Complete',
  'undo-completion': 'Not completed',
  cancel: 'Cancel',
  'change-slot': 'Other time',
  'mark-sold-out': 'Sold out',
  'unmark-sold-out': 'Back in stock',
  'remove-sold-out': 'Remove',
  'assign-rider': 'Rider',
  'change-rider': 'Other rider',
  'unassign-rider': 'No rider',
  'print-ticket': 'Print',
} as const satisfies Readonly<Record<DeskAction, string>>

/** Returns, for example, 'Start, Ready': the labels of queued actions in the sequence in which they were queued. */
export function labelsOf(queued: readonly { readonly write: { readonly action: RequestedAction } }[]): string {
  return queued.map(({ write: { action } }) => actionLabels[action as DeskAction]).join(', ')
}
