// Phone numbers: stored as E.164 (+2348031234567), shown as people write them (0803 123 4567). `parse` accepts only the
// specification's Nigerian mobile numbers, for accounts; `written` accepts any usual notation, for everything else.

export const invalidPhone =
  'Invalid Nigerian phone number. Please ensure it starts with 0 or +234 followed by 10 digits.'

const typed = /^(?:0|\+234)([789]\d{9})$/

/**
 * AUTH-4: parses 0 or +234, then 7 to 9, then nine digits, to E.164; undefined for any other text. Ignores spaces,
 * dots, dashes, brackets and the invisible marks that phones put around a number from the contacts.
 */
export function parse(text: string): string | undefined {
  const subscriber = typed.exec(text.replace(/[\s().\p{Cf}-]/gu, ''))?.[1]
  return subscriber === undefined ? undefined : `+234${subscriber}`
}

/** Characters allowed between the digits of one number. */
const gaps = String.raw`[\s().\p{Cf}\p{Pd}]*`
const figures = (least: number, most = least) => `(?:${gaps}\\d){${least},${most}}`
/** The country code. Some people write the trunk 0 of a national number after the code, so a 0 is accepted. */
const country = `(?:(?:\\+|009?)${gaps})?234${gaps}(?:0${gaps})?`

/**
 * A number in any usual notation: a Nigerian mobile number with the country's code, with 0 or bare; a Nigerian fixed
 * line; a foreign number after '+'. The first three digits of a bare number have no gap, so the 8 of 'Flat 8'
 * starts no number.
 */
const number = new RegExp(
  `(?<!\\d)(?:(?:${country}|0${gaps})([789]${figures(9)})|([789]\\d\\d${figures(7)})` +
    `|(?:\\+${gaps}234${gaps})?0${gaps}([1-6]${figures(6, 9)})` +
    // A Nigerian mobile number with too many or too few digits is no foreign number.
    `|\\+${gaps}(?!234${gaps}(?:0${gaps})?[789])([1-9]${figures(6, 14)}))(?!\\d)`,
  'gu',
)

/**
 * Returns the numbers in a text as E.164, in their order. Understands 0803…, 234803…, +234 (0) 803… and two numbers
 * with a slash.
 */
export function written(text: string): string[] {
  const found = [...text.matchAll(number)].map(([, mobile, bare, line, abroad]) => {
    const ours = mobile ?? bare ?? line
    return (ours === undefined ? `+${abroad}` : `+234${ours}`).replace(/[^+\d]/g, '')
  })
  return [...new Set(found)]
}

/** Returns the text without its numbers. */
export function besides(text: string): string {
  return text.replace(number, ' ')
}

/** Returns the number that makes up the text, as E.164; undefined if the text has no number, several, or words. */
export function sole(text: string): string | undefined {
  const [first, second] = written(text)
  return second === undefined && /^[\s().+\p{Cf}\p{Pd}]*$/u.test(besides(text)) ? first : undefined
}

/**
 * Returns a contact as stored: one number as E.164; several numbers, or a number among words, as typed; undefined
 * without a number.
 */
export function kept(text: string): string | undefined {
  return sole(text) ?? (written(text).length > 0 ? text : undefined)
}

/**
 * Returns the numbers to call about an order, in E.164: the numbers in the order's contact. If the contact has none,
 * returns the account's numbers with `isOwn` true; a screen shows these numbers beside the contact.
 */
export function toCall(contact: string, own: string | null | undefined): { numbers: string[]; isOwn: boolean } {
  const contacts = written(contact)
  return contacts.length > 0 ? { numbers: contacts, isOwn: false } : { numbers: written(own ?? ''), isOwn: true }
}

/**
 * Returns '0803 123 4567' for a Nigerian number, and other text unchanged. A number is not broken between lines: its
 * spaces are no-break spaces.
 */
export function format(e164: string): string {
  const parts = /^\+234(\d{3})(\d{3})(\d{4})$/.exec(e164)
  const shown = parts ? `0${parts[1]} ${parts[2]} ${parts[3]}` : e164
  return shown.replace(/(?<=[\d)]) (?=[\d(])/g, '\u00a0')
}
