import type { Testimonial } from '#contract/testimonial.ts'
import { Picture } from './picture.tsx'

export function Testimonials({ testimonials }: { testimonials: readonly Testimonial[] }) {
  return (
    <ul className="grid gap-4 md:grid-cols-3">
      {testimonials.map(({ id, name, place, text, picture }) => (
        <li key={id}>
          <figure className="flex h-full flex-col justify-between gap-4 rounded-card bg-raise p-5 shadow-card">
            <blockquote className="text-lg leading-relaxed">
              <p>“{text}”</p>
            </blockquote>
            <figcaption className="flex items-center gap-3 text-soft">
              {picture && <Picture picture={picture} sizes="3rem" className="size-12 rounded-full object-cover" />}
              <span>
                <span className="font-semibold text-text">{name}</span>, {place}
              </span>
            </figcaption>
          </figure>
        </li>
      ))}
    </ul>
  )
}
