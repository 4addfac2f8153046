import type { MessageFailure } from '#contract/messages.ts'

export type Outcome =
  /** `id` is the provider's id of the message. The delivery receipts of the message contain this id. */
  | { readonly state: 'sent'; readonly id?: string }
  /** The provider may accept a retry. `after` is the wait in seconds that the provider demands, if any. */
  | { readonly state: 'later'; readonly after?: number | undefined; readonly status?: number }
  /** The channel no longer reaches the recipient. `status` is missing if no request was made. */
  | { readonly state: 'gone'; readonly status?: number | undefined }
  /** A retry would fail too. */
  | { readonly state: 'refused'; readonly failure: MessageFailure; readonly status?: number | undefined }

/** A text for a phone. `key` is the message's id, which the provider gets with the text. */
type Text = { readonly key: string; readonly phone: string; readonly text: string }

export type TextChannel = {
  /**
   * True if the provider's delivery receipts contain the message's key. An attempt to send may end without a response.
   * With the key, a receipt shows that such an attempt succeeded, and without a receipt the message is sent again.
   * Without the key, the message is not sent again, because the phone could get it twice.
   */
  readonly recognises: boolean
  /** The cost of a text in kobo, estimated before the provider reports it. */
  cost(text: string): number
  /** The highest cost of a day in kobo. */
  readonly dailyCap: number
  send(text: Text): Promise<Outcome>
}

/**
 * The timeout of a request. It is shorter than the time for which a process reserves a message (`leaseSeconds`), so no
 * other process sends the message meanwhile.
 */
const timeoutMs = 10_000

type Answer = { readonly status: number; readonly after: number | undefined; readonly body: unknown }

/**
 * Posts JSON to a provider. Returns 'unreached' if no connection was made, and 'unknown' if the provider may have
 * received the request.
 */
export async function post(
  url: string,
  body: object,
  headers: Record<string, string> = {},
): Promise<Answer | 'unreached' | 'unknown'> {
  try {
    const response = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify(body),
      redirect: 'error',
      signal: AbortSignal.timeout(timeoutMs),
    })
    const after = Number(response.headers.get('retry-after') ?? Number.NaN)
    return {
      status: response.status,
      after: Number.isFinite(after) ? after : undefined,
      body: await response.json().catch(() => undefined),
    }
  } catch (error) {
    const { code } = ((error as Error).cause ?? {}) as NodeJS.ErrnoException
    return code === 'ECONNREFUSED' || code === 'ENOTFOUND' || code === 'EAI_AGAIN' ? 'unreached' : 'unknown'
  }
}
