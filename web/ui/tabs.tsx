import { type KeyboardEvent, type ReactNode, useId, useRef } from 'react'

type Props<Id extends string> = {
  readonly label: string
  readonly tabs: readonly { readonly id: Id; readonly title: ReactNode }[]
  readonly selected: Id
  readonly onSelect: (tab: Id) => void
  readonly width?: string
  readonly children: ReactNode
}

/** Tabs as in the ARIA Authoring Practices: one tab stop, arrow keys between the tabs, and automatic activation. */
export function Tabs<Id extends string>({ label, tabs, selected, onSelect, width = 'max-w-xl', children }: Props<Id>) {
  const id = useId()
  const list = useRef<HTMLDivElement>(null)

  function onKeyDown(event: KeyboardEvent) {
    const here = tabs.findIndex((tab) => tab.id === selected)
    const to = { ArrowRight: here + 1, ArrowLeft: here - 1, Home: 0, End: tabs.length - 1 }[event.key]
    const next = to === undefined ? undefined : tabs[(to + tabs.length) % tabs.length]
    if (!next) return
    event.preventDefault()
    onSelect(next.id)
    list.current?.querySelector<HTMLElement>(`[data-tab=${next.id}]`)?.focus()
  }

  return (
    <>
      <div
        ref={list}
        role="tablist"
        aria-label={label}
        onKeyDown={onKeyDown}
        className={`flex flex-wrap gap-1 rounded-control bg-raise p-1 shadow-card ${width}`}
      >
        {tabs.map((tab) => (
          <button
            key={tab.id}
            type="button"
            role="tab"
            id={`${id}-${tab.id}`}
            data-tab={tab.id}
            aria-selected={tab.id === selected}
            aria-controls={`${id}-panel`}
            tabIndex={tab.id === selected ? 0 : -1}
            onClick={() => onSelect(tab.id)}
            className="flex min-h-11 min-w-0 flex-auto flex-wrap items-center justify-center gap-x-1.5 gap-y-0.5 rounded-[10px] px-1 py-1 font-semibold text-soft text-sm aria-selected:bg-raise2 aria-selected:text-text sm:text-base"
          >
            {tab.title}
          </button>
        ))}
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a panel without controls needs a tab stop */}
      <div key={selected} role="tabpanel" id={`${id}-panel`} aria-labelledby={`${id}-${selected}`} tabIndex={0}>
        {children}
      </div>
    </>
  )
}
