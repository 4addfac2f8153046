/** Strokes on a square of 24 px. */
export const strokes = {
  cart: 'M3 4h2.2l2.3 11.2a1.6 1.6 0 0 0 1.6 1.3h7.9a1.6 1.6 0 0 0 1.6-1.2L20.5 8H6.2M9.5 20.5h.01M17 20.5h.01',
  user: 'M12 12a4 4 0 1 0 0-8 4 4 0 0 0 0 8ZM4.5 20.5c.9-3.6 3.9-5.5 7.5-5.5s6.6 1.9 7.5 5.5',
  menu: 'M4 7h16M4 12h16M4 17h16',
  close: 'M6 6l12 12M18 6 6 18',
  plus: 'M12 5v14M5 12h14',
  minus: 'M5 12h14',
  chat: 'M12 3.500a8.5 8.5 0 0 0-7.4 12.700L3.5 20.500l4.4-1.100A8.5 8.5 0 1 0 12 3.500ZM8.5 10.500h7M8.5 14h4',
  phone:
    'M6.5 4h3l1.500 4-2 1.500a11 11 0 0 0 5.500 5.500l1.500-2 4 1.500v3a2 2 0 0 1-2.200 2A16 16 0 0 1 4.500 6.200 2 2 0 0 1 6.500 4Z',
  search: 'M10.500 18a7.500 7.500 0 1 0 0-15 7.500 7.500 0 0 0 0 15ZM16 16l5 5',
  copy: 'M9 9h10v11H9zM5 15V4h10',
  check: 'M5 12.500l4.5 4.500L19 7.5',
  chevron: 'M6 9.500l6 6 6-6',
  arrow: 'M5 12h14M13 6l6 6-6 6',
  clock: 'M12 20.500a8.5 8.5 0 1 0 0-17 8.5 8.5 0 0 0 0 17ZM12 7.500V12l3 2',
  pause: 'M9 6v12M15 6v12',
  play: 'M8 5.500v13l10.5-6.500z',
  bin: 'M4 7h16M10 11v6M14 11v6M9 7V4h6v3M6 7l1 13h10l1-13',
  pencil: 'M4 20l1-4.500L16 4.500l3.5 3.500L8.5 19z',
} as const

type IconName = keyof typeof strokes

export const iconNames = Object.keys(strokes) as IconName[]

/** A decorative icon, hidden from assistive technology. The text or control around the icon has the name. */
export function Icon({ name, className }: { name: IconName; className?: string }) {
  return <Stroke d={strokes[name]} className={className} />
}

/** A decorative icon with its own strokes, for icons that only a few pages use. */
export function Stroke({ d, className = '' }: { d: string; className?: string | undefined }) {
  return (
    <svg viewBox="0 0 24 24" aria-hidden="true" className={`icon ${className}`.trim()}>
      <path d={d} />
    </svg>
  )
}
