import { useQuery } from '@tanstack/react-query'
import type { ComponentProps } from 'react'
import { query } from '#web/data/api/query.ts'
import { persisted } from '#web/data/storage/persisted.ts'
import { Select } from '#web/ui/forms/field.tsx'
import { LoadTrouble } from '#web/ui/load-trouble.tsx'

export const accountsQuery = query('GET /api/desk/accounts')

const last = persisted('desk-account', '', (stored) => (typeof stored === 'string' ? stored : undefined))

/** Returns the id of the bank account that this device used last, or of the only account; otherwise ''. */
export function rememberedAccount(accounts: readonly { readonly id: string }[]): string {
  const known = accounts.find(({ id }) => id === last.get())
  return known?.id ?? (accounts.length === 1 ? accounts[0]?.id : undefined) ?? ''
}

export function rememberAccount(id: string): void {
  last.set(() => id)
}

/** Returns the id of the bank account with which a form starts; '' while the accounts load. */
export function useRememberedAccount(): string {
  const { data } = useQuery(accountsQuery)
  return data ? rememberedAccount(data.accounts) : ''
}

export function AccountChoice(props: Omit<ComponentProps<typeof Select>, 'children'>) {
  const accounts = useQuery(accountsQuery)
  const { data, isError } = accounts
  return (
    <>
      <Select {...props}>
        <option value="">{data || isError ? 'Choose an account' : 'One moment…'}</option>
        {data?.accounts.map(({ id, bank, number }) => (
          <option key={id} value={id}>
            {bank} · {number}
          </option>
        ))}
      </Select>
      <LoadTrouble what="The accounts did not load." query={accounts} />
    </>
  )
}
