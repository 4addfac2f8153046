import { Stroke } from '#web/ui/icon.tsx'
import type { Sound } from './sound.ts'

const speaker = 'M4 10v4h3.500L12 18V6L7.500 10z'
const waves = 'M15.500 9a4 4 0 0 1 0 6M18 6.500a8 8 0 0 1 0 11'
const cross = 'M16 9.500l5 5M21 9.500l-5 5'

/**
 * Switches this device's sound. A mark shows that the sound is switched on but silent, because browsers allow sound
 * only after a touch of the page.
 */
export function SoundButton({ sound: { wanted, heard, set }, className }: { sound: Sound; className: string }) {
  const state = heard ? 'on' : wanted ? 'silent until tapped' : 'off'
  return (
    <button
      type="button"
      aria-pressed={wanted}
      onClick={() => set(!wanted)}
      className={`${className} ${heard ? '' : 'bg-wash-plantain! text-promise!'}`}
    >
      <Stroke d={`${speaker}${heard ? waves : cross}`} />
      {/* If both words are hidden, `contents` removes the gap that this element would leave beside the icon. */}
      <span className="max-sm:contents">
        <span className="max-sm:sr-only">Sound</span>{' '}
        <span className={heard ? 'max-xl:sr-only' : 'max-lg:sr-only'}>{state}</span>
      </span>
    </button>
  )
}
