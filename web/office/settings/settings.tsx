import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useRef, useState } from 'react'
import type { User } from '#contract/session.ts'
import type { RestaurantSettings } from '#contract/settings.ts'
import type { Site } from '#contract/site.ts'
import * as Phone from '#domain/text/phone.ts'
import { OfficeFrame } from '#web/office/frame/office-frame.tsx'
import { settingsQuery } from '#web/office/frame/office-store.ts'
import { QueryView } from '#web/office/frame/query-view.tsx'
import { CheckRow } from '#web/ui/forms/option-row.tsx'
import { typedAmount } from '#web/ui/forms/typed-amount.ts'
import { AccountsSection } from './accounts-section.tsx'
import { BrandSection } from './brand-section.tsx'
import { HoursSection } from './hours-section.tsx'
import { ListSection } from './list-section.tsx'
import { NameSection } from './name-section.tsx'
import { PlacesSection } from './places-section.tsx'
import { SettingsSection, useSection } from './settings-section.tsx'
import { SlidesSection } from './slides-section.tsx'
import { cashAtDoor, SumSection, secondPerson } from './sum-section.tsx'
import { TaxesSection } from './taxes-section.tsx'
import { TestimonialsSection } from './testimonials-section.tsx'
import { TextSection } from './text-section.tsx'

/** What the owner changes of the restaurant, beside its menu. Each part is saved by itself. */
export function Settings({ user, site }: { user: User; site: Site }) {
  // What is typed stays while it is typed: the parts begin with what was read first.
  const settings = useQuery({ ...settingsQuery, staleTime: 0, gcTime: 0 })
  return (
    <OfficeFrame user={user} site={site}>
      <main id="main" tabIndex={-1} className="grid flex-1 content-start items-start gap-4 px-4 pb-10 xl:grid-cols-2">
        <QueryView what="settings" query={settings} skeletons={['h-96', 'h-96']}>
          {(data) => <Sections settings={data} categories={site.categories} />}
        </QueryView>
      </main>
    </OfficeFrame>
  )
}

/** A number as it was typed; the server has the sentence for what is none. */
const number = (typed: string) => typedAmount(typed) ?? Number.NaN

type Part = { readonly title: string; readonly form: ReactNode }

function Sections({ settings, categories }: { settings: RestaurantSettings; categories: Site['categories'] }) {
  const shown = useRef<Partial<Record<string, HTMLDivElement | null>>>({})
  const columns = [shownParts(settings, categories), workParts(settings)]
  return (
    <>
      {/* The page is many screens long, above all on a phone. */}
      <nav
        aria-label="Parts of the settings"
        className="-mx-2 flex *:shrink-0 max-sm:fade-end max-sm:overflow-x-auto max-sm:pr-7 max-sm:[scrollbar-width:none] sm:flex-wrap xl:col-span-2"
      >
        {columns.flat().map(({ title }) => (
          <button
            key={title}
            type="button"
            onClick={() => shown.current[title]?.focus()}
            className="min-h-11 rounded-control px-2 text-left font-semibold text-sm text-soft hover:bg-raise2 hover:text-text"
          >
            {title}
          </button>
        ))}
      </nav>
      {columns.map((parts, column) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: there are always two
        <div key={column} className="grid gap-4">
          {parts.map(({ title, form }) => (
            <div
              key={title}
              ref={(element) => {
                shown.current[title] = element
              }}
              tabIndex={-1}
              className="scroll-mt-4 outline-none"
            >
              {form}
            </div>
          ))}
        </div>
      ))}
    </>
  )
}

