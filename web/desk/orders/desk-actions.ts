import type { RequestedAction } from '#contract/order/actions.ts'
import { type Action, actions } from '#domain/order/actions.ts'
import { can, type OrderState } from '#domain/order/decide.ts'
import type { Actor } from '#domain/restaurant/policy.ts'
import { isOneOf } from '#domain/restaurant/policy.ts'

type DeskAction = {
  [Name in RequestedAction]: (typeof actions)[Name] extends { readonly only: string } ? never : Name
}[RequestedAction]

/**
 * `press` says what one press does: it moves the order forward ('next') or undoes a step. `done` is the text of the
 * toast after the press.
 */
type Button =
  | { readonly label: string; readonly press: 'next' | 'undo'; readonly done: string }
  /** The button opens a form or a list, or the action shows a toast of its own. */
  | { readonly label: string; readonly press: null }

/** The button of every action that staff take, in the sequence of an order. */
export const deskActions = {
  acknowledge: { label: 'Acknowledge', press: null },
  'acknowledge-start': { label: 'Acknowledge', press: null },
  'confirm-payment': { label: 'Confirm payment', press: null },
  'undo-confirmation': { label: 'Undo confirmation', press: null },
  'report-missing': { label: 'Not found', press: 'next', done: 'transfer not found' },
  'accept-late': { label: 'Accept the order', press: 'next', done: 'late payment accepted' },
  refund: { label: 'Refund', press: null },
  start: { label: 'Start', press: 'next', done: 'started' },
  'start-unpaid': { label: 'Start unpaid', press: null },
  'start-for-cash': { label: 'Cash at the door', press: null },
  'undo-start': { label: 'Not started', press: 'undo', done: 'not started' },
  'mark-ready': { label: 'Ready', press: 'next', done: 'ready' },
  recall: { label: 'Recall', press: 'undo', done: 'back in preparation' },
  complete: { label: 'Complete', press: 'next', done: 'completed' },
  'undo-completion': { label: 'Not completed', press: 'undo', done: 'not completed' },
  cancel: { label: 'Cancel', press: null },
  'change-slot': { label: 'Other time', press: null },
  'mark-sold-out': { label: 'Sold out', press: null },
  'unmark-sold-out': { label: 'Back in stock', press: null },
  'remove-sold-out': { label: 'Remove', press: null },
  'assign-rider': { label: 'Rider', press: null },
  'change-rider': { label: 'Other rider', press: null },
  'unassign-rider': { label: 'No rider', press: null },
  'print-ticket': { label: 'Print', press: null },
} as const satisfies Readonly<Record<DeskAction, Button>>

type WithPress<Kind> = {
  [Name in DeskAction]: (typeof deskActions)[Name]['press'] extends Kind ? Name : never
}[DeskAction]

/** The actions that one press of their button sends, without a form. */
export type Press = WithPress<'next' | 'undo'>
export type NextAction = WithPress<'next'>

const names = Object.keys(deskActions) as DeskAction[]
const nextActions = names.filter((name): name is NextAction => deskActions[name].press === 'next')

/** The actions that undo an earlier action. Each is possible for a minute after the earlier action. */
export const takeBacks = Object.values(actions).flatMap((rule) => ('undo' in rule ? [rule.undo] : []))
export type TakeBack = (typeof takeBacks)[number]

export function isNext(action: Action | undefined): boolean {
  return nextActions.some((next) => next === action)
}

/** Returns the actions by one press that move an order forward and that this person may take now. */
export function nextOf(order: OrderState, actor: Actor): NextAction[] {
  return nextActions.filter((action) => can(action, order, actor))
}

/** Returns the next action of the order's main button. The rider, and not the desk, usually completes a delivery. */
export function mainActionOf(order: OrderState, actor: Actor): NextAction | undefined {
  return nextOf(order, actor).find(
    (action) => action !== 'report-missing' && (action !== 'complete' || order.deliveryStatus === null),
  )
}

/** Returns the next action that is the kitchen's work. */
export function kitchenActionOf(order: OrderState, actor: Actor): NextAction | undefined {
  return nextOf(order, actor).find((action) => isOneOf('kitchen', actions[action].by))
}

/** Returns, for example, 'Start, Ready': the labels of queued actions in the sequence in which they were queued. */
export function labelsOf(queued: readonly { readonly write: { readonly action: RequestedAction } }[]): string {
  return queued.map(({ write: { action } }) => deskActions[action as DeskAction].label).join(', ')
}
