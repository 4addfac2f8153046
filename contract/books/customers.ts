import { z } from 'zod'
import { accountId, count, document, instant, line, list, naira, requestKey, text } from '../parts/fields.ts'

/** `GET /api/office/customers`: searches by words of the name, or by phone, as typed. */
export const customersQuery = z.strictObject({
  q: line(100).optional(),
  /** The id of the last customer on the previous page. */
  after: accountId.optional(),
})
export type CustomersQuery = z.infer<typeof customersQuery>

const foundCustomer = document({
  id: z.string(),
  username: z.string(),
  /** The name that a guest typed; a guest's username is generated. Missing in responses of an earlier release. */
  name: z.exactOptional(z.string()),
  /** E.164, or as typed if a guest typed several numbers; '' without a phone. */
  phone: z.string(),
  /** True for guests who ordered without an account. */
  isGuest: z.boolean(),
  since: instant,
  orders: count,
  /** The sum received for the customer's orders, without refunds. */
  spent: naira,
  lastOrderAt: instant.nullable(),
})
export type FoundCustomer = z.infer<typeof foundCustomer>

/**
 * Customers by latest order, newest first. `next` is the `after` of the request for the next page; null on the last
 * page.
 */
export const foundCustomers = document({ customers: list(foundCustomer), next: z.string().nullable() })
export type FoundCustomers = z.infer<typeof foundCustomers>

export const customerParams = z.strictObject({ id: accountId })
export const customerNoteParams = z.strictObject({ id: accountId, note: z.coerce.number<string>().int().min(1) })

/** `POST /api/office/customers/{id}/notes`: a note such as 'Gate code 4412', written and read by staff at the till. */
export const newCustomerNote = z.strictObject({
  note: text(200).min(1, 'Write what staff should know.'),
  key: requestKey,
})

/** A customer's notes, newest first. */
export const customerNotes = document({
  notes: list(document({ id: z.int(), note: z.string(), by: z.string(), at: instant })),
})
export type CustomerNotes = z.infer<typeof customerNotes>
