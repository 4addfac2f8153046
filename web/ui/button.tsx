import type { ComponentProps } from 'react'

const looks = {
  primary: 'bg-ember text-on-ember hover:brightness-105 active:brightness-95',
  /** A main action that cannot run yet, because a choice or field is missing. */
  missing: 'bg-raise2 text-text ring-2 ring-ember ring-inset hover:brightness-105',
  secondary: 'bg-raise2 text-text hover:brightness-105 active:brightness-95',
  /** A secondary action on a coloured ground. */
  onWash: 'bg-raise text-text hover:brightness-105 active:brightness-95',
  quiet: 'text-soft hover:text-text underline-offset-4 hover:underline',
  danger: 'bg-raise2 text-alarm hover:brightness-105 active:brightness-95',
} as const

export type ButtonVariant = keyof typeof looks

/** Returns the classes of a button, for links that look like buttons. */
export function buttonClass(variant: ButtonVariant = 'primary', more = ''): string {
  return `button ${looks[variant]} ${more}`
}

type Props = ComponentProps<'button'> & {
  readonly variant?: ButtonVariant
  /** True while a request runs. The button shows a spinner, ignores clicks and keeps its focus. */
  readonly busy?: boolean
}

export function Button({ variant = 'primary', busy = false, className = '', children, onClick, ...rest }: Props) {
  return (
    <button
      type="button"
      {...rest}
      aria-disabled={busy || undefined}
      aria-busy={busy || undefined}
      onClick={busy ? (event) => event.preventDefault() : onClick}
      className={buttonClass(variant, className)}
    >
      {children}
      {busy && (
        <span
          aria-hidden="true"
          className="size-4 animate-spin rounded-full border-2 border-current border-t-transparent"
        />
      )}
    </button>
  )
}
