import { z } from 'zod'
import { accountId, count, document, instant, line, list, naira, requestKey, text } from '../parts/fields.ts'

/** `GET /api/office/customers`: by words of the name, or a phone, as typed. */
export const customersQuery = z.strictObject({
  q: line(100).optional(),
  /** The last customer of the page before. */
  after: accountId.optional(),
})
export type CustomersQuery = z.infer<typeof customersQuery>

/** A customer with what their own orders come to. */
const foundCustomer = document({
  id: z.string(),
  username: z.string(),
  /** E.164, or ''. */
  phone: z.string(),
  /** Orders without an account. */
  isGuest: z.boolean(),
  since: instant,
  orders: count,
  /** What came for them, without what went back. */
  spent: naira,
  lastOrderAt: instant.nullable(),
})
export type FoundCustomer = z.infer<typeof foundCustomer>

/** Who came last on top. `next` is what the next page is asked for with; null where there is none. */
export const foundCustomers = document({ customers: list(foundCustomer), next: z.string().nullable() })
export type FoundCustomers = z.infer<typeof foundCustomers>

export const customerParams = z.strictObject({ id: accountId })
export const customerNoteParams = z.strictObject({ id: accountId, note: z.coerce.number<string>().int().min(1) })

/** `POST /api/office/customers/{id}/notes`: 'Gate code 4412', by those at the till and for them. */
export const newCustomerNote = z.strictObject({
  note: text(200).min(1, 'Write what staff should know.'),
  key: requestKey,
})

/** The newest on top. */
export const customerNotes = document({
  notes: list(document({ id: z.int(), note: z.string(), by: z.string(), at: instant })),
})
export type CustomerNotes = z.infer<typeof customerNotes>
