/**
 * Retention times of personal data: no longer than needed (Nigeria Data Protection Act 2023, section 24). The operator
 * sets these three; the times below are fixed.
 */
export type Retention = {
  /** Months from the end of an order until personal data is removed from it. Its dishes and sums stay for the books. */
  readonly orderMonths: number
  /** Days from the expiry of an unplaced quote until it is deleted: a late transfer may still need it. */
  readonly quoteDays: number
  /** Days that refused sign-ins and reached limits are kept, without addresses. */
  readonly securityLogDays: number
}

export const defaultRetention: Retention = { orderMonths: 12, quoteDays: 30, securityLogDays: 90 }

/** Days since the last visit. */
export const sessionDays = 30

/** Days until a guest without an account is deleted, counted from the last checkout. */
export const guestDays = 7

/** Days for which a message to a phone, a customer's reply and a conversation are stored. */
export const phoneMessageDays = 7

/** Days for which the phone of a customer who sent STOP is stored. */
export const stoppedPhoneDays = 365

/** Hours for which a print job is stored: the office counts today's. */
export const printJobHours = 24

/** Days that the idempotency key of a write is stored: longer than a phone queues a write without a network. */
export const requestKeyDays = 90

/** Days that a version of the menu is kept, if it is not one of the latest versions. */
export const menuVersionDays = 90

/** Hours of events that a screen can catch up on. */
export const eventHours = 24
