import { createHmac, timingSafeEqual } from 'node:crypto'
import { z } from 'zod'
import { naira } from '#domain/money.ts'
import { refuse } from '../http/problems.ts'
import type { Provider } from './provider.ts'

/** Milliseconds. A customer waits for the account; with none in time, the restaurant's own are there. */
const patience = 5000

const charge = z.object({
  reference: z.string(),
  account_number: z.string(),
  account_name: z.string(),
  bank: z.object({ name: z.string() }),
})

const transaction = z.object({
  reference: z.string(),
  status: z.string(),
  /** In kobo. */
  amount: z.int().nonnegative(),
  currency: z.string(),
  authorization: z.object({ sender_name: z.string().nullish() }).nullish(),
})

const event = z.object({ event: z.string(), data: z.object({ reference: z.string().max(100) }) })

/** Paystack's 'pay with transfer': a temporary account for each charge. `url` is another only in tests. */
export function paystack({
  secretKey,
  url = 'https://api.paystack.co',
}: {
  secretKey: string
  url?: string
}): Provider {
  async function ask(method: 'GET' | 'POST', path: string, body?: object): Promise<Response> {
    return fetch(url + path, {
      method,
      signal: AbortSignal.timeout(patience),
      headers: { authorization: `Bearer ${secretKey}`, ...(body && { 'content-type': 'application/json' }) },
      ...(body && { body: JSON.stringify(body) }),
    })
  }

  return {
    name: 'paystack',
    title: 'Paystack',
    async open({ reference, amount, email, expiresAt }) {
      const response = await ask('POST', '/charge', {
        reference,
        email,
        amount: amount * 100,
        currency: 'NGN',
        bank_transfer: { account_expires_at: expiresAt },
      })
      if (!response.ok) throw new Error(`Paystack answered a charge with ${response.status}.`)
      const { data } = z.object({ data: charge }).parse(await response.json())
      if (data.reference !== reference) throw new Error('Paystack opened another charge than it was asked for.')
      return { id: 'paystack', bank: data.bank.name, number: data.account_number, name: data.account_name }
    },
    noticed(body, headers) {
      if (!isSigned(body, headers.get('x-paystack-signature') ?? '', secretKey)) {
        throw refuse('invalid', 'This notice is not signed by Paystack.')
      }
      const parsed = event.safeParse(jsonOf(body))
      return parsed.success && parsed.data.event === 'charge.success' ? parsed.data.data.reference : undefined
    },
    async verify(reference) {
      const response = await ask('GET', `/transaction/verify/${encodeURIComponent(reference)}`).catch(() => undefined)
      // Not found under our key: a charge of somebody else's.
      if (response?.status === 400 || response?.status === 404) return undefined
      if (!response?.ok) throw refuse('unavailable', 'Paystack cannot be asked right now.')
      const { data } = z.object({ data: transaction }).parse(await response.json())
      const isOurs = data.reference === reference && data.status === 'success' && data.currency === 'NGN'
      if (!isOurs) return undefined
      const sender = data.authorization?.sender_name?.trim().slice(0, 100)
      // Money is whole naira here; what is less than one counts for nothing.
      return { amount: naira(Math.floor(data.amount / 100)), sender: sender || 'By Paystack' }
    },
  }
}

/** Over the bytes as they came, in the same time whatever is wrong. */
function isSigned(body: string, signature: string, secretKey: string): boolean {
  const right = createHmac('sha512', secretKey).update(body, 'utf8').digest()
  const given = Buffer.from(/^[0-9a-f]{128}$/i.test(signature) ? signature : '', 'hex')
  return given.length === right.length && timingSafeEqual(given, right)
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
