import type { ReactNode } from 'react'
import type { Farm } from '#contract/farm.ts'
import * as Phone from '#domain/text/phone.ts'
import { textButtonClass } from '#web/ui/text-button.tsx'
import { ChatLink } from './chat-link.tsx'
import { farmOrderLink } from './farm-links.ts'

export function Contact({ farm }: { farm: Farm }) {
  return (
    <section aria-labelledby="contact" className="wrap-anywhere rounded-sheet bg-raise2 p-5 sm:p-8">
      <h2 id="contact" className="text-3xl">
        Talk to the farm
      </h2>
      <p className="mt-2 mb-5 text-soft">
        A person answers, by chat or on the phone. That is the only way to {farm.sells}.
      </p>
      <ChatLink href={farmOrderLink(farm)}>Chat about {farm.sells}</ChatLink>
      <dl className="mt-5 grid gap-3">
        <Line name="Phone">
          <a href={`tel:${farm.phone}`} className={`${textButtonClass} figures min-w-0 text-2xl`}>
            {Phone.format(farm.phone)}
          </a>
        </Line>
        <Line name="Open">
          <p className="py-1 font-semibold">{farm.hours}</p>
        </Line>
        <Line name="Where">
          <a href={farm.mapUrl} target="_blank" rel="noreferrer" className={textButtonClass}>
            {farm.address}
          </a>
        </Line>
      </dl>
    </section>
  )
}

function Line({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt className="text-sm text-soft">{name}</dt>
      <dd>{children}</dd>
    </div>
  )
}
