/**
 * Phone numbers: kept as E.164 (+2348031234567), shown as people write them (0803 123 4567). `parse` takes the specification's
 * Nigerian mobile numbers alone, for an account; `written` takes whatever people write, for everything else.
 */
export const invalidPhone =
  'Invalid Nigerian phone number. Please ensure it starts with 0 or +234 followed by 10 digits.'

const typed = /^(?:0|\+234)([789]\d{9})$/

/**
 * AUTH-4: 0 or +234, then 7 to 9, then nine digits, as E.164; undefined for any other text. Spaces, dots, dashes and brackets
 * are ignored, and the invisible marks that phones put around a number from the contacts.
 */
export function parse(text: string): string | undefined {
  const subscriber = typed.exec(text.replace(/[\s().\p{Cf}-]/gu, ''))?.[1]
  return subscriber === undefined ? undefined : `+234${subscriber}`
}

/** What may stand between the figures of one number. */
const gaps = String.raw`[\s().\p{Cf}\p{Pd}]*`
const figures = (least: number, most = least) => `(?:${gaps}\\d){${least},${most}}`
/** The country's code, also with the trunk 0 that belongs to numbers without one. */
const country = `(?:(?:\\+|009?)${gaps})?234${gaps}(?:0${gaps})?`

/**
 * A number as people write it: a mobile number of Nigeria, with the country's code, with 0 or with neither; a fixed line of
 * Nigeria; a number of any country after '+'. With neither, the first three figures stand together: the 8 of 'Flat 8' begins none.
 */
const number = new RegExp(
  `(?<!\\d)(?:(?:${country}|0${gaps})([789]${figures(9)})|([789]\\d\\d${figures(7)})` +
    `|(?:\\+${gaps}234${gaps})?0${gaps}([1-6]${figures(6, 9)})|\\+${gaps}([1-9]${figures(6, 14)}))(?!\\d)`,
  'gu',
)

/** The numbers in a text as people write them, in E.164 and in their order: 0803…, 234803…, +234 (0) 803…, two with a slash. */
export function written(text: string): string[] {
  const found = [...text.matchAll(number)].map(([, mobile, bare, line, abroad]) => {
    const ours = mobile ?? bare ?? line
    return (ours === undefined ? `+${abroad}` : `+234${ours}`).replace(/[^+\d]/g, '')
  })
  return [...new Set(found)]
}

/** What a text says besides its numbers. */
export function besides(text: string): string {
  return text.replace(number, ' ')
}

/** The number that the text is, as E.164; undefined where it holds none, several, or words. */
export function sole(text: string): string | undefined {
  const [first, second] = written(text)
  return second === undefined && /^[\s().+\p{Cf}\p{Pd}]*$/u.test(besides(text)) ? first : undefined
}

/** A contact as it is kept: one number as E.164, several or one among words as typed; undefined where the text holds none. */
export function kept(text: string): string | undefined {
  return sole(text) ?? (written(text).length > 0 ? text : undefined)
}

/**
 * Numbers to call about an order, in E.164: those that were typed as its contact. `isOwn`: the contact holds none, and these
 * are the account's own, which a screen names beside the contact.
 */
export function toCall(contact: string, own: string | null | undefined): { numbers: string[]; isOwn: boolean } {
  const contacts = written(contact)
  return contacts.length > 0 ? { numbers: contacts, isOwn: false } : { numbers: written(own ?? ''), isOwn: true }
}

/** '0803 123 4567' for a number of ours; any other text is shown as it is. No line breaks within a number: its spaces do not part. */
export function format(e164: string): string {
  const parts = /^\+234(\d{3})(\d{3})(\d{4})$/.exec(e164)
  const shown = parts ? `0${parts[1]} ${parts[2]} ${parts[3]}` : e164
  return shown.replace(/(?<=[\d)]) (?=[\d(])/g, '\u00a0')
}
