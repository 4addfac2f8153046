import { spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { programHooks, sharedCode } from './running-server.ts'

const repository = fileURLToPath(new URL('../..', import.meta.url))

export type Exit = { readonly code: number | null; readonly stdout: string; readonly stderr: string }

/** Runs a program such as `server/owner.ts` with only `env` as environment, and resolves when it has exited. */
export function runProgram(program: string, env: Readonly<Record<string, string>>, ...words: string[]): Promise<Exit> {
  return startProgram(program, env, ...words).exited
}

export function startProgram(
  program: string,
  env: Readonly<Record<string, string>>,
  ...words: string[]
): { readonly exited: Promise<Exit>; kill(signal: NodeJS.Signals): void } {
  const child = spawn(process.execPath, [...programHooks, program, ...words], {
    cwd: repository,
    env: { PATH: process.env.PATH ?? '', HOME: process.env.HOME ?? '', NODE_COMPILE_CACHE: sharedCode, ...env },
  })
  let stdout = ''
  let stderr = ''
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    stdout += text
  })
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    stderr += text
  })
  const exited = new Promise<Exit>((resolve) =>
    child.once('close', (code) => resolve({ code, stdout, stderr: stderr.trim() })),
  )
  return { exited, kill: (signal) => void child.kill(signal) }
}
