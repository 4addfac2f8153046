import { useEffect, useRef, useState } from 'react'
import type { AppKey } from '#contract/second-factor.ts'
import { call } from '#web/data/api/client.ts'
import { createPasskey, hasPasskeys, passkeyRefusal } from '#web/data/api/passkey.ts'
import { proofFields, useProof } from '#web/staff/proof.tsx'
import { Button, buttonClass } from '#web/ui/button.tsx'
import { Field } from '#web/ui/forms/field.tsx'
import { Form, useFields } from '#web/ui/forms/form.tsx'
import { NeedsNetwork } from '#web/ui/needs-network.tsx'
import { QrCode } from './qr-code.tsx'
import { RecoveryCodes } from './recovery-codes.tsx'

export const failed = 'Could not reach the restaurant. Nothing is changed.'

/** Adds an app or a passkey. The first factor also shows the recovery codes. */
export function Enrolment({ hasApp, onDone }: { hasApp: boolean; onDone: () => void }) {
  const [key, setKey] = useState<AppKey>()
  const [codes, setCodes] = useState<readonly string[]>()

  const added = ({ recoveryCodes }: { recoveryCodes: readonly string[] | null }) =>
    recoveryCodes ? setCodes(recoveryCodes) : onDone()

  if (codes) return <RecoveryCodes codes={codes} onDone={onDone} />
  if (key) return <ConfirmApp appKey={key} onAdded={added} />
  return <Choose hasApp={hasApp} onKey={setKey} onAdded={added} />
}

type Added = (answer: { recoveryCodes: readonly string[] | null }) => void

function Choose({ hasApp, onKey, onAdded }: { hasApp: boolean; onKey: (key: AppKey) => void; onAdded: Added }) {
  const fields = useFields(proofFields)
  const { form, errors, busy, send, show, showFailure } = fields
  const { missing, prove, part } = useProof(fields)
  const [asks, setAsks] = useState(false)

  function startApp() {
    if (asks) return
    const begin = async () => onKey(await call('POST /api/account/second-factor/app', { body: await prove() }))
    void send(missing, begin, failed)
  }

  async function addPasskey() {
    if (busy || asks || show(missing)) return
    setAsks(true)
    try {
      const passkey = await createPasskey(
        await call('POST /api/account/second-factor/passkey-challenge', { body: await prove() }),
      )
      onAdded(await call('POST /api/account/second-factor/passkeys', { body: { passkey } }))
    } catch (error) {
      showFailure(error, passkeyRefusal(error) ?? failed)
      setAsks(false)
    }
  }

  return (
    <Form form={form} errors={errors} onSubmit={startApp}>
      <p className="text-soft">
        An authenticator app shows a new code every 30 seconds. A passkey is the lock of this phone or computer, or a
        security key.
      </p>
      {part}
      <NeedsNetwork>This needs the network.</NeedsNetwork>
      <Button type="submit" busy={busy}>
        {hasApp ? 'Replace the app' : 'Use an app'}
      </Button>
      {hasPasskeys() && (
        <Button variant="secondary" busy={asks} onClick={() => void addPasskey()}>
          Add a passkey
        </Button>
      )}
    </Form>
  )
}

function ConfirmApp({ appKey: { key, uri }, onAdded }: { appKey: AppKey; onAdded: Added }) {
  const { form, errors, field, fields, busy, send } = useFields({ code: '' })
  const heading = useRef<HTMLParagraphElement>(null)
  // The new step has removed the focused button, so its heading gets the focus.
  useEffect(() => heading.current?.focus(), [])

  function confirm() {
    const code = fields.code.trim()
    const wrong = { ...(code === '' && { code: 'Please enter the code that the app shows.' }) }
    const add = async () => onAdded(await call('POST /api/account/second-factor/app-confirmation', { body: { code } }))
    void send(wrong, add, failed)
  }

  return (
    <Form form={form} errors={errors} onSubmit={confirm}>
      <p ref={heading} tabIndex={-1}>
        Scan this with the authenticator app on your phone.
      </p>
      <div className="grid justify-items-center gap-3">
        <QrCode text={uri} label="QR code for the authenticator app" />
        <a href={uri} className={buttonClass('secondary')}>
          Open the app
        </a>
      </div>
      <p>
        Or type this key:{' '}
        <span className="figures wrap-anywhere select-all font-semibold">{key.replace(/.{4}(?=.)/g, '$& ')}</span>
      </p>
      <Field
        {...field('code')}
        label="Code"
        hint="The 6-digit code that the app shows now."
        autoComplete="one-time-code"
        inputMode="numeric"
        maxLength={40}
        required
      />
      <NeedsNetwork>This needs the network.</NeedsNetwork>
      <Button type="submit" busy={busy}>
        Continue
      </Button>
    </Form>
  )
}
