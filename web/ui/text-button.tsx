import type { ComponentProps } from 'react'

/** A button that looks like underlined text, with a touch target of full height. */
export function TextButton({ className = '', ...rest }: ComponentProps<'button'>) {
  return <button type="button" {...rest} className={`${textButtonClass} ${className}`} />
}

export const textButtonClass =
  'inline-flex min-h-11 min-w-11 shrink-0 items-center font-semibold underline decoration-line decoration-2 underline-offset-4 hover:decoration-current disabled:opacity-60'
