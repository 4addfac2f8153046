import { type RefObject, useEffect, useEffectEvent, useId, useLayoutEffect, useRef, useState } from 'react'
import { type OptionGroup as Group, plainLabel } from '#domain/menu/menu.ts'
import * as Money from '#domain/money/money.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { textButtonClass } from '#web/ui/text-button.tsx'
import { Choices, type ChoicesProps } from './option-choices.tsx'

type Props = ChoicesProps & {
  readonly error: string | undefined
  /** True while a required choice of the dish is missing. An optional group without a choice then begins folded. */
  readonly later: boolean
}

/**
 * One option group of a dish. A required group that takes one choice folds after the choice: when Tab moves the focus
 * out of the group, or when the group is scrolled off the top of the screen.
 */
export function OptionGroup({ group, choices, chosen, onChoose, error, later }: Props) {
  const id = useId()
  const count = Object.keys(chosen).length
  const one = group.max === 1
  const required = group.min > 0
  // A preset is not the customer's choice, so a group with a preset stays open and shows the other prices.
  const folds = one && required && group.preset === undefined && group.role !== 'size'
  const [folded, setFolded] = useState(folds ? count >= group.min : later && count === 0 && !required)
  const shut = folded && error === undefined && (!folds || count >= group.min)
  const box = useRef<HTMLFieldSetElement>(null)
  const opener = useRef<HTMLButtonElement>(null)
  const tabbed = useRef(false)
  useFoldAbove(box, folds && count >= group.min && !folded, () => setFolded(true))
  useLayoutEffect(() => {
    // Move the focus away from an option that is now hidden.
    if (shut && box.current?.contains(document.activeElement)) opener.current?.focus({ preventScroll: true })
  }, [shut])

  function open() {
    setFolded(false)
    tabbed.current = false
    requestAnimationFrame(() =>
      (
        box.current?.querySelector<HTMLElement>('input:checked') ??
        box.current?.querySelector<HTMLElement>('input:enabled')
      )?.focus({ preventScroll: true }),
    )
  }

  return (
    <fieldset
      ref={box}
      data-field={group.id}
      aria-labelledby={`${id}-label ${id}-state`}
      aria-describedby={error === undefined ? undefined : `${id}-error`}
      onPointerDown={() => {
        tabbed.current = false
      }}
      onKeyDown={({ key }) => {
        tabbed.current = key === 'Tab'
      }}
      onBlur={({ currentTarget, relatedTarget }) => {
        // Fold only if the focus was moved by Tab. After a press, folding would move the pressed button away from the
        // finger.
        if (folds && tabbed.current && count >= group.min && !currentTarget.contains(relatedTarget)) setFolded(true)
      }}
      className={`-mx-5 min-w-0 border-line border-t px-5 ${shut ? 'py-1' : 'pt-3.5 pb-4'} ${error === undefined ? '' : 'bg-wash-alarm'}`}
    >
      <Heading {...{ id, group, choices, chosen, opener, shut }} foldsToChoice={folds} onOpen={open} />
      {error !== undefined && (
        <p id={`${id}-error`} role="alert" className="mb-2 font-semibold text-alarm">
          {error}
        </p>
      )}
      <Choices {...{ group, choices, chosen, onChoose }} name={id} isHidden={shut} />
    </fieldset>
  )
}

type HeadingProps = Pick<Props, 'group' | 'choices' | 'chosen'> & {
  readonly id: string
  readonly opener: RefObject<HTMLButtonElement | null>
  readonly shut: boolean
  /** True if the folded group shows the name of its choice. */
  readonly foldsToChoice: boolean
  readonly onOpen: () => void
}

function Heading({ foldsToChoice, ...props }: HeadingProps) {
  const { id, group, shut } = props
  return (
    <div className="relative flex min-h-11 flex-wrap items-center gap-x-2">
      <span id={`${id}-label`} className="font-bold font-display text-dish">
        {group.label}
      </span>
      {shut && foldsToChoice ? <ChosenState {...props} /> : <OpenState {...props} />}
    </div>
  )
}

type StateProps = Omit<HeadingProps, 'foldsToChoice'>

function ChosenState({ id, group, choices, chosen, opener, onOpen }: StateProps) {
  const names = choices.filter((choice) => chosen[choice.id] !== undefined).map(({ name }) => name)
  return (
    <>
      <span id={`${id}-state`} className="min-w-0 flex-1 text-control text-soft">
        {names.join(', ')}
        {group.pricing === 'free' && ', free'}
      </span>
      <button ref={opener} type="button" onClick={onOpen} className={`${textButtonClass} text-control`}>
        Change<span className="sr-only"> {plainLabel(group.label)}</span>
      </button>
    </>
  )
}

function OpenState({ id, group, choices, chosen, opener, shut, onOpen }: StateProps) {
  const required = group.min > 0
  const cheapest = Math.min(...choices.filter(({ price }) => price > 0).map(({ price }) => price))
  return (
    <>
      {group.pricing === 'free' && !/^free /i.test(group.label) && <span className="text-control text-soft">free</span>}
      {!required && cheapest < Infinity && shut && (
        <span className="text-control text-soft">from {Money.format(Money.naira(cheapest))}</span>
      )}
      {/* The folded group's button and price leave no room for the badge on a narrow screen. */}
      <span id={`${id}-state`} className={shut ? 'sr-only' : 'ml-auto'}>
        {required && Object.keys(chosen).length >= group.min ? (
          <Badge variant="done">
            <Icon name="check" className="size-3.5" />
            Chosen
          </Badge>
        ) : (
          <Badge variant={required ? 'promise' : 'plain'}>{wanted(group, choices.length)}</Badge>
        )}
      </span>
      {shut && (
        <button
          ref={opener}
          type="button"
          aria-expanded={false}
          onClick={onOpen}
          aria-label={`Show ${plainLabel(group.label)}`}
          className="-mr-2 ml-auto grid size-11 place-items-center rounded-control after:absolute after:inset-0"
        >
          <Icon name="chevron" />
        </button>
      )}
    </>
  )
}

/** Folds a group that was scrolled off the top of the screen, if the browser keeps the visible content in place. */
function useFoldAbove(box: RefObject<HTMLElement | null>, isDone: boolean, fold: () => void): void {
  const onAbove = useEffectEvent(fold)
  useEffect(() => {
    if (!isDone || !box.current || !CSS.supports('overflow-anchor', 'auto')) return
    const observer = new IntersectionObserver(([entry]) => {
      if (entry && !entry.isIntersecting && entry.boundingClientRect.bottom < innerHeight / 2) onAbove()
    })
    observer.observe(box.current)
    return () => observer.disconnect()
  }, [box, isDone])
}

/** Returns how many choices the group takes, in words. */
function wanted({ min, max }: Group, offered: number): string {
  if (min === max) return `Choose ${min}`
  if (min > 0) return max < offered ? `Choose ${min} to ${max}` : `Choose at least ${min}`
  return max > 1 && max < offered ? `Up to ${max}` : 'Optional'
}
