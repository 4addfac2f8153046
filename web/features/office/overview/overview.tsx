import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { Overview as Facts } from '#contract/office/overview.ts'
import type { User } from '#contract/session.ts'
import type { Site } from '#contract/site.ts'
import * as Money from '#domain/money.ts'
import { Link } from '#web/app/navigation/navigation.tsx'
import { Card } from '#web/frame/staff/card.tsx'
import { Loaded } from '#web/frame/staff/loaded.tsx'
import { OfficeFrame } from '#web/frame/staff/office-frame.tsx'
import { buttonClass } from '#web/ui/button.tsx'
import { clock, day } from '#web/ui/lagos-time.ts'
import { lastSeen } from '../member-labels.ts'
import { checklistQuery, overviewQuery } from '../office-store.ts'
import { Checklist } from '../setup/checklist.tsx'

/** What an owner looks at in the morning. It is read again every half minute. */
export function Overview({ user, site, signOut }: { user: User; site: Site; signOut: ReactNode }) {
  const overview = useQuery({ ...overviewQuery, refetchOnMount: 'always' })
  const checklist = useQuery({ ...checklistQuery, staleTime: 0 })
  return (
    <OfficeFrame user={user} site={site} signOut={signOut}>
      <main
        id="main"
        tabIndex={-1}
        className="flex-1 gap-4 px-4 pb-10 *:mb-4 *:break-inside-avoid md:columns-2 xl:columns-3"
      >
        {checklist.data && !checklist.data.isOpen && <Checklist points={checklist.data.points} />}
        <Loaded what="overview" query={overview} skeletons={['h-52', 'h-52', 'h-52']}>
          {(facts) => <Cards facts={facts} />}
        </Loaded>
      </main>
    </OfficeFrame>
  )
}

function Cards({
  facts: { today, yesterday, late, unacknowledged, soldOut, refunds, backup, disk, signedIn },
}: {
  facts: Facts
}) {
  return (
    <>
      <Card title="Sales">
        <DayFigures title="Today so far" figures={today} isLarge />
        <DayFigures title="Yesterday" figures={yesterday} />
      </Card>
      <Card title="Needs somebody">
        <Line
          isWrong={unacknowledged.count > 0}
          text={counted(unacknowledged.count, 'new order', 'New orders: none')}
          more={unacknowledged.since ? `The oldest came at ${clock(unacknowledged.since)}.` : undefined}
        />
        <Line
          isWrong={late.count > 0}
          text={counted(late.count, 'late order', 'Late orders: none')}
          more={[
            ...late.orders.map(({ id, readyBy }) => `${id.slice(-6)}, promised for ${clock(readyBy)}`),
            ...(late.count > late.orders.length ? [`and ${late.count - late.orders.length} more`] : []),
          ].join('; ')}
        />
        <Line
          isWrong={refunds.count > 0}
          text={counted(refunds.count, 'refund owed', 'Refunds owed: none', 'refunds owed')}
          more={refunds.count > 0 ? `${Money.format(refunds.owed)} together.` : undefined}
        />
        <Link to="/desk" className={buttonClass('secondary', 'justify-self-start')}>
          Open the desk
        </Link>
      </Card>
      <Card title="Sold out">
        {soldOut.count === 0 ? (
          <p className="text-soft">Everything on the menu can be had.</p>
        ) : (
          <ul aria-label="Sold-out dishes" className="grid divide-y divide-line">
            {soldOut.dishes.map(({ id, name }) => (
              <li key={id} className="wrap-anywhere py-2">
                {name}
              </li>
            ))}
          </ul>
        )}
        {soldOut.count > soldOut.dishes.length && (
          <p className="text-soft text-sm">and {soldOut.count - soldOut.dishes.length} more</p>
        )}
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
        <Link to="/office/staff" className={buttonClass('secondary', 'justify-self-start')}>
          Staff
        </Link>
      </Card>
      <Card title="Server">
        <Line
          isWrong={isOld(backup.madeAt)}
          text={backup.madeAt ? `Last backup: ${day(backup.madeAt)}, ${clock(backup.madeAt)}` : 'No backup yet'}
          more={
            backup.rehearsedAt
              ? `Restored on trial: ${day(backup.rehearsedAt)}, ${clock(backup.rehearsedAt)}.`
              : undefined
          }
        />
        {disk && (
          <Line
            isWrong={disk.free < leastFree}
            text={`Disk: ${gigabytes(disk.free)} of ${gigabytes(disk.size)} left`}
          />
        )}
      </Card>
    </>
  )
}

/** Milliseconds after which the daily backup is missing. */
const backupDue = 26 * 60 * 60_000

/** Bytes. A database that cannot write takes no orders. */
const leastFree = 2e9

const isOld = (madeAt: string | null) => madeAt === null || Date.parse(madeAt) < Date.now() - backupDue

const gigabytes = (bytes: number) => `${(bytes / 1e9).toFixed(bytes < 1e10 ? 1 : 0)} GB`

function counted(count: number, one: string, none: string, many = `${one}s`): string {
  return count === 0 ? none : count === 1 ? `1 ${one}` : `${count} ${many}`
}

function DayFigures({ title, figures, isLarge }: { title: string; figures: Facts['today']; isLarge?: boolean }) {
  const { orders, cancelled, sales } = figures
  return (
    <div>
      <h3 className="text-soft text-sm">{title}</h3>
      <p className={`figures font-bold ${isLarge ? 'text-[min(2.25rem,12vw)]' : 'text-xl'}`}>{Money.format(sales)}</p>
      <p className="text-soft">
        {counted(orders, 'order', 'No orders')}
        {cancelled > 0 && `, ${cancelled} cancelled`}
      </p>
    </div>
  )
}

function Line({ text, more, isWrong }: { text: string; more?: string | undefined; isWrong: boolean }) {
  return (
    <div>
      <p className={isWrong ? 'font-semibold text-alarm' : ''}>{text}</p>
      {more && <p className="wrap-anywhere text-soft text-sm">{more}</p>}
    </div>
  )
}
