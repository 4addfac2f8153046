import { spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { importHook, programHooks, sharedCode } from './running-server.ts'

const repository = fileURLToPath(new URL('../..', import.meta.url))

export type Exit = { readonly code: number | null; readonly stdout: string; readonly stderr: string }

/** Runs a program such as `server/owner.ts` with no environment but `env`, and resolves when it has exited. */
export async function runProgram(
  program: string,
  env: Readonly<Record<string, string>>,
  ...words: string[]
): Promise<Exit> {
  const child = spawn(process.execPath, [...importHook, ...programHooks, program, ...words], {
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
  const code = await new Promise<number | null>((resolve) => child.once('close', resolve))
  return { code, stdout, stderr: stderr.trim() }
}
