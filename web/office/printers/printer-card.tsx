import { useQueryClient } from '@tanstack/react-query'
import type { OfficePrinter, PrinterCode } from '#contract/printers.ts'
import type { Site } from '#contract/site.ts'
import { orderCode } from '#domain/order/quote.ts'
import { refocus } from '#web/app/navigation/refocus.ts'
import { call } from '#web/data/api/client.ts'
import { setAnswer } from '#web/data/api/query.ts'
import { useConfirmAction } from '#web/data/confirm-action.ts'
import { checkFirst } from '#web/office/frame/office-store.ts'
import { kindLabels, troubleOf } from '#web/staff/printer-words.ts'
import { Badge } from '#web/ui/badge.tsx'
import { clock, day } from '#web/ui/lagos-time.ts'
import { TextButton } from '#web/ui/text-button.tsx'
import { useSend } from '#web/ui/use-send.ts'
import { type PrinterSheet, usePrinterChanged } from './printers-store.ts'

type Props = {
  readonly printer: OfficePrinter
  readonly categories: Site['categories']
  readonly onSheet: (sheet: PrinterSheet) => void
  readonly onCode: (made: PrinterCode) => void
}

export function PrinterCard({ printer, categories, onSheet, onCode }: Props) {
  const { id, name, polledAt } = printer
  const client = useQueryClient()
  const changed = usePrinterChanged()
  const confirm = useConfirmAction()
  const { busy, send } = useSend()
  const trouble = troubleOf(printer, printer.today.waiting)
  const heading = `printer-${id}`

  async function test() {
    await send(async () => changed(await call('POST /api/office/printers/:id/test', { params: { id } })), {
      done: `The test page prints when ${name} polls next.`,
    })
  }

  async function renew() {
    const isConfirmed = await confirm({
      title: `New address for ${name}?`,
      text: 'The present address stops working at once. Enter the new one in the printer.',
      action: 'Make new address',
    })
    if (!isConfirmed) return
    await send(async () => onCode(await call('POST /api/office/printers/:id/code', { params: { id } })), {
      unanswered: checkFirst,
    })
  }

  async function remove() {
    const isConfirmed = await confirm({
      title: `Remove ${name}?`,
      text: 'It prints nothing more. Tickets that it has not printed yet stay on the screens.',
      action: 'Remove',
      danger: true,
    })
    if (!isConfirmed) return
    const request = async () => {
      refocus(() => document.getElementById('main'))
      setAnswer(client, 'GET /api/office/printers', await call('DELETE /api/office/printers/:id', { params: { id } }))
    }
    await send(request, { done: `${name} is removed.`, unanswered: checkFirst })
  }

  return (
    <article aria-labelledby={heading} className="flex flex-col gap-3 rounded-card bg-raise p-4 shadow-card sm:p-5">
      <header className="flex flex-wrap items-start justify-between gap-x-3 gap-y-1">
        <div className="min-w-0">
          <h3 id={heading} className="wrap-anywhere text-xl">
            {name}
          </h3>
          <p className="text-soft text-sm">
            {polledAt === null ? 'Has not polled yet.' : `Last polled ${when(polledAt)}.`}
          </p>
        </div>
        {(polledAt !== null || trouble !== '') && (
          <Badge variant={trouble === '' ? 'done' : 'bad'}>{trouble === '' ? 'Ready' : 'Needs you'}</Badge>
        )}
      </header>
      {trouble !== '' && <p className="font-semibold text-alarm">{trouble}</p>}
      <p>{prints(printer, categories)}</p>
      <Today printer={printer} />
      <div className="mt-auto flex flex-wrap gap-x-5 text-sm">
        <TextButton aria-label={`Change ${name}`} onClick={() => onSheet({ kind: 'change', printer })}>
          Change
        </TextButton>
        <TextButton aria-label={`Test page on ${name}`} disabled={busy} onClick={() => void test()}>
          Test page
        </TextButton>
        <TextButton aria-label={`New address for ${name}`} disabled={busy} onClick={() => void renew()}>
          New address
        </TextButton>
        <TextButton aria-label={`Remove ${name}`} disabled={busy} onClick={() => void remove()} className="text-alarm">
          Remove
        </TextButton>
      </div>
    </article>
  )
}

function when(iso: string): string {
  const today = day(new Date().toISOString())
  return day(iso) === today ? `at ${clock(iso)}` : `on ${day(iso)}, ${clock(iso)}`
}

/** Returns, for example, 'Kitchen tickets of Grills and Pizza, 2 copies each, on 80 mm.' */
function prints({ make, kinds, categories: ids, copies, paperWidth }: OfficePrinter, all: Site['categories']): string {
  const titles = ids?.map((id) => all.find((category) => category.id === id)?.title ?? id)
  const of = titles ? ` of ${titles.join(', ')}` : ''
  const tickets = kinds.map((kind) => `${kindLabels[kind]}s${kind === 'kitchen' ? of : ''}`).join(' and ')
  const each = copies > 1 ? `, ${copies} copies each` : ''
  return `${tickets}${each}, on ${paperWidth} mm. ${make === 'star' ? 'Star' : 'Epson'}.`
}

const tickets = (count: number) => (count === 1 ? '1 ticket' : `${count} tickets`)

const failures = {
  unreadable: 'the printer could not read the picture',
  unconfirmed: 'the printer fetched it five times and never confirmed that it printed',
} as const satisfies Record<OfficePrinter['today']['failed'][number]['failure'], string>

function Today({ printer: { today } }: { printer: OfficePrinter }) {
  const { printed, waiting, over, failed } = today
  const sentences = [
    printed === 0 ? 'Nothing printed today.' : `${tickets(printed)} printed today.`,
    ...(waiting > 0 ? [`${tickets(waiting)} ${waiting === 1 ? 'waits' : 'wait'} to be printed.`] : []),
    ...(over > 0 ? [`${tickets(over)} did not print: the order was over before the printer came back.`] : []),
  ]
  return (
    <div className="grid gap-1 text-sm">
      <p className="text-soft">{sentences.join(' ')}</p>
      {failed.map(({ orderId, kind, failure }, index) => (
        // The index is the key, because the same ticket may fail twice.
        // biome-ignore lint/suspicious/noArrayIndexKey: see above
        <p key={index} className="text-alarm">
          {kindLabels[kind]} of <span className="figures">{orderCode(orderId)}</span>: {failures[failure]}.
        </p>
      ))}
    </div>
  )
}
