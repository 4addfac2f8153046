/** Returns a WhatsApp link to a number in E.164. The sender can change `text`. */
export function chatLink(whatsapp: string, text: string): string {
  return `https://wa.me/${whatsapp.replace(/\D/g, '')}?text=${encodeURIComponent(text)}`
}

export type Restaurant = { readonly name: string; readonly whatsapp: string }

/** FRAME-4: returns a link to a chat with a question about the menu. */
export function inquiryLink({ name, whatsapp }: Restaurant): string {
  return chatLink(whatsapp, `Hello ${name}, I would like to ask about your menu.`)
}

/**
 * PAY-3: returns a link to a chat about a transfer. `reference` is the narration of the transfer, `total` a formatted
 * amount.
 */
export function paymentLink({ name, whatsapp }: Restaurant, reference: string, total: string): string {
  return chatLink(whatsapp, `Hello ${name}, this is about my transfer of ${total} for order ${reference}.`)
}

/** Returns a link to a chat about another subject than the menu or a transfer. */
export function helpLink({ name, whatsapp }: Restaurant, about: string): string {
  return chatLink(whatsapp, `Hello ${name}, ${about}`)
}
