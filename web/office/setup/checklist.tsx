import { useQueryClient } from '@tanstack/react-query'
import type { Checklist as Points } from '#contract/office/setup.ts'
import { Link } from '#web/app/navigation/navigation.tsx'
import { call } from '#web/data/api/client.ts'
import { invalidate, setAnswer } from '#web/data/api/query.ts'
import { toastFailed } from '#web/data/toast.ts'
import { Card } from '#web/office/frame/card.tsx'
import { checkFirst } from '#web/office/frame/office-store.ts'
import { Button } from '#web/ui/button.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { useSend } from '#web/ui/use-send.ts'

type Point = Points['points'][number]['point']

/**
 * The title of each point of the checklist, and how to settle the point: `to` is a page, `hint` names a setting of the
 * server.
 */
const names: Readonly<Record<Point, { readonly title: string; readonly to?: string; readonly hint?: string }>> = {
  name: { title: 'Name and description', to: '/setup?step=name' },
  contact: { title: 'Phone and address', to: '/setup?step=contact' },
  places: { title: 'Delivery places', to: '/setup?step=places', hint: 'Without them customers collect their orders.' },
  accounts: { title: 'Bank account', to: '/setup?step=accounts' },
  hours: { title: 'Hours', to: '/setup?step=hours' },
  menu: { title: 'One dish that can be bought', to: '/setup?step=menu' },
  'second-factor': {
    title: 'Second factor',
    to: '/setup?step=second-factor',
    hint: 'Later changes of the bank accounts need it.',
  },
  backup: { title: 'Backup', hint: 'Start the server with BACKUP_DIR and BACKUP_PASSPHRASE.' },
  'public-address': { title: 'Public address', hint: 'Start the server with PUBLIC_URL, an https address.' },
}

/** The points that are missing before the first order, and the button that opens the restaurant. */
export function Checklist({ points }: Pick<Points, 'points'>) {
  const client = useQueryClient()
  const { busy, send } = useSend()
  const blocking = points.filter(({ isDone, isNecessary }) => isNecessary && !isDone)

  async function open() {
    setAnswer(client, 'GET /api/office/checklist', await call('POST /api/office/opening'))
    void invalidate(client, 'GET /api/setup')
  }

  function showFailure(error: unknown) {
    toastFailed(error, checkFirst)
    void invalidate(client, 'GET /api/office/checklist')
  }

  return (
    <Card
      title="Before your first order"
      hint={
        blocking.length === 0
          ? 'Everything required is done. Customers read that you are not open yet, until you open.'
          : `Customers read that you are not open yet. ${blocking.length === 1 ? 'One thing is' : `${blocking.length} things are`} missing.`
      }
    >
      <ul className="grid divide-y divide-line">
        {points.map((each) => (
          <PointRow key={each.point} {...each} />
        ))}
      </ul>
      {blocking.length === 0 && (
        <Button
          busy={busy}
          onClick={() => void send(open, { done: 'The restaurant is open for orders.', onFailure: showFailure })}
          className="justify-self-start"
        >
          Open for orders
        </Button>
      )}
    </Card>
  )
}

function PointRow({ point, isDone, isNecessary }: Points['points'][number]) {
  const { title, to, hint } = names[point]
  return (
    <li className="grid grid-cols-[1.5rem_minmax(0,1fr)_auto] items-center gap-x-3 py-1.5">
      <span className={isDone ? 'text-leaf' : 'text-soft'}>
        {isDone ? <Icon name="check" /> : <span aria-hidden="true">–</span>}
      </span>
      <span>
        {to === undefined ? (
          title
        ) : (
          <Link to={to} className="inline-flex min-h-11 items-center underline">
            {title}
          </Link>
        )}
        {hint !== undefined && !isDone && <span className="block text-soft text-sm">{hint}</span>}
      </span>
      <span className={isDone || !isNecessary ? 'text-soft text-sm' : 'font-semibold text-alarm text-sm'}>
        {isDone ? 'Done' : isNecessary ? 'Missing' : 'Advised'}
      </span>
    </li>
  )
}
