import { fail, ok, type Result } from './problem.ts'

/** Followed in either direction, these are the first guesses of every program. */
const runs = ['01234567890123456789', 'abcdefghijklmnopqrstuvwxyz', 'qwertyuiopasdfghjklzxcvbnm']

/** Characters that have to be left when names are taken out of a password: fewer are a year or a number behind a name. */
const leastBesideNames = 5

/**
 * Refuses a password that would be among the first guesses: a common one, one made of `names` (of the person and the
 * restaurant, or a phone number), a repetition, or a run of the alphabet or the keyboard.
 */
export function check(
  password: string,
  { names, isCommon }: { names: readonly string[]; isCommon: (password: string) => boolean },
): Result<string> {
  const lower = password.toLowerCase()
  const plain = lettersOf(password)
  if (isCommon(lower) || isCommon(plain)) {
    return refused('This password is on lists of common ones. Please choose another one.')
  }
  const rest = names
    .map(lettersOf)
    .filter(({ length }) => length >= 3)
    // The longest first: a short name may be a part of a long one.
    .sort((a, b) => b.length - a.length)
    .reduce((left, name) => left.replaceAll(name, ''), plain)
  if (rest.length < plain.length && rest.length < leastBesideNames) {
    return refused('Please do not make the password from your name, your phone or the restaurant’s name.')
  }
  const isRepeated = /^(.{1,7})\1+$/u.test(lower)
  const isRun = plain !== '' && runs.some((run) => run.includes(plain) || [...run].reverse().join('').includes(plain))
  if (isRepeated || isRun || new Set(lower).size < 4) {
    return refused('This password repeats itself or follows the keyboard. Please choose another one.')
  }
  return ok(password)
}

/** Small letters and figures alone, without accents. */
function lettersOf(text: string): string {
  return text
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^a-z0-9]/g, '')
}

function refused(detail: string) {
  return fail('invalid', detail, 'password')
}
