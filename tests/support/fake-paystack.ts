import { createHmac } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'

type Charge = {
  readonly id: number
  readonly reference: string
  readonly status: string
  /** Amount in kobo. */
  readonly amount: number
  readonly currency: string
  readonly email: string
  /** ISO 8601. */
  readonly expiresAt: string
}

export type Webhook = { readonly body: string; readonly signature: string }

/** 'slow' waits for `release`; 'silent' never answers; 'down' answers 500; 'reset' closes the connection. */
type Failure = 'none' | 'down' | 'silent' | 'slow' | 'reset'

/**
 * Opens a fake of the part of Paystack's 'pay with transfer' that the server uses, by Paystack's documents and
 * PaystackOSS/doc-code-snippets. Webhooks are values, so a test can deliver them often, late and in any order.
 */
export async function openFakePaystack(secretKey: string) {
  const charges = new Map<string, Charge>()
  const requests: string[] = []
  const held: (() => void)[] = []
  let failure: Failure = 'none'
  let nextId = 3_104_021_987

  const server = createServer(async (request, response) => {
    const answer = (status: number, message: string, data?: object) => {
      response.writeHead(status, { 'content-type': 'application/json' })
      response.end(JSON.stringify({ status: status === 200, message, ...(data && { data }) }))
    }
    requests.push(`${request.method} ${request.url}`)
    const sent = await text(request)
    if (failure === 'silent') return
    if (failure === 'reset') return void request.socket.resetAndDestroy()
    if (failure === 'down') return answer(500, 'An error occurred')
    if (failure === 'slow') await new Promise<void>((resolve) => held.push(resolve))
    if (request.headers.authorization !== `Bearer ${secretKey}`) return answer(401, 'Invalid key')
    if (request.method === 'POST' && request.url === '/charge') {
      const { reference, amount, currency, email, bank_transfer } = JSON.parse(sent)
      if (charges.has(reference)) return answer(400, 'Duplicate Transaction Reference')
      const expiresAt: string = bank_transfer.account_expires_at
      charges.set(reference, { id: nextId++, reference, status: 'pending', amount, currency, email, expiresAt })
      return answer(200, 'Charge attempted', {
        reference,
        status: 'pending_bank_transfer',
        display_text: 'Please make a transfer to the account specified',
        account_name: 'PAYSTACK CHECKOUT',
        account_number: `99${charges.size}`.padEnd(10, '0'),
        bank: { slug: 'titan', name: 'Titan', id: 24 },
        account_expires_at: expiresAt,
      })
    }
    const found = charges.get(decodeURIComponent(request.url?.split('/transaction/verify/')[1] ?? ''))
    if (!found) return answer(404, 'Transaction reference not found')
    return answer(200, 'Verification successful', transactionOf(found))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))

  const chargeOf = (reference: string): Charge =>
    charges.get(reference) ?? {
      id: nextId++,
      reference,
      status: 'pending',
      amount: 0,
      currency: 'NGN',
      email: 'another@one.com',
      expiresAt: new Date().toISOString(),
    }
  const signed = (body: string, key = secretKey): Webhook => ({
    body,
    signature: createHmac('sha512', key).update(body).digest('hex'),
  })

  const fake = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests,
    fail: (how: Failure) => {
      failure = how
    },
    release: () => {
      for (const answer of held.splice(0)) answer()
    },
    waiting: () => held.length,
    referenceOf: (quoteId: string) => [...charges.keys()].find((reference) => reference.startsWith(quoteId)) ?? '',
    /** Records a transfer of this many naira for a charge, whatever was due, without a webhook. */
    receiveTransfer: (reference: string, naira: number, more: Partial<Charge> = {}) => {
      charges.set(reference, { ...chargeOf(reference), status: 'success', amount: naira * 100, ...more })
    },
    /**
     * Makes a customer's transfer of this many naira, and returns its webhook. A transfer of a wrong amount, or to an
     * expired account, is rejected: the customer gets the money back.
     */
    transfer: (reference: string, naira: number): Webhook => {
      const charge = chargeOf(reference)
      if (naira * 100 !== charge.amount) return fake.rejection(reference, naira)
      if (Date.parse(charge.expiresAt) < Date.now()) return fake.rejection(reference, naira, 'ACCOUNT_EXPIRED')
      fake.receiveTransfer(reference, naira)
      return fake.webhook(reference)
    },
    /** Returns the webhook of `charge.success`, or of the named event. */
    webhook: (reference: string, event = 'charge.success', key = secretKey): Webhook =>
      signed(
        JSON.stringify({
          event,
          data: { ...transactionOf(chargeOf(reference)), reference, status: 'success', amount: 1 },
        }),
        key,
      ),
    /**
     * Returns the webhook of `bank.transfer.rejected`, which has no reference. Each call is another transfer, unless
     * `transaction` is given.
     */
    rejection: (
      reference: string,
      naira: number,
      messageType = 'INCORRECT_AMOUNT',
      transaction: number = nextId++,
    ): Webhook =>
      signed(
        JSON.stringify({
          event: 'bank.transfer.rejected',
          data: {
            bank_transfer: {
              amount: String(naira * 100),
              message: messageType.toLowerCase().replaceAll('_', ' '),
              message_type: messageType,
              transaction_id: String(transaction),
            },
            customer: customerOf(chargeOf(reference)),
          },
        }),
      ),
    stop: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
  return fake
}

function transactionOf(charge: Charge) {
  const { id, reference, status, amount, currency } = charge
  return {
    id,
    domain: 'test',
    status,
    reference,
    amount,
    message: null,
    gateway_response: status === 'success' ? 'Approved' : 'Pending',
    channel: 'bank_transfer',
    currency,
    ip_address: '192.0.2.1',
    metadata: '',
    log: null,
    fees_split: null,
    authorization:
      status === 'success' ? { channel: 'bank_transfer', card_type: 'transfer', sender_name: 'ADA\0OBI\n' } : {},
    customer: customerOf(charge),
    plan: {},
    requested_amount: amount,
  }
}

function customerOf({ email }: Charge) {
  return {
    id: 138_496_675,
    first_name: null,
    last_name: null,
    email,
    customer_code: 'CUS_1eq06yu8efl8u63',
    phone: null,
  }
}
