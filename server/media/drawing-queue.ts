import { NotDrawn } from './drawing.ts'

type Asker = 'request' | 'start'

const mostWaiting = 100

const waiting: Readonly<Record<Asker, (() => void)[]>> = { request: [], start: [] }
let isDrawing = false

/**
 * Draws one file at a time in this process. Files that requests wait for come before files that a start prepares.
 * Throws NotDrawn if too many requests wait already.
 */
export async function takeDrawingTurn<Value>(asker: Asker, work: () => Promise<Value>): Promise<Value> {
  if (isDrawing) {
    if (asker === 'request' && waiting.request.length >= mostWaiting) {
      throw new NotDrawn('Too many pictures are being drawn. Please try again in a moment.')
    }
    await new Promise<void>((resolve) => waiting[asker].push(resolve))
  }
  isDrawing = true
  try {
    return await work()
  } finally {
    // Passes the turn directly to the next waiting caller, so that no new caller takes the turn first.
    const next = waiting.request.shift() ?? waiting.start.shift()
    if (next) next()
    else isDrawing = false
  }
}
