import { Offline } from '#web/app/offline.tsx'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { ToastArea } from './toast-area.tsx'

/**
 * Parts that a newly opened page does not show yet, such as toasts. They load after the first paint, so that they do
 * not delay the page.
 */
export function AfterPaint() {
  return (
    <>
      <Offline />
      <ToastArea />
      <ConfirmDialog />
    </>
  )
}
