import { useState } from 'react'
import type { Delivery } from '#contract/order/riders.ts'
import type { Site } from '#contract/site.ts'
import * as DoorCash from '#domain/books/door-cash.ts'
import * as DoubtfulSum from '#domain/books/doubtful-sum.ts'
import * as Money from '#domain/money/money.ts'
import { noPhone, orderCode } from '#domain/order/quote.ts'
import { isIn } from '#domain/order/statuses.ts'
import * as Phone from '#domain/text/phone.ts'
import { shortestReason } from '#domain/text/words.ts'
import { useConfirmAmount } from '#web/data/confirm-action.ts'
import type { DeliveryAction } from '#web/data/outbox/queue.ts'
import type { ActionEntry } from '#web/data/outbox/queued-actions.ts'
import { keepFocus } from '#web/staff/keep-focus.ts'
import { Summary } from '#web/staff/summary.tsx'
import { Badge } from '#web/ui/badge.tsx'
import { Button, buttonClass } from '#web/ui/button.tsx'
import { Field } from '#web/ui/forms/field.tsx'
import { Form, useFields } from '#web/ui/forms/form.tsx'
import { typedAmount } from '#web/ui/forms/typed-amount.ts'
import { UsualReasons } from '#web/ui/forms/usual-reasons.tsx'
import { clock } from '#web/ui/lagos-time.ts'
import { callLinks, chatLink, mapLink } from './contact-links.ts'
import { collectedBy, statusAfterActions } from './delivery-actions.ts'

type OnPress = (action: DeliveryAction) => void

type Props = {
  readonly delivery: Delivery
  readonly site: Site
  readonly isNext: boolean
  readonly queued: readonly ActionEntry[]
  readonly refused: string | undefined
  readonly onPress: OnPress
}

export function DeliveryCard({ delivery, site, isNext, queued, refused, onPress }: Props) {
  const {
    orderId: id,
    customerName,
    contactPhone,
    deliveryAddress: address,
    deliveryLocation: location,
    items: lines,
  } = delivery
  const chat = chatLink(delivery, site.name)
  // An answer that the last release has cached lacks `collect`.
  const collect = delivery.collect ?? null
  const count = lines.reduce((sum, { quantity }) => sum + quantity, 0)
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the listener gets the clicks of the buttons inside, and a key press on a button is a click
    <article
      aria-labelledby={`delivery-${id}`}
      onClick={() => keepFocus(() => document.getElementById(`delivery-${id}`) ?? document.getElementById('main'))}
      className="grid animate-arrive gap-4 rounded-card bg-raise p-4 shadow-card"
    >
      <header className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1">
        {isNext && <p className="w-full font-semibold text-sm text-soft">Next stop</p>}
        <h2 id={`delivery-${id}`} tabIndex={-1} className="text-2xl">
          {orderCode(id)}
        </h2>
        <State delivery={delivery} queued={queued} />
      </header>
      <div className="wrap-anywhere grid gap-0.5">
        {collect !== null && <Collect due={collect} />}
        <p className="font-semibold text-lg leading-snug">{address}</p>
        <p className="text-soft">{location}</p>
        <p className="mt-1">
          {customerName}
          {contactPhone !== noPhone && ` · ${Phone.format(contactPhone)}`}
        </p>
      </div>
      <div className="flex flex-wrap gap-2">
        {callLinks(delivery).map(({ href, label }) => (
          <a key={href} href={href} className={linkClass}>
            {label}
          </a>
        ))}
        {chat && (
          <a href={chat.href} target="_blank" rel="noreferrer" className={linkClass}>
            {chat.label}
          </a>
        )}
        <a href={mapLink(delivery)} target="_blank" rel="noreferrer" className={linkClass}>
          Map
        </a>
      </div>
      <details className="border-line border-y">
        <Summary>
          <span className="flex flex-wrap justify-between gap-x-3">
            {count === 1 ? '1 item' : `${count} items`}
            {delivery.deliveryStatus !== 'out-for-delivery' && (
              <span className="text-sm text-soft">ready by {clock(delivery.readyBy)}</span>
            )}
          </span>
        </Summary>
        <ul className="grid gap-1 pb-3">
          {lines.map((line, index) => (
            // The lines of an order never change, so the index is the key.
            // biome-ignore lint/suspicious/noArrayIndexKey: see above
            <li key={index} className="wrap-anywhere">
              <span className="figures text-soft">{line.quantity} ×</span> {line.name}
            </li>
          ))}
        </ul>
      </details>
      {refused && (
        <p role="alert" className="wrap-anywhere font-semibold text-alarm">
          {refused}
        </p>
      )}
      {/* The key resets the field if the amount to collect changes. */}
      <Next key={collect} delivery={delivery} site={site} queued={queued} onPress={onPress} />
    </article>
  )
}

function Collect({ due }: { due: Money.Naira }) {
  if (due === 0) return <p className="mb-2 font-semibold text-leaf">Paid: no cash to collect.</p>
  return (
    <p className="mb-2 grid rounded-control bg-plantain px-4 py-2.5 text-on-plantain">
      <span className="font-semibold">Collect in cash</span>{' '}
      <strong className="figures text-4xl leading-tight">{Money.format(due)}</strong>
    </p>
  )
}

const linkClass = buttonClass('secondary', 'flex-1 px-3!')

