import { chatLink } from '#web/ui/chat.ts'

type Unacknowledged = { readonly code: string; readonly minutes: number; readonly amount?: string }

/** A message from the desk to the owner about an unacknowledged order. `owner` is E.164, `amount` formatted, if it is known. */
export function ownerLink(owner: string, { code, minutes, amount }: Unacknowledged): string {
  const waited = minutes === 1 ? 'a minute' : `${minutes} minutes`
  return chatLink(
    owner,
    `Order ${code}${amount === undefined ? '' : ` over ${amount}`} has waited ${waited}, and nobody has acknowledged it.`,
  )
}
