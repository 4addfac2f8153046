import type { Testimonial } from '#contract/testimonial.ts'

export function Testimonials({ testimonials }: { testimonials: readonly Testimonial[] }) {
  return (
    <ul className="grid gap-4 md:grid-cols-3">
      {testimonials.map(({ id, name, place, text }) => (
        <li key={id}>
          <figure className="flex h-full flex-col justify-between gap-4 rounded-card bg-raise p-5 shadow-card">
            <blockquote className="text-lg leading-relaxed">
              <p>“{text}”</p>
            </blockquote>
            <figcaption className="text-soft">
              <span className="font-semibold text-text">{name}</span>, {place}
            </figcaption>
          </figure>
        </li>
      ))}
    </ul>
  )
}
