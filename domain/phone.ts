/**
 * Nigerian mobile numbers: accepted as people type them, kept as E.164 (+2348031234567), shown as people write them
 * (0803 123 4567). The rule is the specification's: 0 or +234, then 7 to 9, then nine digits.
 */
export const invalidPhone =
  'Invalid Nigerian phone number. Please ensure it starts with 0 or +234 followed by 10 digits.'

const typed = /^(?:0|\+234)([789]\d{9})$/

/**
 * E.164, or undefined where the text is not a Nigerian mobile number. Spaces, dots, dashes and brackets are ignored, and the
 * invisible marks that phones put around a number from the contacts.
 */
export function parse(text: string): string | undefined {
  const subscriber = typed.exec(text.replace(/[\s().\p{Cf}-]/gu, ''))?.[1]
  return subscriber === undefined ? undefined : `+234${subscriber}`
}

/**
 * The number to call about an order, in E.164: the contact's where that text is a number, of any country, else the
 * customer's own. Undefined where neither is one.
 */
export function toCall(contact: string, own: string): string | undefined {
  return parse(contact) ?? (/^\+[1-9]\d{6,14}$/.test(contact) ? contact : parse(own))
}

/** '0803 123 4567' for a number of ours; any other text is shown as it is. */
export function format(e164: string): string {
  const parts = /^\+234(\d{3})(\d{3})(\d{4})$/.exec(e164)
  return parts ? `0${parts[1]} ${parts[2]} ${parts[3]}` : e164
}
