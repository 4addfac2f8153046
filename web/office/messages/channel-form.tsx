import { useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import type { Answer, Sent } from '#contract/endpoints.ts'
import { call } from '#web/data/api/client.ts'
import { invalidate, setAnswer } from '#web/data/api/query.ts'
import { toastDone } from '#web/data/toast.ts'
import { checkFirst } from '#web/office/frame/office-store.ts'
import { failureSentence } from '#web/staff/message-words.ts'
import { useUnsaved } from '#web/staff/unsaved.ts'
import { Button } from '#web/ui/button.tsx'
import { Field } from '#web/ui/forms/field.tsx'
import { Form, useFields } from '#web/ui/forms/form.tsx'
import { CheckRow } from '#web/ui/forms/option-row.tsx'

type FieldOf = {
  readonly name: string
  readonly label: string
  readonly hint?: string
  readonly maxLength: number
  readonly inputMode?: 'numeric' | 'tel'
  /** True for a secret. The stored secret is never shown, and stays if the field is left empty. */
  readonly isSecret?: boolean
}

type Props = {
  readonly channel: 'whatsapp' | 'sms'
  readonly isOn: boolean
  readonly onLabel: string
  readonly fields: readonly FieldOf[]
  /** The fields' initial values by channel and name, such as 'whatsapp.number'. */
  readonly initial: Readonly<Record<string, string>>
  readonly change: (values: Readonly<Record<string, string>>) => Sent<'PATCH /api/office/channels', 'body'>
  readonly children?: ReactNode
}

export function ChannelForm({ channel, isOn, onLabel, fields: list, initial, change, children }: Props) {
  const client = useQueryClient()
  const [saved, setSaved] = useState({ isOn, fields: initial })
  const [on, setOn] = useState(isOn)
  const { form, errors, fields, field, set, busy, send } = useFields<Record<string, string>>(initial)
  useUnsaved(on !== saved.isOn || JSON.stringify(fields) !== JSON.stringify(saved.fields))

  function save() {
    void send(
      {},
      async () => {
        const body = change(fields)
        const answer: Answer<'PATCH /api/office/channels'> = await call('PATCH /api/office/channels', {
          body: { [channel]: { ...body[channel], isOn: on } },
        })
        setAnswer(client, 'GET /api/office/channels', answer)
        void invalidate(client, 'GET /api/office/audit')
        const emptied = list.filter(({ isSecret }) => isSecret)
        for (const { name } of emptied) set(name, '')
        setSaved({ isOn: on, fields: { ...fields, ...Object.fromEntries(emptied.map(({ name }) => [name, ''])) } })
        toastDone(on ? 'Saved. Messages are on.' : 'Saved. Messages are off.')
      },
      checkFirst,
    )
  }

  return (
    <Form form={form} errors={errors} onSubmit={save}>
      <div className="grid gap-4 sm:grid-cols-2">
        {list.map(({ name, isSecret = false, ...each }) => (
          <Field
            key={name}
            {...each}
            {...field(name)}
            autoComplete="off"
            {...(isSecret && { type: 'password', autoComplete: 'new-password' })}
          />
        ))}
      </div>
      {children}
      <CheckRow
        name={`${channel}.isOn`}
        label={onLabel}
        checked={on}
        onChange={({ target }) => setOn(target.checked)}
      />
      <Button type="submit" variant="secondary" busy={busy} className="justify-self-start">
        Save
      </Button>
    </Form>
  )
}

export function TestForm({ channel, hint }: { channel: 'whatsapp' | 'sms'; hint: string }) {
  const client = useQueryClient()
  const { form, errors, fields, field, busy, send } = useFields({ phone: '' })
  const [outcome, setOutcome] = useState('')

  function test() {
    setOutcome('')
    void send(fields.phone.trim() === '' ? { phone: 'Please enter your own phone number.' } : {}, async () => {
      const { state, failure } = await call('POST /api/office/message-tests', {
        body: { channel, phone: fields.phone },
      })
      setOutcome(
        state === 'sent' ? 'Sent. It reaches the phone within a minute.' : `Not sent. ${failureSentence(failure)}`,
      )
      void invalidate(client, 'GET /api/office/messages')
    })
  }

  return (
    <Form label="Test message" form={form} errors={errors} onSubmit={test}>
      <Field {...field('phone')} label="Send a test to" type="tel" hint={hint} autoComplete="off" maxLength={60} />
      <Button type="submit" variant="secondary" busy={busy} className="justify-self-start">
        Send test
      </Button>
      <p role="status" className="empty:hidden">
        {outcome}
      </p>
    </Form>
  )
}
