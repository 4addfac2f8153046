import { z } from 'zod'
import { document, picture } from './parts/fields.ts'

export const testimonial = document({
  id: z.string(),
  name: z.string(),
  place: z.string(),
  text: z.string(),
  picture: picture.nullable(),
})
export type Testimonial = z.infer<typeof testimonial>