function State({ delivery, queued }: Pick<Props, 'delivery' | 'queued'>) {
  if (queued.length > 0) return <Badge variant="promise">Not sent yet</Badge>
  const { deliveryStatus, status, outAt } = delivery
  switch (deliveryStatus) {
    case 'failed':
      return <Badge variant="bad">Not delivered</Badge>
    case 'out-for-delivery':
      return <Badge variant="ember">{outAt ? `Out since ${clock(outAt)}` : 'Out'}</Badge>
    case 'delivered':
      return <Badge variant="plain">Delivered</Badge>
    case 'unassigned':
    case 'assigned':
      return isIn(status, 'cooked') ? <Badge variant="good">Ready to go</Badge> : <Badge>On the fire</Badge>
  }
}

function Next({ delivery, site, queued, onPress }: Omit<Props, 'refused' | 'isNext'>) {
  const last = queued.at(-1)
  const due = delivery.collect ?? null
  // This component holds the typed sum, because the form is unmounted during the request. If the code was wrong, the
  // form shows the sum again.
  const [given, setGiven] = useState(String(due ?? 0))
  switch (statusAfterActions(delivery, queued)) {
    case 'delivered':
      return (
        <p className="font-semibold text-leaf">
          Delivered at {clock(new Date(last?.at ?? 0).toISOString())}
          {last && collectedBy(last.write) > 0 && `, ${Money.format(Money.naira(collectedBy(last.write)))} collected`}.
        </p>
      )
    case 'failed':
      return (
        <div className="grid gap-3">
          <p role="status" className="wrap-anywhere">
            <strong className="block text-alarm">
              {delivery.deliveryProblem ?? (last?.write.action === 'fail-delivery' && last.write.body.reason)}
            </strong>
            Keep the food until the desk tells you what to do.
          </p>
          <a href={`tel:${site.phone}`} className={buttonClass()}>
            Call the desk
          </a>
        </div>
      )
    case 'out-for-delivery':
      return <Handover due={due} given={given} onGiven={setGiven} onPress={onPress} />
    case 'unassigned':
    case 'assigned':
      if (!isIn(delivery.status, 'cooked')) return <p className="text-soft">The kitchen is still cooking.</p>
      return <Button onClick={() => onPress({ action: 'pick-up', body: {} })}>Picked up</Button>
  }
}

const usual = ['Nobody opened', 'The phone is not answered', 'The address is wrong', 'They do not want it']

type AtTheDoor = {
  readonly due: Money.Naira | null
  readonly given: string
  readonly onGiven: (given: string) => void
  readonly onPress: OnPress
}

function Handover(props: AtTheDoor) {
  const [failing, setFailing] = useState(false)
  return failing ? (
    <FailureForm onPress={props.onPress} onBack={() => setFailing(false)} />
  ) : (
    <HandoverForm {...props} onFail={() => setFailing(true)} />
  )
}

function HandoverForm({ due, given, onGiven, onPress, onFail }: AtTheDoor & { onFail: () => void }) {
  const { form, errors, show, forgive, fields, field, set } = useFields({ code: '' })
  const { code } = fields
  const collected = typedAmount(given)
  const confirmAmount = useConfirmAmount(DoubtfulSum.ask(collected ?? 0, due ?? 0, 'what is due'))

  async function submit() {
    const wrong = {
      ...(!/^\d{4}$/.test(code) && { code: 'Enter the customer’s code, which has 4 digits.' }),
      ...(collected === undefined && { collected: 'Please enter whole naira; 0 if you were given nothing.' }),
    }
    if (show(wrong) || collected === undefined || !(await confirmAmount())) return
    set('code', '')
    onPress({ action: 'deliver', body: due ? { code, collected } : { code } })
  }

  return (
    <Form form={form} errors={errors} onSubmit={() => void submit()}>
      <Field
        {...field('code')}
        label="Door code"
        hint="Ask the customer for the 4-digit code. It is on their order page; a caller was told it on the phone."
        inputMode="numeric"
        autoComplete="off"
        maxLength={4}
        className="figures text-2xl tracking-widest"
        onChange={(event) => set('code', event.target.value.replace(/\D/g, ''))}
        required
      />
      {due ? (
        <Field
          label="Cash you were given (₦)"
          name="collected"
          hint={beside(due, collected)}
          inputMode="numeric"
          autoComplete="off"
          maxLength={16}
          className="figures text-2xl"
          value={given}
          onChange={(event) => {
            onGiven(event.target.value)
            forgive('collected')
          }}
          error={errors.collected}
          required
        />
      ) : null}
      <Button type="submit">
        Delivered{due && collected !== undefined ? `, ${Money.format(Money.naira(collected))} collected` : ''}
      </Button>
      <Button variant="quiet" onClick={onFail}>
        Could not deliver
      </Button>
    </Form>
  )
}

/** Returns, for example, '₦500 short.' for a sum that differs from the amount due. Otherwise says what to enter. */
function beside(due: Money.Naira, collected: number | undefined): string {
  const difference = collected === undefined ? '' : DoorCash.compare(due, Money.naira(collected))
  return difference === '' ? 'The cash that you keep, after giving change.' : `${difference}.`
}

function FailureForm({ onPress, onBack }: { onPress: OnPress; onBack: () => void }) {
  const { form, errors, show, fields, field, set } = useFields({ reason: '' })
  const reason = fields.reason.trim()

  function submit() {
    if (show(reason.length < shortestReason ? { reason: 'Enter a reason for the desk.' } : {})) return
    onPress({ action: 'fail-delivery', body: { reason } })
  }

  return (
    <Form form={form} errors={errors} onSubmit={submit}>
      <Field {...field('reason')} label="Reason" autoComplete="off" maxLength={200} required />
      <UsualReasons reasons={usual} onChoose={(reason) => set('reason', reason)} />
      <Button type="submit" variant="danger">
        Could not deliver
      </Button>
      <Button variant="quiet" onClick={onBack}>
        Back
      </Button>
    </Form>
  )
}
