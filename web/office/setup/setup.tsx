import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useEffect, useRef } from 'react'
import type { Checklist as Points } from '#contract/office/setup.ts'
import type { User } from '#contract/session.ts'
import type { OfficeAccounts, RestaurantSettings } from '#contract/settings.ts'
import type { Site } from '#contract/site.ts'
import * as Phone from '#domain/text/phone.ts'
import { Link, useNavigation } from '#web/app/navigation/navigation.tsx'
import { call } from '#web/data/api/client.ts'
import { invalidate, setAnswer } from '#web/data/api/query.ts'
import { useSessionEnd } from '#web/data/api/session.ts'
import { Card } from '#web/office/frame/card.tsx'
import { OfficeFrame } from '#web/office/frame/office-frame.tsx'
import { accountsQuery, checkFirst, checklistQuery, settingsQuery } from '#web/office/frame/office-store.ts'
import { accountColumns } from '#web/office/settings/accounts-section.tsx'
import { HoursSection } from '#web/office/settings/hours-section.tsx'
import { ListSection } from '#web/office/settings/list-section.tsx'
import { NameSection } from '#web/office/settings/name-section.tsx'
import { PlacesSection } from '#web/office/settings/places-section.tsx'
import { SettingsForm } from '#web/office/settings/settings-form.tsx'
import { TextSection } from '#web/office/settings/text-section.tsx'
import { Button, buttonClass } from '#web/ui/button.tsx'
import { LoadTrouble } from '#web/ui/load-trouble.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { useSend } from '#web/ui/use-send.ts'
import { Checklist } from './checklist.tsx'

const steps = ['second-factor', 'name', 'contact', 'places', 'accounts', 'hours', 'menu', 'open'] as const
type Step = (typeof steps)[number]

type Props = {
  readonly user: User
  readonly site: Site
  /** The form that adds a second factor. */
  readonly enrolment: (onDone: () => void) => ReactNode
}

/** The steps of the set-up. Each step is saved on the server, so an owner can leave and continue later. */
export function SetUp({ user, site, enrolment }: Props) {
  const { search, go } = useNavigation()
  const checklist = useQuery({ ...checklistQuery, staleTime: 0 })
  const settings = useQuery({ ...settingsQuery, staleTime: 0 })
  const accounts = useQuery(accountsQuery)
  useSessionEnd(checklist.error)
  const asked = steps.find((step) => step === new URLSearchParams(search).get('step'))
  const isReady = checklist.data && settings.data && accounts.data
  const step = checklist.data && (checklist.data.isOpen ? 'open' : (asked ?? firstMissing(checklist.data)))

  return (
    <OfficeFrame user={user} site={site}>
      <main id="main" tabIndex={-1} className="grid w-full max-w-2xl flex-1 content-start gap-4 px-4 pb-10">
        <LoadTrouble
          what="The set-up did not load."
          query={checklist.error ? checklist : settings.error ? settings : accounts}
        />
        {isReady && step ? (
          <>
            <Heading key={step} step={step} />
            <StepPage
              key={`${step} page`}
              step={step}
              checklist={checklist.data}
              settings={settings.data}
              accounts={accounts.data}
              enrolment={enrolment}
              onDone={() => go(`/setup?step=${steps[steps.indexOf(step) + 1] ?? 'open'}`)}
            />
          </>
        ) : (
          <Skeleton className="h-96 rounded-card" />
        )}
      </main>
    </OfficeFrame>
  )
}

function firstMissing({ points }: Points): Step {
  return steps.find((step) => points.some(({ point, isDone }) => point === step && !isDone)) ?? 'open'
}

/** The number of the step, which gets the focus when the step changes, and a link to the previous step. */
function Heading({ step }: { step: Step }) {
  const heading = useRef<HTMLParagraphElement>(null)
  const at = steps.indexOf(step)
  const before = steps[at - 1]
  useEffect(() => heading.current?.focus(), [])
  return (
    <div className="flex min-h-11 flex-wrap items-center justify-between gap-x-4">
      <p ref={heading} tabIndex={-1} className="text-soft">
        Set-up, step {at + 1} of {steps.length}
      </p>
      {before && (
        <Link to={`/setup?step=${before}`} className="inline-flex min-h-11 items-center underline">
          Back
        </Link>
      )}
    </div>
  )
}

type StepProps = {
  readonly step: Step
  readonly checklist: Points
  readonly settings: RestaurantSettings
  readonly accounts: OfficeAccounts
  readonly enrolment: Props['enrolment']
  readonly onDone: () => void
}

