import { createHmac } from 'node:crypto'
import { z } from 'zod'
import { type Naira, naira } from '#domain/money/money.ts'
import type { RejectionReason } from '#domain/order/payment.ts'
import { refuse } from '../http/problems.ts'
import { isSignature, jsonOf } from '../http/webhooks.ts'
import { atMost, type Provider } from './provider.ts'

/** The timeout of a request including its body. No customer waits for the request. */
const timeoutMs = 5000

/**
 * The most concurrent requests of one process. With separate limits, requests for new accounts do not block
 * verifications.
 */
const most = { open: 16, verify: 32 }

const charge = z.object({
  reference: z.string(),
  account_number: z.string(),
  account_name: z.string(),
  bank: z.object({ name: z.string() }),
})

const transaction = z.object({
  reference: z.string(),
  status: z.string(),
  /** The amount in kobo. */
  amount: z.int().nonnegative(),
  currency: z.string(),
  authorization: z.object({ sender_name: z.string().nullish() }).nullish(),
})

const paid = z.object({ event: z.literal('charge.success'), data: z.object({ reference: z.string().max(100) }) })

// Paystack's event about a returned transfer has no reference:
// https://paystack.com/docs/payments/payment-channels/#pay-with-transfer
const rejected = z.object({
  event: z.literal('bank.transfer.rejected'),
  data: z.object({
    bank_transfer: z.object({
      /** The amount in kobo. The published example has a string. */
      amount: z.coerce.number().nonnegative().max(Number.MAX_SAFE_INTEGER).nullish().catch(null),
      message_type: z.string().nullish(),
    }),
    customer: z.object({ email: z.string().max(200) }),
  }),
})

const event = z.union([paid, rejected])

/** Implements Paystack's 'pay with transfer', which gives each charge a temporary account. Only tests set `url`. */
export function paystack({
  secretKey,
  url = 'https://api.paystack.co',
}: {
  secretKey: string
  url?: string
}): Provider {
  const [openOnce, verifyOnce] = [atMost(most.open), atMost(most.verify)]

  async function ask(method: 'GET' | 'POST', path: string, body?: object): Promise<Response> {
    return fetch(url + path, {
      method,
      signal: AbortSignal.timeout(timeoutMs),
      headers: { authorization: `Bearer ${secretKey}`, ...(body && { 'content-type': 'application/json' }) },
      ...(body && { body: JSON.stringify(body) }),
    })
  }

  return {
    name: 'paystack',
    title: 'Paystack',
    async open({ reference, amount, email, expiresAt }) {
      const data = await openOnce(async () => {
        const response = await ask('POST', '/charge', {
          reference,
          email,
          amount: amount * 100,
          currency: 'NGN',
          bank_transfer: { account_expires_at: expiresAt },
        })
        if (!response.ok) throw new Error(`Paystack answered a charge with ${response.status}.`)
        return z.object({ data: charge }).parse(await response.json()).data
      })
      if (data.reference !== reference) throw new Error('Paystack opened another charge than it was asked for.')
      return { id: 'paystack', bank: data.bank.name, number: data.account_number, name: data.account_name }
    },
    noticed(body, headers) {
      if (!isSigned(body, headers.get('x-paystack-signature') ?? '', secretKey)) {
        throw refuse('invalid', 'This notice is not signed by Paystack.')
      }
      const parsed = event.safeParse(jsonOf(body))
      if (!parsed.success) return undefined
      if (parsed.data.event === 'charge.success') return { type: 'paid', reference: parsed.data.data.reference }
      const { bank_transfer, customer } = parsed.data.data
      const amount = wholeNaira(bank_transfer.amount ?? 0)
      const reason = reasonOf(bank_transfer.message_type ?? '')
      return { type: 'rejected', email: customer.email, amount: amount || null, reason }
    },
    async verify(reference) {
      const answer = await verifyOnce(async () => {
        const response = await ask('GET', `/transaction/verify/${encodeURIComponent(reference)}`)
        const { status, ok } = response
        return { status, data: ok ? z.object({ data: transaction }).parse(await response.json()).data : undefined }
      }).catch(() => undefined)
      // Paystack does not know this charge under the restaurant's key, so the charge belongs to another business.
      if (answer?.status === 400 || answer?.status === 404) return undefined
      if (!answer?.data) throw refuse('unavailable', 'Paystack cannot be asked right now.')
      const { data } = answer
      if (data.reference !== reference || data.currency !== 'NGN') return undefined
      const amount = wholeNaira(data.amount)
      if (data.status === 'failed' || data.status === 'reversed') return { type: 'rejected', amount, reason: 'refused' }
      if (data.status !== 'success') return undefined
      // The sender's name may contain NUL. PostgreSQL would refuse it, and the money would never be recorded.
      const sender = data.authorization?.sender_name
        ?.replace(/\p{Cc}+/gu, ' ')
        .trim()
        .slice(0, 100)
      return { type: 'paid', amount, sender: sender || 'By Paystack' }
    },
  }
}

function wholeNaira(kobo: number): Naira {
  return naira(Math.floor(kobo / 100))
}

/** Paystack documents only INCORRECT_AMOUNT, and says that it also rejects suspicious transfers. */
function reasonOf(messageType: string): RejectionReason {
  if (messageType === 'INCORRECT_AMOUNT') return 'amount'
  return messageType.includes('EXPIRED') ? 'expired' : 'refused'
}

function isSigned(body: string, signature: string, secretKey: string): boolean {
  return isSignature(signature, createHmac('sha512', secretKey).update(body, 'utf8').digest())
}
