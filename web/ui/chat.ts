/** A WhatsApp link. `whatsapp` is a number in E.164; the sender can change `text` before sending it. */
function chat(whatsapp: string, text: string): string {
  return `https://wa.me/${whatsapp.replace(/\D/g, '')}?text=${encodeURIComponent(text)}`
}

type Restaurant = { readonly name: string; readonly whatsapp: string }

/** FRAME-4: an inquiry to the restaurant. */
export function inquiryLink({ name, whatsapp }: Restaurant): string {
  return chat(whatsapp, `Hello ${name}, I would like to ask about your menu.`)
}

/** FARM-1: an order for what the farm sells: 'a ram'. */
export function farmOrderLink({ name, whatsapp, sells }: Restaurant & { readonly sells: string }): string {
  return chat(whatsapp, `Hello ${name}, I would like to order ${sells} from your farm. What do you have?`)
}

/** FARM-1: to see the animal before anything is agreed on. */
export function farmVideoLink({ name, whatsapp }: Restaurant): string {
  return chat(whatsapp, `Hello ${name}, please send me a video of what you have.`)
}

/** PAY-3: a message about a transfer. `reference` is its narration, `total` a formatted amount. */
export function paymentLink({ name, whatsapp }: Restaurant, reference: string, total: string): string {
  return chat(whatsapp, `Hello ${name}, this is about my transfer of ${total} for order ${reference}.`)
}

type Unacknowledged = { readonly code: string; readonly minutes: number; readonly amount: string }

/** A message from the desk to the owner about an unacknowledged order. `owner` is E.164, `amount` formatted. */
export function ownerLink(owner: string, { code, minutes, amount }: Unacknowledged): string {
  const waited = minutes === 1 ? 'a minute' : `${minutes} minutes`
  return chat(owner, `Order ${code} over ${amount} has waited ${waited}, and nobody has acknowledged it.`)
}
