import { Offline } from '#web/sync/offline/offline.tsx'
import { ToastArea } from './toast-area.tsx'

/** What no page shows at first, loaded after the first paint. */
export function AfterPaint() {
  return (
    <>
      <Offline />
      <ToastArea />
    </>
  )
}
