// The child process of `stranger.ts`. A real stranger's machine takes no time from the server's: this one yields its own.
import { getPriority, setPriority } from 'node:os'
import { openStranger, type StrangerCommand } from './stranger-attacks.ts'

setPriority(Math.min(19, getPriority() + 10))

let stranger: ReturnType<typeof openStranger> | undefined

async function obey(command: StrangerCommand): Promise<unknown> {
  if (command.type === 'attack') return stranger?.attack(AbortSignal.timeout(command.ms))
  stranger = openStranger(command.target)
  return stranger.prepare()
}

process.on('message', async (command: StrangerCommand) => process.send?.((await obey(command)) ?? null))
process.once('disconnect', () => process.exit())
