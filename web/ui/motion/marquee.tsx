import { useState } from 'react'
import { Link } from '#web/app/navigation/navigation.tsx'
import { PauseButton } from './pause-button.tsx'

/**
 * A line of text that scrolls by in 15 s. It pauses by its button or under the pointer, and stands still under reduced
 * motion.
 */
export function Marquee({ texts, to, className = '' }: { texts: readonly string[]; to: string; className?: string }) {
  const [paused, setPaused] = useState(false)
  return (
    <div
      className={`flex items-center overflow-hidden bg-plantain font-display font-semibold text-on-plantain ${className}`}
    >
      <Link to={to} className="group min-w-0 flex-1 overflow-hidden py-3 outline-offset-[-3px]">
        <span
          className={`flex w-max animate-marquee group-hover:[animation-play-state:paused] group-focus-visible:[animation-play-state:paused] motion-reduce:w-auto motion-reduce:animate-none ${paused ? '[animation-play-state:paused]' : ''}`}
        >
          <Once texts={texts} />
          <Once texts={texts} copy />
          <Once texts={texts} copy />
          <Once texts={texts} copy />
        </span>
      </Link>
      <PauseButton
        paused={paused}
        what="the line"
        onToggle={() => setPaused(!paused)}
        className="shrink-0 outline-offset-[-3px] motion-reduce:hidden"
      />
    </div>
  )
}

function Once({ texts, copy = false }: { texts: readonly string[]; copy?: boolean }) {
  return (
    <span aria-hidden={copy || undefined} className={`flex flex-wrap ${copy ? 'motion-reduce:hidden' : ''}`}>
      {texts.map((text) => (
        <span key={text} className="px-4">
          {text}
          <span aria-hidden="true" className="pl-8 motion-reduce:hidden">
            •
          </span>
        </span>
      ))}
    </span>
  )
}
