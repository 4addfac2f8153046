import { createHmac } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'

type Transaction = { reference: string; status: string; amount: number; currency: string }

/** A fake of Paystack's API as far as the server uses it. It can answer with 502 or not at all. */
export async function openFakePaystack(secretKey: string) {
  const transactions = new Map<string, Transaction>()
  const requests: string[] = []
  let failure: 'none' | 'down' | 'silent' = 'none'

  const server = createServer(async (request, response) => {
    const answer = (status: number, data: object) => {
      response.writeHead(status, { 'content-type': 'application/json' })
      response.end(JSON.stringify({ status: status === 200, data }))
    }
    requests.push(`${request.method} ${request.url}`)
    if (failure === 'silent') return
    if (failure === 'down') return answer(502, {})
    if (request.headers.authorization !== `Bearer ${secretKey}`) return answer(401, {})
    if (request.method === 'POST' && request.url === '/charge') {
      const { reference, amount, currency } = JSON.parse(await text(request))
      transactions.set(reference, { reference, status: 'pending', amount, currency })
      const account = { account_number: `99${transactions.size}`.padEnd(10, '0'), account_name: 'PAYSTACK CHECKOUT' }
      return answer(200, {
        ...account,
        reference,
        status: 'pending_bank_transfer',
        bank: { slug: 'titan', name: 'Titan' },
      })
    }
    const reference = decodeURIComponent(request.url?.split('/transaction/verify/')[1] ?? '')
    const found = transactions.get(reference)
    return found ? answer(200, { ...found, authorization: { sender_name: 'ADA OBI' } }) : answer(404, {})
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))

  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests,
    fail: (how: typeof failure) => {
      failure = how
    },
    /** The reference of the charge that was opened for a quote. */
    referenceOf: (quoteId: string) => [...transactions.keys()].find((reference) => reference.startsWith(quoteId)) ?? '',
    /** Records a transfer of so many naira for a charge, without a webhook. */
    receiveTransfer: (reference: string, naira: number, more: Partial<Transaction> = {}) => {
      transactions.set(reference, { reference, status: 'success', currency: 'NGN', amount: naira * 100, ...more })
    },
    /** A webhook as Paystack sends it, and its signature by `key`. */
    webhook: (reference: string, event = 'charge.success', key = secretKey) => {
      const body = JSON.stringify({ event, data: { id: 1, reference, status: 'success', amount: 1, currency: 'NGN' } })
      return { body, signature: createHmac('sha512', key).update(body).digest('hex') }
    },
    stop: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}
