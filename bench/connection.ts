import { connect } from 'node:net'

type Answer = { readonly status: number; readonly body: Buffer }

/** Opens a connection that sends one request at a time. Reads only the status and length of an answer's head. */
export function openConnection(port: number): { ask(request: string): Promise<Answer>; close(): void } {
  const socket = connect({ port, host: '127.0.0.1', noDelay: true })
  let waiting: PromiseWithResolvers<Answer> | undefined
  let chunks: Buffer[] = []
  let status = 0
  let missing = 0
  socket.on('data', (chunk) => {
    let part = chunk
    if (chunks.length === 0) {
      const end = part.indexOf('\r\n\r\n')
      const head = part.toString('latin1', 0, end)
      const length = /\r\ncontent-length: (\d+)/i.exec(head)?.[1]
      if (end === -1 || length === undefined) throw new Error(`This answer cannot be read: ${head}`)
      status = Number(head.slice(9, 12))
      missing = Number(length)
      part = part.subarray(end + 4)
    }
    chunks.push(part)
    missing -= part.length
    if (missing > 0) return
    const answered = waiting
    const body = Buffer.concat(chunks)
    chunks = []
    answered?.resolve({ status, body })
  })
  socket.on('error', (error) => waiting?.reject(error))
  socket.on('close', () => waiting?.reject(new Error('The connection has ended.')))
  return {
    ask(request) {
      waiting = Promise.withResolvers()
      socket.write(request)
      return waiting.promise
    },
    close: () => socket.destroy(),
  }
}

export function requestText(path: string, headers: Readonly<Record<string, string>>, body?: object): string {
  const text = body === undefined ? '' : JSON.stringify(body)
  const ofBody = { 'Content-Type': 'application/json', 'Content-Length': String(Buffer.byteLength(text)) }
  const all = { Host: 'localhost', ...headers, ...(body !== undefined && ofBody) }
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`)
  return `${body === undefined ? 'GET' : 'POST'} ${path} HTTP/1.1\r\n${lines.join('')}\r\n${text}`
}
