import type { ReactNode } from 'react'

const looks = {
  plain: 'bg-raise2 text-soft',
  promise: 'bg-plantain text-on-plantain',
  good: 'bg-leaf text-on-leaf',
  bad: 'bg-alarm text-on-alarm',
  ember: 'bg-ember text-on-ember',
  heat: 'bg-wash-alarm text-alarm',
  done: 'bg-wash-leaf text-leaf',
} as const

export function Badge({
  variant = 'plain',
  className = '',
  children,
}: {
  readonly variant?: keyof typeof looks
  readonly className?: string
  readonly children: ReactNode
}) {
  return <span className={`badge ${looks[variant]} ${className}`.trim()}>{children}</span>
}
