import { sentence } from '#web/api/client.ts'
import { useFields } from '#web/ui/forms/fields.ts'
import type { Errors } from '#web/ui/forms/form.tsx'
import { noAnswer } from './office-store.ts'

/** A form of the office: its fields, their errors, and how it is sent. */
export function useOfficeForm<Fields extends Record<string, string>>(first: Fields) {
  const { show, showFailure, setBusy, ...form } = useFields(first)
  return {
    ...form,
    /** Shows `wrong`, or calls `request` where there is nothing wrong. */
    async send(wrong: Errors, request: () => Promise<void>): Promise<void> {
      if (form.busy || show(wrong)) return
      setBusy(true)
      try {
        await request()
      } catch (error) {
        showFailure(error, sentence(error, noAnswer))
      }
      setBusy(false)
    },
  }
}
