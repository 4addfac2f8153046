import { type ReactNode, useId, useLayoutEffect } from 'react'
import { Card } from '#web/office/frame/card.tsx'
import { type Change, useSettingsForm } from './settings-form.tsx'

type Props = {
  readonly title: string
  readonly hint?: ReactNode
  /** What is sent, as it is typed now. */
  readonly change: Change
  readonly children: ReactNode
}

/** The card of a part of the settings, which its form saves. */
export function SettingsSection({ title, hint, change, children }: Props) {
  const { report } = useSettingsForm()
  const id = useId()
  // Before it is painted, so that the bar that saves comes with the key that was pressed.
  // biome-ignore lint/correctness/useExhaustiveDependencies: a change is another object with each render
  useLayoutEffect(() => report(id, title, change), [report, id, title, JSON.stringify(change)])
  useLayoutEffect(() => () => report(id, title, undefined), [report, id, title])
  return (
    <Card title={title} hint={hint}>
      {children}
    </Card>
  )
}
