import { useQueryClient } from '@tanstack/react-query'
import type { KitchenLoadChange } from '#contract/kitchen-load.ts'
import { setAnswer } from '#web/data/api/query.ts'
import { useCallOnce } from '#web/data/outbox/call-once.ts'

export function useKitchenLoadChange() {
  const client = useQueryClient()
  const callOnce = useCallOnce()
  return async (change: KitchenLoadChange) => {
    setAnswer(client, 'GET /api/kitchen-load', await callOnce('PATCH /api/kitchen-load', { body: change }))
  }
}
