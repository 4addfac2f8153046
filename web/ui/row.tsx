import type { ReactNode } from 'react'
import { Stroke } from './icon.tsx'

/** Strokes on a square of 24 px. Separate from icon.tsx, because only some pages have rows. */
const strokes = {
  pin: 'M12 21s7-6.2 7-11.5a7 7 0 0 0-14 0C5 14.8 12 21 12 21ZM12 12a2.5 2.5 0 1 0 0-5 2.5 2.5 0 0 0 0 5Z',
  phone: 'M6.5 4h3l1.5 4-2 1.5a11 11 0 0 0 5.5 5.5l1.5-2 4 1.5v3a2 2 0 0 1-2.2 2A16 16 0 0 1 4.5 6.2 2 2 0 0 1 6.5 4Z',
  bank: 'M4 10 12 4.500 20 10zM5.500 10v8M10 10v8M14 10v8M18.500 10v8M3.500 20.500h17',
  bag: 'M6 8h12l1 12.500H5zM9 10V7a3 3 0 0 1 6 0v3',
  bike: 'M6 19a3.500 3.500 0 1 0 0-7 3.500 3.500 0 0 0 0 7ZM18 19a3.500 3.500 0 1 0 0-7 3.500 3.500 0 0 0 0 7ZM6 15.500 9.500 9H15l3 6.500M13.500 5.500H16l1 3.500',
  bell: 'M6 16.500V11a6 6 0 0 1 12 0v5.500l1.500 2h-15zM10 21h4',
  calendar: 'M5 6.500h14v13H5zM5 10.500h14M9 4v4M15 4v4',
  clock: 'M12 20.500a8.5 8.5 0 1 0 0-17 8.5 8.5 0 0 0 0 17ZM12 7.500V12l3 2',
  note: 'M5 4.500h14v10l-5 5H5zM14 19.500v-5h5M8.500 9h7M8.500 12.500h4',
} as const

export type RowIconName = keyof typeof strokes

export function RowIcon({ name, className = 'size-5.25' }: { name: RowIconName; className?: string }) {
  return <Stroke d={strokes[name]} className={className} />
}

type Props = {
  readonly icon: RowIconName
  readonly title: ReactNode
  /** Explains the title, for example 'Phone' for a number. */
  readonly note?: ReactNode
  readonly children?: ReactNode
}

export function Row({ icon, title, note, children }: Props) {
  return (
    <div className="flex min-h-[60px] flex-wrap items-center gap-x-3 px-3 py-1.5 sm:px-4">
      <RowIcon name={icon} className="size-5.25 text-soft" />
      <div className="min-w-[6rem] flex-1 py-1 leading-snug wrap-anywhere">
        <p className="font-semibold">{title}</p>
        {note && <p className="text-sm text-soft">{note}</p>}
      </div>
      {children}
    </div>
  )
}

/** The classes of a row's action, a word in ember. */
export const rowActionClass =
  'inline-flex min-h-11 min-w-11 items-center justify-end rounded-control text-control font-semibold text-ember hover:underline underline-offset-4'
