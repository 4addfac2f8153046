import type { PrinterCode } from '#contract/printers.ts'
import { ShownOnce } from '#web/office/frame/shown-once.tsx'
import { CopyButton } from '#web/ui/copy-button.tsx'

/** The steps in the words of each make's own web page. */
const steps = {
  star: [
    'On a computer in the restaurant’s network, open the printer’s own page: its IP address is on its self-test print.',
    'Under CloudPRNT, switch the service on, paste this as the server’s URL, and set the polling time to 5 seconds.',
    'Save, and restart the printer. Then print a test page here.',
  ],
  epson: [
    'On a computer in the restaurant’s network, open the printer’s own page (WebConfig): its IP address is on its self-test print.',
    'Under Server Direct Print, choose Enable, paste this as URL 1, and set the interval to 5 seconds.',
    'Under Status Notification, choose Enable and paste the same URL: paper and cover are shown at once.',
    'Save, and restart the printer. Then print a test page here.',
  ],
} as const

/** The address that the owner types into the printer. The screen shows it once. */
export function PrinterAddress({ made: { printer, code }, onDone }: { made: PrinterCode; onDone: () => void }) {
  const address = `${location.origin}/api/${printer.make}/${code}`
  return (
    <ShownOnce
      secret={address}
      isLong
      warning="Shown only once: whoever has the address gets the tickets. If it is lost, make a new one."
      steps={
        <>
          <CopyButton
            text={address}
            label="Copy address"
            name="Copy address"
            copied="Address copied to clipboard!"
            failed="Could not copy. Select the address and copy it."
          />
          <ol className="grid list-decimal gap-2 pl-5">
            {steps[printer.make].map((step) => (
              <li key={step}>{step}</li>
            ))}
          </ol>
        </>
      }
      onDone={onDone}
    >
      <strong>{printer.name}</strong> polls this address:
    </ShownOnce>
  )
}
