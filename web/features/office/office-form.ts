import { sentence } from '#web/api/client.ts'
import { useFields } from '#web/ui/forms/fields.ts'
import type { Errors } from '#web/ui/forms/form.tsx'
import { noAnswer } from './office-store.ts'

/** A form of the office: its fields, what is wrong with them, and how it is sent. */
export function useOfficeForm<Fields extends Record<string, string>>(first: Fields) {
  const { show, showFailure, setBusy, ...form } = useFields(first)
  return {
    ...form,
    /** `entry` is done unless something is wrong; it says itself what became of it. */
    async send(wrong: Errors, send: () => Promise<void>): Promise<void> {
      if (form.busy || show(wrong)) return
      setBusy(true)
      try {
        await send()
      } catch (error) {
        showFailure(error, sentence(error, noAnswer))
      }
      setBusy(false)
    },
  }
}
