import { z } from 'zod'
import { policy } from '#domain/restaurant/policy.ts'
import { auditAction } from './audit.ts'
import { accountId, count, document, instant, line, list } from './parts/fields.ts'
import { proof } from './second-factor.ts'
import { password as anyPassword, sessionFields } from './session.ts'

/** A browser that a member of staff is signed in with. */
const staffSession = document({
  ...sessionFields,
  /** To within five minutes. */
  seenAt: instant,
})
export type StaffSession = z.infer<typeof staffSession>

/** Somebody who works here. */
export const staffMember = document({
  id: z.string(),
  username: z.string(),
  role: z.enum(policy.staff),
  /** E.164, or ''. */
  phone: z.string(),
  /** Somebody who is off cannot sign in. */
  isOn: z.boolean(),
  /** Created by the first start, and still with the password that was printed then. */
  isDemo: z.boolean(),
  hasSecondFactor: z.boolean(),
  /** The one seen last on top. */
  sessions: list(staffSession),
})
export type StaffMember = z.infer<typeof staffMember>

/** `GET /api/office/staff`. */
export const staffList = document({ members: list(staffMember) })
export type StaffList = z.infer<typeof staffList>

const role = z.enum(policy.staff, 'Choose what they do here.')
/** What makes a good one is the domain's to say; where there is none, the restaurant makes one. */
const password = anyPassword.optional()

/** `POST /api/office/staff`, with a proof for somebody who answers for money. */
export const newMember = z.strictObject({
  username: line(200),
  role,
  phone: line(60).default(''),
  password,
  proof: proof.optional(),
})
export type NewMember = z.input<typeof newMember>

/** `password` is the one that the restaurant made. It is told this once, and kept nowhere. */
export const memberAdded = document({ member: staffMember, password: z.string().nullable() })
export type MemberAdded = z.infer<typeof memberAdded>

export const memberParams = z.strictObject({ id: accountId })
export const memberSessionParams = z.strictObject({ id: accountId, session: z.string().max(100) })

/**
 * `PATCH /api/office/staff/{id}`, with a proof where somebody answers for money before or afterwards. Whoever is switched off is
 * signed out everywhere at once.
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

/** `POST /api/office/staff/{id}/password`: a new one, for somebody who forgot theirs. They are signed out everywhere. */
export const memberPassword = z.strictObject({ password, proof: proof.optional() })
export const passwordSet = document({ password: z.string().nullable() })
export type PasswordSet = z.infer<typeof passwordSet>

/** `DELETE /api/office/staff/{id}/second-factor`. */
export const factorReset = z.strictObject({ proof: proof.optional() }).optional()

/** `POST /api/office/reset-codes`: for a customer who calls. */
export const resetCodeRequest = z.strictObject({
  identifier: line(200).min(1, 'Enter their username or phone number.'),
})
export const resetCode = document({
  username: z.string(),
  /** Told this once. */
  code: z.string(),
  expiresAt: instant,
})
export type ResetCode = z.infer<typeof resetCode>

/**
 * `GET /api/office/audit`: of one person, found by words (an order's id or its end that people read, a dish, or what was written
 * down), or both; from an entry on.
 */
export const auditQuery = z.strictObject({
  person: accountId.optional(),
  q: line(100).optional(),
  after: z.coerce.number().int().min(1).optional(),
})
export type AuditQuery = z.infer<typeof auditQuery>

/** Who did what to what. */
export const auditEntry = document({
  id: z.int(),
  at: instant,
  /** Null where it was no person. */
  actor: document({ id: z.string(), name: z.string(), role: z.string() }).nullable(),
  action: auditAction,
  /** 'order:7Q4M2KX9A'; people by their name: 'account:Ada Obi'. */
  subject: z.string(),
  detail: z.record(z.string(), z.unknown()).readonly(),
})
export type AuditEntry = z.infer<typeof auditEntry>

/** A page, the newest first. `next` is what the page after is asked for with. */
export const auditList = document({ entries: list(auditEntry), next: z.int().nullable() })
export type AuditList = z.infer<typeof auditList>

/** Wrong passwords and codes; limits that were reached; what a role, or another site, may not do. */
const securityKind = z.enum(['wrong-credentials', 'limit-reached', 'not-allowed'])
export type SecurityKind = z.infer<typeof securityKind>

/** `GET /api/office/security-log`: by the hour, the latest first. */
export const securityLog = document({
  entries: list(
    document({
      /** Begin of the hour. */
      hour: instant,
      kind: securityKind,
      /** An endpoint of the contract: 'POST /api/session'. '' for other paths. */
      endpoint: z.string(),
      times: count,
      /** Networks that it came from, of those that are told apart; 0 for the server's own machine. */
      addresses: count,
    }),
  ),
})
export type SecurityLogList = z.infer<typeof securityLog>
