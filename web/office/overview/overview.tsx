import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { Figures } from '#contract/books/figures.ts'
import type { Overview as Facts } from '#contract/office/overview.ts'
import type { User } from '#contract/session.ts'
import type { Site } from '#contract/site.ts'
import { averageOrder, keptPromises } from '#domain/books/figures.ts'
import * as Money from '#domain/money/money.ts'
import { dateOf, weekday } from '#domain/restaurant/lagos.ts'
import { Link } from '#web/app/navigation/navigation.tsx'
import { invalidate } from '#web/data/api/query.ts'
import { Card } from '#web/office/frame/card.tsx'
import { Change } from '#web/office/frame/change.tsx'
import { Bars, Columns, hourLabels, naira, plain } from '#web/office/frame/charts.tsx'
import { byLastHour, figuresQuery } from '#web/office/frame/figures-query.ts'
import { OfficeFrame } from '#web/office/frame/office-frame.tsx'
import { checklistQuery, overviewQuery } from '#web/office/frame/office-store.ts'
import { QueryView } from '#web/office/frame/query-view.tsx'
import { lastSeen } from '#web/office/people/member-labels.ts'
import { Checklist } from '#web/office/setup/checklist.tsx'
import { offWords } from '#web/staff/unavailable-label.ts'
import { Button } from '#web/ui/button.tsx'
import { clock, day, greeting } from '#web/ui/lagos-time.ts'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { textButtonClass } from '#web/ui/text-button.tsx'
import { useSend } from '#web/ui/use-send.ts'
import { counted, Need, Needs } from './needs.tsx'

export function Overview({ user, site }: { user: User; site: Site }) {
  const overview = useQuery({ ...overviewQuery, refetchOnMount: 'always' })
  const checklist = useQuery({ ...checklistQuery, staleTime: 0 })
  const now = new Date().toISOString()
  return (
    <OfficeFrame user={user} site={site}>
      <main
        id="main"
        tabIndex={-1}
        className="grid flex-1 grid-cols-1 content-start gap-4 px-4 pb-10 md:grid-cols-2 xl:grid-cols-[1.35fr_1fr] xl:gap-5"
      >
        <div className="md:col-span-2">
          <h2 className="wrap-anywhere text-page">
            {greeting()}, {user.name ?? user.username}.
          </h2>
          <p className="text-soft">
            {weekday(Date.parse(now))} {day(now)}, {clock(now)}
          </p>
        </div>
        {checklist.data && !checklist.data.isOpen && (
          <div className="md:col-span-2">
            <Checklist points={checklist.data.points} />
          </div>
        )}
        <QueryView what="overview" query={overview} skeletons={['h-96', 'h-96', 'h-72', 'h-72']}>
          {(facts) => <Cards facts={facts} />}
        </QueryView>
      </main>
    </OfficeFrame>
  )
}

