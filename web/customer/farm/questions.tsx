import type { Farm } from '#contract/farm.ts'
import { Icon } from '#web/ui/icon.tsx'

export function Questions({ faq }: Pick<Farm, 'faq'>) {
  return (
    <section aria-labelledby="questions">
      <h2 id="questions" className="mb-5 text-3xl">
        Before you ask
      </h2>
      <div className="wrap-anywhere grid grid-cols-[minmax(0,1fr)] gap-3">
        {faq.map(({ id, question, answer }) => (
          <details key={id} className="group rounded-card bg-raise shadow-card">
            <summary className="flex min-h-14 list-none items-center justify-between gap-4 rounded-card px-5 py-3 font-semibold text-lg leading-snug">
              {question}
              <Icon name="chevron" className="size-5 text-soft transition-transform group-open:rotate-180" />
            </summary>
            <p className="max-w-2xl px-5 pb-5 text-soft">{answer}</p>
          </details>
        ))}
      </div>
    </section>
  )
}
