/**
 * The codes of expected failures. Any other failure is a bug. `server/http/problems.ts` sets the status of each code,
 * and does not compile if a code is missing.
 */
export type ProblemCode =
  | 'invalid'
  | 'too-large'
  | 'not-signed-in'
  | 'second-factor-needed'
  | 'not-allowed'
  | 'not-found'
  | 'method-not-allowed'
  | 'invalid-credentials'
  | 'too-many-tries'
  | 'too-many-claims'
  | 'key-reused'
  | 'username-taken'
  | 'phone-taken'
  | 'profile-missing'
  | 'profile-incomplete'
  | 'profile-moved-on'
  | 'last-owner'
  | 'item-gone'
  | 'item-unavailable'
  | 'choice-missing'
  | 'choice-unknown'
  | 'choice-unavailable'
  | 'choice-too-many'
  | 'cart-empty'
  | 'cart-too-large'
  | 'location-unknown'
  | 'below-minimum'
  | 'quote-expired'
  | 'slot-unavailable'
  | 'ordering-paused'
  | 'order-moved-on'
  | 'menu-moved-on'
  | 'day-moved-on'
  | 'settings-moved-on'
  | 'payment-not-confirmed'
  | 'transfer-already-used'
  | 'second-person-needed'
  | 'unavailable'

export type Problem = {
  readonly code: ProblemCode
  /** A sentence for the user that says what to do, if something can be done. */
  readonly detail: string
  /** The invalid field of the request, as a path such as `phone` or `items.2.selection.free-side`. */
  readonly field?: string
}

export type Result<Value> =
  | { readonly ok: true; readonly value: Value }
  | { readonly ok: false; readonly problem: Problem }

export function ok<Value>(value: Value): Result<Value> {
  return { ok: true, value }
}

export function fail(code: ProblemCode, detail: string, field?: string): { ok: false; problem: Problem } {
  return { ok: false, problem: field === undefined ? { code, detail } : { code, detail, field } }
}
