import type { ReactNode } from 'react'
import { useSessionEnd } from '#web/data/api/session.ts'
import { LoadTrouble } from '#web/ui/load-trouble.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'

type Props<Data> = {
  /** The noun that follows 'the' in messages, such as 'overview'. */
  readonly what: string
  readonly query: Parameters<typeof LoadTrouble>[0]['query'] & { readonly data: Data | undefined }
  /** CSS classes for the heights of the placeholders. */
  readonly skeletons?: readonly string[]
  readonly children: (data: Data) => ReactNode
}

export function QueryView<Data>({ what, query, skeletons = ['h-96'], children }: Props<Data>) {
  const { data, error } = query
  useSessionEnd(error)
  return (
    <>
      <LoadTrouble what={`The ${what} ${data ? 'may be out of date' : 'did not load'}.`} query={query} />
      {data
        ? children(data)
        : !error && (
            <>
              <p role="status" className="sr-only">
                Loading the {what}…
              </p>
              {skeletons.map((height, index) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: they are all alike
                <Skeleton key={index} className={`${height} rounded-card`} />
              ))}
            </>
          )}
    </>
  )
}
