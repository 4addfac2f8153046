/** A ticket on paper. `token` names its job. */
export type Paper = {
  readonly token: string
  readonly width: number
  readonly height: number
  readonly picture: Buffer
  readonly cuts: boolean
  readonly buzzes: boolean
}

type Send = (path: string, init: RequestInit) => Promise<Response>

/** A fake printer, driven step by step, so a test can leave out, repeat or delay each step. */
export type FakePrinter = {
  readonly paper: Paper[]
  /** Polls, prints the job if there is one, and confirms it. Returns true if it printed. */
  run(): Promise<boolean>
  /** Polls and prints, and dies before it confirms. Returns the token of the job. */
  printAndDie(): Promise<string | undefined>
  confirm(token?: string): Promise<number>
  /** Polls with a fault, and reports a job in progress as not printed. */
  fault(kind: Fault): Promise<void>
}

type Fault = 'paper-out' | 'cover-open'

/**
 * Returns a fake of a Star printer, by Star's CloudPRNT Protocol Guide 2.4.0. Without `hasTokens` the fake is an older
 * printer, whose requests name no job.
 */
export function fakeStar(send: Send, code: string, { hasTokens = true } = {}) {
  const url = `/api/star/${code}`
  const paper: Paper[] = []
  const mac = '00:11:62:12:34:56'
  const query = (more: Record<string, string>) => `${url}?${new URLSearchParams({ mac, ...more })}`

  const printer = {
    paper,
    async poll(statusCode = '200%20OK'): Promise<{ jobReady: boolean; jobToken?: string; mediaTypes?: string[] }> {
      const body = {
        status: '23 6 0 0 0 0 0 0 0',
        printerMAC: mac,
        uniqueID: '',
        statusCode,
        printingInProgress: false,
        clientAction: null,
      }
      const headers = { 'content-type': 'application/json' }
      const response = await send(url, { method: 'POST', headers, body: JSON.stringify(body) })
      if (response.status !== 200) throw new Error(`The poll was answered with ${response.status}.`)
      return (await response.json()) as { jobReady: boolean; jobToken?: string }
    },
    async print(token = ''): Promise<number> {
      const response = await send(query({ type: 'image/png', ...(hasTokens && { token }) }), { method: 'GET' })
      if (response.status !== 200) return response.status
      const picture = Buffer.from(await response.arrayBuffer())
      paper.push({
        token,
        picture,
        width: picture.readUInt32BE(16),
        height: picture.readUInt32BE(20),
        cuts: response.headers.get('x-star-cut')?.startsWith('partial') ?? true,
        buzzes: response.headers.has('x-star-buzzerstartpattern'),
      })
      return response.status
    },
    async settle(statusCode: string, token = ''): Promise<number> {
      const response = await send(query({ code: statusCode, ...(hasTokens && { token }) }), { method: 'DELETE' })
      return response.status
    },
    confirm: (token?: string) => printer.settle('200 OK', token),
    async printAndDie() {
      const { jobReady, jobToken } = await printer.poll()
      if (!jobReady) return undefined
      const status = await printer.print(jobToken)
      return status === 200 ? jobToken : undefined
    },
    async run() {
      const token = await printer.printAndDie()
      if (token !== undefined) await printer.confirm(token)
      return token !== undefined
    },
    async fault(kind: Fault) {
      await printer.poll(kind === 'paper-out' ? '410%20Out%20of%20paper' : '420%20Cover%20open')
    },
  }
  return printer
}

const codes = { 'paper-out': 'EPTR_REC_EMPTY', 'cover-open': 'EPTR_COVER_OPEN' } as const
const asb = { 'paper-out': '0x0F08001C', 'cover-open': '0x0F00003C' } as const

/** Returns a fake of an Epson printer, by Epson's Server Direct Print User's Manual. */
export function fakeEpson(send: Send, code: string) {
  const paper: Paper[] = []

  async function post(form: Record<string, string>): Promise<string> {
    const headers = { 'content-type': 'application/x-www-form-urlencoded' }
    const body = new URLSearchParams({ ID: '', ...form }).toString()
    const response = await send(`/api/epson/${code}`, { method: 'POST', headers, body })
    if (response.status !== 200) throw new Error(`The printer was answered with ${response.status}.`)
    return response.text()
  }

  function result(token: string, success: boolean, failure = ''): string {
    const answer = `<response xmlns="http://www.epson-pos.com/schemas/2011/03/epos-print" success="${success}" code="${failure}" status="251854870" battery="0"/>`
    return `<?xml version="1.0" encoding="utf-8"?><PrintResponseInfo Version="2.00"><ePOSPrint><Parameter><devid>local_printer</devid><printjobid>${token}</printjobid></Parameter><PrintResponse>${answer}</PrintResponse></ePOSPrint></PrintResponseInfo>`
  }

  const printer = {
    paper,
    /** Polls. If there is a job, prints it and returns its token. */
    async poll(): Promise<string | undefined> {
      const xml = await post({ ConnectionType: 'GetRequest' })
      if (xml === '') return undefined
      const token = /<printjobid>([\w.-]{1,30})<\/printjobid>/.exec(xml)?.[1]
      const [, width, height, raster] = /<image width="(\d+)" height="(\d+)"[^>]*>([^<]+)<\/image>/.exec(xml) ?? []
      if (token === undefined || raster === undefined) throw new Error('This is no print request of the manual.')
      const picture = Buffer.from(raster, 'base64')
      if (picture.length !== (Number(width) / 8) * Number(height)) throw new Error('The raster has another size.')
      paper.push({
        token,
        picture,
        width: Number(width),
        height: Number(height),
        cuts: xml.includes('<cut type="feed"/>'),
        buzzes: xml.includes('<sound '),
      })
      return token
    },
    printAndDie: () => printer.poll(),
    async confirm(token = '') {
      await post({ ConnectionType: 'SetResponse', ResponseFile: result(token, true) })
      return 200
    },
    fail: (token: string, failure: string) =>
      post({ ConnectionType: 'SetResponse', ResponseFile: result(token, false, failure) }),
    async run() {
      const token = await printer.poll()
      if (token !== undefined) await printer.confirm(token)
      return token !== undefined
    },
    /** Sends a status notification, and reports the last job as failed. */
    async fault(kind: Fault) {
      const current = paper.at(-1)
      if (current) {
        paper.pop()
        await printer.fail(current.token, codes[kind])
      }
      const status = `<?xml version="1.0" encoding="utf-8"?><statusmonitor Version="1.00"><printerstatus devicename="local_printer" asbstatus="${asb[kind]}"/></statusmonitor>`
      await post({ ConnectionType: 'SetStatus', Status: status })
    },
  }
  return printer
}
