import { Icon } from '#web/ui/icon.tsx'

type Props = { readonly label: string; readonly isOpen: boolean; readonly onOpen: (isOpen: boolean) => void }

export function UnfoldButton({ label, isOpen, onOpen }: Props) {
  return (
    <button
      type="button"
      aria-label={label}
      aria-expanded={isOpen}
      onClick={() => onOpen(!isOpen)}
      className="grid size-12 shrink-0 place-items-center rounded-control text-soft hover:text-text"
    >
      <Icon name="chevron" className={`size-6 ${isOpen ? 'rotate-180' : ''}`} />
    </button>
  )
}
