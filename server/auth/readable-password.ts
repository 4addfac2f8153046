import { randomInt } from 'node:crypto'

/** Returns four pairs of syllables such as 'kobu-tami-rope-lusa': 19 characters, easy to read aloud, with 50 bits. */
export function readablePassword(): string {
  const pick = (letters: string) => letters[randomInt(letters.length)] ?? ''
  const syllable = () => pick('bdfghjklmnprstvz') + pick('aeiou')
  return Array.from({ length: 4 }, () => syllable() + syllable()).join('-')
}