function Cards({ facts: { today, yesterday, soldOut, backup, disk, signedIn, ...needs } }: { facts: Facts }) {
  const date = dateOf(Date.now())
  const figures = useQuery(figuresQuery({ from: date, to: date }))
  return (
    <>
      <Card title="Sales">
        <div className="flex flex-wrap items-start justify-between gap-x-8 gap-y-3">
          <div>
            <h3 className="text-soft text-sm">Today so far</h3>
            <p className="figures font-bold text-[min(2.75rem,12vw)] leading-tight">{Money.format(today.sales)}</p>
            {figures.data && <SinceYesterday figures={figures.data} />}
            <p className="text-soft">{ordersOf(today)}</p>
            {today.unpaid > 0 && <p className="text-soft">{Money.format(today.unpaid)} of it not paid yet</p>}
          </div>
          <dl className="grid min-w-0 grid-cols-[minmax(0,auto)_auto] gap-x-4 gap-y-1 text-sm *:even:figures *:even:text-right *:odd:text-soft">
            {figures.data && <Measures figures={figures.data} />}
            <dt>Yesterday</dt>
            <dd>{Money.format(yesterday.sales)}</dd>
            <dd className="col-span-2 text-right">{ordersOf(yesterday)}</dd>
          </dl>
        </div>
        <QueryView what="day’s figures" query={figures} skeletons={['h-32']}>
          {({ tables }) =>
            tables.hour.some(({ amount, amountBefore }) => amount + amountBefore > 0) && (
              <Columns lines={tables.hour} measure="amount" legend={['today', 'yesterday']} labels={hourLabels} />
            )
          }
        </QueryView>
      </Card>
      <Card title="Needs attention">
        <Needs {...needs} />
      </Card>
      <div>
        <Card title="Sold out">
          {soldOut.count === 0 ? (
            <p className="text-soft">Everything on the menu is available.</p>
          ) : (
            <ul aria-label="Sold-out dishes" className="grid divide-y divide-line">
              {soldOut.dishes.map((dish) => (
                <SoldOutDish key={dish.id} dish={dish} />
              ))}
            </ul>
          )}
          {soldOut.count > soldOut.dishes.length && (
            <p className="text-soft text-sm">and {soldOut.count - soldOut.dishes.length} more</p>
          )}
        </Card>
      </div>
      <div className="grid grid-cols-1 content-start gap-4 xl:gap-5">
        <Card title="Most ordered today">
          {figures.isPending && <Skeleton className="h-48 rounded-control" />}
          {figures.data && <MostOrdered dishes={figures.data.tables.dish.filter(({ count }) => count > 0)} />}
          <Link to="/office/figures" className={`${textButtonClass} justify-self-start`}>
            All figures
          </Link>
        </Card>
        <Card title="Signed in">
          <ul aria-label="Who is signed in" className="grid divide-y divide-line">
            {signedIn.map(({ id, username, role, seenAt }) => (
              <li key={id} className="flex flex-wrap justify-between gap-x-3 py-2">
                <span className="wrap-anywhere">
                  <strong>{username}</strong> <span className="text-soft">{role}</span>
                </span>
                <span className="text-soft text-sm">{lastSeen(seenAt, Date.now())}</span>
              </li>
            ))}
          </ul>
        </Card>
        <Card title="Server">
          <ul className="grid divide-y divide-line">
            <Need
              isWrong={isOld(backup.madeAt)}
              text={backup.madeAt ? `Last backup: ${day(backup.madeAt)}, ${clock(backup.madeAt)}` : 'No backup yet'}
            >
              {backup.rehearsedAt && `Last test restore: ${day(backup.rehearsedAt)}, ${clock(backup.rehearsedAt)}.`}
            </Need>
            {disk && (
              <Need
                isWrong={disk.free < leastFree}
                text={`Disk: ${gigabytes(disk.free)} of ${gigabytes(disk.size)} left`}
              />
            )}
          </ul>
        </Card>
      </div>
    </>
  )
}

function SinceYesterday({ figures }: { figures: Figures }) {
  const { amount, amountBefore, than } = byLastHour(figures.tables.hour)
  // If nothing was sold yesterday up to this hour, there is no sum to compare with.
  if (amount === amountBefore || amountBefore === 0) return null
  return <Change now={amount} before={amountBefore} format={naira} than={than} />
}

function Measures({ figures: { sales, tables } }: { figures: Figures }) {
  const average = averageOrder(sales.amount, sales.count)
  const kept = keptPromises(tables.promise)
  return (
    <>
      <dt>Average order</dt>
      <dd>{average === undefined ? 'None' : naira(average)}</dd>
      <dt>Ready as promised</dt>
      <dd>{kept === undefined ? 'None' : `${kept} %`}</dd>
    </>
  )
}

function MostOrdered({ dishes }: { dishes: Figures['tables']['dish'] }) {
  if (dishes.length === 0) return <p className="text-soft">No orders yet.</p>
  return <Bars lines={dishes.toSorted((a, b) => b.count - a.count)} measure="count" format={plain} />
}

const ordersOf = ({ orders, cancelled }: Facts['today']) =>
  `${counted(orders, 'order', 'No orders')}${cancelled > 0 ? `, ${cancelled} more cancelled` : ''}`

function SoldOutDish({ dish }: { dish: Facts['soldOut']['dishes'][number] }) {
  const client = useQueryClient()
  const { busy, send, callOnce } = useSend()

  const putBack = () =>
    send(
      async () => {
        await callOnce('PATCH /api/menu-items/:id', { params: dish, body: { isAvailable: true } })
        await invalidate(client, 'GET /api/office/overview')
      },
      { done: `${dish.name} is on the menu again.` },
    )

  return (
    <li className="flex items-center justify-between gap-3 py-2">
      <div className="min-w-0">
        <p className="wrap-anywhere font-semibold">{dish.name}</p>
        <p className="text-soft text-sm">{offWords(dish)}</p>
      </div>
      <Button variant="secondary" busy={busy} onClick={() => void putBack()} className="shrink-0">
        Put back<span className="sr-only">: {dish.name}</span>
      </Button>
    </li>
  )
}

/**
 * The age in milliseconds from which the last backup counts as missing: a day, because backups are daily, and two hours
 * in reserve.
 */
const backupDue = 26 * 60 * 60_000

/** Free bytes below which the screen warns: a database that cannot write takes no orders. */
const leastFree = 2e9

const isOld = (madeAt: string | null) => madeAt === null || Date.parse(madeAt) < Date.now() - backupDue

const gigabytes = (bytes: number) => `${(bytes / 1e9).toFixed(bytes < 1e10 ? 1 : 0)} GB`
