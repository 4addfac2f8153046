import { fail, ok, type Result } from '../problem.ts'
import * as Phone from '../text/phone.ts'
import { lettersAndFigures } from '../text/words.ts'
import type { Role } from './policy.ts'

/**
 * The name a customer signs in with is also written in a transfer's narration, which banks cut and where they drop
 * signs: so it has at least three letters or figures, and at most 40 characters.
 */
export const username = { least: 3, most: 40 } as const

/**
 * NIST SP 800-63B: at least 15 where a password alone opens a door, and staff hold other people's addresses and money; 8 of
 * a customer, who guards an account of their own. 128 bounds the work of hashing it.
 */
export const password = { least: 8, leastOfStaff: 15, most: 128 } as const

export function leastPassword(role: Role): number {
  return role === 'customer' ? password.least : password.leastOfStaff
}

/** AUTH-5: the sign-in e-mail's local part: lower case, letters and figures only. 'Ọládé' is 'olade'. */
export function emailName(name: string): string {
  return lettersAndFigures(name)
}

/** AUTH-5. `host` is the product's domain. */
export function emailOf(name: string, host: string): string {
  return `${emailName(name)}@${host}`
}

/** As it is kept and looked for: one space between words, and one spelling of an accented letter. */
export function tidyUsername(name: string): string {
  return name.normalize('NFC').trim().replace(/\s+/g, ' ')
}

export function checkUsername(name: string): Result<string> {
  const trimmed = tidyUsername(name)
  if (trimmed === '') return fail('invalid', 'Please enter a username.', 'username')
  if (emailName(trimmed).length < username.least) {
    return fail('invalid', `Please use at least ${username.least} letters or figures (a to z, 0 to 9).`, 'username')
  }
  if (trimmed.length > username.most) {
    return fail('invalid', `Please keep the username under ${username.most + 1} characters.`, 'username')
  }
  // Signing in tells the three apart by their look (AUTH-6), so a username must not look like the other two.
  if (identifierKind(trimmed) !== 'username') {
    return fail('invalid', 'A username needs a letter, and no @.', 'username')
  }
  return ok(trimmed)
}

/** The name a guest is called by, and writes in a transfer's narration. */
export function checkGuestName(name: string): Result<string> {
  const tidy = tidyUsername(name)
  if (!/\p{L}/u.test(tidy)) return fail('invalid', 'Please enter your name.', 'name')
  return tidy.length > username.most
    ? fail('invalid', `Please keep the name under ${username.most + 1} characters.`, 'name')
    : ok(tidy)
}

/** Names to sign in with that come near a guest's, the nearest first. `figures` tell people of one name apart. */
export function usernamesFor(name: string, figures: readonly string[]): string[] {
  const short = name.replaceAll('@', '').slice(0, username.most - 5)
  return [name, ...figures.map((each) => `${short} ${each}`)].filter((each) => checkUsername(each).ok)
}

/** Whether this will do as the password of somebody with this role. */
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

/** What an owner reads who enters none for a rider. */
export const riderNeedsPhone = 'A rider needs a phone number: customers call it.'

/** The phone of somebody with this role in E.164. */
export function checkPhone(text: string, role: Role = 'customer'): Result<string> {
  const missing = role === 'rider' ? riderNeedsPhone : 'Please enter your phone number.'
  return phoneOr(missing, text, Phone.parse)
}

/** The phone that a guest leaves, who has no account: a contact, as people write it. */
export function checkGuestPhone(text: string): Result<string> {
  return phoneOr('Please enter your phone number.', text, Phone.kept)
}

function phoneOr(missing: string, text: string, read: (text: string) => string | undefined): Result<string> {
  if (text.trim() === '') return fail('invalid', missing, 'phone')
  const phone = read(text)
  return phone === undefined ? fail('invalid', Phone.invalidPhone, 'phone') : ok(phone)
}

/** The address a delivery goes to unless the customer says otherwise. */
export function checkAddress(text: string): Result<string> {
  const trimmed = text.trim()
  return trimmed === '' ? fail('invalid', 'Please enter your address.', 'address') : ok(trimmed)
}

/** AUTH-6: what a sign-in identifier is matched on. */
export function identifierKind(identifier: string): 'email' | 'phone' | 'username' {
  if (identifier.includes('@')) return 'email'
  const isPhone = !/\p{L}/u.test(identifier) && Phone.written(identifier).length > 0
  return isPhone || /^\+?[\d\s().-]+$/.test(identifier) ? 'phone' : 'username'
}

/** Followed in either direction, these are the first guesses of every program. */
const runs = ['01234567890123456789', 'abcdefghijklmnopqrstuvwxyz', 'qwertyuiopasdfghjklzxcvbnm']

/** Characters that have to be left when names are taken out of a password: fewer are a year or a number behind a name. */
const leastBesideNames = 5

/**
 * Refuses a password that would be among the first guesses: a common one, one made of `names` (of the person and the
 * restaurant, or a phone number), a repetition, or a run of the alphabet or the keyboard.
 */
export function checkGuessable(
  password: string,
  { names, isCommon }: { names: readonly string[]; isCommon: (password: string) => boolean },
): Result<string> {
  const lower = password.toLowerCase()
  const plain = lettersAndFigures(password)
  if (isCommon(lower) || isCommon(plain)) {
    return refused('This password is on lists of common ones. Please choose another one.')
  }
  const rest = names
    .map(lettersAndFigures)
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

function refused(detail: string): Result<string> {
  return fail('invalid', detail, 'password')
}
