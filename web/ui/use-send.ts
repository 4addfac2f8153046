import { useState } from 'react'
import { useCallOnce } from '#web/data/outbox/call-once.ts'
import { toastDone, toastFailed } from '#web/data/toast.ts'

/** Identifies the pressed button on a screen with several buttons. */
type What = string | number | true

type Options<Answer> = {
  readonly what?: What
  /** The toast after a success. */
  readonly done?: string | ((answer: Answer) => string)
  /** The toast if no answer came. */
  readonly unanswered?: string
  /** Called in place of the toast for a failure. */
  readonly onFailure?: (error: unknown) => unknown
}

/** Returns a function that runs one request at a time and shows a toast after success or failure. */
export function createSend(onSending: (what: What | undefined) => void) {
  let isSending = false
  return async function send<Answer>(
    request: () => Promise<Answer>,
    { what = true, done, unanswered, onFailure }: Options<Answer> = {},
  ): Promise<void> {
    if (isSending) return
    isSending = true
    onSending(what)
    try {
      const answer = await request()
      if (done !== undefined) toastDone(typeof done === 'string' ? done : done(answer))
    } catch (error) {
      if (onFailure) await onFailure(error)
      else toastFailed(error, unanswered)
    } finally {
      isSending = false
      onSending(undefined)
    }
  }
}

/**
 * Returns `send`, which runs one request at a time and shows its result in a toast. `callOnce` is for endpoints that
 * take an idempotency key.
 */
export function useSend() {
  const [sending, setSending] = useState<What>()
  const [send] = useState(() => createSend(setSending))
  return { busy: sending !== undefined, sending, send, callOnce: useCallOnce() }
}
