import { useSuspenseQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { Privacy, Site } from '#contract/site.ts'
import * as Phone from '#domain/text/phone.ts'
import { Link } from '#web/app/navigation/navigation.tsx'
import { queries } from '#web/data/api/queries.ts'
import { textButtonClass } from '#web/ui/text-button.tsx'

/**
 * The data that is stored about customers, with reasons and retention times. The times come from the server, whose
 * timed tasks delete the data.
 */
export default function PrivacyPage() {
  const { data: site } = useSuspenseQuery(queries.site())
  const { data: privacy } = useSuspenseQuery(queries.privacy())
  return (
    <article className="page-width grid max-w-3xl gap-8 py-3 sm:py-8">
      <header className="grid gap-3">
        <h1 className="text-page sm:text-4xl">Privacy</h1>
        <p>
          {site.name}, {site.address}, keeps what it needs to cook and deliver your orders, and no longer than it needs
          it. There is no advertising, no tracking and no newsletter, and we sell nothing to anybody.
        </p>
      </header>
      <Kept {...privacy} />
      <Shared site={site} provider={privacy.provider} messengers={privacy.messengers} />
      <OnYourPhone days={privacy.sessionDays} />
      <Rights site={site} months={privacy.orderMonths} />
    </article>
  )
}

function Kept({ orderMonths, quoteDays, securityLogDays, sessionDays, guestDays, phoneMessageDays }: Privacy) {
  return (
    <Section id="kept" title="What we keep, why and how long">
      <dl className="grid gap-4">
        <Row what="Your account" why="To know you when you log in, and where to deliver.">
          Username, phone number, address, and your password as a code that nobody can read back. Kept until you delete
          the account.
        </Row>
        <Row what="If you order without an account" why="To show you your order, also on another phone.">
          Your name and phone number. Deleted {count(guestDays, 'day')} after you last went to payment, or when you ask
          under Your data; of your orders we keep what the next row says.
        </Row>
        <Row what="Your orders" why="To cook them, deliver them, find your payment and answer your questions.">
          Your name and numbers, the delivery address, dishes and notes, who paid and when, your rating. After{' '}
          {count(orderMonths, 'month')} an order names nobody any more: only dishes, sums and stars stay, for our books.
        </Row>
        <Row what="Orders you did not place" why="To find a transfer that comes late.">
          The same, from the moment you go to payment. Deleted after {count(quoteDays, 'day')}.
        </Row>
        <Row what="Where you are logged in" why="To keep you logged in, and to let you log out other phones.">
          The kind of browser and phone. Deleted when you log out, or {count(sessionDays, 'day')} after your last visit.
        </Row>
        <Row what="Notifications" why="To tell your phone about your order. Only if you ask for them.">
          An address that your browser gives us. Deleted when you log out there; each message after{' '}
          {count(phoneMessageDays, 'day')}.
        </Row>
        <Row what="Messages" why="To tell you of your order where you asked for it, and to answer you.">
          The number that you wrote from, our messages and yours. Deleted after {count(phoneMessageDays, 'day')}, or
          with your account. A number that wrote STOP stays for a year, so that we do not write to it.
        </Row>
        <Row what="Refused log-ins and limits" why="To notice somebody who guesses passwords.">
          How often and when, with a code instead of the network address. Deleted after {count(securityLogDays, 'day')}.
        </Row>
      </dl>
      <p className="text-soft">
        Our copies for emergencies may hold deleted data until newer copies replace them. What our staff did with an
        order stays on record, without your name.
      </p>
    </Section>
  )
}

function Shared({
  site,
  provider,
  messengers,
}: { site: Site } & { provider: string | null; messengers: readonly string[] | undefined }) {
  return (
    <Section id="shared" title="Who else sees it">
      <ul className="grid list-disc gap-2 pl-5">
        <li>
          The kitchen sees dishes and notes. The rider of your order sees your name, phone number and address. The owner
          reads your rating, with your name. Other customers see what you wrote, with your first name, only where you
          allow it below the rating, and until you take that back.
        </li>
        <li>Your bank and ours see your transfer, as with any transfer.</li>
        {provider !== null && (
          <li>
            {provider} makes an account number for each order and tells us when the money came. We give it the order’s
            number and sum, and neither your name nor your phone number.
          </li>
        )}
        <li>
          Notifications go through the service of your browser (Google, Apple, Mozilla or Microsoft), encrypted: it
          cannot read them.
        </li>
        {messengers && (
          <li>
            {messengers.join(' and ')} {messengers.length === 1 ? 'carries' : 'carry'} messages about your order to your
            phone: its code and how far it is, and neither your name nor your address.
          </li>
        )}
        <li>WhatsApp and phone calls, if you choose to write or call, go through WhatsApp and your network.</li>
        <li>Nobody else, unless the law makes us. For questions: {site.name}, at the number below.</li>
      </ul>
    </Section>
  )
}

function OnYourPhone({ days }: { days: number }) {
  return (
    <Section id="phone" title="On your phone">
      <p>
        Your browser keeps your cart, and what you typed for your order until you log out. Three cookies: one keeps you
        logged in for {count(days, 'day')}, one says that you are, and one knows your phone again for a year, so that
        nobody’s wrong passwords lock you out. None of them follows you to other sites.
      </p>
    </Section>
  )
}

function Rights({ site, months }: { site: Site; months: number }) {
  return (
    <Section id="rights" title="Your rights">
      <p>
        Under <strong>Your data</strong> in{' '}
        <Link to="/account" className={textButtonClass}>
          My Account
        </Link>{' '}
        you download all that we keep about you, and delete your account. Your orders then name nobody at once; the
        sender’s name of a transfer goes with the order’s {count(months, 'month')}. You correct your profile on the same
        page. You turn notifications off in your browser.
      </p>
      <p>
        To ask, object or complain, call{' '}
        <a href={`tel:${site.phone}`} className={textButtonClass}>
          {Phone.format(site.phone)}
        </a>
        . The Nigeria Data Protection Act 2023 protects you; the Nigeria Data Protection Commission (ndpc.gov.ng) hears
        complaints.
      </p>
    </Section>
  )
}

function Section({ id, title, children }: { id: string; title: string; children: ReactNode }) {
  return (
    <section aria-labelledby={id} className="grid gap-3">
      <h2 id={id} className="text-2xl">
        {title}
      </h2>
      {children}
    </section>
  )
}

function Row({ what, why, children }: { what: string; why: string; children: ReactNode }) {
  return (
    <div className="rounded-card bg-raise p-4 shadow-card">
      <dt className="font-semibold">{what}</dt>
      <dd className="mt-1">{children}</dd>
      <dd className="mt-1 text-soft">{why}</dd>
    </div>
  )
}

function count(number: number, unit: string): string {
  return number === 1 ? `a ${unit}` : `${number} ${unit}s`
}
