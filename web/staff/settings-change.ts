import { useQueryClient } from '@tanstack/react-query'
import type { Sent } from '#contract/endpoints.ts'
import type { RestaurantSettings } from '#contract/settings.ts'
import { call } from '#web/data/api/client.ts'
import { invalidate, setAnswer } from '#web/data/api/query.ts'

/**
 * Returns a function that changes settings and shows the server's answer on this page. Other open pages get a live
 * event and reread the settings.
 */
export function useSettingsChange() {
  const client = useQueryClient()
  return async (body: Sent<'PATCH /api/office/settings', 'body'>): Promise<RestaurantSettings> => {
    const after = await call('PATCH /api/office/settings', { body })
    setAnswer(client, 'GET /api/office/settings', after)
    void invalidate(client, 'GET /api/office/audit')
    return after
  }
}
