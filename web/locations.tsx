import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { LocationList } from '#contract/menu.ts'
import * as Money from '#domain/money.ts'
import { queries } from './queries.ts'
import { Select } from './ui/field.tsx'
import { toast, toastTime } from './ui/toast.tsx'

/** The places we deliver to. Says so in passing where they do not come (AUTH-2). */
export function useLocations({ needed = true } = {}): { locations: LocationList | undefined; retry: () => void } {
  const { data, isError, refetch } = useQuery({ ...queries.locations(), enabled: needed })
  useEffect(() => {
    if (isError) toast('Failed to fetch locations.', { kind: 'bad', duration: toastTime.longer })
  }, [isError])
  return { locations: data, retry: () => void refetch() }
}

type Props = {
  readonly locations: LocationList | undefined
  readonly value: string
  readonly onChange: (id: string) => void
  readonly error?: string | undefined
  readonly required?: boolean
}

/** A place with what it costs to go there. */
export function LocationSelect({ locations, value, onChange, error, required = false }: Props) {
  // A place that left the list is no choice any more.
  const known = locations?.some(({ id }) => id === value) ? value : ''
  return (
    <Select
      label="Location"
      name="locationId"
      value={known}
      error={error}
      required={required}
      disabled={!locations}
      onChange={(event) => onChange(event.target.value)}
    >
      <option value="" disabled>
        {locations ? 'Choose a location' : 'Loading locations…'}
      </option>
      {locations?.map(({ id, name, fee }) => (
        <option key={id} value={id}>
          {name} · {Money.format(fee)}
        </option>
      ))}
    </Select>
  )
}