/** What customers read of the restaurant. */
function shownParts(settings: RestaurantSettings, categories: Site['categories']): Part[] {
  const { name, shortName, tagline, description, phone, whatsapp, address, mapUrl, farm } = settings
  return [
    { title: 'Name', form: <NameSection initial={{ name, shortName, tagline, description }} /> },
    {
      title: 'Contact',
      form: (
        <TextSection
          title="Contact"
          fields={[
            { name: 'phone', label: 'Phone', type: 'tel', maxLength: 60 },
            { name: 'whatsapp', label: 'WhatsApp', type: 'tel', maxLength: 60 },
            { name: 'address', label: 'Address', maxLength: 200, isLong: true },
            { name: 'mapUrl', label: 'Map link', type: 'url', maxLength: 500 },
          ]}
          initial={{ phone: Phone.format(phone), whatsapp: Phone.format(whatsapp), address, mapUrl }}
          change={(values) => values}
        />
      ),
    },
    { title: 'Colours and logo', form: <BrandSection settings={settings} /> },
    {
      title: 'Social pages',
      form: (
        <ListSection
          title="Social pages"
          name="socials"
          of="page"
          columns={[
            { name: 'name', label: 'Name', maxLength: 40 },
            { name: 'url', label: 'Address', inputMode: 'url', maxLength: 500 },
          ]}
          initial={settings.socials}
          change={(rows) => ({ socials: rows.map(({ name, url }) => ({ name, url })) })}
        />
      ),
    },
    { title: 'Slides', form: <SlidesSection slides={settings.slides} categories={categories} /> },
    {
      title: 'What customers say',
      form: <TestimonialsSection testimonials={settings.testimonials} ownTestimonials={settings.ownTestimonials} />,
    },
    {
      title: 'Moving line',
      form: (
        <ListSection
          title="Moving line"
          hint="Runs across the home page."
          name="marquee"
          of="line"
          columns={[{ name: 'text', label: 'Text', maxLength: 80 }]}
          initial={settings.marquee.map((text) => ({ text }))}
          change={(rows) => ({ marquee: rows.map(({ text }) => text) })}
        />
      ),
    },
    ...(farm ? [{ title: farm.name, form: <FarmSection farm={farm} /> }] : []),
  ]
}

/** What is sold, when, where and for how much. */
function workParts(settings: RestaurantSettings): Part[] {
  const { hours, preparation, capacity, locations, taxes } = settings
  return [
    { title: 'Bank accounts', form: <AccountsSection /> },
    ...[secondPerson, cashAtDoor].map((sum) => ({
      title: sum.title,
      form: <SumSection sum={sum} settings={settings} />,
    })),
    { title: 'Hours', form: <HoursSection hours={hours} /> },
    {
      title: 'Kitchen',
      form: (
        <TextSection
          title="Kitchen"
          hint="The time that customers read. In a rush the desk adds minutes to it."
          fields={[
            { name: 'preparation.least', label: 'Shortest time, minutes', inputMode: 'numeric', maxLength: 3 },
            { name: 'preparation.most', label: 'Longest time, minutes', inputMode: 'numeric', maxLength: 3 },
            {
              name: 'capacity',
              label: 'Orders side by side',
              hint: 'With so many under way, customers read the longest time.',
              inputMode: 'numeric',
              maxLength: 3,
            },
          ]}
          initial={{
            'preparation.least': String(preparation.least),
            'preparation.most': String(preparation.most),
            capacity: String(capacity),
          }}
          change={(values) => ({
            preparation: { least: number(values['preparation.least']), most: number(values['preparation.most']) },
            capacity: number(values.capacity),
          })}
        />
      ),
    },
    { title: 'Delivery places', form: <PlacesSection places={locations} /> },
    { title: 'Taxes and levies', form: <TaxesSection taxes={taxes} /> },
  ]
}

function FarmSection({ farm: { name, isShown } }: { farm: NonNullable<RestaurantSettings['farm']> }) {
  const section = useSection()
  const [shown, setShown] = useState(isShown)
  return (
    <SettingsSection title={name} section={section} change={{ farmIsShown: shown }}>
      <CheckRow
        name="farmIsShown"
        label="Show the page about the farm"
        checked={shown}
        onChange={({ target }) => setShown(target.checked)}
      />
    </SettingsSection>
  )
}
