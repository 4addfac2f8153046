import type { ComponentProps } from 'react'

/** A word in a line that can be pressed; as tall as a thumb, no wider than the word. */
export function TextButton({ className = '', ...rest }: ComponentProps<'button'>) {
  return <button type="button" {...rest} className={`${textButtonClass} ${className}`} />
}

/** The same for links. */
export const textButtonClass =
  'inline-flex min-h-11 shrink-0 items-center font-semibold underline decoration-line decoration-2 underline-offset-4 hover:decoration-current disabled:opacity-60'
