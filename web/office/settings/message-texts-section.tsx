import { useState } from 'react'
import {
  defaultTexts,
  filled,
  longestText,
  type MessagedOrder,
  type OwnTexts,
} from '#domain/order/customer-messages.ts'
import { eventName } from '#web/staff/message-words.ts'
import { TextArea } from '#web/ui/forms/text-area.tsx'
import { useSettingsForm } from './settings-form.tsx'
import { SettingsSection } from './settings-section.tsx'

const example: MessagedOrder = {
  orderId: '0007Q4MKX',
  status: 'pending',
  deliveryMethod: 'pick-up',
  deliveryStatus: null,
  payment: 'claimed',
  awaitingSubstitution: false,
  cancelledBy: null,
  readyBy: Date.parse('2026-12-01T11:30:00Z'),
  slot: null,
}
const forLater = { ...example, slot: example.readyBy }

export function MessageTextsSection({ texts }: { texts: OwnTexts }) {
  const [values, setValues] = useState(texts)
  const form = useSettingsForm()
  const own = Object.keys(defaultTexts).flatMap((event) => (values[event] ? [[event, values[event]]] : []))
  return (
    <SettingsSection
      title="Texts"
      hint="What customers read on WhatsApp and by SMS. An empty field sends the text shown in it. {order} becomes the code of the order, {when} its time, and {state} how far it is. An SMS costs one part for 160 characters, with the link to the order."
      change={{ messageTexts: Object.fromEntries(own) }}
    >
      <div className="grid items-start gap-4 xl:grid-cols-2">
        {Object.entries(defaultTexts).map(([event, usual]) => {
          const name = `messageTexts.${event}`
          const title = eventName(event)
          return (
            <TextArea
              key={event}
              name={name}
              label={title.charAt(0).toUpperCase() + title.slice(1)}
              value={values[event] ?? ''}
              placeholder={usual}
              maxLength={longestText}
              error={form.errors[name]}
              hint={`Example: ${filled(values[event] || usual, event === 'order.slot-changed' ? forLater : example)}`}
              autoComplete="off"
              onText={(text) => {
                setValues({ ...values, [event]: text })
                form.forgive(name)
              }}
            />
          )
        })}
      </div>
    </SettingsSection>
  )
}
