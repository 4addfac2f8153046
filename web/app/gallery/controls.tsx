import { useState } from 'react'
import { naira } from '#domain/money/money.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Button, type ButtonVariant } from '#web/ui/button.tsx'
import { CopyButton } from '#web/ui/copy-button.tsx'
import { Field, Select } from '#web/ui/forms/field.tsx'
import { CheckRow, RadioRow } from '#web/ui/forms/option-row.tsx'
import { PauseButton } from '#web/ui/motion/pause-button.tsx'
import { Price } from '#web/ui/price.tsx'
import { Stepper } from '#web/ui/stepper.tsx'
import { Tabs } from '#web/ui/tabs.tsx'
import { TextButton } from '#web/ui/text-button.tsx'
import { Section, State } from './section.tsx'

const looks: readonly ButtonVariant[] = ['primary', 'missing', 'secondary', 'quiet', 'danger']
const longName = 'A dish with a name that is so long that it takes two lines and more on the screen of a phone'

export function Controls() {
  return (
    <>
      <Section title="Button">
        {looks.map((variant) => (
          <State key={variant} name={variant}>
            <Button variant={variant}>Add to Cart</Button>
            <Button variant={variant} busy>
              Adding
            </Button>
            <Button variant={variant} disabled>
              Sold out
            </Button>
          </State>
        ))}
      </Section>
      <Section title="Text button">
        <State name="in a line">
          <TextButton>Try again</TextButton>
        </State>
        <State name="disabled">
          <TextButton disabled>Try again</TextButton>
        </State>
      </Section>
      <Section title="Copy button">
        <CopyButton
          text="₦4,500"
          label="Copy"
          name="Copy the amount"
          copied="Amount copied."
          failed="Failed to copy."
        />
      </Section>
      <Section title="Field">
        <State name="empty" wide>
          <Field label="Address" placeholder="12 Admiralty Way" />
        </State>
        <State name="with a hint" wide>
          <Field label="Sender" hint="As the bank shows it." defaultValue="Uncle Femi" />
        </State>
        <State name="wrong" wide>
          <Field label="Phone" error="This is not a Nigerian phone number." defaultValue="0803" />
        </State>
        <State name="disabled" wide>
          <Field label="Username" defaultValue="ada" disabled />
        </State>
        <State name="choice" wide>
          <Select label="Location">
            <option>Old Town</option>
            <option>Harbour</option>
          </Select>
        </State>
        <State name="choice, wrong" wide>
          <Select label="Location" error="Please choose where you are.">
            <option>Select your location</option>
          </Select>
        </State>
      </Section>
      <Section title="Option row">
        <State name="one of several" wide>
          <RadioRow name="one" label="Included" aside="Free" defaultChecked />
          <RadioRow name="one" label="Charged" hint="With a hint" aside={<Price amount={naira(1500)} />} />
          <RadioRow name="one" label="Not available" aside="Sold out" disabled />
        </State>
        <State name="each of several" wide>
          <CheckRow label="Chosen" aside={<Price amount={naira(500)} />} defaultChecked />
          <CheckRow label={longName} aside={<Price amount={naira(1_250_000)} />} />
          <CheckRow label="Not available" aside="Sold out" disabled />
        </State>
      </Section>
      <Section title="Pause button">
        <State name="running">
          <PauseButton paused={false} what="the line" onToggle={() => {}} />
        </State>
        <State name="paused">
          <PauseButton paused what="the line" onToggle={() => {}} />
        </State>
      </Section>
      <Section title="Stepper">
        <Steps name="at its least" from={1} />
        <Steps name="between" from={7} />
        <Steps name="at its most" from={99} />
        <Steps name="compact" from={2} compact />
      </Section>
      <Section title="Tabs">
        <State name="two" wide>
          <TabsOf titles={['Log in', 'Sign up']} />
        </State>
        <div className="grid w-full gap-4">
          <TabsOf titles={['Pending', 'Preparing', 'Ready']} counts />
        </div>
      </Section>
    </>
  )
}

function Steps({ name, from, compact = false }: { name: string; from: number; compact?: boolean }) {
  const [value, setValue] = useState(from)
  return (
    <State name={name}>
      <Stepper label="Half Chicken" value={value} onChange={setValue} most={99} compact={compact} />
    </State>
  )
}

function TabsOf({ titles, counts = false }: { titles: readonly string[]; counts?: boolean }) {
  const [selected, setSelected] = useState('0')
  const tabs = titles.map((title, at) => ({
    id: String(at),
    title: (
      <>
        {title}
        {counts && at < 2 && <Badge variant={selected === String(at) ? 'ember' : 'plain'}>{3 + at * 9}</Badge>}
      </>
    ),
  }))
  return (
    <Tabs label="Of the gallery" tabs={tabs} selected={selected} onSelect={setSelected}>
      <p className="py-3">The panel of {titles[Number(selected)]}.</p>
    </Tabs>
  )
}
