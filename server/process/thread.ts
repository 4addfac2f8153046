import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { parentPort, Worker } from 'node:worker_threads'
import { limitConcurrency } from './concurrency-limiter.ts'

type Running = { readonly worker: Worker; readonly ended: AbortSignal }

/** What one message may take; a thread that takes more is ended. */
type Limits = { readonly timeMs: number; readonly memoryMb: number }

/** Work that took more than the limits of its thread. */
export class OverLimit extends Error {}

/**
 * A thread for work that would hold up everything else in this process. It does one thing at a time and answers each message with
 * one message. The first message starts it, and only work keeps the process from ending. Where the thread ends over its work, a
 * second one tries once more; then the promise is rejected. Work beyond `limits` is tried once and rejected with OverLimit.
 */
export function openThread<Asked, Answer>(program: URL, limits?: Limits): (asked: Asked) => Promise<Answer> {
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
    } catch (error) {
      throw limits ? new OverLimit(`Ended ${program.pathname} at its limits`, { cause: error }) : error
    } finally {
      clearTimeout(timer)
    }
  }

  const retry = (asked: Asked) => (error: unknown) => {
    if (error instanceof OverLimit) throw error
    return askOnce(asked)
  }
  return (asked) => limited('', () => askOnce(asked).catch(retry(asked)))
}

type Tasks = Readonly<Record<string, (asked: never) => unknown>>

/** A thread as `openThread` has it for several kinds of work, each with its own question and answer. Its program calls `serveTasks`. */
export function openTasks<Served extends Tasks>(program: URL, limits?: Limits) {
  const thread = openThread<{ readonly name: string; readonly asked: unknown }, unknown>(program, limits)
  return <Name extends keyof Served & string>(name: Name, asked: Parameters<Served[Name]>[0]) =>
    thread({ name, asked }) as Promise<Awaited<ReturnType<Served[Name]>>>
}

/** Answers in a thread what `openTasks` asks of it. */
export function serveTasks(tasks: Tasks): void {
  parentPort?.on('message', async ({ name, asked }: { name: string; asked: never }) => {
    parentPort?.postMessage(await tasks[name]?.(asked))
  })
}
