/** The shortest reason, note or notice, in characters. */
export const shortestReason = 3

/**
 * Letters that Unicode does not decompose into a plain letter and a mark: hooked letters of Hausa, and letters of
 * neighbouring languages.
 */
const plainLetters: Readonly<Record<string, string>> = {
  ...{ ɓ: 'b', ɗ: 'd', ɖ: 'd', đ: 'd', ð: 'd', ǝ: 'e', ə: 'e', ɛ: 'e', ƒ: 'f', ɣ: 'g', ı: 'i', ɩ: 'i', ƙ: 'k', ł: 'l' },
  ...{ ŋ: 'n', ɲ: 'n', ø: 'o', ɔ: 'o', ʊ: 'u', ʋ: 'v', ƴ: 'y', æ: 'ae', œ: 'oe', ß: 'ss', þ: 'th' },
}
const hooked = new RegExp(`[${Object.keys(plainLetters).join('')}]`, 'g')

/**
 * Returns a name for comparing: in lower case, without marks and apostrophes, with a space in place of a dash. The SQL
 * function `fold_name` does the same.
 */
export function fold(name: string): string {
  return name
    .replace(/['`´ʹ-ʿ‘’‛′]/g, '')
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[\p{M}\p{Cf}]/gu, '')
    .replace(hooked, (letter) => plainLetters[letter] ?? letter)
    .replace(/[\s\p{Pd}_]+/gu, ' ')
    .trim()
}

/** Returns the letters a to z and the digits of a name. */
export const lettersAndFigures = (name: string) => fold(name).replace(/[^a-z0-9]/g, '')

/** Returns true if the name contains every typed word, in any order. Words with a dash may be joined. */
export function isFoundIn(typed: string, name: string): boolean {
  const folded = fold(name)
  const joined = folded.replaceAll(' ', '')
  return fold(typed)
    .split(' ')
    .every((word) => folded.includes(word) || joined.includes(word))
}

/** Returns the words of a name or a narration, in capitals and without accents. Single letters are left out. */
export function words(text: string): string[] {
  return pieces(text).filter((word) => word.length > 1)
}

const pieces = (text: string) =>
  fold(text)
    .toUpperCase()
    .split(/[^\p{L}]+/u)
    .filter(Boolean)

/** Returns the words of a text, and every pair of neighbours joined: banks write ADE OJO, ADE-OJO and ADEOJO. */
export const writtenWords = (text: string): Set<string> => new Set(withJoined(pieces(text)))

/** Returns true if every word of a name is in the text, alone or joined with a neighbour. */
export function hasName(name: readonly string[], written: ReadonlySet<string>): boolean {
  const isWritten = (word: string, at: number) =>
    [word, (name[at - 1] ?? '') + word, word + (name[at + 1] ?? '')].some((spelling) => written.has(spelling))
  return name.some((word) => word.length > 1) && name.every((word, at) => word.length === 1 || isWritten(word, at))
}

/** Returns true if every word of a name is in a text, in any order. */
export function isNamedIn(name: string, text: string): boolean {
  return hasName(pieces(name), writtenWords(text))
}

/** Returns the words, and every two neighbours joined. */
export const withJoined = (all: readonly string[]): string[] => [
  ...all,
  ...all.slice(1).map((word, at) => `${all[at]}${word}`),
]

/** Shortens user input for use within a sentence. */
export const shown = (text: string) => (text.length > 40 ? `${text.slice(0, 40)}…` : text)

/**
 * Puts a text on one line without making the text longer. Form fields and the server use this function, so both count
 * the same characters. A single pattern for a line break with its surrounding spaces would take quadratic time on long
 * runs of spaces.
 */
export const withoutLineBreaks = (text: string) =>
  text.replace(/\s+/g, (spaces) => (/[\r\n\u2028\u2029]/.test(spaces) ? ' ' : spaces))
