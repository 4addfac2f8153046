import { type ReactNode, useState } from 'react'
import { Field } from '#web/ui/forms/field.tsx'
import { TextArea } from '#web/ui/forms/text-area.tsx'
import { type Change, useSettingsForm } from './settings-form.tsx'
import { SettingsSection } from './settings-section.tsx'

type TextField<Name extends string> = {
  readonly name: Name
  readonly label: string
  readonly hint?: string
  readonly type?: 'tel' | 'url'
  readonly inputMode?: 'numeric'
  readonly maxLength?: number
  readonly isLong?: true
}

type Props<Name extends string> = {
  readonly title: string
  readonly hint?: ReactNode
  readonly fields: readonly TextField<Name>[]
  readonly initial: Readonly<Record<Name, string>>
  readonly change: (values: Readonly<Record<Name, string>>) => Change
}

export function TextSection<Name extends string>({ title, hint, fields, initial, change }: Props<Name>) {
  const [values, setValues] = useState(initial)
  const form = useSettingsForm()

  function set(name: Name, value: string) {
    setValues((before) => ({ ...before, [name]: value }))
    form.forgive(name)
  }

  return (
    <SettingsSection title={title} hint={hint} change={change(values)}>
      {fields.map(({ name, isLong, label, hint, maxLength, ...field }) => {
        const same = {
          name,
          label,
          hint,
          maxLength,
          value: values[name],
          error: form.errors[name],
          autoComplete: 'off',
        }
        return isLong ? (
          <TextArea key={name} {...same} onText={(text) => set(name, text)} />
        ) : (
          <Field key={name} {...same} {...field} onChange={({ target }) => set(name, target.value)} />
        )
      })}
    </SettingsSection>
  )
}
