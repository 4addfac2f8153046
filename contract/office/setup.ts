import { z } from 'zod'
import { allPoints, type points } from '#domain/restaurant/checklist.ts'
import { document, list } from '../parts/fields.ts'

/**
 * `GET /api/setup`: 'code' until the first owner uses the one-time code of the first start, 'begun' until that owner
 * opens the restaurant, then 'open'.
 */
export const setup = document({ state: z.enum(['code', 'begun', 'open']) })
export type Setup = z.infer<typeof setup>

/** `GET /api/office/checklist`: the preparations for the first customer, and their state. */
export const checklist = document({
  isOpen: z.boolean(),
  points: list(
    document({
      point: z.enum(allPoints as [keyof typeof points, ...(keyof typeof points)[]]),
      isDone: z.boolean(),
      isNecessary: z.boolean(),
    }),
  ),
})
export type Checklist = z.infer<typeof checklist>
