import { z } from 'zod'
import { policy, type StaffRole } from '#domain/policy.ts'
import { accountId, line } from './fields.ts'

/** A browser that somebody is signed in with. */
export type StaffSession = {
  readonly id: string
  /** What it calls itself: 'Chrome on Android'. */
  readonly device: string
  /** ISO 8601, both; `seenAt` to within five minutes. */
  readonly startedAt: string
  readonly seenAt: string
  /** The one that asks. */
  readonly isThis: boolean
}

/** Somebody who works here. */
export type StaffMember = {
  readonly id: string
  readonly username: string
  readonly role: StaffRole
  /** E.164, or ''. */
  readonly phone: string
  /** Somebody who is off cannot sign in. */
  readonly isOn: boolean
  /** The one seen last on top. */
  readonly sessions: readonly StaffSession[]
}

/** `GET /api/office/staff`. */
export type StaffList = { readonly members: readonly StaffMember[] }

const role = z.enum(policy.staff, 'Choose what they do here.')
/** What makes a good one is the domain's to say; where there is none, the restaurant makes one. */
const password = z.string().max(1000, 'Please keep the password under 129 characters.').optional()

/** `POST /api/office/staff`. */
export const newMember = z.strictObject({ username: line(200), role, phone: line(60).default(''), password })
export type NewMember = z.input<typeof newMember>

/** `password` is the one that the restaurant made. It is told this once, and kept nowhere. */
export type MemberAdded = { readonly member: StaffMember; readonly password: string | null }

export const memberParams = z.strictObject({ id: accountId })
export const memberSessionParams = z.strictObject({ id: accountId, session: z.string().max(100) })

/** `PATCH /api/office/staff/{id}`. Whoever is switched off is signed out everywhere at once. */
export const memberChange = z
  .strictObject({ role: role.optional(), isOn: z.boolean().optional(), phone: line(60).optional() })
  .refine((change) => Object.values(change).some((value) => value !== undefined), 'Say what is to change.')
export type MemberChange = z.infer<typeof memberChange>

/** `POST /api/office/staff/{id}/password`: a new one, for somebody who forgot theirs. They are signed out everywhere. */
export const memberPassword = z.strictObject({ password })
export type PasswordSet = { readonly password: string | null }

/** `POST /api/office/reset-codes`: for a customer who calls. */
export const resetCodeRequest = z.strictObject({
  identifier: line(200).min(1, 'Enter their username or phone number.'),
})
export type ResetCode = {
  readonly username: string
  /** Told this once. */
  readonly code: string
  /** ISO 8601. */
  readonly expiresAt: string
}

/** `GET /api/office/audit`: of one person, about one order (its id, or the end that people read), or both. */
export const auditQuery = z.strictObject({ person: accountId.optional(), order: line(20).optional() })

/** Who did what to what. */
export type AuditEntry = {
  readonly id: number
  /** ISO 8601. */
  readonly at: string
  /** Null where it was no person. */
  readonly actor: { readonly id: string; readonly name: string; readonly role: string } | null
  /** 'order.start' */
  readonly action: string
  /** 'order:7Q4M2KX9A'; people by their name: 'account:Ada Obi'. */
  readonly subject: string
  readonly detail: Readonly<Record<string, unknown>>
}

/** The newest first, 200 of them. */
export type AuditList = { readonly entries: readonly AuditEntry[] }
