import { createHmac } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'

export const termiiAccess = { apiKey: 'TLtestKey', secretKey: 'tsk_test', sender: 'InaGrill' }

type Answer = { readonly status: number; readonly message?: string } | 'lost'

/** Opens a fake of Termii's SMS service, by Termii's documents. A test delivers the delivery reports itself. */
export async function openFakeTermii() {
  const accepted: { readonly id: string; readonly to: string; readonly sms: string; readonly channel: string }[] = []
  const answers: Answer[] = []
  let sent = 0
  const server = createServer(async (request, response) => {
    const answer = (status: number, body: object) => {
      response.writeHead(status, { 'content-type': 'application/json' })
      response.end(JSON.stringify(body))
    }
    const { api_key, to, from, sms, type, channel } = JSON.parse(await text(request))
    if (request.url !== '/api/sms/send' || type !== 'plain') return answer(404, { message: 'Not found' })
    if (api_key !== termiiAccess.apiKey) return answer(401, { message: 'Invalid API key' })
    if (from !== termiiAccess.sender) return answer(404, { message: `ApplicationSenderId not found: ${from}` })
    const next = answers.shift()
    if (next !== undefined && next !== 'lost') return answer(next.status, { message: next.message ?? 'Failed' })
    const id = `9122821270554${100_000 + ++sent}`
    accepted.push({ id, to, sms, channel })
    if (next === 'lost') return void request.socket.destroy()
    answer(200, { code: 'ok', message_id: id, message: 'Successfully Sent', balance: 9, user: 'Ina Grill' })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    accepted,
    answers,
    report: (id: string, status: string, cost?: string, secret = termiiAccess.secretKey) => {
      const body = JSON.stringify({
        type: 'outbound',
        id: 'r1',
        message_id: id,
        receiver: '2348030000000',
        status,
        cost,
      })
      return { body, signature: createHmac('sha512', secret).update(body).digest('hex') }
    },
    stop: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}
