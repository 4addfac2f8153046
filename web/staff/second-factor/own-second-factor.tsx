import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { Proof, SecondFactor } from '#contract/second-factor.ts'
import { call } from '#web/data/api/client.ts'
import { invalidate } from '#web/data/api/query.ts'
import { useRefetchSession, useSessionEnd } from '#web/data/api/session.ts'
import { toastDone } from '#web/data/toast.ts'
import { proofFields, secondFactorQuery, useProof } from '#web/staff/proof.tsx'
import { Button } from '#web/ui/button.tsx'
import { Form, useFields } from '#web/ui/forms/form.tsx'
import { LoadTrouble } from '#web/ui/load-trouble.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { TextButton } from '#web/ui/text-button.tsx'
import { Enrolment, failed } from './enrolment.tsx'
import { RecoveryCodes } from './recovery-codes.tsx'

type Task = { readonly kind: 'add' | 'codes' | 'remove' } | { readonly kind: 'remove'; readonly passkey: string }

export default function OwnSecondFactor() {
  const client = useQueryClient()
  const refetch = useRefetchSession()
  const own = useQuery(secondFactorQuery)
  const { data, error } = own
  const [task, setTask] = useState<Task>()
  useSessionEnd(error)

  function done() {
    setTask(undefined)
    void invalidate(client, 'GET /api/account/second-factor')
  }

  return (
    <section aria-labelledby="second-factor" className="grid gap-3">
      <h3 id="second-factor" className="text-lg">
        Second factor
      </h3>
      <LoadTrouble what="The second factor did not load." query={own} />
      {!data && !error && <Skeleton className="h-24 rounded-card" />}
      {data && !task && <Facts own={data} onTask={setTask} />}
      {data && task?.kind === 'add' && <Enrolment hasApp={data.hasApp} onDone={done} />}
      {task?.kind === 'codes' && <NewCodes onDone={done} />}
      {data && task?.kind === 'remove' && (
        <Removal
          own={data}
          passkey={'passkey' in task ? task.passkey : undefined}
          onDone={() => {
            done()
            // Read the session again: if a second factor is required and none is left, the page closes.
            void refetch()
          }}
        />
      )}
      {task && task.kind !== 'add' && (
        <TextButton onClick={() => setTask(undefined)} className="justify-self-start">
          Back
        </TextButton>
      )}
    </section>
  )
}

function Facts({ own, onTask }: { own: SecondFactor; onTask: (task: Task) => void }) {
  const { hasApp, passkeys, recoveryCodesLeft } = own
  const has = hasApp || passkeys.length > 0
  return (
    <>
      {!has && <p className="text-soft">You sign in with your password alone.</p>}
      {has && (
        <ul aria-label="Second factors" className="grid divide-y divide-line">
          {hasApp && <li className="py-2">Authenticator app</li>}
          {passkeys.map(({ id, name }) => (
            <li key={id} className="flex flex-wrap items-center justify-between gap-x-4">
              <span className="wrap-anywhere">Passkey, {name}</span>
              <TextButton
                aria-label={`Remove the passkey, ${name}`}
                onClick={() => onTask({ kind: 'remove', passkey: id })}
                className="text-sm"
              >
                Remove
              </TextButton>
            </li>
          ))}
          <li className="py-2">
            {recoveryCodesLeft === 1 ? '1 recovery code is' : `${recoveryCodesLeft} recovery codes are`} left
          </li>
        </ul>
      )}
      <div className="flex flex-wrap gap-x-5">
        <TextButton onClick={() => onTask({ kind: 'add' })}>
          {has ? 'Add or replace' : 'Add a second factor'}
        </TextButton>
        {has && (
          <>
            <TextButton onClick={() => onTask({ kind: 'codes' })}>New recovery codes</TextButton>
            <TextButton onClick={() => onTask({ kind: 'remove' })} className="text-alarm">
              Remove all
            </TextButton>
          </>
        )}
      </div>
    </>
  )
}

function useProofForm(request: (proof: { proof?: Proof }) => Promise<void>) {
  const fields = useFields(proofFields)
  const { form, errors, busy, send } = fields
  const { missing, prove, part } = useProof(fields)
  return {
    busy,
    form: { form, errors, onSubmit: () => void send(missing, async () => request(await prove()), failed) },
    part,
  }
}

function NewCodes({ onDone }: { onDone: () => void }) {
  const [codes, setCodes] = useState<readonly string[]>()
  const { form, part, busy } = useProofForm(async (body) => {
    setCodes((await call('POST /api/account/second-factor/recovery-codes', { body })).recoveryCodes)
  })
  if (codes) return <RecoveryCodes codes={codes} onDone={onDone} />
  return (
    <Form {...form}>
      <p className="text-soft">The codes you have now stop working.</p>
      {part}
      <Button type="submit" busy={busy}>
        Make new codes
      </Button>
    </Form>
  )
}

type RemovalProps = {
  readonly own: SecondFactor
  /** The passkey to remove; undefined removes all factors. */
  readonly passkey: string | undefined
  readonly onDone: () => void
}

function Removal({ own: { isRequired, hasApp, passkeys }, passkey, onDone }: RemovalProps) {
  const { form, part, busy } = useProofForm(async (proof) => {
    const body = { ...proof, ...(passkey !== undefined && { passkey }) }
    await call('POST /api/account/second-factor/removal', { body })
    toastDone('Removed.')
    onDone()
  })
  const isLast = passkey === undefined || (!hasApp && passkeys.length === 1)
  const next = isRequired ? 'You add another one before you go on.' : 'You sign in with your password alone afterwards.'
  return (
    <Form {...form}>
      <p className="text-soft">
        {isLast ? `App, passkeys and recovery codes stop working. ${next}` : 'This passkey stops working.'}
      </p>
      {part}
      <Button type="submit" variant="danger" busy={busy}>
        Remove
      </Button>
    </Form>
  )
}
