import { setTimeout as sleep } from 'node:timers/promises'
import type { ConversationOffer } from '#contract/messages.ts'
import { deliver, type openFakeWhatsApp, whatsAppAccess } from '../../support/fake-whatsapp.ts'
import type { Person } from '../people.ts'
import { addPrinter } from '../prints.ts'

type FakeWhatsApp = Awaited<ReturnType<typeof openFakeWhatsApp>>

export type Channels = {
  /** Opens the WhatsApp conversation of a placed order, as its customer does by one tap. */
  openConversation(person: Person, orderId: string): Promise<void>
  /** Tickets on paper, and messages that WhatsApp has accepted. */
  counts(): { readonly tickets: number; readonly messages: number }
  close(): void
}

/** The interval of a printer's polls in milliseconds. */
const pollEvery = 1000

/** Turns WhatsApp on, and adds a printer for the kitchen and one for packing. Both poll until `close`. */
export async function openChannels(url: string, owner: Person, whatsapp: FakeWhatsApp): Promise<Channels> {
  await owner.send('PATCH', '/api/office/channels', { whatsapp: { isOn: true, ...whatsAppAccess } })
  whatsapp.sendReceiptsTo(url)
  const printers = [await addPrinter(url, owner, 'star'), await addPrinter(url, owner, 'epson', ['packing'])]
  let isOpen = true
  for (const printer of printers) {
    void (async () => {
      while (isOpen) if (!(await printer.run().catch(() => false))) await sleep(pollEvery)
    })()
  }
  let customers = 0
  return {
    async openConversation(person, orderId) {
      const { body: offer } = await person.send<ConversationOffer>('GET', `/api/orders/${orderId}/conversation`)
      const phone = `+234803${1_000_000 + customers++}`
      const isAccepted = await deliver(url, whatsapp.message(phone, offer.text))
      if (!isAccepted) throw new Error('The server did not accept a message of WhatsApp.')
    },
    counts: () => ({
      tickets: printers.reduce((sum, { paper }) => sum + paper.length, 0),
      messages: whatsapp.accepted.length,
    }),
    close: () => {
      isOpen = false
    },
  }
}
