import { chatLink } from '#web/ui/chat.ts'

type Unacknowledged = { readonly code: string; readonly minutes: number; readonly amount?: string }

/**
 * Returns a link to a message from the desk to the owner about an unacknowledged order. `owner` is a number in E.164;
 * `amount` is formatted, and undefined if it is unknown.
 */
export function ownerLink(owner: string, { code, minutes, amount }: Unacknowledged): string {
  const waited = minutes === 1 ? 'a minute' : `${minutes} minutes`
  return chatLink(
    owner,
    `Order ${code}${amount === undefined ? '' : ` over ${amount}`} has waited ${waited}, and nobody has acknowledged it.`,
  )
}
