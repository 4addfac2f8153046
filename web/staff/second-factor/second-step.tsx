import { useState } from 'react'
import type { IncompleteSession } from '#contract/session.ts'
import { call } from '#web/data/api/client.ts'
import { hasPasskeys, passkeyRefusal, signWithPasskey } from '#web/data/api/passkey.ts'
import { useSessionEnd } from '#web/data/api/session.ts'
import { CodeField } from '#web/staff/code-field.tsx'
import { Button } from '#web/ui/button.tsx'
import { Form, useFields } from '#web/ui/forms/form.tsx'
import { NeedsNetwork } from '#web/ui/needs-network.tsx'

type Props = { readonly session: IncompleteSession; readonly onDone: () => void }

export function SecondStep({ session: { hasApp, hasPasskey }, onDone }: Props) {
  const { form, errors, failure, field, fields, busy, send, showFailure } = useFields({ code: '' })
  const [asks, setAsks] = useState(false)
  // Ten minutes after the password the server ends an incomplete sign-in, and the person starts again.
  useSessionEnd(failure)
  const canSign = hasPasskey && hasPasskeys()

  function sendCode() {
    if (asks) return
    const code = fields.code.trim()
    void send({ ...(code === '' && { code: 'Please enter a code.' }) }, async () => {
      await call('POST /api/session/second-step', { body: { code } })
      onDone()
    })
  }

  async function sign() {
    if (busy || asks) return
    setAsks(true)
    try {
      const passkey = await signWithPasskey(await call('POST /api/session/passkey-challenge'))
      await call('POST /api/session/second-step', { body: { passkey } })
      onDone()
    } catch (error) {
      showFailure(error, passkeyRefusal(error))
      setAsks(false)
    }
  }

  return (
    <Form form={form} errors={errors} onSubmit={sendCode}>
      {canSign && (
        <Button variant={hasApp ? 'secondary' : 'primary'} busy={asks} onClick={() => void sign()} className="w-full">
          Use a passkey
        </Button>
      )}
      <CodeField {...field('code')} hasApp={hasApp} />
      <NeedsNetwork>Signing in needs the network.</NeedsNetwork>
      <Button type="submit" variant={hasApp || !canSign ? 'primary' : 'secondary'} busy={busy} className="w-full">
        Continue
      </Button>
      <p className="text-soft text-sm">Phone and codes lost? The owner resets your second step in the office.</p>
    </Form>
  )
}
