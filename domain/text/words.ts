/** The shortest reason, note or notice, in characters. */
export const shortestReason = 3

/** Returns the words of a name or a narration, in capitals and without accents. Single letters are left out. */
export function words(text: string): string[] {
  return text
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toUpperCase()
    .split(/[^\p{L}]+/u)
    .filter((word) => word.length > 1)
}

/** Returns true if every word of a name is in a text, in any order. */
export function isNamedIn(name: string, text: string): boolean {
  const written = new Set(words(text))
  const wanted = words(name)
  return wanted.length > 0 && wanted.every((word) => written.has(word))
}

/** Shortens user input for use within a sentence. */
export const shown = (text: string) => (text.length > 40 ? `${text.slice(0, 40)}…` : text)

/**
 * Puts text on one line. One pattern for a line break and the spaces around it would take quadratic time on long runs
 * of spaces.
 */
export const withoutLineBreaks = (text: string) =>
  text.replace(/\s+/g, (spaces) => (/[\r\n]/.test(spaces) ? ' ' : spaces))
