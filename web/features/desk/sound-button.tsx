import { chime } from './sound.ts'

type Props = { readonly sound: boolean; readonly onSound: (sound: boolean) => void; readonly className: string }

export function SoundButton({ sound, onSound, className }: Props) {
  return (
    <button
      type="button"
      aria-pressed={sound}
      onClick={() => {
        // Heard at once: a sound that was asked for and stays out would be missed at the first order.
        if (!sound) chime()
        onSound(!sound)
      }}
      className={className}
    >
      Sound
      <span aria-hidden="true" className={`min-w-6 ${sound ? 'text-leaf' : 'text-soft'}`}>
        {sound ? 'on' : 'off'}
      </span>
    </button>
  )
}
