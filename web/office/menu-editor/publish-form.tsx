import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { PublishedMenu } from '#contract/menu/menu-document.ts'
import * as MenuDocument from '#domain/menu/menu-document.ts'
import { ApiFailure, call, sentence } from '#web/data/api/client.ts'
import { invalidate } from '#web/data/api/query.ts'
import { Button } from '#web/ui/button.tsx'
import { Field } from '#web/ui/forms/field.tsx'
import { useSend } from '#web/ui/use-send.ts'
import { type Draft, problems, settled } from './menu-draft.ts'

type Props = {
  readonly draft: Draft
  readonly published: PublishedMenu
  readonly onPublished: (menu: PublishedMenu) => void
}

const checkHistory = 'Could not reach the restaurant. Check the history whether it was published before you try again.'

export function PublishForm({ draft, published, onPublished }: Props) {
  const client = useQueryClient()
  const [note, setNote] = useState('')
  const { busy, send } = useSend()
  const [faults, setFaults] = useState(() => problems(draft, published))
  const categories = settled(draft, published)
  const changes = MenuDocument.changes(published.categories, categories)

  async function publish() {
    const body = { basedOn: draft.version, note, categories }
    onPublished(await call('PUT /api/office/menu', { body }))
  }

  function onFailure(error: unknown) {
    void invalidate(client, 'GET /api/office/menu')
    const listed = error instanceof ApiFailure ? error.problem.errors?.map(({ detail }) => detail) : undefined
    setFaults(listed && listed.length > 0 ? listed : [sentence(error, checkHistory)])
  }

  return (
    <div className="grid gap-4">
      {faults.length > 0 && (
        <ul role="alert" className="grid gap-1 rounded-control bg-raise2 px-4 py-3 font-semibold text-alarm">
          {faults.map((fault) => (
            <li key={fault} className="wrap-anywhere">
              {fault}
            </li>
          ))}
        </ul>
      )}
      <ul aria-label="What changes" className="grid gap-2">
        {changes.map(({ what, dishes }) => (
          <li key={what + dishes.join()} className="wrap-anywhere border-line border-b pb-2">
            {what}
            {dishes.length > 0 && (
              <span className="block text-soft text-sm">
                {dishes.length === 1 ? 'In' : `In ${dishes.length} dishes:`} {dishes.join(', ')}
              </span>
            )}
          </li>
        ))}
      </ul>
      <p className="text-soft text-sm">
        Open menus and carts show it within a second. Customers who are paying keep the price that they were shown.
      </p>
      <Field
        label="Note for the history (optional)"
        value={note}
        maxLength={120}
        onChange={(e) => setNote(e.target.value)}
      />
      <Button
        busy={busy}
        disabled={problems(draft, published).length > 0}
        onClick={() => void send(publish, { onFailure })}
      >
        Publish
      </Button>
    </div>
  )
}
