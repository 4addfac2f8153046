import { type ReactNode, useId } from 'react'
import { Button } from '#web/ui/button.tsx'
import { SheetContent } from '#web/ui/sheet.tsx'
import { Form, type useFields } from './form.tsx'

type Props = {
  readonly form: Pick<ReturnType<typeof useFields>, 'form' | 'errors' | 'busy'>
  readonly onSubmit: () => unknown
  readonly submit: ReactNode
  readonly danger?: boolean
  /** Called by a second button. Without `onCancel` there is no second button. */
  readonly onCancel?: () => void
  readonly cancel?: string
  readonly children: ReactNode
}

/** A form that fills a sheet with the property `bare`. The fields scroll, and the buttons stay in view below them. */
export function SheetForm({ form, onSubmit, submit, danger = false, onCancel, cancel = 'Cancel', children }: Props) {
  const id = useId()
  return (
    <SheetContent
      foot={
        <div className="flex flex-wrap gap-2 *:flex-auto">
          {onCancel && (
            <Button variant="secondary" onClick={onCancel}>
              {cancel}
            </Button>
          )}
          <Button type="submit" form={id} variant={danger ? 'danger' : 'primary'} busy={form.busy}>
            {submit}
          </Button>
        </div>
      }
    >
      <Form id={id} form={form.form} errors={form.errors} onSubmit={() => void onSubmit()}>
        {children}
      </Form>
    </SheetContent>
  )
}
