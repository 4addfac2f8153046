import { type Stage, stageFills } from './stages.ts'

const said = { done: 'done', now: 'now', todo: 'not yet' } as const

/** The stages side by side, with a bar and a time each; one above another at very large text sizes. */
export function StageBar({ stages }: { stages: readonly Stage[] }) {
  return (
    <ol
      aria-label="Stages"
      className="grid grid-cols-[repeat(auto-fit,minmax(min(100%,3.9rem),1fr))] gap-x-1.5 gap-y-2"
    >
      {stages.map(({ label, state, note }) => (
        <li
          key={label}
          aria-current={state === 'now' ? 'step' : undefined}
          className={`min-w-0 text-small leading-snug lg:text-base ${state === 'todo' ? 'text-soft' : 'font-semibold'}`}
        >
          <span aria-hidden="true" className="mb-2 block h-1.5 overflow-hidden rounded-full bg-raise2 lg:h-2">
            <span
              className={`block h-full rounded-full ${stageFills[state]} ${state === 'now' ? 'w-3/5' : 'w-full'}`}
            />
          </span>
          {label}
          <span className="sr-only">, {said[state]}</span>
          {note && <span className="figures block text-soft text-xs lg:text-sm">{note}</span>}
        </li>
      ))}
    </ol>
  )
}
