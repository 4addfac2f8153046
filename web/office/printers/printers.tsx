import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { PrinterCode } from '#contract/printers.ts'
import type { Site } from '#contract/site.ts'
import { QueryView } from '#web/office/frame/query-view.tsx'
import { Button } from '#web/ui/button.tsx'
import { Sheet } from '#web/ui/sheet.tsx'
import { PrinterAddress } from './printer-address.tsx'
import { PrinterCard } from './printer-card.tsx'
import { PrinterForm } from './printer-form.tsx'
import { type PrinterSheet, printersQuery, usePrinterChanged } from './printers-store.ts'

export function Printers({ categories }: { categories: Site['categories'] }) {
  const printers = useQuery({ ...printersQuery, refetchOnMount: 'always' })
  const changed = usePrinterChanged()
  const [sheet, setSheet] = useState<PrinterSheet>()
  const close = () => setSheet(undefined)

  function made(answer: PrinterCode) {
    changed(answer.printer)
    setSheet({ kind: 'address', made: answer })
  }

  return (
    <>
      <div className="flex flex-wrap items-center justify-between gap-3">
        <p className="max-w-prose text-soft">
          A printer with Star CloudPRNT or Epson Server Direct Print prints by itself: the kitchen ticket when an order
          is paid or started, the packing ticket when it is ready. Each prints once.
        </p>
        <Button onClick={() => setSheet({ kind: 'add' })}>Add printer</Button>
      </div>
      <QueryView what="printers" query={printers} skeletons={['h-48']}>
        {({ printers }) =>
          printers.length === 0 ? (
            <p className="rounded-card bg-raise p-5 shadow-card">
              No printer yet. Tickets print from the browser, at the desk and in the kitchen.
            </p>
          ) : (
            <ul className="grid items-start gap-3 xl:grid-cols-2">
              {printers.map((printer) => (
                <li key={printer.id} className="grid">
                  <PrinterCard printer={printer} categories={categories} onSheet={setSheet} onCode={made} />
                </li>
              ))}
            </ul>
          )
        }
      </QueryView>
      <Sheet open={sheet !== undefined} onClose={close} title={sheet ? titleOf(sheet) : ''} bare>
        {sheet?.kind === 'add' && <PrinterForm categories={categories} onMade={made} onDone={close} />}
        {sheet?.kind === 'change' && (
          <PrinterForm categories={categories} printer={sheet.printer} onMade={made} onDone={close} />
        )}
        {sheet?.kind === 'address' && <PrinterAddress made={sheet.made} onDone={close} />}
      </Sheet>
    </>
  )
}

function titleOf(sheet: PrinterSheet): string {
  switch (sheet.kind) {
    case 'add':
      return 'Add printer'
    case 'change':
      return `Change ${sheet.printer.name}`
    case 'address':
      return `Address for ${sheet.made.printer.name}`
  }
}
