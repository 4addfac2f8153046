import { useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import type { User } from '#contract/session.ts'
import type { RestaurantSettings } from '#contract/settings.ts'
import type { Site } from '#contract/site.ts'
import * as Phone from '#domain/text/phone.ts'
import { Link, useNavigation } from '#web/app/navigation/navigation.tsx'
import { NextQuarters } from '#web/desk/kitchen-load/next-quarters.tsx'
import { Card } from '#web/office/frame/card.tsx'
import { OfficeFrame } from '#web/office/frame/office-frame.tsx'
import { settingsQuery } from '#web/office/frame/office-store.ts'
import { QueryView } from '#web/office/frame/query-view.tsx'
import { MessagesSettings } from '#web/office/messages/messages-settings.tsx'
import { Printers } from '#web/office/printers/printers.tsx'
import { CheckRow } from '#web/ui/forms/option-row.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { textButtonClass } from '#web/ui/text-button.tsx'
import { AccountsSection } from './accounts-section.tsx'
import { BrandSection } from './brand-section.tsx'
import { CapacitySection, LaterSection } from './capacity-section.tsx'
import { HoursSection } from './hours-section.tsx'
import { ListSection } from './list-section.tsx'
import { MessageTextsSection } from './message-texts-section.tsx'
import { NameSection } from './name-section.tsx'
import { PauseCard } from './pause-card.tsx'
import { PlacesSection } from './places-section.tsx'
import { SettingsForm } from './settings-form.tsx'
import { SettingsSection } from './settings-section.tsx'
import { SlidesSection } from './slides-section.tsx'
import { cashAtDoor, SumSection, secondPerson } from './sum-section.tsx'
import { TaxesSection } from './taxes-section.tsx'
import { TestimonialsSection } from './testimonials-section.tsx'
import { TextSection } from './text-section.tsx'

type Props = { readonly user: User; readonly site: Site; readonly subject: string }

/** The owner's settings: a page for each subject. The menu has an editor of its own. */
export function Settings({ user, site, subject }: Props) {
  const { page } = useNavigation()
  const { id, title } = subjects.find((each) => each.id === subject) ?? subjects[0]
  const heading = useRef<HTMLHeadingElement>(null)
  // At this address a phone shows only the list of subjects; at the address of a subject, only the subject.
  const isList = page.path === '/office/settings'
  return (
    <OfficeFrame user={user} site={site}>
      <main
        id="main"
        tabIndex={-1}
        className="grid flex-1 content-start gap-4 px-4 pb-10 lg:grid-cols-[14rem_minmax(0,1fr)] lg:gap-6"
      >
        <nav
          aria-label="Settings"
          className={`content-start lg:sticky lg:top-4 lg:grid lg:self-start ${isList ? 'grid' : 'max-lg:hidden'}`}
        >
          <h2 className="px-3 pb-2 text-page">Settings</h2>
          {subjects.map((each) => (
            <Link
              key={each.id}
              to={`/office/settings/${each.id}`}
              aria-current={each.id === id ? (isList ? 'true' : 'page') : undefined}
              className="grid min-h-11 grid-cols-[minmax(0,1fr)_auto] items-center px-3 py-2 hover:bg-raise2 max-lg:border-line max-lg:border-b max-lg:bg-raise max-lg:py-3 max-lg:first-of-type:rounded-t-card max-lg:last:rounded-b-card max-lg:last:border-b-0 lg:rounded-control lg:aria-[current]:bg-raise2"
            >
              <span>
                <span className="block font-semibold">{each.title}</span>
                <span className="text-soft text-sm">{each.about}</span>
              </span>
              <Icon name="arrow" className="size-5 text-soft lg:hidden" />
            </Link>
          ))}
        </nav>
        <div className={`grid min-w-0 content-start gap-4 ${isList ? 'max-lg:hidden' : ''}`}>
          <div>
            <Link to="/office/settings" className={`${textButtonClass} text-sm lg:hidden`}>
              All settings
            </Link>
            <h2 ref={heading} tabIndex={-1} className="text-page outline-none">
              {title}
            </h2>
          </div>
          {id === 'printers' ? (
            <Printers categories={site.categories} />
          ) : (
            <SubjectPage key={id} subject={id} categories={site.categories} onSaved={() => heading.current?.focus()} />
          )}
        </div>
      </main>
    </OfficeFrame>
  )
}

const subjects = [
  { id: 'restaurant', title: 'Restaurant', about: 'Name, contact, social pages' },
  { id: 'look', title: 'Look', about: 'Colours and logo' },
  { id: 'hours', title: 'Hours and capacity', about: 'When you open, how much you cook, pauses' },
  { id: 'delivery', title: 'Delivery', about: 'Places and fees' },
  { id: 'payment', title: 'Payment', about: 'Bank accounts, limits, taxes' },
  { id: 'messages', title: 'Messages', about: 'WhatsApp, SMS, what was sent' },
  { id: 'printers', title: 'Printers', about: 'Tickets on paper' },
  { id: 'home', title: 'Home page', about: 'Slides, moving line, ratings' },
] as const

type SubjectProps = {
  readonly subject: Exclude<(typeof subjects)[number]['id'], 'printers'>
  readonly categories: Site['categories']
  readonly onSaved: () => void
}

function SubjectPage({ subject, categories, onSaved }: SubjectProps) {
  // Read the settings when the page opens, and keep them: a live change must not replace typed values.
  const settings = useQuery({ ...settingsQuery, staleTime: 0, gcTime: 0 })
  const data = settings.isFetchedAfterMount ? settings.data : undefined
  return (
    <QueryView what="settings" query={{ ...settings, data }} skeletons={['h-96']}>
      {(data) => (
        <>
          {subject === 'payment' && <PaymentLimits settings={data} />}
          {subject === 'messages' && <MessagesSettings />}
          {subject === 'hours' && (
            <div className="grid items-start gap-4 xl:grid-cols-2">
              <PauseCard />
              <Card title="The next two hours" hint="Press a quarter to close it, and again to open it.">
                <NextQuarters isTall />
              </Card>
            </div>
          )}
          <SettingsForm onSaved={onSaved}>{sectionsOf(subject, data, categories)}</SettingsForm>
        </>
      )}
    </QueryView>
  )
}

/** Settings for which the owner has to enter the password again. Each has a form of its own. */
function PaymentLimits({ settings }: { settings: RestaurantSettings }) {
  return (
    <>
      <AccountsSection />
      {[secondPerson, cashAtDoor].map((sum) => (
        <SumSection key={sum.name} sum={sum} settings={settings} />
      ))}
    </>
  )
}

function sectionsOf(subject: SubjectProps['subject'], settings: RestaurantSettings, categories: Site['categories']) {
  switch (subject) {
    case 'restaurant':
      return <RestaurantSections settings={settings} />
    case 'look':
      return <BrandSection settings={settings} />
    case 'hours':
      return (
        <>
          <HoursSection hours={settings.hours ?? { always: true }} hasPicture />
          <CapacitySection settings={settings} />
          <LaterSection later={settings.later} />
        </>
      )
    case 'delivery':
      return <PlacesSection places={settings.locations} />
    case 'payment':
      return <TaxesSection taxes={settings.taxes} />
    case 'messages':
      return <MessageTextsSection texts={settings.messageTexts} />
    case 'home':
      return <HomeSections settings={settings} categories={categories} />
  }
}

function RestaurantSections({ settings }: { settings: RestaurantSettings }) {
  const { name, shortName, tagline, description, phone, whatsapp, address, mapUrl, socials } = settings
  return (
    <>
      <NameSection initial={{ name, shortName, tagline, description }} />
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
      <ListSection
        title="Social pages"
        name="socials"
        of="page"
        columns={[
          { name: 'name', label: 'Name', maxLength: 40 },
          { name: 'url', label: 'Address', inputMode: 'url', maxLength: 500 },
        ]}
        initial={socials}
        change={(rows) => ({ socials: rows.map(({ name, url }) => ({ name, url })) })}
      />
    </>
  )
}

type HomeProps = { readonly settings: RestaurantSettings; readonly categories: Site['categories'] }

function HomeSections({ settings, categories }: HomeProps) {
  const { slides, testimonials, ownTestimonials, marquee, farm } = settings
  return (
    <>
      <SlidesSection slides={slides} categories={categories} />
      <ListSection
        title="Moving line"
        hint="Runs across the home page."
        name="marquee"
        of="line"
        columns={[{ name: 'text', label: 'Text', maxLength: 80 }]}
        initial={marquee.map((text) => ({ text }))}
        change={(rows) => ({ marquee: rows.map(({ text }) => text) })}
      />
      <TestimonialsSection testimonials={testimonials} ownTestimonials={ownTestimonials} />
      {farm && <FarmSection farm={farm} />}
    </>
  )
}

function FarmSection({ farm: { name, isShown } }: { farm: NonNullable<RestaurantSettings['farm']> }) {
  const [shown, setShown] = useState(isShown)
  return (
    <SettingsSection title={name} change={{ farmIsShown: shown }}>
      <CheckRow
        name="farmIsShown"
        label="Show the page about the farm"
        checked={shown}
        onChange={({ target }) => setShown(target.checked)}
      />
    </SettingsSection>
  )
}
