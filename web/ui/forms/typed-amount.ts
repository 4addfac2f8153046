/** Parses whole naira as people type them: '₦18,400', '18 400', 'N18400'. Returns undefined for other texts. */
export function typedAmount(text: string): number | undefined {
  const amount = typedKoboAmount(text)
  return amount !== undefined && Number.isInteger(amount) ? amount : undefined
}

/** Parses naira with kobo, such as '3,699.50', for transfers. Returns undefined for other texts. */
export function typedKoboAmount(text: string): number | undefined {
  const plain = text.trim().replace(/^[₦N]/i, '').replace(/[\s,]/g, '')
  return /^\d{1,12}(?:\.\d{0,2})?$/.test(plain) ? Number(plain) : undefined
}
