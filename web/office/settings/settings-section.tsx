import { type ReactNode, useId, useLayoutEffect } from 'react'
import { Card } from '#web/office/frame/card.tsx'
import { type Change, useSettingsForm } from './settings-form.tsx'

type Props = {
  readonly title: string
  readonly hint?: ReactNode
  readonly change: Change
  readonly children: ReactNode
}

export function SettingsSection({ title, hint, change, children }: Props) {
  const { report } = useSettingsForm()
  const id = useId()
  // A layout effect, so that the save bar appears in the same frame as the typed text.
  // biome-ignore lint/correctness/useExhaustiveDependencies: `change` is a new object in each render
  useLayoutEffect(() => report(id, title, change), [report, id, title, JSON.stringify(change)])
  useLayoutEffect(() => () => report(id, title, undefined), [report, id, title])
  return (
    <Card title={title} hint={hint}>
      {children}
    </Card>
  )
}
