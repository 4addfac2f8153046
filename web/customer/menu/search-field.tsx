import { useQueryClient } from '@tanstack/react-query'
import type { RefObject } from 'react'
import { prepare, useNavigation } from '#web/app/navigation/navigation.tsx'
import { prefersReducedData } from '#web/app/navigation/preferences.ts'
import { Icon } from '#web/ui/icon.tsx'

type Props = {
  /** Set on a page that searches while a person types. Without `live`, submitting the field opens the search page. */
  readonly live?: {
    readonly field: RefObject<HTMLInputElement | null>
    readonly typed: string
    readonly onType: (typed: string) => void
    readonly onFocus?: () => unknown
    readonly onEnter: () => void
  }
  readonly className?: string
}

/** The search field, a form that also works without a script. */
export function SearchField({ live, className = '' }: Props) {
  const client = useQueryClient()
  const { go } = useNavigation()
  return (
    <search className={className}>
      <form
        action="/search"
        onSubmit={(event) => {
          event.preventDefault()
          if (live) live.onEnter()
          else go(searchFor(String(new FormData(event.currentTarget).get('q'))))
        }}
        className="relative grid items-center"
      >
        <Icon name="search" className="pointer-events-none absolute left-4 size-5 text-soft" />
        <input
          type="search"
          name="q"
          aria-label="Search the menu"
          placeholder="Search the menu"
          autoComplete="off"
          autoCapitalize="none"
          spellCheck="false"
          enterKeyHint="search"
          maxLength={80}
          {...(live
            ? {
                ref: live.field,
                value: live.typed,
                onChange: (event) => live.onType(event.target.value),
                onFocus: () => void live.onFocus?.(),
              }
            : { onFocus: () => prefersReducedData() || void prepare('/search', client).catch(() => {}) })}
          className="min-h-12 w-full rounded-control border border-edge bg-raise pr-3 pl-11 placeholder:text-soft"
        />
      </form>
    </search>
  )
}

export function searchFor(words: string): string {
  return `/search?${new URLSearchParams({ q: words })}`
}
