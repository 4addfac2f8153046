import { useQuery } from '@tanstack/react-query'
import type { SecurityKind, SecurityLogList } from '#contract/staff.ts'
import { securityQuery } from '#web/office/frame/office-store.ts'
import { QueryView } from '#web/office/frame/query-view.tsx'
import { clock, day } from '#web/ui/lagos-time.ts'

const kinds: Readonly<Record<SecurityKind, string>> = {
  'wrong-credentials': 'Wrong password or code',
  'limit-reached': 'Limit reached',
  'not-allowed': 'Not allowed',
}

/** Words for endpoints in the list of refusals. Other endpoints are shown by their paths. */
const places: Readonly<Record<string, string>> = {
  'POST /api/session': 'log in',
  'POST /api/customers': 'sign up',
  'POST /api/password-reset': 'new password with a code',
  'POST /api/account/password': 'change password',
  'PATCH /api/account': 'change profile',
  'POST /api/account/deletion': 'delete account',
  'POST /api/order-links': 'add an order',
  'POST /api/quotes': 'go to payment',
  'POST /api/orders': 'place an order',
  'GET /api/stream': 'live page',
  'GET /api/changes': 'live page',
  '': 'another address',
}

export function SecuritySection() {
  const log = useQuery(securityQuery)
  return (
    <section aria-labelledby="security" className="grid gap-4">
      <div>
        <h2 id="security" className="text-2xl">
          Security
        </h2>
        <p className="text-soft text-sm">
          Refused requests by the hour. Many of one kind in an hour mean that somebody is guessing.
        </p>
      </div>
      <QueryView what="list" query={log}>
        {({ entries }) => <Entries entries={entries} />}
      </QueryView>
    </section>
  )
}

function Entries({ entries }: SecurityLogList) {
  if (entries.length === 0) {
    return (
      <p className="rounded-card border-2 border-line border-dashed px-6 py-12 text-center text-soft">
        Nothing was refused lately.
      </p>
    )
  }
  return (
    <ol
      aria-label="Refusals, newest first"
      // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, and a keyboard has no other way to do so
      tabIndex={0}
      className="grid max-h-96 divide-y divide-line overflow-y-auto rounded-card bg-raise px-4 shadow-card"
    >
      {entries.map(({ hour, kind, endpoint, times, addresses }) => (
        <li
          key={`${hour} ${kind} ${endpoint}`}
          className="grid grid-cols-[4.5rem_minmax(0,1fr)] gap-x-3 py-2.5 text-sm leading-snug"
        >
          <time dateTime={hour} className="figures text-soft">
            {clock(hour)}
            <span className="block text-xs">{day(hour).replace(/ \d{4}$/, '')}</span>
          </time>
          <p className="wrap-anywhere">
            <strong>{kinds[kind]}</strong>: {places[endpoint] ?? endpoint}
            <span className="block text-soft">
              {times === 1 ? 'once' : `${times} times`}
              {addresses > 0 && `, from ${addresses === 1 ? 'one network' : `${addresses} networks`}`}
            </span>
          </p>
        </li>
      ))}
    </ol>
  )
}
