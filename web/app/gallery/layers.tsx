import { useState } from 'react'
import { useHydrated } from '#web/app/start-up/hydrated.ts'
import { ScrollToTop } from '#web/customer/farm/scroll-to-top.tsx'
import { confirmAction } from '#web/data/confirm-action.ts'
import { type Toast, toast, toastTime } from '#web/data/toast.ts'
import { Boundary } from '#web/ui/boundary.tsx'
import { Button } from '#web/ui/button.tsx'
import { LoadTrouble } from '#web/ui/load-trouble.tsx'
import { NeedsNetwork } from '#web/ui/needs-network.tsx'
import { Sheet } from '#web/ui/sheet.tsx'
import { Testimonials } from '#web/ui/testimonials.tsx'
import { Section, State } from './section.tsx'

const kinds: readonly Toast['kind'][] = ['plain', 'good', 'bad']
const durations = Object.entries(toastTime)

export function Layers() {
  return (
    <>
      <Section title="Sheet">
        <Opened name="short" lines={1} />
        <Opened name="longer than the screen" lines={40} />
      </Section>
      <Section title="Confirm dialog">
        {[false, true].map((danger) => (
          <Button
            key={String(danger)}
            variant="secondary"
            onClick={() => void confirmAction({ title: 'Close the kitchen?', action: 'Close it', danger })}
          >
            {danger ? 'What cannot be undone' : 'A question'}
          </Button>
        ))}
      </Section>
      <Section title="Toast">
        {kinds.map((kind) => (
          <State key={kind} name={kind}>
            {durations.map(([name, duration]) => (
              <Button
                key={name}
                variant="secondary"
                onClick={() => toast(`${kind}, for ${duration / 1000} s`, { kind, duration })}
              >
                {name}
              </Button>
            ))}
          </State>
        ))}
      </Section>
      <Section title="Boundary">
        <div className="w-full rounded-card border border-line">
          <Boundary>
            <Burnt />
          </Boundary>
        </div>
      </Section>
      <Section title="Scroll to top">
        <p className="text-soft">Comes at the edge of the screen when the head of the page has gone from view.</p>
        <ScrollToTop />
      </Section>
      <Section title="Load trouble">
        <LoadTrouble
          what="The list may be out of date."
          query={{ error: new Error('of the gallery'), isFetching: false, refetch: async () => {} }}
        />
      </Section>
      <Section title="Needs network">
        <p className="text-soft">Shown while the browser is offline.</p>
        <NeedsNetwork>Paying needs the network.</NeedsNetwork>
      </Section>
      <Section title="Testimonials">
        <Testimonials testimonials={[{ id: 'one', name: 'Ada', place: 'Yaba', text: 'It came hot.', picture: null }]} />
      </Section>
    </>
  )
}

function Opened({ name, lines }: { name: string; lines: number }) {
  const [open, setOpen] = useState(false)
  return (
    <>
      <Button variant="secondary" onClick={() => setOpen(true)}>
        Open: {name}
      </Button>
      <Sheet
        open={open}
        onClose={() => setOpen(false)}
        title="A dish"
        foot={
          <Button className="w-full" onClick={() => setOpen(false)}>
            Add to Cart
          </Button>
        }
      >
        {Array.from({ length: lines }, (_, line) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the lines never change
          <p key={line} className="py-2">
            What is chosen stands here.
          </p>
        ))}
      </Sheet>
    </>
  )
}

/** Throws only in the browser: if it threw on the server, there would be no page to send. */
function Burnt() {
  if (useHydrated()) throw new Error('of the gallery')
  return <p className="p-6 text-soft">About to fail…</p>
}