function StepPage({ step, checklist, settings, accounts, enrolment, onDone }: StepProps) {
  const client = useQueryClient()
  const isDone = (wanted: Step) => checklist.points.some(({ point, isDone }) => point === wanted && isDone)
  const isNamed = isDone('name')

  function next() {
    void invalidate(client, 'GET /api/office/checklist')
    void invalidate(client, 'GET /api/office/accounts')
    onDone()
  }

  const saved = (section: ReactNode) => <SettingsForm onNext={next}>{section}</SettingsForm>

  switch (step) {
    case 'second-factor':
      return (
        <Card title="Second factor" hint="Whoever learns your password cannot sign in without it.">
          {isDone(step) ? <p>It is set.</p> : enrolment(next)}
          {isDone(step) ? <Next onClick={onDone} /> : <Skip onClick={onDone}>Later</Skip>}
        </Card>
      )
    case 'name':
      return saved(
        <NameSection
          initial={{
            name: isNamed ? settings.name : '',
            shortName: isNamed ? settings.shortName : '',
            tagline: settings.tagline,
            description: settings.description,
          }}
        />,
      )
    case 'contact':
      return saved(
        <TextSection
          title="Contact"
          fields={[
            { name: 'phone', label: 'Phone', type: 'tel', maxLength: 60 },
            { name: 'whatsapp', label: 'WhatsApp', type: 'tel', maxLength: 60 },
            { name: 'address', label: 'Address', hint: 'Customers collect their orders there.', maxLength: 200 },
          ]}
          initial={{
            phone: Phone.format(settings.phone),
            whatsapp: Phone.format(settings.whatsapp),
            address: settings.address,
          }}
          change={(values) => ({ ...values, mapUrl: mapOf(values.address) })}
        />,
      )
    case 'places':
      return (
        <>
          {saved(<PlacesSection places={settings.locations} />)}
          {!isDone(step) && <Skip onClick={onDone}>No delivery: customers collect their orders</Skip>}
        </>
      )
    case 'accounts':
      return saved(
        <ListSection
          title="Bank account"
          hint="Customers pay to it. Once the restaurant is open, a change takes effect after a delay."
          name="accounts"
          of="account"
          columns={accountColumns}
          initial={accounts.accounts.length > 0 ? accounts.accounts : [{ bank: '', number: '', name: '' }]}
          change={(rows) => ({ accounts: rows.map(({ bank, number, name }) => ({ bank, number, name })) })}
        />,
      )
    case 'hours':
      return saved(<HoursSection hours={settings.hours} />)
    case 'menu':
      return <MenuStep isDone={isDone(step)} onDone={onDone} />
    case 'open':
      return checklist.isOpen ? (
        <Card title="Open for orders">
          <p>Customers can order now.</p>
          <Link to="/office" className={buttonClass('primary', 'justify-self-start')}>
            Overview
          </Link>
        </Card>
      ) : (
        <Checklist points={checklist.points} />
      )
  }
}

/** Returns a map link for the address. The owner can replace it in the settings. */
function mapOf(address: string): string {
  return `https://www.google.com/maps/search/?api=1&query=${encodeURIComponent(address.trim())}`
}

/** Offers three ways to begin a menu. */
function MenuStep({ isDone, onDone }: { isDone: boolean; onDone: () => void }) {
  const client = useQueryClient()
  const { busy, send } = useSend()

  const takeDemo = () =>
    send(async () => setAnswer(client, 'GET /api/office/checklist', await call('POST /api/office/demo-menu')), {
      done: 'The demo’s menu is yours to edit.',
      unanswered: checkFirst,
    })

  return (
    <Card title="Menu" hint="Every dish, price and choice can be changed later.">
      {isDone && <p>Your menu has a dish that can be bought.</p>}
      <Link to="/office/menu" className={buttonClass('secondary', 'justify-self-start')}>
        {isDone ? 'Edit the menu' : 'Write or import the menu'}
      </Link>
      {!isDone && (
        <Button variant="secondary" busy={busy} onClick={() => void takeDemo()} className="justify-self-start">
          Begin with the demo’s menu
        </Button>
      )}
      {isDone ? <Next onClick={onDone} /> : <Skip onClick={onDone}>Later</Skip>}
    </Card>
  )
}

function Next({ onClick }: { onClick: () => void }) {
  return (
    <Button onClick={onClick} className="justify-self-start">
      Continue
    </Button>
  )
}

function Skip({ onClick, children }: { onClick: () => void; children: ReactNode }) {
  return (
    <Button variant="quiet" onClick={onClick} className="justify-self-start px-0!">
      {children}
    </Button>
  )
}
