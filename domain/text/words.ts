/** The shortest reason, note or notice, in characters. */
export const shortestReason = 3

/** Letters with a hook or a stroke, which Unicode does not take apart, as banks write them. */
const plainLetters: Readonly<Record<string, string>> = {
  Ɗ: 'D',
  Ɓ: 'B',
  Ƙ: 'K',
  Ƴ: 'Y',
  Ŋ: 'N',
  Ø: 'O',
  Ł: 'L',
  Đ: 'D',
}

/**
 * The words of a name or a narration, in capitals and without accents; single letters are left out. What an apostrophe or a
 * hyphen joins is one word: O'Brien is OBRIEN.
 */
export function words(text: string): string[] {
  return text
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toUpperCase()
    .replace(/[ƊƁƘƳŊØŁĐ]/g, (letter) => plainLetters[letter] ?? letter)
    .replace(/(?<=\p{L})['’ʼ`\u2010\u2011-](?=\p{L})/gu, '')
    .split(/[^\p{L}]+/u)
    .filter((word) => word.length > 1)
}

/** The words of a text, and every two words that stand side by side as one: banks write ADE OJO, ADE-OJO and ADEOJO. */
export function writtenWords(text: string): Set<string> {
  const whole = words(text)
  const apart = words(text.replace(/['’ʼ`\u2010\u2011-]/g, ' '))
  const pairs = apart.map((word, at) => `${apart[at - 1] ?? ''}${word}`)
  return new Set([...whole, ...apart, ...pairs])
}

/** Whether every word of a name is in a text, in whatever order a bank has them. */
export function isNamedIn(name: string, text: string): boolean {
  return hasName(words(name), writtenWords(text))
}

/** Whether every word of a name is written, by itself or joined with the one beside it. */
export function hasName(name: readonly string[], written: ReadonlySet<string>): boolean {
  const isWritten = (word: string, at: number) =>
    written.has(word) || written.has(`${word}${name[at + 1]}`) || written.has(`${name[at - 1]}${word}`)
  return name.length > 0 && name.every(isWritten)
}

/** Shortens user input for use within a sentence. */
export const shown = (text: string) => (text.length > 40 ? `${text.slice(0, 40)}…` : text)

/**
 * Puts text on one line. One pattern for a line break and the spaces around it would take quadratic time on long runs
 * of spaces.
 */
export const withoutLineBreaks = (text: string) =>
  text.replace(/\s+/g, (spaces) => (/[\r\n]/.test(spaces) ? ' ' : spaces))
