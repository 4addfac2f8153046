/** Signs of the shortest reason, note or notice that somebody writes for others. */
export const shortestReason = 3

/** The words of a name or a narration, in capitals and without accents; single letters are left out. */
export function words(text: string): string[] {
  return text
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toUpperCase()
    .split(/[^\p{L}]+/u)
    .filter((word) => word.length > 1)
}

/** Whether every word of a name is in a text, in whatever order a bank has them. */
export function isNamedIn(name: string, text: string): boolean {
  const written = new Set(words(text))
  const wanted = words(name)
  return wanted.length > 0 && wanted.every((word) => written.has(word))
}

/** What somebody wrote, within a sentence. */
export const shown = (text: string) => (text.length > 40 ? `${text.slice(0, 40)}…` : text)

/** In one line. Not by one pattern for a line break and the spaces around it: its time grows with the square of a run of spaces. */
export const withoutLineBreaks = (text: string) =>
  text.replace(/\s+/g, (spaces) => (/[\r\n]/.test(spaces) ? ' ' : spaces))
