import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { PublishedMenu } from '#contract/menu/menu-document.ts'
import { call, sentence } from '#web/data/api/client.ts'
import { invalidate } from '#web/data/api/query.ts'
import { Button } from '#web/ui/button.tsx'
import { clock, day } from '#web/ui/lagos-time.ts'
import { LoadTrouble } from '#web/ui/load-trouble.tsx'
import { useSend } from '#web/ui/use-send.ts'
import { versionsQuery } from './menu-draft.ts'

type Props = {
  readonly current: number
  /**
   * True if there is a draft. While there is one, no earlier version can be published, because that would delete the
   * draft.
   */
  readonly isChanged: boolean
  readonly onPublished: (menu: PublishedMenu) => void
}

export function History({ current, isChanged, onPublished }: Props) {
  const client = useQueryClient()
  const versions = useQuery({ ...versionsQuery, refetchOnMount: 'always' })
  const { sending, send } = useSend()
  const [failure, setFailure] = useState('')

  async function bringBack(version: number) {
    setFailure('')
    onPublished(await call('PUT /api/office/menu', { body: { basedOn: current, restores: version } }))
  }

  function onFailure(error: unknown) {
    void invalidate(client, 'GET /api/office/menu')
    setFailure(sentence(error))
  }

  return (
    <div className="grid gap-3">
      {failure !== '' && (
        <p role="alert" className="font-semibold text-alarm">
          {failure}
        </p>
      )}
      {isChanged && (
        <p className="text-soft text-sm">
          Publish or give up your changes first. Then an earlier version can be brought back.
        </p>
      )}
      <LoadTrouble what="The history did not load." query={versions} />
      <ol aria-label="Versions" className="grid gap-3 divide-y divide-line *:not-last:pb-3">
        {versions.data?.versions.map(({ version, at, by, note }) => (
          <li key={version} className="grid gap-1">
            <p className="wrap-anywhere">{note}</p>
            <p className="text-soft text-sm">
              Version {version}, {day(at)} {clock(at)}
              {by !== null && `, ${by}`}
              {version === current && ' · published now'}
            </p>
            {version !== current && !isChanged && (
              <Button
                variant="secondary"
                busy={sending === version}
                aria-label={`Bring back version ${version}`}
                onClick={() => void send(() => bringBack(version), { what: version, onFailure })}
                className="justify-self-start"
              >
                Bring back
              </Button>
            )}
          </li>
        ))}
      </ol>
    </div>
  )
}
