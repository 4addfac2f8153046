import type { IncomingMessage } from 'node:http'
import type { Bye, Changes } from '#contract/live.ts'

export function readStream(
  response: IncomingMessage,
  on: { changes(changes: Changes): void; bye(bye: Bye): void },
): void {
  let text = ''
  response.setEncoding('utf8')
  response.on('data', (chunk: string) => {
    text += chunk
    const messages = text.split('\n\n')
    text = messages.pop() ?? ''
    for (const message of messages) {
      const data = /^data: (.*)/m.exec(message)?.[1]
      if (!data) continue
      if (message.startsWith('event: bye')) on.bye(JSON.parse(data) as Bye)
      else on.changes(JSON.parse(data) as Changes)
    }
  })
}
