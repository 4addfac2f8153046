import { useState } from 'react'
import type { SmsSettings } from '#contract/messages.ts'
import { Card } from '#web/office/frame/card.tsx'
import { CopyButton } from '#web/ui/copy-button.tsx'
import { Select } from '#web/ui/forms/field.tsx'
import { typedAmount } from '#web/ui/forms/typed-amount.ts'
import { ChannelForm, TestForm } from './channel-form.tsx'

export function SmsCard({ settings }: { settings: SmsSettings }) {
  const { isOn, sender, price, dailyCap, hasApiKey, hasSecretKey } = settings
  const [route, setRoute] = useState(settings.route)
  const kept = (has: boolean) => (has ? 'It is stored. Leave this empty to keep it.' : undefined)
  const webhook = `${location.origin}/api/messages/termii-events`
  return (
    <Card
      title="SMS"
      hint="Only for what matters: ready or on its way, and trouble. Only to customers without notifications and without a conversation on WhatsApp, or where those did not arrive."
    >
      <ol className="grid list-decimal gap-2 pl-5">
        <li>Open an account at termii.com, load it, and request a sender’s name. Termii approves it within days.</li>
        <li>Ask Termii for the DND route: without it, phones that block advertising do not get the SMS.</li>
        <li>
          Enter this as the webhook of Termii’s console, so that you see what was delivered and what it cost:
          <span className="flex flex-wrap items-center gap-2 pt-1">
            <span className="wrap-anywhere min-w-0 flex-1">{webhook}</span>
            <CopyButton
              text={webhook}
              label="Copy"
              name="Copy the webhook"
              copied="Webhook copied."
              failed="That did not work. Please select and copy it."
            />
          </span>
        </li>
      </ol>
      <ChannelForm
        channel="sms"
        isOn={isOn}
        onLabel="Send SMS"
        fields={[
          { name: 'sms.sender', label: 'Sender’s name', maxLength: 11, hint: 'As Termii has approved it.' },
          {
            name: 'sms.apiKey',
            label: 'API key',
            maxLength: 300,
            isSecret: true,
            ...(hasApiKey && { hint: kept(true) ?? '' }),
          },
          {
            name: 'sms.secretKey',
            label: 'Secret key',
            maxLength: 300,
            isSecret: true,
            hint: kept(hasSecretKey) ?? 'For delivery reports.',
          },
          {
            name: 'sms.price',
            label: 'Price of an SMS (₦)',
            maxLength: 4,
            inputMode: 'numeric',
            hint: 'Counted until Termii reports the real one.',
          },
          {
            name: 'sms.dailyCap',
            label: 'At most a day (₦)',
            maxLength: 9,
            inputMode: 'numeric',
            hint: 'Once this is spent, no SMS is sent until midnight.',
          },
        ]}
        initial={{
          'sms.sender': sender,
          'sms.apiKey': '',
          'sms.secretKey': '',
          'sms.price': String(price),
          'sms.dailyCap': String(dailyCap),
        }}
        change={(values) => ({
          sms: {
            sender: values['sms.sender'] ?? '',
            route,
            apiKey: values['sms.apiKey'] ?? '',
            secretKey: values['sms.secretKey'] ?? '',
            price: typedAmount(values['sms.price'] ?? '') ?? Number.NaN,
            dailyCap: typedAmount(values['sms.dailyCap'] ?? '') ?? Number.NaN,
          },
        })}
      >
        <Select
          name="sms.route"
          label="Route"
          value={route}
          onChange={({ target }) => setRoute(target.value === 'generic' ? 'generic' : 'dnd')}
        >
          <option value="dnd">DND, reaches every phone</option>
          <option value="generic">Generic, cheaper</option>
        </Select>
      </ChannelForm>
      {isOn && <TestForm channel="sms" hint="It costs as much as any SMS." />}
    </Card>
  )
}
