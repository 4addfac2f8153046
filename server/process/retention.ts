/**
 * Retention times of personal data: no longer than needed (Nigeria Data Protection Act 2023, section 24). The operator
 * sets the three times of this type; the constants below the type are fixed.
 */
export type Retention = {
  /** Months from the end of an order until its personal data is removed. Dishes and sums stay for the books. */
  readonly orderMonths: number
  /** Days from the expiry of an unplaced quote until its deletion. A late transfer may still need the quote. */
  readonly quoteDays: number
  /** Days for which refused sign-ins and reached limits are kept, without addresses. */
  readonly securityLogDays: number
}

export const defaultRetention: Retention = { orderMonths: 12, quoteDays: 30, securityLogDays: 90 }

/** Days since the last visit until a customer's session ends. */
export const sessionDays = 30

/** Days from the last checkout until a guest is deleted. */
export const guestDays = 7

/** Days for which a message to a phone, a customer's reply and a conversation are stored. */
export const phoneMessageDays = 7

/** Days for which the phone of a customer who sent STOP is stored. */
export const stoppedPhoneDays = 365

/** Hours for which a print job is stored. The office counts the jobs of today. */
export const printJobHours = 24

/** Days for which the idempotency key of a write is stored: longer than a phone queues a write without a network. */
export const requestKeyDays = 90

/** Days for which a version of the menu is kept that is not one of the latest versions. */
export const menuVersionDays = 90

/** Hours of events that a screen can catch up on. */
export const eventHours = 24
