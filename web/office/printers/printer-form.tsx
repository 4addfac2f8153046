import { type ReactNode, useState } from 'react'
import type { NewPrinter, OfficePrinter, PrinterCode } from '#contract/printers.ts'
import type { Site } from '#contract/site.ts'
import { ticketKinds } from '#domain/order/ticket.ts'
import { call } from '#web/data/api/client.ts'
import { toastDone } from '#web/data/toast.ts'
import { checkFirst } from '#web/office/frame/office-store.ts'
import { kindLabels } from '#web/staff/printer-words.ts'
import { Field, Select } from '#web/ui/forms/field.tsx'
import { useFields } from '#web/ui/forms/form.tsx'
import { CheckRow } from '#web/ui/forms/option-row.tsx'
import { SheetForm } from '#web/ui/forms/sheet-form.tsx'
import { usePrinterChanged } from './printers-store.ts'

type Props = {
  readonly categories: Site['categories']
  /** Undefined for a new printer. */
  readonly printer?: OfficePrinter
  readonly onMade: (made: PrinterCode) => void
  readonly onDone: () => void
}

const hints: Readonly<Record<NewPrinter['kinds'][number], string>> = {
  kitchen: 'When an order is paid, or started before it is.',
  packing: 'When an order is ready. With name, phone, address and sums.',
}

export function PrinterForm({ categories: all, printer, onMade, onDone }: Props) {
  const changed = usePrinterChanged()
  const form = useFields({
    name: printer?.name ?? '',
    make: printer?.make ?? 'star',
    paperWidth: String(printer?.paperWidth ?? 80),
    copies: String(printer?.copies ?? 1),
  })
  const { fields, field, send } = form
  const [choice, setChoice] = useState<Choice>({
    kinds: printer?.kinds ?? ['kitchen'],
    some: printer?.categories !== undefined && printer.categories !== null,
    categories: printer?.categories ?? [],
  })
  const { kinds, some, categories } = choice
  const [cuts, setCuts] = useState(printer?.cuts ?? true)
  const [buzzes, setBuzzes] = useState(printer?.buzzes ?? true)

  function save() {
    const body: NewPrinter = {
      name: fields.name,
      make: fields.make as NewPrinter['make'],
      kinds: ticketKinds.filter((kind) => kinds.includes(kind)),
      categories: some && kinds.includes('kitchen') ? [...categories] : null,
      copies: Number(fields.copies),
      cuts,
      buzzes,
      paperWidth: Number(fields.paperWidth) as NewPrinter['paperWidth'],
    }
    const wrong = {
      ...(fields.name.trim() === '' && { name: 'Name it after its place: Grill, Bar, Packing.' }),
      ...(kinds.length === 0 && { kinds: 'Choose what it prints.' }),
      ...(body.categories?.length === 0 && { categories: 'Choose at least one category.' }),
    }
    const request = async () => {
      if (!printer) return onMade(await call('POST /api/office/printers', { body }))
      changed(await call('PATCH /api/office/printers/:id', { params: printer, body }))
      onDone()
      toastDone(`${fields.name} is changed.`)
    }
    void send(wrong, request, checkFirst)
  }

  return (
    <SheetForm form={form} onSubmit={save} submit={printer ? 'Save' : 'Add'} onCancel={onDone}>
      <Field
        {...field('name')}
        label="Name"
        hint="Its place: Grill, Bar, Packing."
        maxLength={40}
        autoComplete="off"
        required
      />
      <div className="grid gap-4 sm:grid-cols-3">
        <Select {...field('make')} label="Make">
          <option value="star">Star</option>
          <option value="epson">Epson</option>
        </Select>
        <Select {...field('paperWidth')} label="Paper">
          <option value="80">80 mm</option>
          <option value="58">58 mm</option>
        </Select>
        <Select {...field('copies')} label="Copies">
          {[1, 2, 3].map((count) => (
            <option key={count} value={count}>
              {count}
            </option>
          ))}
        </Select>
      </div>
      <Prints form={form} all={all} choice={choice} onChoice={setChoice} />
      <Group legend="With each ticket">
        <CheckRow name="cuts" label="Cut the paper" checked={cuts} onChange={({ target }) => setCuts(target.checked)} />
        <CheckRow
          name="buzzes"
          label="Sound the buzzer"
          hint="If the printer has one."
          checked={buzzes}
          onChange={({ target }) => setBuzzes(target.checked)}
        />
      </Group>
    </SheetForm>
  )
}

/** The tickets that a printer prints. If `some` is true, its kitchen tickets contain only dishes of `categories`. */
type Choice = { readonly kinds: readonly string[]; readonly some: boolean; readonly categories: readonly string[] }

type PrintsProps = {
  readonly form: Pick<ReturnType<typeof useFields>, 'errors' | 'forgive'>
  readonly all: Site['categories']
  readonly choice: Choice
  readonly onChoice: (choice: Choice) => void
}

function Prints({ form: { errors, forgive }, all, choice, onChoice }: PrintsProps) {
  const { kinds, some, categories } = choice
  const isKitchens = kinds.includes('kitchen')
  const toggle = (list: readonly string[], one: string) =>
    list.includes(one) ? list.filter((other) => other !== one) : [...list, one]

  return (
    <>
      <Group legend="Prints" error={errors.kinds}>
        {ticketKinds.map((kind) => (
          <CheckRow
            key={kind}
            name="kinds"
            label={`${kindLabels[kind]}s`}
            hint={hints[kind]}
            checked={kinds.includes(kind)}
            onChange={() => {
              onChoice({ ...choice, kinds: toggle(kinds, kind) })
              forgive('kinds')
            }}
          />
        ))}
        {isKitchens && (
          <CheckRow
            name="some"
            label="Kitchen tickets of some categories only"
            hint="A category that no printer has chosen prints on all printers."
            checked={some}
            onChange={({ target }) => onChoice({ ...choice, some: target.checked })}
          />
        )}
      </Group>
      {isKitchens && some && (
        <Group legend="Categories" error={errors.categories}>
          <div className="grid sm:grid-cols-2 sm:gap-x-4">
            {all.map(({ id, title }) => (
              <CheckRow
                key={id}
                name="categories"
                label={title}
                checked={categories.includes(id)}
                onChange={() => {
                  onChoice({ ...choice, categories: toggle(categories, id) })
                  forgive('categories')
                }}
              />
            ))}
          </div>
        </Group>
      )}
    </>
  )
}

function Group({ legend, error, children }: { legend: string; error?: string | undefined; children: ReactNode }) {
  return (
    <fieldset>
      <legend className="font-semibold text-sm">{legend}</legend>
      {error && (
        <p role="alert" className="text-alarm text-sm">
          {error}
        </p>
      )}
      {children}
    </fieldset>
  )
}
