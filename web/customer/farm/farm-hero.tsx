import type { Farm } from '#contract/farm.ts'
import * as Phone from '#domain/text/phone.ts'
import { buttonClass } from '#web/ui/button.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { Picture } from '#web/ui/picture.tsx'
import { ChatLink } from './chat-link.tsx'
import { farmOrderLink } from './farm-links.ts'

export function Hero({ farm }: { farm: Farm }) {
  return (
    <section className="page-width grid grid-cols-[minmax(0,1fr)] items-center gap-6 pt-3 pb-8 lg:grid-cols-[6fr_5fr] lg:gap-12 lg:pt-8 lg:pb-12">
      <div className="tile-leaf overflow-hidden rounded-sheet lg:order-2">
        <Picture
          picture={farm.hero}
          large
          sizes="(width >= 64rem) 34rem, 94vw"
          first
          className="aspect-4/3 h-52 w-full object-cover sm:h-72 lg:h-auto"
        />
      </div>
      <div>
        <p className="font-display font-bold text-leaf text-lg">{farm.name}</p>
        <h1 className="mt-1 text-4xl sm:text-5xl xl:text-6xl">{farm.tagline}</h1>
        <p className="mt-4 max-w-xl text-lg text-soft">{farm.description}</p>
        <div className="mt-6 flex flex-wrap gap-3">
          <ChatLink href={farmOrderLink(farm)}>Order {farm.sells} by chat</ChatLink>
          <a href={`tel:${farm.phone}`} className={buttonClass('secondary')}>
            <Icon name="phone" />
            Call {Phone.format(farm.phone)}
          </a>
        </div>
        <p className="mt-3 text-sm text-soft">Enquiry by chat and phone only · {farm.hours}</p>
      </div>
    </section>
  )
}
