import { chatLink } from '#web/ui/chat.ts'

type Unacknowledged = { readonly code: string; readonly minutes: number; readonly amount?: string }

/**
 * Returns a link that messages the owner about an unacknowledged order. `owner` is a number in E.164. `amount` is a
 * formatted sum; if undefined, the message names no sum.
 */
export function ownerLink(owner: string, { code, minutes, amount }: Unacknowledged): string {
  const waited = minutes === 1 ? 'a minute' : `${minutes} minutes`
  return chatLink(
    owner,
    `Order ${code}${amount === undefined ? '' : ` over ${amount}`} has waited ${waited}, and nobody has acknowledged it.`,
  )
}
