import { fail, ok, type Result } from '../problem.ts'
import * as Phone from '../text/phone.ts'
import { lettersAndFigures } from '../text/words.ts'
import type { Role } from './policy.ts'

/**
 * Lengths of a username. Customers also write the username in a transfer's narration. Banks shorten narrations and
 * strip punctuation, so a username needs at least three letters or digits.
 */
export const username = { least: 3, most: 40 } as const

/**
 * Password lengths. NIST SP 800-63B requires 15 characters if a password alone gives access, as for staff, who handle
 * addresses and money; 8 for customers, who protect only their own account. 128 bounds the work of hashing.
 */
export const password = { least: 8, leastOfStaff: 15, most: 128 } as const

export function leastPassword(role: Role): number {
  return role === 'customer' ? password.least : password.leastOfStaff
}

/**
 * AUTH-5: returns the local part of the sign-in e-mail: lower-case letters and digits only, such as 'olade' for
 * 'Ọládé'.
 */
export function emailName(name: string): string {
  return lettersAndFigures(name)
}

/** AUTH-5: returns the e-mail address with which an account also signs in. `host` is the restaurant's `emailHost`. */
export function emailOf(name: string, host: string): string {
  return `${emailName(name)}@${host}`
}

/** Returns a username as stored and compared: one space between words, and one encoding of accented letters. */
export function tidyUsername(name: string): string {
  return name.normalize('NFC').trim().replace(/\s+/g, ' ')
}

export function checkUsername(name: string): Result<string> {
  const trimmed = tidyUsername(name)
  if (trimmed === '') return fail('invalid', 'Please enter a username.', 'username')
  if (emailName(trimmed).length < username.least) {
    return fail('invalid', `Please use at least ${username.least} letters or digits (a to z, 0 to 9).`, 'username')
  }
  if (trimmed.length > username.most) {
    return fail('invalid', `Please keep the username under ${username.most + 1} characters.`, 'username')
  }
  // Sign-in tells usernames, e-mails and phones apart by their form (AUTH-6), so a username must not look like an
  // e-mail or a phone.
  if (identifierKind(trimmed) !== 'username') {
    return fail('invalid', 'A username must have a letter and no @.', 'username')
  }
  return ok(trimmed)
}

/** Validates the name of a guest, which is also written in a transfer's narration. */
export function checkGuestName(name: string): Result<string> {
  const tidy = tidyUsername(name)
  if (!/\p{L}/u.test(tidy)) return fail('invalid', 'Please enter your name.', 'name')
  return tidy.length > username.most
    ? fail('invalid', `Please keep the name under ${username.most + 1} characters.`, 'name')
    : ok(tidy)
}

/**
 * Returns usernames similar to a guest's name, the most similar first. `figures` distinguish people of the same name.
 */
export function usernamesFor(name: string, figures: readonly string[]): string[] {
  const short = name.replaceAll('@', '').slice(0, username.most - 5)
  return [name, ...figures.map((each) => `${short} ${each}`)].filter((each) => checkUsername(each).ok)
}

export function checkPassword(text: string, role: Role = 'customer'): Result<string> {
  const least = leastPassword(role)
  if (text === '') return fail('invalid', 'Please enter a password.', 'password')
  if (text.length < least) {
    return fail('invalid', `Please use a password of at least ${least} characters.`, 'password')
  }
  if (text.length > password.most) {
    return fail('invalid', `Please keep the password under ${password.most + 1} characters.`, 'password')
  }
  return ok(text)
}

export const riderNeedsPhone = 'A rider needs a phone number: customers call it.'

/** Validates a phone for this role, and returns E.164. */
export function checkPhone(text: string, role: Role = 'customer'): Result<string> {
  const missing = role === 'rider' ? riderNeedsPhone : 'Please enter your phone number.'
  return phoneOr(missing, text, Phone.parse)
}

/** Validates the phone of a guest without an account, in any usual notation. */
export function checkGuestPhone(text: string): Result<string> {
  return phoneOr('Please enter your phone number.', text, Phone.kept)
}

function phoneOr(missing: string, text: string, read: (text: string) => string | undefined): Result<string> {
  if (text.trim() === '') return fail('invalid', missing, 'phone')
  const phone = read(text)
  return phone === undefined ? fail('invalid', Phone.invalidPhone, 'phone') : ok(phone)
}

/** Validates the customer's default delivery address. */
export function checkAddress(text: string): Result<string> {
  const trimmed = text.trim()
  return trimmed === '' ? fail('invalid', 'Please enter your address.', 'address') : ok(trimmed)
}

export function identifierKind(identifier: string): 'email' | 'phone' | 'username' {
  if (identifier.includes('@')) return 'email'
  const isPhone = !/\p{L}/u.test(identifier) && Phone.written(identifier).length > 0
  return isPhone || /^\+?[\d\s().-]+$/.test(identifier) ? 'phone' : 'username'
}

/** Runs of characters, in either direction, that guessing programs try first. */
const runs = ['01234567890123456789', 'abcdefghijklmnopqrstuvwxyz', 'qwertyuiopasdfghjklzxcvbnm']

/** Returns the parts of a person's account that make a password easy to guess: the name, and the local phone number. */
export function guessedNames({ username, phone }: { username: string; phone: string }): string[] {
  return [username, phone.replace(/\D/g, '').slice(-10)]
}

/** A password needs this many characters besides names: a name with a year or a short number has fewer. */
const leastBesideNames = 5

/**
 * Refuses an easily guessed password: a common password, a password made of `names` (of the person and the restaurant,
 * or a phone number), a repetition, or a run of the alphabet or the keyboard.
 */
export function checkGuessable(
  password: string,
  { names, isCommon = () => false }: { names: readonly string[]; isCommon?: (password: string) => boolean },
): Result<string> {
  const lower = password.toLowerCase()
  const plain = lettersAndFigures(password)
  if (isCommon(lower) || isCommon(plain)) {
    return refused('This password is on lists of common ones. Please choose another one.')
  }
  const rest = names
    .map(lettersAndFigures)
    .filter(({ length }) => length >= 3)
    // Longest first, because a short name may be part of a long one.
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

function refused(detail: string): Result<string> {
  return fail('invalid', detail, 'password')
}
