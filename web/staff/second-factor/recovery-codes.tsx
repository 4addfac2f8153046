import { useEffect } from 'react'
import { createPortal } from 'react-dom'
import { toastDone, toastFailed } from '#web/data/toast.ts'
import { Button } from '#web/ui/button.tsx'
import { copyText } from '#web/ui/copy.ts'

/** Prints the codes without the rest of the page. */
const onPaper = '@media print { body > :not([data-recovery-codes]) { display: none } }'

/** Recovery codes for a lost phone. The server stores only hashes, so the codes can be shown only once. */
export function RecoveryCodes({ codes, onDone }: { codes: readonly string[]; onDone: () => void }) {
  const readable = codes.map((code) => code.replace(/(?<=^(?:...)+)(?=.)/g, '-'))

  useEffect(() => {
    const sheet = new CSSStyleSheet()
    sheet.replaceSync(onPaper)
    document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet]
    return () => {
      document.adoptedStyleSheets = document.adoptedStyleSheets.filter((other) => other !== sheet)
    }
  }, [])

  async function copy() {
    const isCopied = await copyText(readable.join('\n'))
    if (isCopied) toastDone('Codes copied.')
    else toastFailed('Could not copy. Write the codes down.')
  }

  return (
    <div className="grid gap-4">
      <div role="status" className="grid gap-4">
        <p>
          Keep these recovery codes away from your phone. Each signs you in once, with your password, when your phone is
          lost.
        </p>
        <Codes codes={readable} />
      </div>
      <p className="text-soft">Shown only once. Copy or print them before you close this.</p>
      <div className="grid grid-cols-2 gap-3">
        <Button variant="secondary" onClick={() => void copy()}>
          Copy
        </Button>
        <Button variant="secondary" onClick={() => print()}>
          Print
        </Button>
      </div>
      <Button onClick={onDone}>I have kept them</Button>
      {createPortal(
        <div data-recovery-codes className="hidden gap-4 p-8 print:grid">
          <p>Recovery codes of {location.host}. Each works once.</p>
          <Codes codes={readable} />
        </div>,
        document.body,
      )}
    </div>
  )
}

function Codes({ codes }: { codes: readonly string[] }) {
  return (
    <ul
      aria-label="Recovery codes"
      className="figures grid grid-cols-[repeat(auto-fit,minmax(min(9rem,100%),1fr))] gap-x-4 gap-y-1 rounded-control bg-raise2 p-4 text-center font-semibold"
    >
      {codes.map((code) => (
        <li key={code} className="select-all">
          {code}
        </li>
      ))}
    </ul>
  )
}
