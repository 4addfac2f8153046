import { z } from 'zod'
import { policy } from '#domain/restaurant/policy.ts'
import { auditAction } from './audit.ts'
import { accountId, count, document, instant, line, list } from './parts/fields.ts'
import { proof } from './second-factor.ts'
import { password as anyPassword, sessionFields } from './session.ts'

const staffSession = document({
  ...sessionFields,
  /** The time of the last request, to within five minutes. */
  seenAt: instant,
})
export type StaffSession = z.infer<typeof staffSession>

export const staffMember = document({
  id: z.string(),
  username: z.string(),
  role: z.enum(policy.staff),
  /** E.164, or ''. */
  phone: z.string(),
  /** False for deactivated accounts, which cannot sign in. */
  isOn: z.boolean(),
  /** True for an account from the first start that still has its printed password. */
  isDemo: z.boolean(),
  hasSecondFactor: z.boolean(),
  /** Sessions, last seen first. */
  sessions: list(staffSession),
})
export type StaffMember = z.infer<typeof staffMember>

/** `GET /api/office/staff`. */
export const staffList = document({ members: list(staffMember) })
export type StaffList = z.infer<typeof staffList>

const role = z.enum(policy.staff, 'Choose what they do here.')
/** The password, which the domain validates. If it is missing, the server generates one. */
const password = anyPassword.optional()

/** `POST /api/office/staff`. Roles that handle money need a proof. */
export const newMember = z.strictObject({
  username: line(200),
  role,
  phone: line(60).default(''),
  password,
  proof: proof.optional(),
})
export type NewMember = z.input<typeof newMember>

/** `password` is the generated one, shown only once and stored only as a hash. */
export const memberAdded = document({ member: staffMember, password: z.string().nullable() })
export type MemberAdded = z.infer<typeof memberAdded>

export const memberParams = z.strictObject({ id: accountId })
export const memberSessionParams = z.strictObject({ id: accountId, session: z.string().max(100) })

/**
 * `PATCH /api/office/staff/{id}`. Needs a proof if the role handles money before or after the change. A deactivated
 * member is signed out everywhere immediately.
 */
export const memberChange = z
  .strictObject({
    role: role.optional(),
    isOn: z.boolean().optional(),
    phone: line(60).optional(),
    proof: proof.optional(),
  })
  .refine(
    ({ proof: _, ...change }) => Object.values(change).some((value) => value !== undefined),
    'Say what is to change.',
  )
export type MemberChange = z.infer<typeof memberChange>

/** `POST /api/office/staff/{id}/password`: sets a new password for a member who forgot it, and ends all sessions. */
export const memberPassword = z.strictObject({ password, proof: proof.optional() })
export const passwordSet = document({ password: z.string().nullable() })
export type PasswordSet = z.infer<typeof passwordSet>

/** `DELETE /api/office/staff/{id}/second-factor`. */
export const factorReset = z.strictObject({ proof: proof.optional() }).optional()

/** `POST /api/office/reset-codes`: creates a code for a customer who calls. */
export const resetCodeRequest = z.strictObject({
  identifier: line(200).min(1, 'Enter their username or phone number.'),
})
export const resetCode = document({
  username: z.string(),
  /** Shown only once. */
  code: z.string(),
  expiresAt: instant,
})
export type ResetCode = z.infer<typeof resetCode>

/**
 * `GET /api/office/audit`: filters by person, by words (an order's id or its visible end, a dish, or recorded text), or
 * both. `after` is the last entry of the previous page.
 */
export const auditQuery = z.strictObject({
  person: accountId.optional(),
  q: line(100).optional(),
  /** The name under which clients of the last release send `q`. The next release deletes this field. */
  order: line(20).optional(),
  after: z.coerce.number().int().min(1).optional(),
})
export type AuditQuery = z.infer<typeof auditQuery>

export const auditEntry = document({
  id: z.int(),
  at: instant,
  /** Null for actions of the system. */
  actor: document({ id: z.string(), name: z.string(), role: z.string() }).nullable(),
  action: auditAction,
  /** 'order:7Q4M2KX9A'; people by their name: 'account:Ada Obi'. */
  subject: z.string(),
  detail: z.record(z.string(), z.unknown()).readonly(),
})
export type AuditEntry = z.infer<typeof auditEntry>

/** A page, newest first. `next` is the `after` of the request for the next page; null on the last page. */
export const auditList = document({ entries: list(auditEntry), next: z.int().nullable() })
export type AuditList = z.infer<typeof auditList>

/** Wrong passwords and codes; reached limits; requests refused for a role or another site. */
const securityKind = z.enum(['wrong-credentials', 'limit-reached', 'not-allowed'])
export type SecurityKind = z.infer<typeof securityKind>

/** `GET /api/office/security-log`: counts by the hour, latest first. */
export const securityLog = document({
  entries: list(
    document({
      /** The start of the hour. */
      hour: instant,
      kind: securityKind,
      /** An endpoint of the contract: 'POST /api/session'. '' for other paths. */
      endpoint: z.string(),
      times: count,
      /** The number of distinct networks of origin; 0 for the server's own machine. */
      addresses: count,
    }),
  ),
})
export type SecurityLogList = z.infer<typeof securityLog>
