import type { z } from 'zod'
import { type Action, actions } from '#domain/order/actions.ts'
import { policy, type Role } from '#domain/restaurant/policy.ts'
import * as Orders from './orders.ts'
import * as Riders from './riders.ts'
import * as Slots from './slots.ts'
import * as Tickets from './tickets.ts'

type ActionRequest = { readonly body: z.ZodType; readonly answer: z.ZodType; readonly by?: readonly Role[] }

const atDesk = <Body extends z.ZodType>(body: Body) => ({ body, answer: Orders.deskOrder })
const atTill = <Body extends z.ZodType>(body: Body) => ({ body, answer: Orders.tillOrder })
const ofCustomer = <Body extends z.ZodType>(body: Body) => ({ body, answer: Orders.order })
const ofRider = <Body extends z.ZodType>(body: Body) => ({ body, answer: Riders.delivery })

/** The request of each action, as `POST /api/orders/{id}/{action}`; null for actions that other requests perform. */
const requests = {
  'confirm-payment': atTill(Orders.paymentConfirmation),
  // Performed by `confirm-payment` with `extra`, and by payment providers.
  'confirm-extra': null,
  'undo-confirmation': atTill(Orders.confirmationWithdrawal),
  'first-confirmation': null,
  'report-missing': atTill(Orders.queuedBody),
  'reject-transfer': null,
  'claim-again': ofCustomer(Orders.queuedBody),
  'accept-late': atTill(Orders.queuedBody),
  refund: atTill(Orders.refund),
  acknowledge: atDesk(Orders.queuedBody),
  'acknowledge-start': atDesk(Orders.queuedBody),
  start: atDesk(Orders.queuedBody),
  'start-unpaid': atDesk(Orders.override),
  'start-for-cash': atTill(Orders.cashPreparation),
  'undo-start': atDesk(Orders.queuedBody),
  'mark-ready': atDesk(Orders.queuedBody),
  recall: atDesk(Orders.queuedBody),
  complete: atDesk(Orders.queuedBody),
  'undo-completion': atDesk(Orders.queuedBody),
  // Allowed to staff and the order's customer: the handler chooses the action by the caller's role.
  cancel: { body: Orders.cancellation, answer: Orders.seenOrder, by: policy.everyone },
  'cancel-own': null,
  // Allowed to staff and the order's customer, like `cancel`.
  'change-slot': { body: Slots.slotChange, answer: Orders.seenOrder, by: policy.everyone },
  'change-own-slot': null,
  'ask-slot': null,
  'keep-slot': null,
  'fall-due': null,
  // Performed by `POST /api/order-links`.
  link: null,
  'mark-sold-out': atDesk(Orders.soldOutLine),
  'unmark-sold-out': atDesk(Orders.soldOutLine),
  'choose-substitution': ofCustomer(Orders.substitutionChoice),
  'remove-sold-out': atDesk(Orders.soldOutLine),
  // Performed by `choose-substitution` with the answer 'cancel'.
  'cancel-sold-out': null,
  'assign-rider': atDesk(Riders.riderAssignment),
  'change-rider': atDesk(Riders.riderChange),
  'unassign-rider': atDesk(Riders.riderWithdrawal),
  'pick-up': ofRider(Riders.pickUp),
  deliver: ofRider(Riders.handover),
  'fail-delivery': ofRider(Riders.deliveryFailure),
  'collect-late': null,
  'print-ticket': { body: Tickets.ticketRequest, answer: Tickets.ticket },
  escalate: null,
  'note-escalation-sent': null,
  'note-escalation-failed': null,
} as const satisfies Readonly<Record<Action, ActionRequest | null>>

type Requests = typeof requests

export type RequestedAction = { [Name in Action]: Requests[Name] extends null ? never : Name }[Action]

export type ActionEndpoint<Name extends RequestedAction = RequestedAction> = `POST /api/orders/:id/${Name}`

type ActionEndpoints = {
  readonly [Name in RequestedAction as ActionEndpoint<Name>]: {
    readonly by: (typeof actions)[Name]['by'] | typeof policy.everyone
    readonly params: typeof Orders.orderParams
  } & Pick<NonNullable<Requests[Name]>, 'body' | 'answer'>
}

export const actionEndpoints = Object.fromEntries(
  Object.entries<ActionRequest | null>(requests).flatMap(([action, request]) =>
    request === null
      ? []
      : [
          [
            `POST /api/orders/:id/${action}`,
            { by: actions[action as Action].by, params: Orders.orderParams, ...request },
          ],
        ],
  ),
) as ActionEndpoints
