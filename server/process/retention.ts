/**
 * How long personal data is kept: no longer than it is needed (Nigeria Data Protection Act 2023, section 24). The operator
 * sets these three; the times below follow from how the product works.
 */
export type Retention = {
  /** Months after the end of an order until it names nobody. Its dishes and sums stay for the books. */
  readonly orderMonths: number
  /** Days after its hour until a quote that was never placed is deleted: a late transfer may still ask for it. */
  readonly quoteDays: number
  /** Days of refused sign-ins and limits, without addresses. */
  readonly securityLogDays: number
}

export const defaultRetention: Retention = { orderMonths: 12, quoteDays: 30, securityLogDays: 90 }

/** Days since the last visit. */
export const sessionDays = 30

/** Days after which somebody who ordered without an account is forgotten, counted from when they last went to payment. */
export const guestDays = 7

/** Days for which a message to a phone is remembered, so that it is sent once. */
export const phoneMessageDays = 1

/** Days for which the key of a write is remembered: no phone keeps a write for so long without a network. */
export const requestKeyDays = 90

/** Days for which a version of the menu is kept that is none of the latest. */
export const menuVersionDays = 90

/** Hours of changes that a screen can catch up on. */
export const eventHours = 24
