import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { Worker } from 'node:worker_threads'
import { limitConcurrency } from './concurrency-limiter.ts'
import { describeError, log } from './log.ts'

type Running = { readonly worker: Worker; readonly ended: AbortSignal }

/**
 * Opens a thread for work that would block this process. It handles one message at a time and answers each with one
 * message. The first message starts it, and it keeps the process alive only while working. If the thread dies at work,
 * a second one retries; if that dies too, the failure is logged as `event` and the promise is rejected with
 * `refusal()`.
 */
export function openThread<Asked, Answer>(
  program: URL,
  { event, refusal }: { readonly event: string; readonly refusal: () => Error },
): (asked: Asked) => Promise<Answer> {
  const limited = limitConcurrency({ atOnce: 1 })
  let current: Running | undefined

  function start(): Running {
    const worker = new Worker(fileURLToPath(program), { execArgv: [] })
    const ended = new AbortController()
    const forget = () => {
      if (current?.worker === worker) current = undefined
    }
    worker.once('error', forget)
    worker.once('exit', () => {
      forget()
      ended.abort()
    })
    return { worker, ended: ended.signal }
  }

  async function askOnce(asked: Asked): Promise<Answer> {
    current ??= start()
    const { worker, ended } = current
    worker.ref()
    const answer = once(worker, 'message', { signal: ended })
    worker.postMessage(asked)
    const [value] = await answer
    worker.unref()
    return value
  }

  const askTwice = (asked: Asked) =>
    askOnce(asked)
      .catch(() => askOnce(asked))
      .catch((error: unknown) => {
        log(event, describeError(error))
        throw refusal()
      })

  return (asked) => limited('', () => askTwice(asked))
}
