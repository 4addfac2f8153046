import { queryOptions, useQuery } from '@tanstack/react-query'
import type { ComponentProps } from 'react'
import { call } from '#web/api/client.ts'
import { Button } from '#web/ui/button.tsx'
import { Select } from '#web/ui/forms/field.tsx'

const accountsQuery = queryOptions({
  queryKey: ['desk-accounts'],
  queryFn: () => call('GET /api/desk/accounts'),
})

/** Which of the restaurant's accounts it is about. */
export function AccountChoice(props: Omit<ComponentProps<typeof Select>, 'children'>) {
  const { data, isError, refetch } = useQuery(accountsQuery)
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
      {isError && (
        <p role="alert" className="flex flex-wrap items-center justify-between gap-x-3 text-alarm">
          The accounts did not load.
          <Button look="secondary" onClick={() => void refetch()}>
            Try again
          </Button>
        </p>
      )}
    </>
  )
}
