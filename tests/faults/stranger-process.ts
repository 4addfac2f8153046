// The child process of `stranger.ts`. Its low priority keeps processor time for the server, because a real stranger
// uses another machine.
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
