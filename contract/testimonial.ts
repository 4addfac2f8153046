import { z } from 'zod'
import { document } from './fields.ts'

/** What a customer said, in their own words. */
export const testimonial = document({ id: z.string(), name: z.string(), place: z.string(), text: z.string() })
export type Testimonial = z.infer<typeof testimonial>
