import { chatLink, type Restaurant } from '#web/ui/chat.ts'

/** FARM-1: returns a chat link for ordering a product of the farm, such as 'a ram'. */
export function farmOrderLink({ name, whatsapp, sells }: Restaurant & { readonly sells: string }): string {
  return chatLink(whatsapp, `Hello ${name}, I would like to order ${sells} from your farm. What do you have?`)
}

/** FARM-1: returns a chat link that asks for a video of the animals on sale. */
export function farmVideoLink({ name, whatsapp }: Restaurant): string {
  return chatLink(whatsapp, `Hello ${name}, please send me a video of what you have.`)
}
