import type { OrderStory } from '#contract/found-orders.ts'

const methods = { transfer: 'by transfer', cash: 'in cash', card: 'by card' } as const

/** Returns, for example, 'Received by transfer' or 'Refunded in cash'. */
export function movementWords({ amount, undone, method }: OrderStory['money'][number]): string {
  const what = amount > 0 ? 'Received' : undone ? 'Undone: received' : 'Refunded'
  return method === null ? what : `${what} ${methods[method]}`
}
