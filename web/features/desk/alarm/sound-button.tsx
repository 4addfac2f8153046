import { TextButton } from '#web/ui/text-button.tsx'
import type { Sound } from './sound.ts'

export function SoundButton({ sound: { wanted, set }, className }: { sound: Sound; className: string }) {
  return (
    <button type="button" aria-pressed={wanted} onClick={() => set(!wanted)} className={className}>
      Sound
      <span aria-hidden="true" className={`min-w-6 ${wanted ? 'text-leaf' : 'text-soft'}`}>
        {wanted ? 'on' : 'off'}
      </span>
    </button>
  )
}

/** Shown while the alarm would not be heard on this device. */
export function SilenceNotice({ sound: { wanted, heard, set } }: { sound: Sound }) {
  if (heard) return null
  return (
    <p
      role="status"
      className="flex flex-wrap items-center justify-between gap-x-4 bg-plantain px-4 text-on-plantain text-sm"
    >
      <span className="py-1.5">
        <strong>{wanted ? 'Silent until you tap the screen.' : 'Sound is off.'}</strong>{' '}
        <span className="max-sm:sr-only">
          {wanted ? 'The browser allows sound after the first tap.' : 'New orders are shown without a sound.'}
        </span>
      </span>
      <TextButton className="decoration-current" onClick={() => set(true)}>
        Turn sound on
      </TextButton>
    </p>
  )
}
