import { Icon } from '#web/ui/icon.tsx'

type Props = {
  readonly paused: boolean
  /** What moves: 'the slides', for example. */
  readonly what: string
  readonly onToggle: () => void
  readonly className?: string
}

export function PauseButton({ paused, what, onToggle, className = '' }: Props) {
  return (
    <button
      type="button"
      onClick={onToggle}
      aria-label={paused ? `Let ${what} run` : `Pause ${what}`}
      className={`grid size-11 place-items-center ${className}`}
    >
      <Icon name={paused ? 'play' : 'pause'} className="size-4" />
    </button>
  )
}
