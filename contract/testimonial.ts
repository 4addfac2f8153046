import { z } from 'zod'
import { document, picture } from './parts/fields.ts'

/** What a customer said, in their own words. */
export const testimonial = document({
  id: z.string(),
  name: z.string(),
  place: z.string(),
  text: z.string(),
  picture: picture.nullable(),
})
export type Testimonial = z.infer<typeof testimonial>
