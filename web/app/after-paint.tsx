import { Offline } from '#web/app/offline.tsx'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { ToastArea } from './toast-area.tsx'

/** Parts that are invisible at first, and therefore loaded after the first paint. */
export function AfterPaint() {
  return (
    <>
      <Offline />
      <ToastArea />
      <ConfirmDialog />
    </>
  )
}
