import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import * as Phone from '#domain/text/phone.ts'
import { Link } from '#web/app/navigation/navigation.tsx'
import { queries } from '#web/data/api/queries.ts'
import { inquiryLink } from '#web/ui/chat.ts'

export function Footer() {
  const { data: site } = useQuery(queries.site())
  if (!site) return null
  return (
    <footer className="page-foot max-sm:animate-wait print:hidden border-line border-t bg-raise text-soft">
      <div className="page-width max-sm:lay-out-near grid grid-cols-[repeat(auto-fill,minmax(min(100%,9rem),1fr))] gap-x-6 gap-y-6 py-10 lg:grid-cols-[2fr_1.4fr_1fr_1fr]">
        <div className="col-span-full max-w-sm lg:col-span-1">
          <p className="font-display font-extrabold text-2xl text-text">{site.name}</p>
          <p className="mt-1">{site.tagline}</p>
        </div>
        <Column title="Find us" wide>
          <li className="py-2">{site.openingHours}</li>
          <li>
            <a href={site.mapUrl} target="_blank" rel="noreferrer">
              {site.address}
            </a>
          </li>
        </Column>
        <Column title="Talk to us">
          <li>
            <a href={`tel:${site.phone}`}>{Phone.format(site.phone)}</a>
          </li>
          <li>
            <a href={inquiryLink(site)} target="_blank" rel="noreferrer">
              WhatsApp
            </a>
          </li>
          <li>
            <Link to="/menu">Menu</Link>
          </li>
          <li>
            <Link to="/privacy">Privacy</Link>
          </li>
        </Column>
        {site.socials.length > 0 && (
          <Column title="Follow us">
            {site.socials.map(({ name, url }) => (
              <li key={name}>
                <a href={url} target="_blank" rel="noreferrer">
                  {name}
                </a>
              </li>
            ))}
          </Column>
        )}
      </div>
    </footer>
  )
}

function Column({ title, wide = false, children }: { title: string; wide?: boolean; children: ReactNode }) {
  return (
    <section className={wide ? 'col-span-full lg:col-span-1' : ''}>
      <h2 className="mb-1 text-lg text-text">{title}</h2>
      <ul>{children}</ul>
    </section>
  )
}
