import type { MessageFailure } from '#contract/messages.ts'

/** The result of an attempt to send a message. */
export type Outcome =
  /** `id` is the provider's id of the message, which its delivery receipts contain. */
  | { readonly state: 'sent'; readonly id?: string }
  /** Retry, after `after` seconds if the provider names them. */
  | { readonly state: 'later'; readonly after?: number | undefined; readonly status?: number }
  /** The recipient cannot be reached by this channel any more. `status` is missing if no request was made. */
  | { readonly state: 'gone'; readonly status?: number | undefined }
  /** A retry would fail too. */
  | { readonly state: 'refused'; readonly failure: MessageFailure; readonly status?: number | undefined }

/** A text for a phone. `key` names the message to the provider. */
export type Text = { readonly key: string; readonly phone: string; readonly text: string }

/** A channel that sends texts to phones. */
export type TextChannel = {
  /**
   * True if the provider's receipts carry the key of a message, so that an attempt without an outcome is recognised
   * before its retry. Otherwise such a message is not sent again.
   */
  readonly recognises: boolean
  /** The cost of a text in kobo, before the provider reports it. */
  cost(text: string): number
  /** The most that a day may cost in kobo. */
  readonly dailyCap: number
  send(text: Text): Promise<Outcome>
}

/** The timeout of a request, shorter than the lease of a message. */
const timeoutMs = 10_000

/** The response of a provider. */
export type Answer = { readonly status: number; readonly after: number | undefined; readonly body: unknown }

/**
 * Posts JSON to a provider. Returns 'unreached' if no request was made, and 'unknown' if the provider may have received
 * the request.
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
