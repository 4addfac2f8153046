import { z } from 'zod'
import { allPoints, type points } from '#domain/restaurant/checklist.ts'
import { document, list } from '../parts/fields.ts'

/**
 * `GET /api/setup`: 'code' while the one-time code of the first start waits for its owner, 'begun' until that owner opens the
 * restaurant, then 'open'.
 */
export const setup = document({ state: z.enum(['code', 'begun', 'open']) })
export type Setup = z.infer<typeof setup>

/** `GET /api/office/checklist`: what the restaurant has of what its first customer needs. */
export const checklist = document({
  isOpen: z.boolean(),
  points: list(
    document({
      point: z.enum(allPoints as [keyof typeof points, ...(keyof typeof points)[]]),
      isDone: z.boolean(),
      /** Without it the restaurant does not open. */
      isNecessary: z.boolean(),
    }),
  ),
})
export type Checklist = z.infer<typeof checklist>
