import type { Home } from '#contract/home.ts'
import { Film } from '#web/ui/motion/film.tsx'
import { Testimonials } from '#web/ui/testimonials.tsx'

export function About({ about, testimonials }: Pick<Home, 'about' | 'testimonials'>) {
  return (
    <>
      <section aria-labelledby="about" className="page-width grid items-center gap-6 py-8 lg:grid-cols-2 lg:gap-12">
        <div>
          <h2 id="about" className="text-3xl">
            {about.title}
          </h2>
          {about.paragraphs.map((paragraph) => (
            <p key={paragraph} className="mt-3 max-w-xl text-pretty text-soft sm:text-lg">
              {paragraph}
            </p>
          ))}
        </div>
        {about.film && <Film film={about.film} mode="controls" className="tile-ember aspect-video rounded-card" />}
      </section>
      {testimonials.length > 0 && (
        <section aria-labelledby="testimonials" className="page-width pt-4 pb-14">
          <h2 id="testimonials" className="mb-5 text-3xl">
            What people say
          </h2>
          <Testimonials testimonials={testimonials} />
        </section>
      )}
    </>
  )
}
