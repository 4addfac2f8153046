import type { Picture } from './picture.ts'

/** What a customer said, in their own words. */
export type Testimonial = {
  readonly id: string
  readonly name: string
  readonly place: string
  readonly text: string
  readonly picture: Picture | null
}
