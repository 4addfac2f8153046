import { Offline } from '#web/app/offline.tsx'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { ToastArea } from './toast-area.tsx'

/** Parts that nobody sees on a new page, such as toasts. They load after the first paint. */
export function AfterPaint() {
  return (
    <>
      <Offline />
      <ToastArea />
      <ConfirmDialog />
    </>
  )
}
