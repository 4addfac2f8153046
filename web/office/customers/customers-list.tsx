import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { FoundCustomer } from '#contract/books/customers.ts'
import type { Answer } from '#contract/endpoints.ts'
import type { User } from '#contract/session.ts'
import type { Site } from '#contract/site.ts'
import * as Phone from '#domain/text/phone.ts'
import { Link, useNavigation } from '#web/app/navigation/navigation.tsx'
import { call } from '#web/data/api/client.ts'
import { invalidate, query } from '#web/data/api/query.ts'
import { useConfirmAction } from '#web/data/confirm-action.ts'
import { OfficeFrame } from '#web/office/frame/office-frame.tsx'
import { PagedList } from '#web/office/frame/paged-list.tsx'
import { CustomerNotes } from '#web/staff/customer-notes.tsx'
import { Badge } from '#web/ui/badge.tsx'
import { Button, buttonClass } from '#web/ui/button.tsx'
import { Field } from '#web/ui/forms/field.tsx'
import { day } from '#web/ui/lagos-time.ts'
import { Price } from '#web/ui/price.tsx'
import { Sheet } from '#web/ui/sheet.tsx'
import { useSend } from '#web/ui/use-send.ts'

const customersPage = (q: string, after: string) => ({
  ...query('GET /api/office/customers', { query: { ...(q && { q }), ...(after && { after }) } }),
  select: ({ customers, next }: Answer<'GET /api/office/customers'>) => ({ entries: customers, next }),
})

type Props = { readonly user: User; readonly site: Site }

export function CustomersList({ user, site }: Props) {
  const { search, restate } = useNavigation()
  const typed = new URLSearchParams(search).get('q') ?? ''
  const [opened, setOpened] = useState<FoundCustomer>()
  const change = (q: string) =>
    restate(q === '' ? '/office/customers' : `/office/customers?${new URLSearchParams({ q })}`)

  return (
    <OfficeFrame user={user} site={site}>
      <main id="main" tabIndex={-1} className="grid flex-1 content-start gap-4 px-4 pb-10">
        <h2 className="text-2xl">Customers</h2>
        <search>
          <Field
            label="Search customers"
            type="search"
            placeholder="Name or phone"
            autoComplete="off"
            autoCorrect="off"
            spellCheck={false}
            maxLength={100}
            value={typed}
            onChange={({ target }) => change(target.value)}
          />
        </search>
        <PagedList
          noun={['customer', 'customers']}
          label="Customers, the newest first"
          search={typed}
          page={customersPage}
          row={(customer) => <CustomerRow customer={customer} onOpen={setOpened} />}
          empty={(q) => <p>{q === '' ? 'No customers yet.' : 'No customer matches.'}</p>}
        />
      </main>
      <Sheet open={opened !== undefined} onClose={() => setOpened(undefined)} title={opened ? shownName(opened) : ''}>
        {opened && <About key={opened.id} customer={opened} onDone={() => setOpened(undefined)} />}
      </Sheet>
    </OfficeFrame>
  )
}

/**
 * Returns the name to show. The username of a guest is generated, so the name that the guest typed is shown instead.
 */
const shownName = ({ isGuest, username, name }: FoundCustomer) => (isGuest ? name || 'Guest' : username)

function CustomerRow({ customer, onOpen }: { customer: FoundCustomer; onOpen: (customer: FoundCustomer) => void }) {
  const { phone, isGuest, orders, spent, lastOrderAt } = customer
  return (
    <li>
      <button
        type="button"
        onClick={() => onOpen(customer)}
        className="-outline-offset-2 grid w-full grid-cols-[1fr_auto] items-baseline gap-x-4 gap-y-0.5 px-4 py-3 text-left hover:bg-raise2 lg:grid-cols-[minmax(0,2fr)_10rem_minmax(0,2fr)_8rem]"
      >
        <strong className="wrap-anywhere">
          {shownName(customer)} {isGuest && <Badge>Guest</Badge>}
        </strong>
        <span className="figures text-right text-sm lg:text-left">{phone === '' ? '' : Phone.format(phone)}</span>
        <span className="text-soft text-sm">
          {orders === 0 ? 'No orders' : orders === 1 ? '1 order' : `${orders} orders`}
          {lastOrderAt && `, the last on ${day(lastOrderAt)}`}
        </span>
        <Price amount={spent} className="text-right" />
      </button>
    </li>
  )
}

function About({ customer, onDone }: { customer: FoundCustomer; onDone: () => void }) {
  const { id, phone, orders, since } = customer
  const name = shownName(customer)
  const client = useQueryClient()
  const { busy, send } = useSend()
  const confirm = useConfirmAction()

  async function erase() {
    const isConfirmed = await confirm({
      title: `Erase ${name}?`,
      text: `${name} is signed out and cannot sign in again. Their orders stay in the books without name, phone, address or notes. This cannot be undone.`,
      action: `Erase ${name}`,
      otherwise: 'Keep',
      danger: true,
    })
    if (!isConfirmed) return
    await send(
      async () => {
        await call('POST /api/office/customers/:id/erasure', { params: { id } })
        void invalidate(client, 'GET /api/office/customers')
        onDone()
      },
      {
        done: `${name} is erased.`,
        unanswered: 'Could not reach the restaurant. Check the list before you try again.',
      },
    )
  }

  return (
    <div className="grid gap-5">
      <p className="text-soft">Since {day(since)}</p>
      <CustomerNotes customerId={id} />
      <div className="flex flex-wrap gap-2 border-line border-t pt-5">
        {orders > 0 && phone !== '' && (
          <Link to={`/office/orders?${new URLSearchParams({ q: phone })}`} className={buttonClass('secondary')}>
            Orders
          </Link>
        )}
        <a href={`/api/office/customers/${id}/export`} download={`${name}.json`} className={buttonClass('secondary')}>
          Download their data
        </a>
        <Button variant="danger" busy={busy} onClick={() => void erase()}>
          Erase
        </Button>
      </div>
    </div>
  )
}
