import { type ReactNode, useId, useLayoutEffect } from 'react'
import { Card } from '#web/office/frame/card.tsx'
import { type Change, useSettingsForm } from './settings-form.tsx'

type Props = {
  readonly title: string
  readonly hint?: ReactNode
  /** The typed change to send. */
  readonly change: Change
  readonly children: ReactNode
}

/** The card of a part of the settings; its form saves it. */
export function SettingsSection({ title, hint, change, children }: Props) {
  const { report } = useSettingsForm()
  const id = useId()
  // Runs before the paint, so the save bar appears with the key press.
  // biome-ignore lint/correctness/useExhaustiveDependencies: a change is another object with each render
  useLayoutEffect(() => report(id, title, change), [report, id, title, JSON.stringify(change)])
  useLayoutEffect(() => () => report(id, title, undefined), [report, id, title])
  return (
    <Card title={title} hint={hint}>
      {children}
    </Card>
  )
}
