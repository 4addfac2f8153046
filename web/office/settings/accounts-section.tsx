import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import type { OfficeAccounts } from '#contract/settings.ts'
import { call } from '#web/data/api/client.ts'
import { invalidate, setAnswer } from '#web/data/api/query.ts'
import { toastDone, toastFailed } from '#web/data/toast.ts'
import { Card } from '#web/office/frame/card.tsx'
import { accountsQuery, checkFirst } from '#web/office/frame/office-store.ts'
import { QueryView } from '#web/office/frame/query-view.tsx'
import { proofFields, secondFactorQuery, useProof } from '#web/staff/proof.tsx'
import { useUnsaved } from '#web/staff/unsaved.ts'
import { Button } from '#web/ui/button.tsx'
import { Field } from '#web/ui/forms/field.tsx'
import { useFields } from '#web/ui/forms/form.tsx'
import { SheetForm } from '#web/ui/forms/sheet-form.tsx'
import { typedAmount } from '#web/ui/forms/typed-amount.ts'
import { clock, day } from '#web/ui/lagos-time.ts'
import { LoadTrouble } from '#web/ui/load-trouble.tsx'
import { Sheet, SheetContent } from '#web/ui/sheet.tsx'
import { useSend } from '#web/ui/use-send.ts'
import { type KeyedRow, Rows } from './rows.tsx'

/** The bank accounts that customers pay to, and a pending change of the accounts. */
export function AccountsSection() {
  const query = useQuery(accountsQuery)
  const [open, setOpen] = useState(false)
  return (
    <Card title="Bank accounts">
      <QueryView what="accounts" query={query} skeletons={['h-24']}>
        {(data) => (
          <>
            <AccountList accounts={data.accounts} />
            {data.change ? (
              <Waiting change={data.change} />
            ) : (
              <>
                <p className="text-soft text-sm">
                  A change takes effect after {hours(data.delayHours)}. Until then any owner can revoke it.
                </p>
                <Button variant="secondary" onClick={() => setOpen(true)} className="justify-self-start">
                  Change accounts
                </Button>
              </>
            )}
            <Sheet open={open} onClose={() => setOpen(false)} title="Change bank accounts" bare>
              <ChangeForm accounts={data} onDone={() => setOpen(false)} />
            </Sheet>
          </>
        )}
      </QueryView>
    </Card>
  )
}

const hours = (count: number) => (count === 1 ? 'one hour' : `${count} hours`)

function AccountList({ accounts }: Pick<OfficeAccounts, 'accounts'>) {
  return (
    <ul className="grid divide-y divide-line">
      {accounts.map(({ id, bank, number, name }) => (
        <li key={id} className="py-2">
          <strong className="figures">{number}</strong> <span className="wrap-anywhere">{bank}</span>
          <span className="wrap-anywhere block text-soft text-sm">{name}</span>
        </li>
      ))}
    </ul>
  )
}

function Waiting({
  change: { id, by, from, accounts, delayHours },
}: {
  change: NonNullable<OfficeAccounts['change']>
}) {
  const client = useQueryClient()
  const { busy, send } = useSend()

  async function revoke() {
    const answer = await call('DELETE /api/office/account-changes/:id', { params: { id } })
    setAnswer(client, 'GET /api/office/accounts', answer)
  }

  function showFailure(error: unknown) {
    toastFailed(error, checkFirst)
    void invalidate(client, 'GET /api/office/accounts')
  }

  return (
    <div className="grid gap-2 rounded-control bg-wash-plantain px-4 py-3">
      <p>
        <strong>{by || 'An owner'}</strong> changes the accounts. Customers see these from {clock(from)} on {day(from)}:
      </p>
      <AccountList accounts={accounts} />
      <p className="text-sm">The next change takes effect after {hours(delayHours)}.</p>
      <Button
        variant="onWash"
        busy={busy}
        onClick={() => void send(revoke, { done: 'Revoked. The accounts stay as they are.', onFailure: showFailure })}
        className="justify-self-start"
      >
        Revoke
      </Button>
    </div>
  )
}

export const accountColumns = [
  { name: 'bank', label: 'Bank', maxLength: 60 },
  { name: 'number', label: 'Account number', inputMode: 'numeric', maxLength: 20 },
  { name: 'name', label: 'Name of the account', maxLength: 100 },
] as const

function ChangeForm({ accounts: now, onDone }: { accounts: OfficeAccounts; onDone: () => void }) {
  const client = useQueryClient()
  const own = useQuery(secondFactorQuery)
  const all = useFields({ delayHours: String(now.delayHours), ...proofFields })
  const { errors, forgive, fields, field, send } = all
  const { missing, prove, part } = useProof(all)
  const [rows, setRows] = useState<KeyedRow<'bank' | 'number' | 'name'>[]>(() =>
    now.accounts.map((row, key) => ({ key, row })),
  )
  const [initial] = useState(rows)
  useUnsaved(rows !== initial)

  function change() {
    void send(
      missing,
      async () => {
        const body = {
          accounts: rows.map(({ row: { bank, number, name } }) => ({ bank, number, name })),
          delayHours: typedAmount(fields.delayHours) ?? Number.NaN,
          ...(await prove()),
        }
        setAnswer(client, 'GET /api/office/accounts', await call('POST /api/office/account-changes', { body }))
        void invalidate(client, 'GET /api/office/audit')
        toastDone('The change is waiting. Every owner is notified.')
        onDone()
      },
      checkFirst,
    )
  }

  if (!own.data) {
    return <SheetContent>{own.error ? <LoadTrouble what="This did not load." query={own} /> : <Wait />}</SheetContent>
  }
  if (!own.data.hasApp && own.data.passkeys.length === 0) {
    return (
      <SheetContent>
        <p>
          Changing the accounts needs a second factor. Open <strong>Account</strong> in the menu of the office and add
          one.
        </p>
      </SheetContent>
    )
  }
  return (
    <SheetForm form={all} onSubmit={change} submit={`Change in ${hours(now.delayHours)}`} onCancel={onDone}>
      <Rows
        name="accounts"
        of="account"
        columns={accountColumns}
        rows={rows}
        onRows={setRows}
        errors={errors}
        forgive={forgive}
      />
      <Field
        {...field('delayHours')}
        label="Hours until a change takes effect"
        hint={`From the next change on. This one takes ${hours(now.delayHours)}.`}
        inputMode="numeric"
        autoComplete="off"
        maxLength={2}
      />
      {part}
    </SheetForm>
  )
}

function Wait(): ReactNode {
  return (
    <p role="status" className="text-soft">
      One moment…
    </p>
  )
}
