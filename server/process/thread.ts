import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { parentPort, Worker } from 'node:worker_threads'
import { limitConcurrency } from './concurrency-limiter.ts'
import { describeError, log } from './log.ts'

type Running = { readonly worker: Worker; readonly ended: AbortSignal }

type Options = {
  /** The log event that reports a failure. */
  readonly event: string
  /** Returns the error with which a failure rejects. */
  readonly refusal: () => Error
  /** The limits of one message. A thread that exceeds the limits is terminated, and the message is not retried. */
  readonly limits?: { readonly timeMs: number; readonly memoryMb: number }
}

/**
 * Opens a thread for work that would block this process. The thread handles one message at a time, and answers each
 * with one message. The first message starts the thread, which keeps the process alive only while it works. If the
 * thread dies at work and has no `limits`, a second thread retries. If no thread answers, the failure is logged and the
 * promise is rejected.
 */
export function openThread<Asked, Answer>(
  program: URL,
  { event, refusal, limits }: Options,
): (asked: Asked) => Promise<Answer> {
  const limited = limitConcurrency({ atOnce: 1 })
  let current: Running | undefined

  function start(): Running {
    const worker = new Worker(fileURLToPath(program), {
      execArgv: [],
      ...(limits && { resourceLimits: { maxOldGenerationSizeMb: limits.memoryMb } }),
    })
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
    const timer = limits && setTimeout(() => void worker.terminate(), limits.timeMs)
    try {
      const [value] = await answer
      worker.unref()
      return value
    } finally {
      clearTimeout(timer)
    }
  }

  const ask = (asked: Asked) => (limits ? askOnce(asked) : askOnce(asked).catch(() => askOnce(asked)))
  return (asked) =>
    limited('', () =>
      ask(asked).catch((error: unknown) => {
        log(event, describeError(error))
        throw refusal()
      }),
    )
}

type Tasks = Readonly<Record<string, (asked: never) => unknown>>

/**
 * Opens a thread for several kinds of work, each with its own request and response. The thread's program calls
 * `serveTasks`.
 */
export function openTasks<Served extends Tasks>(program: URL, options: Options) {
  const thread = openThread<{ readonly name: string; readonly asked: unknown }, unknown>(program, options)
  return <Name extends keyof Served & string>(name: Name, asked: Parameters<Served[Name]>[0]) =>
    thread({ name, asked }) as Promise<Awaited<ReturnType<Served[Name]>>>
}

/** Answers the requests of `openTasks`, in the thread's program. */
export function serveTasks(tasks: Tasks): void {
  parentPort?.on('message', async ({ name, asked }: { name: string; asked: never }) => {
    parentPort?.postMessage(await tasks[name]?.(asked))
  })
}
