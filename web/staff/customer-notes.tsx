import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { CustomerNotes as Notes } from '#contract/books/customers.ts'
import { refocus } from '#web/app/navigation/refocus.ts'
import { call } from '#web/data/api/client.ts'
import { query, setAnswer } from '#web/data/api/query.ts'
import { useConfirmAction } from '#web/data/confirm-action.ts'
import { toastFailed } from '#web/data/toast.ts'
import { Button } from '#web/ui/button.tsx'
import { Field } from '#web/ui/forms/field.tsx'
import { Form, useFields } from '#web/ui/forms/form.tsx'
import { day } from '#web/ui/lagos-time.ts'
import { LoadTrouble } from '#web/ui/load-trouble.tsx'
import { TextButton } from '#web/ui/text-button.tsx'
import { useUnsaved } from './unsaved.ts'

const notesQuery = (id: string) => query('GET /api/office/customers/:id/notes', { params: { id }, staleTime: 0 })

/** Staff's notes about an order's customer. Renders nothing without notes or network. */
export function NotesBeside({ customerId }: { customerId: string }) {
  const { data } = useQuery(notesQuery(customerId))
  if (!data || data.notes.length === 0) return null
  return (
    <ul aria-label="Notes about the customer" className="wrap-anywhere grid gap-1">
      {data.notes.map(({ id, note, by }) => (
        <li key={id} className="rounded-control bg-wash-plantain px-2.5 py-1">
          {note} <span className="text-soft">{by}</span>
        </li>
      ))}
    </ul>
  )
}

export function CustomerNotes({ customerId }: { customerId: string }) {
  const client = useQueryClient()
  const noted = useQuery(notesQuery(customerId))
  const { form, errors, fields, busy, set, field, send, callOnce } = useFields({ note: '' })
  const notes = noted.data?.notes
  const confirm = useConfirmAction()
  useUnsaved(fields.note.trim() !== '')

  function add() {
    const note = fields.note.trim()
    void send(note === '' ? { note: 'Write what staff should know.' } : {}, async () => {
      const after = await callOnce('POST /api/office/customers/:id/notes', {
        params: { id: customerId },
        body: { note },
      })
      setAnswer(client, 'GET /api/office/customers/:id/notes', after, { params: { id: customerId } })
      set('note', '')
    })
  }

  async function remove({ id: note, note: text }: Notes['notes'][number]) {
    const isConfirmed = await confirm({
      title: 'Remove this note?',
      text: `“${text}” This cannot be undone.`,
      action: 'Remove note',
      otherwise: 'Keep',
      danger: true,
    })
    if (!isConfirmed) return
    refocus(() => form.current?.querySelector('input') ?? null)
    try {
      const params = { id: customerId, note: String(note) }
      const after = await call('DELETE /api/office/customers/:id/notes/:note', { params })
      setAnswer(client, 'GET /api/office/customers/:id/notes', after, { params: { id: customerId } })
    } catch (error) {
      toastFailed(error)
    }
  }

  return (
    <div className="grid gap-3">
      <LoadTrouble what="The notes did not load." query={noted} />
      {notes && notes.length > 0 && (
        <ul aria-label="Notes" className="grid divide-y divide-line">
          {notes.map((note) => (
            <li key={note.id} className="grid grid-cols-[1fr_auto] items-center gap-x-3 py-2">
              <p className="wrap-anywhere">
                {note.note}
                <span className="block text-soft text-sm">
                  {note.by}, {day(note.at)}
                </span>
              </p>
              <TextButton aria-label={`Remove “${note.note}”`} onClick={() => void remove(note)}>
                Remove
              </TextButton>
            </li>
          ))}
        </ul>
      )}
      <Form form={form} errors={errors} onSubmit={add}>
        <Field
          {...field('note')}
          label="Note for staff"
          hint="For the till, never for kitchen or customer. Say nothing that you would not say to them."
          autoComplete="off"
          maxLength={200}
        />
        <Button type="submit" variant="secondary" busy={busy}>
          Add note
        </Button>
      </Form>
    </div>
  )
}
