import { spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import type { Log } from './process/log.ts'

const checkIntervalMs = 10 * 60_000

/**
 * Makes a backup whenever one is due, until `stop`. Runs `npm run backup` as a separate process, because deriving the
 * encryption key blocks a process for seconds.
 */
export function startBackups(log: Log): { stop(): Promise<void> } {
  const program = fileURLToPath(new URL('./backup.ts', import.meta.url))
  const ended = new AbortController()
  let running = Promise.resolve()

  const run = () => {
    if (ended.signal.aborted) return Promise.resolve()
    return new Promise<void>((resolve) => {
      const child = spawn(process.execPath, [program, '--if-due'], { stdio: ['ignore', 'ignore', 'pipe'] })
      let errorOutput = ''
      child.stderr.setEncoding('utf8').on('data', (text: string) => {
        errorOutput = (errorOutput + text).slice(-500)
      })
      const kill = () => child.kill('SIGTERM')
      ended.signal.addEventListener('abort', kill)
      child.once('error', (error) => log('backup.failed', { message: error.message }))
      child.once('close', (code, signal) => {
        ended.signal.removeEventListener('abort', kill)
        if (code !== 0 && !ended.signal.aborted)
          log('backup.failed', {
            message: errorOutput.trim() || `The process that backs up ended (${signal ?? code}).`,
          })
        resolve()
      })
    })
  }
  const timer = setInterval(() => {
    running = running.then(run)
  }, checkIntervalMs)
  running = run()
  return {
    async stop() {
      clearInterval(timer)
      ended.abort()
      await running
    },
  }
}
