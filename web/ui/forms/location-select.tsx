import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { LocationList } from '#contract/menu/menu.ts'
import * as Money from '#domain/money/money.ts'
import { queries } from '#web/data/api/queries.ts'
import { useLastingError } from '#web/data/api/query-client.ts'
import { toastFailed } from '#web/data/toast.ts'
import { TextButton } from '#web/ui/text-button.tsx'
import { Select } from './field.tsx'

export type Places = {
  readonly list: LocationList | undefined
  readonly failed: boolean
  readonly retry: () => void
}

/** Returns the delivery locations. A failure to load them shows a toast (AUTH-2). */
export function useLocations({ needed = true } = {}): Places {
  const { data, error, refetch } = useQuery({ ...queries.locations(), enabled: needed })
  const failed = useLastingError({ data, error }) !== null
  useEffect(() => {
    if (failed) toastFailed('Failed to fetch locations.')
  }, [failed])
  return { list: data, failed: failed && !data, retry: () => void refetch() }
}

export function useDelivers(): boolean {
  return useQuery(queries.site()).data?.delivers !== false
}

type Props = {
  /** The field's name in the form: `location` of a profile, `locationId` of an order. */
  readonly name?: 'location' | 'locationId'
  readonly places: Places
  readonly value: string
  readonly onChange: (id: string) => void
  readonly error?: string | undefined
  readonly required?: boolean
  /** The text about the fee and the minimum of the chosen location, from `terms` of `domain/restaurant/delivery.ts`. */
  readonly terms?: string | undefined
}

export function LocationSelect({
  name = 'locationId',
  places,
  value,
  onChange,
  error,
  terms,
  required = false,
}: Props) {
  const { list, failed, retry } = places
  // The chosen location may have been removed from the list.
  const known = list?.some(({ id }) => id === value) ? value : ''
  return (
    <div>
      <Select
        label="Location"
        name={name}
        value={known}
        error={error}
        hint={terms}
        required={required}
        disabled={!list}
        onChange={(event) => onChange(event.target.value)}
      >
        <option value="" disabled>
          {list ? 'Choose a location' : failed ? 'No locations yet' : 'Loading locations…'}
        </option>
        {list?.map(({ id, name, fee }) => (
          <option key={id} value={id}>
            {name} · {Money.format(fee)}
          </option>
        ))}
      </Select>
      {failed && <TextButton onClick={retry}>Load the locations again</TextButton>}
    </div>
  )
}
