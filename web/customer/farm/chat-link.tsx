import type { ReactNode } from 'react'
import { buttonClass } from '#web/ui/button.tsx'
import { Icon } from '#web/ui/icon.tsx'

export function ChatLink({ href, children }: { href: string; children: ReactNode }) {
  return (
    <a href={href} target="_blank" rel="noreferrer" className={buttonClass('primary')}>
      <Icon name="chat" />
      {children}
    </a>
  )
}
