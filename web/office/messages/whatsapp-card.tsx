import type { WhatsAppSettings } from '#contract/messages.ts'
import * as Phone from '#domain/text/phone.ts'
import { Card } from '#web/office/frame/card.tsx'
import { CopyButton } from '#web/ui/copy-button.tsx'
import { ChannelForm, TestForm } from './channel-form.tsx'

export function WhatsAppCard({ settings }: { settings: WhatsAppSettings }) {
  const { isOn, number, phoneNumberId, verifyToken, hasToken, hasAppSecret } = settings
  const kept = (has: boolean) => (has ? 'It is stored. Leave this empty to keep it.' : '')
  return (
    <Card
      title="WhatsApp"
      hint="Customers open the conversation from their order with one tap, and get updates for 24 hours. Meta charges nothing for that."
    >
      <ol className="grid list-decimal gap-2 pl-5">
        <li>
          On developers.facebook.com add an app of the type Business with WhatsApp, and the number that customers write
          to.
        </li>
        <li>
          Copy the phone number ID from API Setup, the app secret from App Settings, and a permanent token of a system
          user with the permission whatsapp_business_messaging.
        </li>
        <li>
          Under Configuration enter these as the webhook, and subscribe to the field messages:
          <div className="grid gap-2 pt-2">
            <Copied label="Callback URL" text={`${location.origin}/api/messages/whatsapp-events`} />
            <Copied label="Verify token" text={verifyToken} />
          </div>
        </li>
        <li>Fill in this form, turn it on and send yourself a test.</li>
      </ol>
      <ChannelForm
        channel="whatsapp"
        isOn={isOn}
        onLabel="Send messages on WhatsApp"
        fields={[
          { name: 'whatsapp.number', label: 'Number that customers write to', inputMode: 'tel', maxLength: 60 },
          { name: 'whatsapp.phoneNumberId', label: 'Phone number ID', inputMode: 'numeric', maxLength: 40 },
          { name: 'whatsapp.token', label: 'Access token', hint: kept(hasToken), maxLength: 1000, isSecret: true },
          { name: 'whatsapp.appSecret', label: 'App secret', hint: kept(hasAppSecret), maxLength: 200, isSecret: true },
        ]}
        initial={{
          'whatsapp.number': Phone.format(number),
          'whatsapp.phoneNumberId': phoneNumberId,
          'whatsapp.token': '',
          'whatsapp.appSecret': '',
        }}
        change={(values) => ({
          whatsapp: {
            number: values['whatsapp.number'] ?? '',
            phoneNumberId: values['whatsapp.phoneNumberId']?.trim() ?? '',
            token: values['whatsapp.token'] ?? '',
            appSecret: values['whatsapp.appSecret'] ?? '',
          },
        })}
      />
      {isOn && (
        <TestForm
          channel="whatsapp"
          hint="Write any message to the restaurant’s number from this phone first: WhatsApp lets us answer for 24 hours."
        />
      )}
    </Card>
  )
}

function Copied({ label, text }: { label: string; text: string }) {
  return (
    <div className="flex flex-wrap items-center justify-between gap-2 rounded-control bg-ground px-3 py-1">
      <p className="min-w-0 flex-1">
        <span className="block text-soft text-sm">{label}</span>
        <span className="wrap-anywhere">{text}</span>
      </p>
      <CopyButton
        text={text}
        label="Copy"
        name={`Copy ${label}`}
        copied={`${label} copied.`}
        failed="That did not work. Please select and copy it."
      />
    </div>
  )
}
