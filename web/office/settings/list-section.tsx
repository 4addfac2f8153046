import { type ReactNode, useState } from 'react'
import { type Columns, type Row, Rows } from './rows.tsx'
import { type Change, useSettingsForm } from './settings-form.tsx'
import { SettingsSection } from './settings-section.tsx'

type Props<Name extends string> = {
  readonly title: string
  readonly hint?: ReactNode
  readonly name: string
  /** The noun for a row, which labels buttons such as 'Add place'. */
  readonly of: string
  readonly columns: Columns<Name>
  readonly initial: readonly Row<Name>[]
  readonly change: (rows: readonly Row<Name>[]) => Change
}

export function ListSection<Name extends string>({ title, hint, initial, change, ...list }: Props<Name>) {
  const form = useSettingsForm()
  const [rows, setRows] = useState(() => initial.map((row, key) => ({ key, row })))
  return (
    <SettingsSection title={title} hint={hint} change={change(rows.map(({ row }) => row))}>
      <Rows {...list} rows={rows} onRows={setRows} errors={form.errors} forgive={form.forgive} />
    </SettingsSection>
  )
}
